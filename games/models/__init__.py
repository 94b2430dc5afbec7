"""What is stored of play: a table, its seats, games and hands, notices, talk and reports."""

from games.models.game import Game, GameSeat
from games.models.hand import Hand
from games.models.heartbeat import Heartbeat
from games.models.message import Audience, Message
from games.models.notice import Notice
from games.models.phrases import DURING_A_RATED_HAND, Phrase
from games.models.report import Report
from games.models.sitting import Sitting
from games.models.table import Seat, Table

__all__ = [
    "DURING_A_RATED_HAND",
    "Audience",
    "Game",
    "GameSeat",
    "Hand",
    "Heartbeat",
    "Message",
    "Notice",
    "Phrase",
    "Report",
    "Seat",
    "Sitting",
    "Table",
]
