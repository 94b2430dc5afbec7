"""Lists come in one envelope; a page that is none is refused."""

import pytest

from players.models import User
from players.services.tokens import create_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def tokens(client):
    alice = User.objects.create_user("alice")
    client.force_login(alice)
    for number in range(25):
        create_token(user=alice, name=f"token {number}", scopes=["read"])
    return client


def test_a_list_is_walked_page_by_page_each_row_once(tokens):
    seen, link = [], "/api/v1/tokens/?limit=10"
    while link:
        page = tokens.get(link).json()
        assert set(page) == {"count", "next", "previous", "results"}
        assert page["count"] == 25
        seen += [row["id"] for row in page["results"]]
        link = page["next"]
    assert len(seen) == len(set(seen)) == 25
    assert seen == sorted(seen, reverse=True)


def test_a_page_holds_twenty_unless_asked_and_never_over_a_hundred(tokens):
    assert len(tokens.get("/api/v1/tokens/").json()["results"]) == 20
    assert len(tokens.get("/api/v1/tokens/?limit=999").json()["results"]) == 25


@pytest.mark.parametrize("limit", ["0", "-1", "x", "", "1e3", "\u0663", "9" * 5000, "null"])
def test_a_limit_that_is_no_number_is_refused(tokens, limit):
    response = tokens.get("/api/v1/tokens/", {"limit": limit})
    assert response.status_code == 400
    assert set(response.json()["error"]["fields"]) == {"limit"}


@pytest.mark.parametrize("page", ["0", "99", "-1", "x", "\u0663", "9" * 5000])
def test_a_page_that_is_none_is_not_found(tokens, page):
    response = tokens.get("/api/v1/tokens/", {"page": page})
    assert (response.status_code, response.json()["error"]["code"]) == (404, "NOT_FOUND")
