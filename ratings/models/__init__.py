"""Ladders, the strength of players and pairs on them, and the journal that explains each number."""

from ratings.models.correction import CorrectedRow, Correction
from ratings.models.journal import JournalRow
from ratings.models.ladder import Ladder
from ratings.models.pair import Pair
from ratings.models.rank_bucket import RankBucket
from ratings.models.rated_game import RatedGame
from ratings.models.rating import Rating
from ratings.models.season import Badge, FinalStanding, RollOver, Season

__all__ = [
    "Badge",
    "CorrectedRow",
    "Correction",
    "FinalStanding",
    "JournalRow",
    "Ladder",
    "Pair",
    "RankBucket",
    "RatedGame",
    "Rating",
    "RollOver",
    "Season",
]
