"""The talk of the table page, and the page of one's own reports."""

import pytest
from django.utils import timezone

from games.models import DURING_A_RATED_HAND, Phrase, Report
from players.services.accounts import make_guest
from tests.games.at_the_table import people, person, table_of
from tests.games.services.test_talk import rated_game

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_the_table_page_brings_every_phrase_and_a_field_for_text(client):
    page = client.get(f"/tables/{table_of(person()).pk}/").text
    for phrase in Phrase:
        assert f'data-phrase="{phrase.value}"' in page
    assert page.count("data-harmless") == len(DURING_A_RATED_HAND)
    assert 'id="talk-text"' in page
    assert 'data-rated="false"' in page


def test_at_a_rated_table_there_is_no_field_for_text(client):
    players = people()
    game = rated_game(players)
    client.force_login(players[0], backend=BACKEND)
    page = client.get(f"/tables/{game.table_id}/").text
    assert 'data-rated="true"' in page
    assert 'id="talk-text"' not in page


@pytest.mark.parametrize(("guest", "account"), [(True, "false"), (False, "true")])
def test_only_an_account_may_talk_while_looking_on(client, guest, account):
    table = table_of(person())
    client.force_login(make_guest() if guest else person(), backend=BACKEND)
    assert f'data-account="{account}"' in client.get(f"/tables/{table.pk}/").text


def test_ones_own_reports_are_listed_and_no_others(client):
    a, b = people(2)
    Report.objects.create(
        reporter=a, reported=b, reason="name", text="<script>", created_at=timezone.now()
    )
    assert client.get("/reports/").status_code == 302
    client.force_login(a, backend=BACKEND)
    page = client.get("/reports/").text
    assert b.username in page
    assert "&lt;script&gt;" in page
    assert "not decided yet" in page
    Report.objects.update(decided_at=timezone.now(), status="decided")
    assert "decided on" in client.get("/reports/").text
    client.force_login(b, backend=BACKEND)
    assert a.username not in client.get("/reports/").text


def test_a_profile_lets_one_mute_and_block_and_take_that_back(client):
    alice, bruno = people(2)
    client.force_login(alice, backend=BACKEND)
    for change, back in (("mute", "unmute"), ("block", "unblock")):
        assert f'value="{change}"' in client.get(f"/players/{bruno.username}/").text
        client.post("/accounts/blocks/change/", {"username": bruno.username, "change": change})
        page = client.get(f"/players/{bruno.username}/").text
        assert f'value="{back}"' in page
        assert f'value="{change}"' not in page
    assert 'value="block"' not in client.get(f"/players/{alice.username}/").text
