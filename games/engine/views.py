"""What a seat or a spectator may know of a hand: the one door by which cards leave.

A view is the public hand and the cards its owner has seen. It is kept current by folding
public events, without asking for the full hand again.
"""

from dataclasses import dataclass, replace

from games.engine.actions import Action
from games.engine.bids import Bid
from games.engine.cards import Card, CardSet, cards_in
from games.engine.events import PublicEvent
from games.engine.hand import HandState
from games.engine.notation import bids_json, cards_json, plays_json, score_json, seat_json
from games.engine.public import Phase, PublicHand, advance, legal_with
from games.engine.ruleset import RuleSet
from games.engine.scoring import HandScore
from games.engine.seats import Seat
from games.engine.tricks import Play


class NeedsSnapshot(Exception):
    """A view cannot be folded any further: its owner knows more now than the event says."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """The view of `seat`, or of a spectator (None).

    `dealt` are the seat's cards before the first lead as it knows them: None for a spectator
    and while the cards are face down, so that a view never carries what its owner has not
    seen. `passed` and `received` are its cards of the exchange, None until then. Per-seat
    values are in seat order, per-side values in the order of the sides.
    """

    public: PublicHand
    seat: Seat | None
    dealt: CardSet | None
    passed: tuple[Card, ...] | None
    received: tuple[Card, ...] | None

    @property
    def rules(self) -> RuleSet:
        """The rules the hand is played by."""
        return self.public.rules

    @property
    def hand_no(self) -> int:
        """The number of the hand in its game, from 1."""
        return self.public.opening.setup.hand_no

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.public.opening.setup.dealer

    @property
    def phase(self) -> Phase:
        """What the hand is at."""
        return self.public.phase

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None when the hand is over."""
        return self.public.to_act

    @property
    def scores(self) -> tuple[int, ...]:
        """The running scores before the hand."""
        return self.public.opening.setup.scores

    @property
    def bags(self) -> tuple[int, ...]:
        """The bag counts before the hand."""
        return self.public.opening.setup.bags

    @property
    def bids(self) -> tuple[Bid | None, ...]:
        """The bids so far; None for a seat that has not bid."""
        return self.public.opening.auction.bids

    @property
    def looked(self) -> tuple[bool, ...]:
        """Whether each seat's cards are face up to it."""
        return tuple(not offered for offered in self.may_bid_blind)

    @property
    def may_bid_blind(self) -> tuple[bool, ...]:
        """Whether each seat may bid blind: its cards are face down just as long (R16)."""
        return self.public.opening.auction.face_down

    @property
    def contracts(self) -> tuple[int, ...]:
        """The tricks each side has bid so far."""
        return self.public.contracts

    @property
    def holding(self) -> tuple[Card, ...] | None:
        """The seat's own cards by suit and rank; None when they are not for it to see."""
        return None if self.dealt is None else cards_in(self.dealt & self.public.left)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self.public.counts

    @property
    def exchange_size(self) -> int:
        """How many cards the seat passes in the exchange; 0 if it takes no part in one."""
        passes = self.public.opening.exchange.passes
        return next((size for giver, _, size in passes if giver == self.seat), 0)

    @property
    def trick(self) -> tuple[Play, ...]:
        """The cards on the table, in the order played."""
        return self.public.trick_plays

    @property
    def last_trick(self) -> tuple[Play, ...]:
        """The last finished trick, the only one that may be looked at again (R24)."""
        return self.public.tricks[-1].plays if self.public.tricks else ()

    @property
    def last_winner(self) -> Seat | None:
        """Who took the last finished trick."""
        return self.public.tricks[-1].winner if self.public.tricks else None

    @property
    def plays(self) -> tuple[Play, ...]:
        """All plays of the hand in order: the memory of a program."""
        finished = [play for trick in self.public.tricks for play in trick.plays]
        return (*finished, *self.trick)

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        return self.public.tricks_won

    @property
    def broken(self) -> bool:
        """Whether spades are broken."""
        return self.public.broken

    @property
    def score(self) -> HandScore | None:
        """The settlement; None before the hand is over."""
        return self.public.score

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the owner of the view may do now; empty unless it is its turn."""
        if self.seat is None or self.seat != self.public.to_act:
            return ()
        return legal_with(self.public, self.dealt or 0)

    def after(self, event: PublicEvent) -> "SeatView":
        """The view after the next event of the hand.

        NeedsSnapshot if an event was missed, or if the owner has seen what this one does not
        carry: its own cards were turned up, it took part in a pass, or the holder of the two
        of clubs is to lead.
        """
        if event.seat != self.public.to_act or self._is_in_next_pass:
            raise NeedsSnapshot
        public = advance(self.public, event.action)
        if self.dealt is None and _sees_cards(public, self.seat):
            raise NeedsSnapshot
        if self._is_told_who_leads(public):
            raise NeedsSnapshot
        return replace(self, public=public)

    @property
    def _is_in_next_pass(self) -> bool:
        return (
            self.public.phase is Phase.EXCHANGE
            and self.seat in self.public.opening.exchange.next_pass[:2]
        )

    def _is_told_who_leads(self, public: PublicHand) -> bool:
        begins = public.phase is Phase.PLAY and self.public.phase is not Phase.PLAY
        return begins and public.rules.lead_two_of_clubs

    def to_dict(self) -> dict[str, object]:
        """The view as JSON carries it."""
        return {
            "seat": seat_json(self.seat),
            "hand_no": self.hand_no,
            "dealer": self.dealer.name,
            "phase": self.phase.value,
            "to_act": seat_json(self.to_act),
            "scores": list(self.scores),
            "bags": list(self.bags),
            "bids": bids_json(self.bids),
            "looked": list(self.looked),
            "may_bid_blind": list(self.may_bid_blind),
            "contracts": list(self.contracts),
            "holding": cards_json(self.holding),
            "counts": list(self.counts),
            "trick": plays_json(self.trick),
            "last_trick": self._last_trick_json(),
            "plays": plays_json(self.plays),
            "tricks": list(self.tricks),
            "broken": self.broken,
            "exchange": self._exchange_json(),
            "score": score_json(self.score),
        }

    def _last_trick_json(self) -> dict[str, object] | None:
        if self.last_winner is None:
            return None
        return {"cards": plays_json(self.last_trick), "winner": self.last_winner.name}

    def _exchange_json(self) -> dict[str, object] | None:
        if not self.exchange_size:
            return None
        return {
            "size": self.exchange_size,
            "passed": cards_json(self.passed),
            "received": cards_json(self.received),
        }


def view(state: HandState, seat: Seat | None) -> SeatView:
    """What `seat`, or a spectator (None), may know of the hand; ValueError for no seat of it."""
    public, hidden = state.public, state.hidden
    if seat is None:
        return SeatView(public, None, None, None, None)
    if seat not in state.rules.seats:
        raise ValueError("nobody sits there")
    received = [hidden.passed[p.giver] for p in public.opening.exchange.arrived if p.taker == seat]
    return SeatView(
        public,
        Seat(seat),
        hidden.dealt[seat] if _sees_cards(public, seat) else None,
        hidden.passed[seat] or None,
        received[0] if received else None,
    )


def _sees_cards(public: PublicHand, seat: Seat | None) -> bool:
    """Whether there are cards that are face up to the owner of a view alone."""
    return seat is not None and not public.opening.auction.face_down[seat]
