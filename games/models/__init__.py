"""What is stored of play: a table, its seats, its games, one row per hand, and notices."""

from games.models.game import Game, GameSeat
from games.models.hand import Hand
from games.models.heartbeat import Heartbeat
from games.models.notice import Notice
from games.models.sitting import Sitting
from games.models.table import Seat, Table

__all__ = ["Game", "GameSeat", "Hand", "Heartbeat", "Notice", "Seat", "Sitting", "Table"]
