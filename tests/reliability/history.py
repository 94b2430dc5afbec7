"""The record of what clients tried, what they were told, and which frames they saw.

The checker reads this and the database, nothing else. Times are monotonic seconds of the one
process that runs all clients, so that they can be compared.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path


class Kind(StrEnum):
    """One step in the life of an attempt."""

    INVOKE = "invoke"  # sent, for the first time or again
    OK = "ok"  # acknowledged
    FAIL = "fail"  # refused: it must not be in the log
    INFO = "info"  # the link was cut: it may be there or not


@dataclass(frozen=True, slots=True)
class Step:
    """A client's attempt to make `token` the action number `seq` of a hand."""

    kind: Kind
    at: float
    client: str
    seat: int
    hand: int
    seq: int
    token: str
    code: str = ""

    @property
    def attempt(self) -> tuple[str, int, int, str]:
        return (self.client, self.hand, self.seq, self.token)


@dataclass(frozen=True, slots=True)
class Frame:
    """A snapshot (`seq`: the next action) or an event (`seq`: its own) as a socket received it."""

    socket: int
    kind: str
    hand: int
    seq: int


@dataclass(slots=True)
class History:
    """Grows while clients play."""

    steps: list[Step] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    acked: int = 0

    def step(
        self, kind: Kind, *, client: str, seat: int, hand: int, seq: int, token: str, code: str = ""
    ) -> None:
        self.steps.append(Step(kind, time.monotonic(), client, seat, hand, seq, token, code))
        self.acked += kind is Kind.OK

    def frame(self, socket: int, kind: str, hand: int, seq: int) -> None:
        self.frames.append(Frame(socket, kind, hand, seq))

    def write(self, path: Path) -> None:
        """All of it as JSON lines, for reading after a failure."""
        with path.open("w") as file:
            for line in self._lines():
                file.write(line + "\n")

    def _lines(self) -> Iterator[str]:
        for entry in (*self.steps, *self.frames):
            yield json.dumps(asdict(entry))
