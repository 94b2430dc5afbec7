"""Keep on record who holds which seat from deal to deal; called by whoever deals or seats."""

from games.models import Game, Seat, Sitting


def seat_for_deal(*, game: Game, deal: int) -> None:
    """Record the occupants of the table's seats for deal number `deal`, about to be dealt.

    Call it in the transaction that creates the hand. A sitting whose occupant has changed ends
    with the deal before; calling again for the same deal changes nothing.
    """
    now = {sitting.index: sitting for sitting in game.sittings.filter(last_deal=None)}
    for seat in Seat.objects.filter(table_id=game.table_id):
        sitting = now.get(seat.index)
        if sitting is not None:
            if (sitting.user_id, sitting.bot) == _occupant(seat):
                continue
            _end(sitting, max(deal - 1, sitting.first_deal))
        _begin(game, seat, deal)


def seat_during_deal(*, game: Game, seat: Seat, deal: int) -> None:
    """Record that `seat` has a new occupant while deal number `deal` is being played.

    Both the old and the new occupant then count as players of that hand. Nothing happens when the
    occupant is the one on record, as when a player returns in the hand they left.
    """
    sitting = game.sittings.filter(index=seat.index, last_deal=None).first()
    if sitting is not None:
        if (sitting.user_id, sitting.bot) == _occupant(seat):
            return
        _end(sitting, deal)
    _begin(game, seat, deal)


def _occupant(seat: Seat) -> tuple[int | None, str]:
    """A person owns the seat even while a bot stands in for them."""
    return (seat.user_id, "") if seat.user_id is not None else (None, seat.bot)


def _end(sitting: Sitting, deal: int) -> None:
    sitting.last_deal = deal
    sitting.save(update_fields=["last_deal"])


def _begin(game: Game, seat: Seat, deal: int) -> None:
    user_id, bot = _occupant(seat)
    Sitting.objects.create(game=game, index=seat.index, user_id=user_id, bot=bot, first_deal=deal)
