"""Ratings on the operators' site: to look at; what may happen is an action of a service."""

from ratings.admin.corrections import CorrectionAdmin
from ratings.admin.deviations import DeviationAdmin
from ratings.admin.ladders import LadderAdmin, SeasonAdmin
from ratings.admin.numbers import JournalRowAdmin, RatedGameAdmin, RatingAdmin

__all__ = [
    "CorrectionAdmin",
    "DeviationAdmin",
    "JournalRowAdmin",
    "LadderAdmin",
    "RatedGameAdmin",
    "RatingAdmin",
    "SeasonAdmin",
]
