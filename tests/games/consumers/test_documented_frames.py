"""The frames shown in docs/protocol.md have the fields of the frames that are sent."""

import json
import re
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.games.consumers.test_table_socket import a_dealt_table, frame, fresh, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def documents(text: str) -> Iterator[dict]:
    """The JSON objects of a block, one after the other."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        found, at = decoder.raw_decode(text, at)
        yield found
        at += len(text[at:]) - len(text[at:].lstrip())


PAGE = (settings.BASE_DIR / "docs" / "protocol.md").read_text("utf-8")
SHOWN = [
    each for block in re.findall(r"```json\n(.*?)```", PAGE, re.S) for each in documents(block)
]
VIEW = next(each for each in SHOWN if "holding" in each)
# the page shows each of the server's frames before any of the client's with the same type
FRAMES = {each["type"]: each for each in reversed(SHOWN) if "type" in each}


async def test_the_documented_snapshot_event_ack_and_error_are_those_sent():
    game, players = await a_dealt_table()
    hand = await fresh(game)
    actor, first = await sit_down(players[hand.to_act], game.table)
    assert first.keys() == FRAMES["snapshot"].keys()
    assert first["view"].keys() == VIEW.keys()
    assert first["clock"].keys() == FRAMES["snapshot"]["clock"].keys()
    await actor.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b14"})
    assert (await frame(actor, "error")).keys() == FRAMES["error"].keys()
    await actor.send_json({"type": "action", "hand": hand.pk, "seq": 0, "action": "b3"})
    assert (await frame(actor, "ack")).keys() == FRAMES["ack"].keys()
    shown = FRAMES["event"]
    event = await frame(actor, "event")
    assert event.keys() == shown.keys() - {"legal"}
    assert event["event"].keys() == shown["event"].keys()
    await actor.disconnect()


async def test_the_documented_table_frame_and_notice_are_those_sent():
    game, players = await a_dealt_table()
    watching, _ = await sit_down(players[0], game.table)
    leaving, _ = await sit_down(players[1], game.table)
    assert (await frame(watching, "table")).keys() == FRAMES["table"].keys()
    await leaving.send_json({"type": "pause", "wants": True})
    other, _ = await sit_down(players[2], game.table)
    for socket in (watching, other):
        await socket.send_json({"type": "pause", "wants": True})
    last, _ = await sit_down(players[3], game.table)
    await last.send_json({"type": "pause", "wants": True})
    notice = (await frame(watching, "notice"))["notice"]
    assert notice.keys() == FRAMES["notice"]["notice"].keys()
    for socket in (watching, leaving, other, last):
        await socket.disconnect()


async def test_the_documented_said_frame_is_the_one_sent():
    game, players = await a_dealt_table()
    socket, _ = await sit_down(players[0], game.table)
    await socket.send_json(FRAMES["say"])
    said = await frame(socket, "said")
    assert said.keys() == FRAMES["said"].keys()
    assert said["message"].keys() == FRAMES["said"]["message"].keys()
    await socket.disconnect()
