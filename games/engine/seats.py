"""Seats, and how they are joined to sides."""

from dataclasses import dataclass, field
from enum import IntEnum


class Seat(IntEnum):
    """The seats, clockwise. A seat's left neighbour is the next one (S000-17)."""

    N = 0
    E = 1
    S = 2
    W = 3
    P5 = 4
    P6 = 5

    @classmethod
    def parse(cls, name: str) -> "Seat":
        """Read "N" ... "P6"; ValueError for anything else."""
        try:
            return cls[name]
        except (KeyError, TypeError):
            raise ValueError("a seat is one of N, E, S, W, P5, P6") from None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table and who scores together; every rule reads it from here.

    `sides` lists the seats of each side; a side is known by its place in that list.
    """

    sides: tuple[tuple[Seat, ...], ...]
    seats: tuple[Seat, ...] = field(init=False)
    side_of: tuple[int, ...] = field(init=False)
    partners: tuple[Seat | None, ...] = field(init=False)
    left_of: tuple[Seat, ...] = field(init=False)
    side_names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        seats = tuple(sorted(seat for side in self.sides for seat in side))
        sides = {seat: number for number, side in enumerate(self.sides) for seat in side}
        self._derive("seats", seats)
        self._derive("side_of", tuple(sides[seat] for seat in seats))
        self._derive("partners", tuple(_partner(self.sides[sides[seat]], seat) for seat in seats))
        self._derive("left_of", seats[1:] + seats[:1])
        self._derive("side_names", tuple("".join(s.name for s in side) for side in self.sides))

    def _derive(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def from_left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats clockwise, beginning at the left of `seat` and ending with it."""
        return self.seats[seat + 1 :] + self.seats[: seat + 1]


def _partner(side: tuple[Seat, ...], seat: Seat) -> Seat | None:
    """The other seat of a side of two; sides of one or three have no single partner."""
    if len(side) != 2:
        return None
    return side[1 - side.index(seat)]


PARTNERSHIPS = Seating(sides=((Seat.N, Seat.S), (Seat.E, Seat.W)))
"""Four players, partners opposite (S000-6, S001-9)."""
