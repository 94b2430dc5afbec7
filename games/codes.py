"""Why play, a seat or a table refuses: stable codes beside those of the rules engine."""

from enum import StrEnum


class TableCode(StrEnum):
    """Codes are API; the texts that go with them are for people and translated."""

    NOT_FOUND = "NOT_FOUND"
    NOT_SEATED = "NOT_SEATED"
    NOT_HOST = "NOT_HOST"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    STALE_SEQ = "STALE_SEQ"
    HAND_PAUSED = "HAND_PAUSED"
    HAND_ENDED = "HAND_ENDED"
    TABLE_FULL = "TABLE_FULL"
    SEAT_TAKEN = "SEAT_TAKEN"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    ALREADY_SEATED = "ALREADY_SEATED"
    ACCOUNTS_ONLY = "ACCOUNTS_ONLY"
    WRONG_CODE = "WRONG_CODE"
    TABLE_CLOSED = "TABLE_CLOSED"
    GAME_RUNNING = "GAME_RUNNING"
    NO_GAME = "NO_GAME"
    SEATS_EMPTY = "SEATS_EMPTY"
    UNKNOWN_PRESET = "UNKNOWN_PRESET"
    UNKNOWN_LEVEL = "UNKNOWN_LEVEL"
    BAD_CLOCK = "BAD_CLOCK"
    SEEDS_CLOSED = "SEEDS_CLOSED"
    SEED_GIVEN = "SEED_GIVEN"
    SEED_MISMATCH = "SEED_MISMATCH"
    BAD_SEED = "BAD_SEED"
    NOT_PAUSED = "NOT_PAUSED"
    TOO_MANY_TABLES = "TOO_MANY_TABLES"
