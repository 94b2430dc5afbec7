"""Staff decide a report once, with a reason, never in a case of their own, and it is kept."""

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models import Report
from games.services.decisions import DECISIONS, decide
from games.services.reports import Subject, report
from players.errors import Conflict, Malformed, NotAllowed
from players.models import StaffAction, User
from players.selectors.staff_record import own_record
from tests.games.at_the_table import people, person, started, table_of

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
Kind = StaffAction.Kind


@pytest.fixture
def olga():
    """An administrator."""
    return User.objects.create_superuser("olga", password="a long enough phrase")


@pytest.fixture
def case():
    a, b = people(2)
    game = started(table_of(a, b))
    return about(a, b, game)


def about(a, b, game):
    return report(
        user=a,
        username=b.username,
        reason="abuse",
        text="",
        subject=Subject(game=game.pk),
        now=NOW,
    )


def settle(by, case, decision=Kind.WARN, reason="Insults", days=7):
    decide(by=by, report_id=case.pk, decision=decision, reason=reason, days=days, now=NOW)
    case.refresh_from_db()
    case.reported.refresh_from_db()


def refused(kind, by, case, **wish):
    with pytest.raises(kind) as refusal:
        settle(by, case, **wish)
    case.refresh_from_db()
    assert case.status == Report.Status.OPEN
    assert not StaffAction.objects.exists()
    return refusal.value.code


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_is_carried_out_and_recorded(decision, olga, case):
    settle(olga, case, decision)
    row = StaffAction.objects.get()
    assert (row.kind, row.by, row.player) == (decision, olga, case.reported)
    assert (row.reason, row.case, row.at) == ("Insults", f"report:{case.pk}", NOW)
    assert (case.status, case.decided_at) == (Report.Status.DECIDED, NOW)
    assert case.reported.is_active == (decision != Kind.SUSPEND)
    silenced = case.reported.silenced_until
    assert (silenced is not None) == (decision == Kind.SILENCE)
    assert row.until == silenced


def test_the_player_reads_what_was_decided_about_them_but_not_that_a_report_was_dismissed(
    olga, case
):
    settle(olga, case, Kind.DISMISS)
    assert not own_record(case.reported_id).exists()
    again = about(case.reporter, case.reported, case.game)
    settle(olga, again, Kind.WARN)
    assert [row.kind for row in own_record(case.reported_id)] == [Kind.WARN]


def test_a_report_is_decided_once(olga, case):
    settle(olga, case)
    with pytest.raises(Conflict) as refusal:
        settle(olga, case, Kind.SUSPEND)
    assert refusal.value.code == "DECIDED_ALREADY"
    assert StaffAction.objects.count() == 1
    assert User.objects.get(pk=case.reported_id).is_active


def test_a_decision_needs_a_reason_and_a_silence_its_days(olga, case):
    assert refused(Malformed, olga, case, reason="  ") == "INVALID"
    assert refused(Malformed, olga, case, decision=Kind.SILENCE, days=0) == "INVALID"


def test_nobody_without_the_permission_decides(case):
    assert refused(NotAllowed, person(is_staff=True), case) == "NOT_ALLOWED"


@pytest.mark.parametrize("party", ["reporter", "reported", "third"])
def test_nobody_decides_a_case_of_their_own(party, olga):
    a, b, c = people(3)
    game = started(table_of(a, b, c))
    case = about(a, b, game)
    judge = {"reporter": a, "reported": b, "third": c}[party]
    judge.is_staff = judge.is_superuser = True
    judge.save(update_fields=["is_staff", "is_superuser"])
    assert refused(NotAllowed, judge, case) == "OWN_CASE"


def test_only_an_administrator_acts_on_staff(olga, case):
    User.objects.filter(pk=case.reported_id).update(is_staff=True)
    moderator = person(is_staff=True)
    names = ["decide_report", "discipline"]
    moderator.user_permissions.set(Permission.objects.filter(codename__in=names))
    assert refused(NotAllowed, moderator, case) == "NOT_ALLOWED"
    settle(olga, case)


def test_a_moderator_with_the_permissions_decides(case):
    moderator = person(is_staff=True)
    names = ["decide_report", "discipline"]
    moderator.user_permissions.set(Permission.objects.filter(codename__in=names))
    settle(moderator, case)
    assert StaffAction.objects.get().by == moderator


def test_the_record_of_staff_actions_is_neither_changed_nor_deleted(olga, case):
    settle(olga, case)
    row = StaffAction.objects.get()
    row.reason = "Another"
    for change in (
        row.save,
        row.delete,
        lambda: StaffAction.objects.update(reason="Another"),
        lambda: StaffAction.objects.all().delete(),
    ):
        with pytest.raises(TypeError):
            change()
    assert StaffAction.objects.get().reason == "Insults"
