"""A write sent twice under one key is carried out once and answered twice."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from players.models import ApiToken, IdempotencyRecord, User

PATH = "/api/v1/tokens/"
BODY = {"name": "my bot", "scopes": ["play"]}


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice", password="a long enough phrase")


@pytest.fixture
def session(client, alice):
    client.force_login(alice)
    return client


def send(client, key, body=BODY, path=PATH):
    return client.post(
        path, body, content_type="application/json", headers={"Idempotency-Key": key}
    )


def code(response):
    return response.status_code, response.json()["error"]["code"]


def test_the_second_request_gets_the_first_answer(session):
    first, second = send(session, "k-1"), send(session, "k-1")
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert first["Content-Type"] == second["Content-Type"]
    assert "Idempotent-Replay" not in first
    assert second["Idempotent-Replay"] == "true"
    assert ApiToken.objects.count() == 1


def test_without_a_key_two_requests_are_two(session):
    for _ in range(2):
        session.post(PATH, BODY, content_type="application/json")
    assert ApiToken.objects.count() == 2
    assert not IdempotencyRecord.objects.exists()


def test_a_key_is_not_used_for_another_request(session):
    send(session, "k-1")
    assert code(send(session, "k-1", {**BODY, "name": "other"})) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert ApiToken.objects.count() == 1


def test_another_method_is_another_request(session):
    send(session, "k-1")
    headers = {"Idempotency-Key": "k-1"}
    response = session.put(PATH, BODY, content_type="application/json", headers=headers)
    assert code(response) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_key_is_a_players_own_and_for_one_path(session, client):
    bob = User.objects.create_user("bob")
    send(session, "k-1")
    other = Client()
    other.force_login(bob)
    assert send(other, "k-1").status_code == 201
    assert send(session, "k-1", path="/api/v1/players/me/keep/").status_code != 422
    assert ApiToken.objects.count() == 2


def test_a_refusal_is_repeated_too(session):
    bad = {**BODY, "scopes": []}
    first, second = send(session, "k-1", bad), send(session, "k-1", bad)
    assert first.status_code == 400
    assert second.content == first.content
    assert second["Idempotent-Replay"] == "true"


def test_not_now_is_not_an_answer(client, alice):
    key = "a-key-of-sixteen-or-more"
    assert send(client, key).status_code == 401
    assert not IdempotencyRecord.objects.exists()


def test_a_request_still_being_answered_is_a_conflict(session, alice):
    send(session, "k-1")
    IdempotencyRecord.objects.update(status=None)
    response = send(session, "k-1")
    assert code(response) == (409, "IDEMPOTENCY_KEY_IN_USE")
    assert response["Retry-After"] == "1"


def test_a_request_that_died_is_carried_out_by_the_next(session, time_machine):
    send(session, "k-1")
    IdempotencyRecord.objects.update(status=None)
    time_machine.move_to(timezone.now() + dt.timedelta(seconds=61))
    assert send(session, "k-1").status_code == 201
    assert ApiToken.objects.count() == 2
    assert send(session, "k-1")["Idempotent-Replay"] == "true"


def test_after_a_day_a_key_is_new_again(session, time_machine):
    send(session, "k-1")
    time_machine.move_to(timezone.now() + dt.timedelta(hours=25))
    assert send(session, "k-1", {**BODY, "name": "other"}).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 101, "kéy", "a\tb"])
def test_a_key_is_1_to_100_printable_ascii_characters(session, key):
    assert code(send(session, key)) == (400, "BAD_IDEMPOTENCY_KEY")


def test_without_a_login_the_key_itself_must_be_hard_to_guess(client, db):
    account = {"username": "carol", "password": "a long enough phrase"}
    path = "/api/v1/players/"
    assert code(send(client, "k-1", account, path)) == (400, "BAD_IDEMPOTENCY_KEY")
    key = "0f8fad5b-d9cb-469f-a165-70867728950e"
    first, second = send(client, key, account, path), send(client, key, account, path)
    assert first.status_code == 201
    assert second.json() == first.json()
    assert User.objects.count() == 1


def test_no_secret_is_kept_readable(session):
    secret = send(session, "k-1").json()["token"]
    kept = repr(IdempotencyRecord.objects.values().get())
    assert secret not in kept
    assert "k-1" not in kept


def test_a_key_on_a_read_means_nothing(session):
    for _ in range(2):
        response = session.get(PATH, headers={"Idempotency-Key": "k-1"})
        assert "Idempotent-Replay" not in response


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_is_carried_out(alice):
    cookies = Client()
    cookies.force_login(alice)
    barrier = Barrier(8)

    def request():
        client = Client()
        client.cookies = cookies.cookies
        barrier.wait()
        try:
            return send(client, "k-1")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = [future.result() for future in [pool.submit(request) for _ in range(8)]]

    assert ApiToken.objects.count() == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
