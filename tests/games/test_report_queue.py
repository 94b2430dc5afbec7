"""The staff's queue of reports: for staff with the permission, with the hand and the talk."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models import Report
from games.services import talk
from games.services.reports import Subject, report
from players.models import StaffAction, User
from tests.games.api.conftest import finish_a_hand, private_table
from tests.games.at_the_table import people, person, started

pytestmark = pytest.mark.django_db

QUEUE = "/operators/games/report/"
WARNING = {"decision": "warn", "days": 7, "reason": "Insults are not welcome"}


def member_of_staff(**fields):
    user = person(is_staff=True, **fields)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def staff(client):
    """A client of an administrator."""
    client.force_login(
        member_of_staff(is_superuser=True), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


@pytest.fixture
def case():
    """A report about a private table's hand in which something was said."""
    a, b = people(2)
    game = started(private_table(a, b))
    talk.say(user=b, table_id=game.table_id, now=timezone.now(), text="<i>An insult</i>")
    hand = game.hands.get()
    return report(
        user=a,
        username=b.username,
        reason="abuse",
        text="See what they <b>said</b>",
        subject=Subject(hand=hand.pk),
        now=timezone.now(),
    )


def test_the_queue_shows_open_reports_first(staff, case):
    decided = Report.objects.create(
        reporter=person(),
        reported=person(),
        reason="name",
        status="decided",
        created_at=case.created_at,
    )
    page = staff.get(QUEUE).text
    assert page.index(f"{QUEUE}{case.pk}/") < page.index(f"{QUEUE}{decided.pk}/")


def test_a_report_shows_what_was_said_as_text_and_no_card_before_the_hand_is_over(staff, case):
    page = staff.get(f"{QUEUE}{case.pk}/change/").text
    assert "&lt;i&gt;An insult&lt;/i&gt;" in page
    assert "&lt;b&gt;said&lt;/b&gt;" in page
    assert case.reporter.username in page
    assert "The hand is not over." in page
    assert staff.get(f"{QUEUE}{case.pk}/record/").status_code == 404


def test_a_private_hand_is_read_through_the_report_once_it_is_over(staff, case):
    finish_a_hand(case.game)
    record = staff.get(f"{QUEUE}{case.pk}/record/").json()
    assert (record["game"], record["hand_no"]) == (str(case.game_id), 1)
    assert record["deal"]
    assert f"{QUEUE}{case.pk}/record/" in staff.get(f"{QUEUE}{case.pk}/change/").text


def test_a_decision_closes_the_report_and_shows_on_the_next_one(staff, case):
    staff.post(f"{QUEUE}{case.pk}/decide/", WARNING)
    case.refresh_from_db()
    assert case.status == "decided"
    row = StaffAction.objects.get()
    assert (row.kind, row.reason, row.player) == ("warn", WARNING["reason"], case.reported)
    again = Report.objects.create(
        reporter=person(), reported=case.reported, reason="name", created_at=case.created_at
    )
    assert WARNING["reason"] in staff.get(f"{QUEUE}{again.pk}/change/").text


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"decision": "praise"}, {"days": 0}])
def test_a_decision_that_says_too_little_changes_nothing(staff, case, wrong):
    assert staff.post(f"{QUEUE}{case.pk}/decide/", WARNING | wrong).status_code == 400
    case.refresh_from_db()
    assert case.status == "open"
    assert not StaffAction.objects.exists()


def test_to_look_at_a_decision_decides_nothing(staff, case):
    staff.get(f"{QUEUE}{case.pk}/decide/", WARNING)
    case.refresh_from_db()
    assert case.status == "open"


@pytest.mark.parametrize("path", ["", "{}/change/", "{}/decide/", "{}/record/"])
def test_the_queue_is_not_there_for_others(client, case, path):
    where = QUEUE + path.format(case.pk)
    for user in (None, case.reported, case.reporter):
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert client.get(where).status_code == 404
        assert client.post(where, WARNING).status_code in (403, 404)
    case.refresh_from_db()
    assert case.status == "open"


def test_staff_without_the_permission_read_and_decide_nothing(client, case):
    client.force_login(member_of_staff(), backend="django.contrib.auth.backends.ModelBackend")
    for path in ("", f"{case.pk}/change/", f"{case.pk}/decide/", f"{case.pk}/record/"):
        assert client.get(QUEUE + path).status_code in (403, 404)
    assert client.post(f"{QUEUE}{case.pk}/decide/", WARNING).status_code == 404


def test_in_a_case_of_their_own_staff_get_no_form(client, case):
    judge = case.reporter
    User.objects.filter(pk=judge.pk).update(is_staff=True)
    judge.user_permissions.set(Permission.objects.filter(codename="decide_report"))
    TOTP.activate(judge, generate_totp_secret())
    client.force_login(judge, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"{QUEUE}{case.pk}/change/").text
    assert "somebody else decides it" in page
    client.post(f"{QUEUE}{case.pk}/decide/", WARNING)
    case.refresh_from_db()
    assert case.status == "open"


def test_reports_and_the_record_of_staff_are_changed_by_no_form(staff, case):
    staff.post(f"{QUEUE}{case.pk}/decide/", WARNING)
    row = StaffAction.objects.get()
    for path in (
        f"{QUEUE}{case.pk}/delete/",
        f"{QUEUE}add/",
        f"/operators/players/staffaction/{row.pk}/change/",
        f"/operators/players/staffaction/{row.pk}/delete/",
        "/operators/players/staffaction/add/",
    ):
        assert staff.post(path, {"reason": "x", "post": "yes"}).status_code == 403
    assert WARNING["reason"] in staff.get("/operators/players/staffaction/").text
    assert StaffAction.objects.get().reason == WARNING["reason"]
