"""Nothing that reaches somebody depends on a card they have not been shown (reliability P6).

SPADEWORK_WORLDS is the number of hands for each observer (1 in an ordinary run).
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.apps import apps
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from config.asgi import application
from games.broadcast import group_of
from games.engine import PRESETS, Deal, RuleSet, Seat, legal_actions
from games.engine.cards import Card
from games.models import Game, Hand
from games.selectors.state import _live_deal
from games.services import games, outage, play, tables, warm
from players.models import User
from tests.communicator import Communicator
from tests.games.at_the_table import person, table_of
from tests.games.worlds import Worlds, two_worlds

HANDS = int(os.environ.get("SPADEWORK_WORLDS", "1"))
BLIND = RuleSet.from_dict(
    PRESETS["classic"].to_dict() | {"blind_nil": "always", "nil_pass": 1, "blind_nil_per_team": 2}
)
RULES = {"classic": PRESETS["classic"], "blind bids and exchanges": BLIND}
BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
CARDS = [str(Card(number)) for number in range(52)]
GARBAGE = ["look", "bN", "bB", "b1", "b13", "b14", "x:SA,SK", "x:SA", "x:", "p", "pSA ", "", "k"]
EVERY_TOKEN = [*(f"p{card}" for card in CARDS), *GARBAGE]


@contextmanager
def same_chance() -> Iterator[Any]:
    """A stretch of time that begins, draws and counts like every other, and leaves nothing."""
    chance = Random(1)
    for alias in ("default", "local"):
        caches[alias].clear()
    _live_deal.cache_clear()
    warm._hands.clear()
    with (
        transaction.atomic(),
        time_machine.travel(BEGUN, tick=False) as clock,
        patch("os.urandom", chance.randbytes),
        patch("random._urandom", chance.randbytes),
    ):
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            connection.cursor().execute(statement)
        yield clock
        transaction.set_rollback(True)


@dataclass
class Observer:
    """Somebody's client, and all that it was sent."""

    client: Client
    received: list[tuple[str, bytes]] = field(default_factory=list)

    def get(self, path: str, **headers: str) -> None:
        self._note(f"GET {path}", self.client.get(path, headers=headers))

    def post(self, path: str, body: object) -> int:
        response = self.client.post(path, body, content_type="application/json")
        self._note(f"POST {path} {json.dumps(body)}", response)
        return response.status_code

    def _note(self, what: str, response: Any) -> None:
        headers = sorted(f"{name}: {value}" for name, value in response.headers.items())
        body = b"(a stream)" if response.streaming else response.content
        head = "\n".join([str(response.status_code), *headers])
        self.received.append((what, head.encode() + b"\n\n" + body))

    def look_around(self, game: Game, hand: Hand) -> None:
        """Every page and every read of the API that could have to do with the hand."""
        api = "/api/v1"
        for path in (
            *(f"{api}/tables/", f"{api}/tables/{game.table_id}/", f"{api}/games/"),
            *(f"{api}/games/{game.pk}/{part}" for part in ("", "view/", "commitment/", "proof/")),
            *(f"{api}/games/{game.pk}/hands/", f"{api}/hands/", f"{api}/hands/{hand.pk}/"),
            *(f"{api}/hands/{hand.pk}.pbn", f"{api}/players/me/"),
            *("/", "/lobby/", "/lobby/tables/", f"/tables/{game.table_id}/"),
            *(f"/tables/{game.table_id}/rules/", f"/hands/{hand.pk}/", f"/games/{game.pk}/"),
        ):
            self.get(path)
        self.get(f"{api}/games/{game.pk}/hands/", Accept="application/x-ndjson")
        self.get(f"{api}/games/{game.pk}/view/", **{"Accept-Encoding": "gzip"})

    def try_everything(self, game: Game, hand: Hand, legal: set[str]) -> None:
        """Every card and much that is no action; what would be taken is left out."""
        for token in EVERY_TOKEN:
            if token not in legal:
                action = {"hand": hand.pk, "seq": hand.seq, "action": token}
                assert self.post(f"/api/v1/games/{game.pk}/actions/", action) >= 400


