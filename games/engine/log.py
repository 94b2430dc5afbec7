"""The log of a hand: its actions as one line of text.

Entries are joined by one space; each is the seat's number, a letter for the cause, the
milliseconds since the hand began, and the token: "1p5230b4 2b5830bN".
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from games.engine.errors import LogError
from games.engine.seats import Seat

_ENTRY = re.compile(r"([0-5])([ptb])(0|[1-9][0-9]{0,14})([a-z][^ ]*)", re.ASCII)


class Cause(StrEnum):
    """Who acted for the seat: its person, the clock, or a bot."""

    PERSON = "person"
    TIMEOUT = "timeout"
    BOT = "bot"

    @property
    def letter(self) -> str:
        """The letter that stands for the cause in a log."""
        return self.value[0]


_CAUSES = {cause.letter: cause for cause in Cause}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of a log; `ms` is the time since the hand began, in milliseconds.

    >>> str(LogEntry(Seat.E, Cause.PERSON, 5230, "b4"))
    '1p5230b4'
    """

    seat: Seat
    cause: Cause
    ms: int
    token: str

    def __str__(self) -> str:
        return f"{self.seat:d}{self.cause.letter}{self.ms}{self.token}"


def parse_log(text: str) -> tuple[LogEntry, ...]:
    """Read a log; LogError for text that is none. Whether it follows the rules, replay says."""
    if not text:
        return ()
    return tuple(_entry(index, part) for index, part in enumerate(text.split(" ")))


def _entry(index: int, text: str) -> LogEntry:
    match = _ENTRY.fullmatch(text)
    if match is None:
        raise LogError(f"entry {index} of the log is not one")
    seat, cause, ms, token = match.groups()
    return LogEntry(Seat(int(seat)), _CAUSES[cause], int(ms), token)
