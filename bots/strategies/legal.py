"""The legal actions as a strategy asks for them: it only ever returns one of these."""

from bots.strategies.pack import pack_of
from games.engine.actions import Action
from games.engine.views import SeatView


def legal_cards(view: SeatView) -> dict[int, Action]:
    """The legal plays by card code (see `pack`)."""
    code = pack_of(view.rules.order).code
    return {code[action.card]: action for action in view.legal if action.card is not None}


def legal_number_bid(view: SeatView, wanted: int) -> Action | None:
    """The legal number bid closest to `wanted`, the lower of two; None where none is legal."""
    numbers = {action.bid: action for action in view.legal if type(action.bid) is int}
    if not numbers:
        return None
    return numbers[min(numbers, key=lambda number: (abs(number - wanted), number))]


def legal_token(view: SeatView, token: str) -> Action | None:
    """The legal action with this token; None if it is not legal."""
    return next((action for action in view.legal if str(action) == token), None)