def observed(worlds: Worlds, world: int, role: str) -> list[tuple[str, bytes]]:
    """All bytes that reached the observer while the story was told in one world."""
    with same_chance() as clock:
        cast = [person(f"Player{n}") for n in range(4)]
        table = table_of(*cast, preset="classic", options=worlds.rules.to_dict(), timed=True)
        outage.beat(now=timezone.now())
        game = games.start_given(
            user=cast[0], table_id=table.pk, deal=worlds.deals[world], dealer=worlds.dealer
        )
        game.table = table
        hand = Hand.objects.get(game=game)
        me, observer = _client_of(role, worlds, cast)
        leaver = me if role == "left" else cast[((worlds.observer or 0) + 1) % 4]
        for number, token in enumerate(worlds.tokens):
            clock.shift(timedelta(seconds=1))
            if number == len(worlds.tokens) // 2:
                tables.leave_table(user=leaver, table_id=table.pk)
            if number % 16 == 0:
                observer.look_around(game, hand)
            _act(game, hand, token, me if role == "seat" else None, observer)
            hand.refresh_from_db()
        observer.look_around(game, hand)
        state = worlds.state(world)
        mine = role == "seat" and state.to_act == worlds.observer
        observer.try_everything(
            game, hand, {str(action) for action in legal_actions(state)} if mine else set()
        )
        return observer.received


def _client_of(role: str, worlds: Worlds, cast: list[User]) -> tuple[User | None, Observer]:
    if role == "anonymous":
        return None, Observer(Client())
    me = person("Watcher") if worlds.observer is None else cast[worlds.observer]
    client = Client()
    client.force_login(me, backend="django.contrib.auth.backends.ModelBackend")
    return me, Observer(client)


def _act(game: Game, hand: Hand, token: str, me: User | None, observer: Observer) -> None:
    user = game.table.seats.select_related("user").get(index=hand.to_act).user
    if user is None:
        assert play.act_for_bot(hand_id=hand.pk, seq=hand.seq, token=token)
    elif user == me:
        action = {"hand": hand.pk, "seq": hand.seq, "action": token}
        assert observer.post(f"/api/v1/games/{game.pk}/actions/", action) == 200
    else:
        play.act(user=user, hand_id=hand.pk, seq=hand.seq, token=token)


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(HANDS))
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("role", ["seat", "left", "watcher", "anonymous"])
def test_all_that_http_gives_somebody_is_the_same_whatever_the_others_hold(
    role: str, rules: str, number: int
) -> None:
    chance = Random(f"{role} {rules} {number}")
    seat = Seat(chance.randrange(4)) if role in ("seat", "left") else None
    worlds = two_worlds(chance, RULES[rules], seat)
    one, two = observed(worlds, 0, role), observed(worlds, 1, role)
    assert [what for what, _ in one] == [what for what, _ in two]
    for (what, here), (_, there) in zip(one, two, strict=True):
        assert here == there, what


# -- sockets, and what the channel layer carries between processes -----------------------------

# what the clock alone decides
PASSING = {"ms": 0, "deadline": "then", "seconds_left": 1.0, "at": "then", "since": 0.0}
A_FEW_TOKENS = ["look", "bN", "b3", "pSA", "pH2", "x:SA,SK", "k", ""]


def without_times(content: object) -> object:
    """The same JSON with everything the clock alone decides made the same."""
    if isinstance(content, dict):
        return {
            key: PASSING[key] if key in PASSING and value is not None else without_times(value)
            for key, value in content.items()
        }
    return [without_times(item) for item in content] if isinstance(content, list) else content


