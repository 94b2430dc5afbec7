"""What may be bid, and what a bid is worth in tricks."""

from enum import StrEnum
from typing import TypeAlias


class Nil(StrEnum):
    """The bids of no trick (R11, R15)."""

    NIL = "nil"
    BLIND = "blind_nil"


NIL, BLIND = Nil

Bid: TypeAlias = int | Nil
"""A number of tricks, 1 or more, or a nil. No bid yet is None, which is not a bid."""


def is_nil(bid: Bid | None) -> bool:
    """Whether the bid is a nil, blind or not."""
    return isinstance(bid, Nil)


def tricks_bid(bid: Bid | None) -> int:
    """What the bid adds to the contract of its side: nothing for a nil (R13)."""
    return 0 if bid is None or isinstance(bid, Nil) else bid


def read_bid(value: object, highest: int) -> Bid:
    """The bid that plain data means: 1 to `highest`, 0 or "nil", "blind_nil".

    ValueError for anything else, a bool and a float included.
    """
    if type(value) is int and 0 <= value <= highest:
        return value or Nil.NIL
    if isinstance(value, str) and value in tuple(Nil):
        return Nil(value)
    raise ValueError(f'a bid is a whole number from 0 to {highest}, "nil" or "blind_nil"')
