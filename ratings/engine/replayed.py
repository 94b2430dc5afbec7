"""A finished hand gone through once: what the seats held, what each did, and how long it took."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from games.engine import Action, HandState, Seat, apply
from games.engine.actions import Kind
from games.engine.log import Cause, LogEntry


@dataclass(frozen=True, slots=True)
class Step:
    """One action: the hand before it, and the milliseconds since the action before it.

    `ms` is None for the first action of a hand, whose time includes the deal.
    """

    before: HandState
    entry: LogEntry
    action: Action
    ms: int | None


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """A hand that is over, with every step that led there."""

    start: HandState
    end: HandState
    steps: tuple[Step, ...]

    @property
    def own_seats(self) -> frozenset[Seat]:
        """Seats whose hand was a person's own: the bid was made by a person, no action by a bot.

        A card that the clock played stays the person's: not to play in time is theirs too.
        """
        by_bot = {step.entry.seat for step in self.steps if step.entry.cause is Cause.BOT}
        bidders = {
            step.entry.seat
            for step in self.steps
            if step.action.kind is Kind.BID and step.entry.cause is Cause.PERSON
        }
        return frozenset(bidders - by_bot)


def replayed(start: HandState, log: Iterable[LogEntry]) -> ReplayedHand:
    """The hand that `log` makes of `start`; IllegalAction if the rules refuse an entry of it."""
    state, entries, steps = start, tuple(log), []
    times: list[int | None] = [None, *(later.ms - sooner.ms for sooner, later in pairwise(entries))]
    for entry, ms in zip(entries, times, strict=False):
        action = Action.parse(entry.token)
        steps.append(Step(state, entry, action, ms))
        state = apply(state, action)
    return ReplayedHand(start, state, tuple(steps))
