"""Why ladders, seasons and corrections refuse: stable codes."""

from enum import StrEnum


class RatingCode(StrEnum):
    """Codes are API; the texts that go with them are for people and translated."""

    LADDER_EXISTS = "LADDER_EXISTS"
    NOT_RATED = "NOT_RATED"
    SEASON_EXISTS = "SEASON_EXISTS"
    BAD_SEASON = "BAD_SEASON"
    NOTHING_TO_CORRECT = "NOTHING_TO_CORRECT"
    ALREADY_CORRECTED = "ALREADY_CORRECTED"
    NEEDS_ANOTHER_PERSON = "NEEDS_ANOTHER_PERSON"
    NEEDS_ADMIN = "NEEDS_ADMIN"
    NEEDS_STAFF = "NEEDS_STAFF"
    NEEDS_REASON = "NEEDS_REASON"
    LADDER_BUSY = "LADDER_BUSY"
