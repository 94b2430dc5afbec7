"""How seats, cards, bids and plays are written in JSON."""

from collections.abc import Iterable

from games.engine.bids import Bid, Nil
from games.engine.cards import Card
from games.engine.scoring import HandScore
from games.engine.seats import Seat
from games.engine.tricks import Play


def seat_json(seat: Seat | None) -> str | None:
    """A seat's letter."""
    return None if seat is None else seat.name


def bids_json(bids: Iterable[Bid | None]) -> list[int | str | None]:
    """Numbers, the names of the nils, and null for a seat that has not bid."""
    return [bid.value if isinstance(bid, Nil) else bid for bid in bids]


def cards_json(cards: Iterable[Card] | None) -> list[str] | None:
    """The names of cards; null for cards that may not be known."""
    return None if cards is None else [str(card) for card in cards]


def plays_json(plays: Iterable[Play]) -> list[dict[str, str]]:
    """Who played which card."""
    return [{"seat": seat.name, "card": str(card)} for seat, card in plays]


def score_json(score: HandScore | None) -> dict[str, object] | None:
    """A settled hand; null before it is."""
    return None if score is None else score.to_dict()
