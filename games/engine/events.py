"""What everybody is told when somebody acts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from games.engine.actions import Action, Kind
from games.engine.errors import Code, IllegalAction
from games.engine.hand import HandState
from games.engine.log import Cause
from games.engine.seats import Seat

_MASKED_EXCHANGE = "x"


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """One action as the whole table may know it: a pass of cards is "x", without the cards.

    `seq` is the index of the action in its hand, `ms` the time since the hand began.
    """

    seq: int
    seat: Seat
    token: str
    ms: int
    cause: Cause

    @classmethod
    def of(cls, before: HandState, action: Action, *, seq: int, ms: int, cause: Cause) -> Self:
        """The event of an action that was legal in `before`; IllegalAction once it is over."""
        if before.to_act is None:
            raise IllegalAction(Code.HAND_OVER)
        token = _MASKED_EXCHANGE if action.kind is Kind.EXCHANGE else str(action)
        return cls(seq, before.to_act, token, ms, cause)

    @property
    def action(self) -> Action:
        """The action, of a pass without its cards."""
        if self.token == _MASKED_EXCHANGE:
            return Action(Kind.EXCHANGE)
        return Action.parse(self.token)

    def to_dict(self) -> dict[str, object]:
        """The event as JSON carries it."""
        return {
            "seq": self.seq,
            "seat": self.seat.name,
            "action": self.token,
            "ms": self.ms,
            "cause": self.cause.value,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read what `to_dict` wrote; ValueError for anything else."""
        try:
            seq, ms, token = data["seq"], data["ms"], data["action"]
            seat, cause = Seat.parse(str(data["seat"])), Cause(str(data["cause"]))
        except (KeyError, TypeError):
            raise ValueError("an event has seq, seat, action, ms and cause") from None
        if type(seq) is not int or type(ms) is not int or not isinstance(token, str):
            raise ValueError("an event has numbers for seq and ms and a token for action")
        return cls(seq, seat, token, ms, cause)
