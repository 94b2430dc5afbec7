"""Numbers and where they come from, to look at; what is wrong with them is proposed from here."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from players.models import User
from players.operating import LookOnly
from ratings.admin.acting import ReasonForm, each
from ratings.models import Correction, JournalRow, RatedGame, Rating
from ratings.services.corrections import propose_annulment, propose_refund


@admin.register(Rating)
class RatingAdmin(LookOnly, admin.ModelAdmin):
    """Ratings as they stand."""

    list_display = ("ladder", "player", "pair", "mu", "sigma", "games", "form", "ranked")
    list_filter = ("ladder", "ranked")
    list_select_related = ("ladder", "player", "pair")
    search_fields = ("player__username",)
    ordering = ("ladder", "-mu", "-pk")
    show_full_result_count = False
    action_form = ReasonForm
    actions = ("refund_victims",)

    @admin.action(description=gettext_lazy("Propose to refund what was lost to this player"))
    def refund_victims(self, request: HttpRequest, ratings: QuerySet[Rating]) -> None:
        def do(rating: Rating, by: User, reason: str) -> Correction:
            assert rating.player is not None
            return propose_refund(
                offender=rating.player,
                ladder=rating.ladder,
                by=by,
                reason=reason,
                now=timezone.now(),
            )

        each(request, ratings.filter(player__isnull=False), do)


@admin.register(JournalRow)
class JournalRowAdmin(LookOnly, admin.ModelAdmin):
    """The journal: nobody edits or deletes it."""

    list_display = (
        "id", "ladder", "player", "pair", "cause", "rated_as", "result", "mu_before", "mu_after", "at",
    )  # fmt: skip
    list_filter = ("ladder", "cause")
    list_select_related = ("ladder", "player", "pair")
    search_fields = ("=player__username", "=game__game__id")
    ordering = ("-id",)
    show_full_result_count = False


@admin.register(RatedGame)
class RatedGameAdmin(LookOnly, admin.ModelAdmin):
    """Games that count."""

    list_display = ("game", "ladder", "status", "rated_at")
    list_filter = ("ladder", "status")
    search_fields = ("=game__id",)
    ordering = ("-rated_at",)
    show_full_result_count = False
    action_form = ReasonForm
    actions = ("annul",)

    @admin.action(description=gettext_lazy("Propose that the game no longer counts"))
    def annul(self, request: HttpRequest, games: QuerySet[RatedGame]) -> None:
        each(
            request,
            games,
            lambda game, by, reason: propose_annulment(
                game_id=game.pk, by=by, reason=reason, now=timezone.now()
            ),
        )