class Listener:
    """A socket at the table, and one ear in its channel group."""

    def __init__(self, table_id: Any, headers: list[tuple[bytes, bytes]]) -> None:
        path = f"/ws/v1/tables/{table_id}/"
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), *headers]
        self.socket = Communicator(application, path, headers=headers)
        self.group = group_of(table_id)
        self.received: list[str] = []
        self.is_public = False

    async def __aenter__(self) -> "Listener":
        self.layer = get_channel_layer()
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(self.group, self.channel)
        assert (await self.socket.connect(timeout=5))[0]
        await self.until("snapshot")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.layer.group_discard(self.group, self.channel)
        await self.socket.disconnect()

    async def until(self, *kinds: str) -> Any:
        """Keep frames until one of these kinds has come; what changes with people is left out."""
        while True:
            frame = await self.socket.receive_json(timeout=10)
            if frame["type"] != "table":
                self.received.append(json.dumps(without_times(frame)))
            if frame["type"] in kinds:
                return frame

    async def hear_action(self, seq: int) -> None:
        """The event at `seq`, with the snapshot that follows where it says too little."""
        while True:
            frame = await self.until("event")
            if frame["seq"] == seq:
                break
        if "phase" not in frame["event"]:
            await self.until("snapshot")
        while (message := await self.layer.receive(self.channel))["type"] != "hand.event":
            pass
        if self.is_public:
            self.received.append(json.dumps(without_times(message)))

    async def try_a_few(self, hand: Hand, legal: set[str]) -> None:
        for token in A_FEW_TOKENS:
            if token not in legal:
                action = {"type": "action", "hand": hand.pk, "seq": hand.seq, "action": token}
                await self.socket.send_json(action)
                assert (await self.until("ack", "error"))["type"] == "error"


@sync_to_async
def on_a_table(worlds: Worlds, role: str) -> tuple[Hand, list[tuple[bytes, bytes]]]:
    cast = [person(f"Player{n}") for n in range(4)]
    table = table_of(*cast, preset="classic", options=worlds.rules.to_dict(), timed=True)
    outage.beat(now=timezone.now())
    deal = {"deal": worlds.deals[0], "dealer": worlds.dealer}
    game = games.start_given(user=cast[0], table_id=table.pk, **deal)
    me, observer = _client_of(role, worlds, cast)
    if role == "left":
        tables.leave_table(user=me, table_id=table.pk)
    cookies = "; ".join(f"{name}={m.value}" for name, m in observer.client.cookies.items())
    headers = [(b"cookie", cookies.encode())] if cookies else []
    return Hand.objects.select_related("game__table").get(game=game), headers


@sync_to_async
def begin_anew(hand: Hand, deal: Deal) -> None:
    """The hand as it was before its first action, on another deal."""
    columns = ("log", "seq", "phase", "to_act", "tricks", "turn_since", "deadline", "person_to_act")
    given = json.dumps(deal.to_dict()).encode()
    Hand.objects.filter(pk=hand.pk).update(
        **{column: getattr(hand, column) for column in columns}, given_deal=given
    )
    _live_deal.cache_clear()
    warm._hands.clear()


@sync_to_async
def act_for(hand: Hand, token: str) -> Hand:
    now = Hand.objects.select_related("game__table").get(pk=hand.pk)
    _act(now.game, now, token, None, Observer(Client()))
    now.refresh_from_db()
    return now


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(HANDS))
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("role", ["seat", "left", "watcher", "anonymous"])
async def test_all_that_a_socket_hears_is_the_same_whatever_the_others_hold(
    role: str, rules: str, number: int
) -> None:
    chance = Random(f"socket {role} {rules} {number}")
    seat = Seat(chance.randrange(4)) if role in ("seat", "left") else None
    worlds = two_worlds(chance, RULES[rules], seat)
    hand, headers = await on_a_table(worlds, role)
    heard = []
    for world in (0, 1):
        await begin_anew(hand, worlds.deals[world])
        async with Listener(hand.game.table_id, headers) as listener:
            listener.is_public = seat is None
            now = hand
            for number, token in enumerate(worlds.tokens):
                now = await act_for(hand, token)
                await listener.hear_action(number)
            state = worlds.state(world)
            mine = role == "seat" and state.to_act == seat
            legal = {str(action) for action in legal_actions(state)} if mine else set()
            await listener.try_a_few(now, legal)
            await listener.socket.send_json({"type": "sync"})
            await listener.until("snapshot")
            heard.append(listener.received)
    assert heard[0] == heard[1]
