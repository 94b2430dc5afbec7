"""Ladders, the strength of players and pairs on them, and the journal that explains each number."""

from ratings.models.journal import JournalRow
from ratings.models.ladder import Ladder
from ratings.models.pair import Pair
from ratings.models.rated_game import RatedGame
from ratings.models.rating import Rating

__all__ = ["JournalRow", "Ladder", "Pair", "RatedGame", "Rating"]
