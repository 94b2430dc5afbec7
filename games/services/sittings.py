"""Keeping the record of who sat where through which deals."""

from collections.abc import Sequence

from games.models import Game, Seat, Sitting
from games.services.rows import change


def note_sitters(game: Game, seats: Sequence[Seat], *, deal: int, shared: bool) -> None:
    """Bring the sittings of a game up to date with its seats at deal number `deal`.

    `shared` says that the deal is already being played, so that who leaves and who comes both
    sat at it; otherwise the change falls between two deals.
    """
    open_sittings = {sitting.index: sitting for sitting in game.sittings.filter(last_deal=None)}
    for seat in seats:
        sitting = open_sittings.get(seat.index)
        if sitting is not None:
            if sitting.user_id == seat.user_id and (seat.user_id or sitting.bot == seat.bot):
                continue
            last_deal = deal if shared else deal - 1
            if last_deal < sitting.first_deal:
                sitting.delete()
            else:
                change(sitting, last_deal=last_deal)
        Sitting.objects.create(
            game=game,
            index=seat.index,
            user_id=seat.user_id,
            bot="" if seat.user_id else seat.bot,
            first_deal=deal,
        )
