"""What stands before every view of the API: limits, conditional reads, open origins, health."""

from random import randrange

import pytest
from django.test import Client

from players.models import User
from players.services.tokens import create_token

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me/"


@pytest.fixture
def alice():
    return User.objects.create_user("alice", password="a long enough phrase")


def stranger():
    """A client of an address nobody else has come from."""
    return Client(REMOTE_ADDR=f"10.{randrange(256)}.{randrange(256)}.{randrange(256)}")


@pytest.fixture
def limits(settings, time_machine):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "anonymous": (60, 60), "known": (600, 60)}
    time_machine.move_to(1_000_000_000, tick=False)
    return time_machine


def test_sixty_requests_a_minute_and_not_one_more(limits):
    client = stranger()
    answers = [client.get("/api/v1/players/nobody/") for _ in range(61)]
    assert [answer.status_code for answer in answers] == [404] * 60 + [429]
    assert [int(answer["RateLimit-Remaining"]) for answer in answers] == [*range(59, -1, -1), 0]
    last = answers[-1]
    assert last.json()["error"]["code"] == "TOO_MANY_REQUESTS"
    assert last["RateLimit-Limit"] == "60"
    assert last["Retry-After"] == last["RateLimit-Reset"] == "20"

    limits.move_to(1_000_000_020, tick=False)
    assert client.get("/api/v1/players/nobody/").status_code == 404


def test_made_up_forwarded_addresses_do_not_help(limits):
    client = stranger()
    statuses = [
        client.get(
            "/api/v1/players/nobody/", headers={"X-Forwarded-For": f"198.51.100.{i}"}
        ).status_code
        for i in range(61)
    ]
    assert statuses.count(404) == 60


def test_behind_a_proxy_each_client_has_its_own_limit(limits, settings):
    settings.NUM_PROXIES = 1
    client = stranger()
    for last in (f"172.16.{randrange(256)}.{randrange(256)}" for _ in range(2)):
        response = client.get(
            "/api/v1/players/nobody/", headers={"X-Forwarded-For": f"1.2.3.4, {last}"}
        )
        assert response["RateLimit-Remaining"] == "59"


def test_a_token_has_six_hundred_whatever_the_address(limits, settings, alice):
    window = randrange(10_000_000, 20_000_000)
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "known": (600, window)}
    secret = create_token(user=alice, name="x", scopes=["read"]).secret
    for _ in range(2):
        response = stranger().get(ME, headers={"Authorization": f"Token {secret}"})
    assert (response["RateLimit-Limit"], response["RateLimit-Remaining"]) == ("600", "598")


def test_a_wrong_token_counts_for_its_address(limits):
    client = stranger()
    response = client.get(ME, headers={"Authorization": "Token spw_guess"})
    assert response.status_code == 401
    assert response["RateLimit-Limit"] == "60"


def test_health_is_asked_without_limit(limits):
    client = stranger()
    assert all(client.get("/api/v1/health/").status_code == 200 for _ in range(70))


def test_pages_are_not_counted(limits):
    assert "RateLimit-Limit" not in Client().get("/accounts/login/")


def test_who_has_the_answer_is_told_so(client, alice):
    path = "/api/v1/players/alice/"
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert again["Access-Control-Allow-Origin"] == "*"

    alice.username = "Alice"
    alice.save()
    changed = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_answers_are_kept_apart_by_who_asks(client, alice):
    vary = {part.strip() for part in client.get("/api/v1/players/alice/")["Vary"].split(",")}
    assert vary >= {"Authorization", "Cookie", "Accept-Language"}


def test_any_page_may_read_without_credentials(client, alice):
    response = client.get("/api/v1/players/alice/", headers={"Origin": "https://any.example"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert "RateLimit-Remaining" in response["Access-Control-Expose-Headers"]


def test_a_foreign_page_may_not_write_or_show_credentials(client):
    preflight = client.options(
        "/api/v1/tokens/",
        headers={
            "Origin": "https://any.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization",
        },
    )
    assert preflight.status_code == 204
    assert "POST" not in preflight["Access-Control-Allow-Methods"]
    assert "authorization" not in preflight["Access-Control-Allow-Headers"].lower()
    written = client.post("/api/v1/players/guest/", headers={"Origin": "https://any.example"})
    assert "Access-Control-Allow-Origin" not in written


def test_refusals_can_be_read_by_any_page_too(client):
    assert client.get("/api/v1/nothing/")["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/health/", "/ready/", "/api/v1/health/", "/api/v1/ready/"])
def test_health_says_ok_and_nothing_else(client, path):
    response = client.get(path)
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("path", "status"), [("/health/", 200), ("/ready/", 200)])
def test_without_the_cache_we_are_degraded_and_play_on(client, settings, path, status):
    nowhere = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**settings.CACHES, "default": nowhere}
    response = client.get(path)
    assert (response.status_code, response.json()) == (status, {"status": "degraded"})


def test_the_schema_and_its_page_are_served_without_anything_inline(client):
    schema = client.get("/api/v1/schema/").json()
    assert schema["openapi"].startswith("3.1")
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    assert "unpkg" not in page.text
    assert "<script>" not in page.text
    assert "script-src" not in page["Content-Security-Policy"]
    assert "default-src 'self'" in page["Content-Security-Policy"]
