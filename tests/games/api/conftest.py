"""Clients of the API, signed in or not, and hands that have been played."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from games.models import Game, Hand, Table
from games.services import tables
from players.models import User
from tests.games.at_the_table import people, play_on, started, table_of

API = "/api/v1"


class Api:
    """The API as one caller sees it; answers are (status, body)."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    def get(self, path: str, **query: str) -> tuple[int, Any]:
        response = self.client.get(path if path.startswith("http") else API + path, query)
        return response.status_code, response.json()

    def post(self, path: str, body: object = None) -> tuple[int, Any]:
        body = {} if body is None else body
        response = self.client.post(API + path, body, content_type="application/json")
        return response.status_code, response.json()

    def delete(self, path: str) -> int:
        return self.client.delete(API + path).status_code

    def lines(self, path: str, **query: str) -> bytes:
        """The body of a stream."""
        response = self.client.get(API + path, query, headers={"Accept": "application/x-ndjson"})
        assert response.status_code == 200, response.json()
        assert response["Content-Type"] == "application/x-ndjson"

        async def whole() -> bytes:
            return b"".join([part async for part in response.streaming_content])

        return async_to_sync(whole)()


@pytest.fixture
def api(db) -> Callable[..., Api]:
    return Api


@pytest.fixture
def four(db) -> list[User]:
    return people(4)


@pytest.fixture
def game(four) -> Game:
    """A public game of four people with its first hand dealt."""
    return started(table_of(*four))


@pytest.fixture
def private_game(db) -> Game:
    """A private game of four other people."""
    return started(private_table(*people(4)))


def private_table(host: User, *others: User) -> Table:
    """A private table whose others came by its code."""
    table = table_of(host, public=False)
    for player in others:
        tables.join_by_code(user=player, code=table.code, address="192.0.2.1")
    return table


def finish_a_hand(game: Game) -> Hand:
    """Play the hand that is on to its end."""
    number = game.hands.count()
    for _ in play_on(game):
        if game.hands.filter(status=Hand.Status.FINISHED).count() >= number:
            break
    return game.hands.filter(status=Hand.Status.FINISHED).latest("id")


def again(hand: Hand, times: int, **fields: object) -> list[Hand]:
    """The same finished hand, stored as later ones of the same game."""
    copies = []
    for number in range(times):
        copy = Hand.objects.get(pk=hand.pk)
        copy.pk = None
        copy.number, copy.deal_number = 100 + number, 100 + number
        for name, value in fields.items():
            setattr(copy, name, value)
        copy.save(force_insert=True)
        copies.append(copy)
    return copies
