"""Ladders, the strength of players and pairs on them, the journal that explains each number, and
the queue that brings four together."""

from ratings.models.correction import CorrectedRow, Correction
from ratings.models.demo_player import DemoPlayer
from ratings.models.figures import CountedGame, HeadToHead, PartnerFigures, PlayerFigures
from ratings.models.habits import Deviation, Habits
from ratings.models.journal import JournalRow
from ratings.models.ladder import Ladder
from ratings.models.pair import Pair
from ratings.models.party import Party, PartyInvitation, PartyMember
from ratings.models.rank_bucket import RankBucket
from ratings.models.rated_game import RatedGame
from ratings.models.rating import Rating
from ratings.models.ready_check import ReadyCheck, ReadySeat
from ratings.models.round_claim import RoundClaim
from ratings.models.season import Badge, FinalStanding, RollOver, Season
from ratings.models.ticket import Ticket, TicketPlayer

__all__ = [
    "Badge",
    "CorrectedRow",
    "Correction",
    "CountedGame",
    "DemoPlayer",
    "Deviation",
    "FinalStanding",
    "Habits",
    "HeadToHead",
    "JournalRow",
    "Ladder",
    "Pair",
    "PartnerFigures",
    "Party",
    "PartyInvitation",
    "PartyMember",
    "PlayerFigures",
    "RankBucket",
    "RatedGame",
    "Rating",
    "ReadyCheck",
    "ReadySeat",
    "RollOver",
    "RoundClaim",
    "Season",
    "Ticket",
    "TicketPlayer",
]
