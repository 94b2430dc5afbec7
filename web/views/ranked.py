"""Ranked play: the queue, parties, the ready check, for those without scripts as well."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from players.network import request_address
from ratings.services import parties, queue, ready_checks
from web.ladders import rank_rules
from web.queue import party_state, queue_state, ranked_page
from web.visitor import member_of, refusals_shown_at

HERE = "web:ranked"


@require_safe
@ensure_csrf_cookie
def ranked(request: HttpRequest) -> HttpResponse:
    """The queue: whom it keeps waiting, and the way into it."""
    return render(request, "web/ranked/index.html", ranked_page(request.user, _chosen(request)))


@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """The visitor's place and the figures, asked for again when there is news."""
    return render(request, "web/ranked/state.html", queue_state(request.user, _chosen(request)))


@require_safe
def party(request: HttpRequest) -> HttpResponse:
    """The visitor's party and invitations, asked for again when there is news."""
    return render(request, "web/ranked/party.html", party_state(request.user))


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """How ranking works, and what happens to whoever leaves."""
    return render(request, "web/ranked/how.html", {"rules": rank_rules()})


@require_POST
@refusals_shown_at(HERE)
def join(request: HttpRequest) -> HttpResponse:
    """Wait for a table."""
    alone = "alone" in request.POST
    queue.join(
        user=member_of(request),
        ladders=request.POST.getlist("ladders"),
        as_party=False if alone else None,
        now=timezone.now(),
    )
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def leave(request: HttpRequest) -> HttpResponse:
    """Wait no longer."""
    queue.leave(user=member_of(request), now=timezone.now())
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def answer(request: HttpRequest, check_id: UUID) -> HttpResponse:
    """Be ready for a table, or not; with the last of the four the game begins."""
    ready = request.POST.get("ready") == "yes"
    check = ready_checks.answer(
        user=member_of(request), check_id=check_id, ready=ready, now=timezone.now()
    )
    if check.game is not None:
        return redirect("web:table", check.game.table_id)
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def open_party(request: HttpRequest) -> HttpResponse:
    """A party with a link for a friend, or an invitation by name."""
    name, user = request.POST.get("player", "").strip(), member_of(request)
    if name:
        parties.invite(user=user, username=name, now=timezone.now())
    else:
        parties.open_party(user=user, now=timezone.now())
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def join_party(request: HttpRequest) -> HttpResponse:
    """Join a friend's party by its code."""
    parties.join_by_code(
        user=member_of(request),
        code=request.POST.get("code", "").strip(),
        address=request_address(request.META),
        now=timezone.now(),
    )
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def answer_invitation(request: HttpRequest, party_id: UUID) -> HttpResponse:
    """Accept an invitation, or decline it."""
    user = member_of(request)
    if request.POST.get("accept") == "yes":
        parties.accept(user=user, party_id=party_id, now=timezone.now())
    else:
        parties.decline(user=user, party_id=party_id)
    return redirect(HERE)


@require_POST
@refusals_shown_at(HERE)
def leave_party(request: HttpRequest) -> HttpResponse:
    """Part from one's partner."""
    parties.leave(user=member_of(request), now=timezone.now())
    return redirect(HERE)


def _chosen(request: HttpRequest) -> list[str] | None:
    """The ladders ticked, as the form sends them along; none at all where it says so."""
    ticked = request.GET.getlist("ladders")
    return ticked if ticked or "chosen" in request.GET else None
