"""The operators' page of players and pairs beside the field."""

from random import Random

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.utils import timezone

from players.models import User
from ratings.engine.habits import Cells, Moments, add_cells
from ratings.models import Deviation, Habits
from ratings.services.scanning import LEAST_HANDS, scan
from tests.games.at_the_table import person

pytestmark = pytest.mark.django_db
PAGE = "/operators/ratings/deviation/"
NOW = timezone.now()


def habits(random: Random, *, leads: float = 0.0, pace: float = 0.0) -> dict:
    cells: Cells = {}
    for _ in range(120):
        seen = {
            "leads:0-21-hidden": Moments.of(round(random.gauss(leads, 300))),
            "pace:many": Moments.of(round(random.gauss(1000 + pace, 300))),
            "pace:forced": Moments.of(round(random.gauss(600 + pace, 300))),
        }
        cells = add_cells(cells, seen)
    return {key: [m.n, m.total, m.squares] for key, m in cells.items()}


@pytest.fixture
def field():
    """Fourteen pairs of which the first leads as if it saw the partner's cards."""
    random = Random(9)
    pairs = [(person(f"One{n}"), person(f"Two{n}")) for n in range(14)]
    for number, (one, two) in enumerate(pairs):
        odd = 250.0 if number == 0 else random.gauss(0, 15)
        for first, second in ((one, None), (two, None), (one, two)):
            cells = habits(random, leads=odd, pace=random.gauss(0, 80))
            Habits.objects.create(first=first, second=second, hands=120, cells=cells)
    return pairs


@pytest.fixture
def operator():
    user = User.objects.create_superuser("olga", password="a long enough phrase")
    TOTP.activate(user, generate_totp_secret())
    return user


def test_a_scan_ranks_first_who_leads_as_if_the_cards_were_open(field):
    assert scan(now=NOW) == 14 * 3
    first = Deviation.objects.filter(second__isnull=False).order_by("-most").first()
    assert (first.first, first.second) == field[0]
    assert first.flagged == "leads"
    assert first.most == first.leads
    assert first.details["leads"]["seen"] == 120
    others = Deviation.objects.exclude(first__in=field[0])
    assert not others.exclude(flagged="").exists()


def test_a_pair_is_not_compared_in_what_is_one_players_alone(field):
    scan(now=NOW)
    pairs = Deviation.objects.filter(second__isnull=False)
    assert not pairs.filter(pace__isnull=False).exists()
    alone = Deviation.objects.filter(second__isnull=True)
    assert not alone.filter(pace__isnull=True).exists()
    assert not alone.filter(evenness__isnull=True).exists()


def test_a_scan_replaces_the_one_before_it(field):
    scan(now=NOW)
    Habits.objects.filter(first=field[3][0]).update(hands=LEAST_HANDS - 1)
    scan(now=NOW)
    assert Deviation.objects.count() == 14 * 3 - 2
    assert not Deviation.objects.filter(first=field[3][0]).exists()


def test_a_scan_of_nobody_finds_nobody():
    assert scan(now=NOW) == 0


def test_the_page_is_not_there_for_others(client, field):
    scan(now=NOW)
    row = Deviation.objects.first()
    for user in (None, person(), User.objects.create_superuser("omar")):
        if user is not None:
            client.force_login(user)
        for path in (PAGE, f"{PAGE}{row.pk}/change/", f"{PAGE}{row.pk}/delete/", f"{PAGE}add/"):
            assert client.get(path).status_code == 404


def test_an_operator_sorts_and_filters_it_and_goes_to_the_hands(client, operator, field):
    scan(now=NOW)
    client.force_login(operator)
    page = client.get(PAGE, {"who": "pairs"}).text
    assert page.index("One0 + Two0") < page.index("One5 + Two5")
    assert "/api/v1/hands/?player=One0" in page
    assert "/players/Two0/" in page
    for column in range(1, 14):
        assert client.get(PAGE, {"o": f"-{column}"}).status_code == 200
    flagged = client.get(PAGE, {"flagged": "yes", "who": "pairs"}).text
    assert "One0 + Two0" in flagged
    assert "One5 + Two5" not in flagged
    found = client.get(PAGE, {"q": "one5", "who": "players"}).text
    assert "One5" in found
    assert "One6" not in found
    row = Deviation.objects.get(first=field[0][0], second=field[0][1])
    assert "120 seen" in client.get(f"{PAGE}{row.pk}/change/").text


def test_an_operator_changes_nothing_there(client, operator, field):
    scan(now=NOW)
    row = Deviation.objects.first()
    client.force_login(operator)
    assert client.post(f"{PAGE}{row.pk}/change/", {"hands": 1}).status_code == 403
    assert client.post(f"{PAGE}{row.pk}/delete/").status_code == 403
    assert client.get(f"{PAGE}add/").status_code == 403


def test_the_list_takes_the_same_number_of_queries_however_long(
    client, operator, field, django_assert_max_num_queries
):
    scan(now=NOW)
    client.force_login(operator)
    with django_assert_max_num_queries(12):
        client.get(PAGE)


def test_who_reads_it_is_written_down(client, operator, field):
    from structlog.testing import capture_logs

    client.force_login(operator)
    with capture_logs() as lines:
        client.get(PAGE)
    assert [line["operator"] for line in lines if line["event"] == "deviations_read"] == [
        operator.pk
    ]


def test_no_answer_of_the_api_tells_of_deviations(client):
    schema = client.get("/api/v1/schema/").content.decode()
    assert "deviation" not in schema.lower()
