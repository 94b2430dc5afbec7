#!/usr/bin/env python3
"""Four players made of code register, play a whole game, and check what the server says of it.

    python tests/e2e/scripted_game.py [--url http://127.0.0.1:8000] [--preset classic]

A client as anybody could write it: HTTP by the standard library, sockets by `websockets`, nothing
of the project imported. It registers four accounts, sits them down, gives seeds to the deal, plays
until a side has won, reads every hand back, has `docs/verify_deal.py` verify the game against the
receipts the players kept, and works the final score out again from the records. The last line it
prints is a JSON summary; the exit code is 1 if anything does not hold.
"""

import argparse
import asyncio
import base64
import hashlib
import json
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
VERIFIER = Path(__file__).resolve().parents[2] / "docs" / "verify_deal.py"
RANKS = "23456789TJQKA"
SEATS = ["N", "E", "S", "W"]
PACE_SECONDS = 0.06  # between the frames of one socket: 20 a second are allowed
SILENCE_SECONDS = 90  # longer than any turn: a socket this quiet is a fault


def need(holds: object, otherwise: str) -> None:
    """Stop the script where the server did not keep its word."""
    if not holds:
        raise SystemExit(f"FAILED: {otherwise}")


# -- HTTP ----------------------------------------------------------------------------------------
def call(
    method: str, url: str, body: Json | None = None, *, auth: str = "", accept: str = ""
) -> Any:
    """One request; the decoded JSON answer, or the raw text where `accept` asks for another type."""
    headers = {"Accept": accept or "application/json", "Content-Type": "application/json"}
    if auth:
        headers["Authorization"] = auth
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError as error:
        need(False, f"{method} {url}: {error.code} {error.read().decode()[:500]}")
    return text if accept else json.loads(text or "null")


def pages(url: str, auth: str) -> list[Json]:
    """All results of a paged list."""
    results: list[Json] = []
    while url:
        page = call("GET", url, auth=auth)
        results += page["results"]
        url = page["next"]
    return results


# -- a player ------------------------------------------------------------------------------------
@dataclass
class Player:
    """An account with a token, a socket, what it knows of the hand, and what it was promised."""

    name: str
    auth: str
    seed: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    seat: str = ""
    hand: int = 0
    seq: int = 0  # index of the next action of the hand
    view: Json = field(default_factory=dict)
    sent: tuple[int, int, str] | None = None
    acked: list[tuple[int, int, str]] = field(default_factory=list)
    receipt: Json = field(default_factory=dict)
    seed_steps: set[str] = field(default_factory=set)
    syncs: int = 0
    sent_at: float = 0.0

    async def play(self, url: str, table: str, ready: asyncio.Barrier) -> None:
        """Sit at the socket until the game is over."""
        address = f"ws{url.removeprefix('http')}/ws/v1/tables/{table}/"
        async with connect(address, additional_headers={"Authorization": self.auth}) as socket:
            first = await self.frame(socket)
            need(first["type"] == "snapshot", f"the first frame was {first['type']}")
            self.seat = first["table"]["you"]
            await ready.wait()
            over = False
            while not over:
                over = await self.take(socket, await self.frame(socket))

    async def frame(self, socket: ClientConnection) -> Json:
        async with asyncio.timeout(SILENCE_SECONDS):
            return json.loads(await socket.recv())

    async def take(self, socket: ClientConnection, frame: Json) -> bool:
        """Act on one frame; whether the game is over."""
        match frame["type"]:
            case "snapshot":
                self.hand, self.seq, self.view = frame["hand"] or 0, frame["seq"], frame["view"]
                await self.act(socket, frame["legal"])
            case "event":
                await self.take_event(socket, frame)
            case "ack":
                need(self.sent == (frame["hand"], frame["seq"], self.sent and self.sent[2]), "ack?")
                self.acked.append(self.sent)
            case "error" | "closed":
                need(False, f"{self.name} was told {frame}")
        if game := frame.get("game"):
            await self.give_seed(socket, game)
            return game["status"] in ("finished", "annulled")
        return False

    async def take_event(self, socket: ClientConnection, frame: Json) -> None:
        if (frame["hand"], frame["seq"]) != (self.hand, self.seq):
            if frame["hand"] == self.hand and frame["seq"] < self.seq:
                return  # known already from a snapshot
            self.syncs += 1
            await self.send(socket, {"type": "sync"})
            return
        self.seq += 1
        if "phase" not in frame["event"]:
            return  # my own cards changed, and the snapshot with them is next
        fold(self.view, frame["event"], self.seat)
        await self.act(socket, frame.get("legal"))

    async def act(self, socket: ClientConnection, legal: list[str] | None) -> None:
        if not legal or not self.view or self.view["to_act"] != self.seat:
            return
        if self.sent and self.sent[:2] == (self.hand, self.seq):
            return  # on its way already
        token = choose(legal, self.view)
        self.sent = (self.hand, self.seq, token)
        action = {"type": "action", "hand": self.hand, "seq": self.seq, "action": token}
        await self.send(socket, action)

    async def send(self, socket: ClientConnection, frame: Json) -> None:
        await asyncio.sleep(self.sent_at + PACE_SECONDS - time.monotonic())
        self.sent_at = time.monotonic()
        await socket.send(json.dumps(frame))

    async def give_seed(self, socket: ClientConnection, game: Json) -> None:
        """Answer the commitment with a seed: its hash first, then the seed itself."""
        digest = hashlib.sha256(self.seed).hexdigest()
        step = game["status"]
        if step in self.seed_steps:
            return
        self.seed_steps.add(step)
        if step == "hashing":
            self.receipt = {
                "game": game["id"],
                "commitment": game["commitment"],
                "seat": self.seat,
                "seed": self.seed.hex(),
            }
            await self.send(socket, {"type": "seed", "hash": digest})
        elif step == "revealing":
            await self.send(socket, {"type": "seed", "seed": self.seed.hex()})
        elif step == "playing":
            listed = {seed["seat"]: seed["seed"] for seed in game["seeds"]}
            need(listed[self.seat] == self.seed.hex(), f"the seed of {self.seat} was left out")


def fold(view: Json, event: Json, me: str) -> None:
    """Bring the view up to date with a public event, as a thin client does."""
    token, seat = event["action"], event["seat"]
    if token.startswith("p"):
        if len(view["trick"]) == 4:
            view["trick"] = []
        view["trick"].append({"seat": seat, "card": token[1:]})
        if seat == me:
            view["holding"].remove(token[1:])
        if event["trick_winner"]:
            view["trick"] = []
    for key in ("phase", "to_act", "bids", "contracts", "tricks", "broken", "counts"):
        view[key] = event[key]


# -- how it plays --------------------------------------------------------------------------------
def choose(legal: list[str], view: Json) -> str:
    """A plain player: bids aces, kings and long spades; wins cheaply until its bid is made."""
    if "look" in legal:
        return "look"
    if view["phase"] == "bidding":
        bid = f"b{estimate(view['holding'])}"
        return bid if bid in legal else legal[0]
    plays = sorted((token for token in legal if token[0] == "p"), key=lambda t: RANKS.index(t[2]))
    if not plays:
        return legal[0]
    mine = SEATS.index(view["seat"])
    bid = view["bids"][mine]
    hungry = isinstance(bid, int) and view["tricks"][mine] < bid
    if not view["trick"]:
        return plays[-1] if hungry else plays[0]
    best = max((play["card"] for play in view["trick"]), key=lambda card: worth(card, view))
    winners = [token for token in plays if worth(token[1:], view) > worth(best, view)]
    return winners[0] if hungry and winners else plays[0]


def estimate(holding: list[str]) -> int:
    sure = sum(card[1] in "AK" for card in holding)
    return min(max(1, sure + max(0, sum(card[0] == "S" for card in holding) - 4)), 7)


def worth(card: str, view: Json) -> tuple[bool, bool, int]:
    led = view["trick"][0]["card"][0]
    return card[0] == "S", card[0] == led, RANKS.index(card[1])


# -- what was promised ---------------------------------------------------------------------------
def score_again(records: list[Json]) -> list[int]:
    """The sides' totals, worked out from bids and tricks alone (nils, contract, bags)."""
    totals, bags = [0, 0], [0, 0]
    for record in records:
        rules = record["rules"]
        bids = {a["seat"]: a["action"] for a in record["actions"] if a["action"][0] in "bB"}
        won = [trick["winner"] for trick in record["tricks"]]
        need(len(won) == 13, f"hand {record['hand_no']} has {len(won)} tricks")
        for side, seats in enumerate((("N", "S"), ("E", "W"))):
            numbers = [seat for seat in seats if bids[seat][1:].isdigit()]
            contract = sum(int(bids[seat][1:]) for seat in numbers)
            taken = sum(won.count(seat) for seat in numbers)
            for seat in set(seats) - set(numbers):
                value = rules["blind_nil_value" if bids[seat] == "bB" else "nil_value"]
                totals[side] += -value if won.count(seat) else value
                if rules["failed_nil_tricks"] == "bags":
                    bags[side] += won.count(seat)
            over = max(taken - contract, 0)
            totals[side] += 10 * contract + over if taken >= contract else -10 * contract
            bags[side] += over
            if rules["bag_block"]:
                fines, bags[side] = divmod(bags[side], rules["bag_block"])
                totals[side] -= fines * rules["bag_penalty"]
        after = record["totals"]["after"]
        need(totals == after, f"hand {record['hand_no']}: {after} stored, {totals} by the rules")
    return totals


def verify(documents: list[Json], receipts: list[Json]) -> None:
    """Run the independent verifier over the documents, with the receipts kept at the table."""
    with tempfile.TemporaryDirectory() as folder:

        def saved(kind: str, values: list[Json]) -> list[str]:
            paths = [Path(folder) / f"{kind}{n}.json" for n in range(len(values))]
            for path, value in zip(paths, values, strict=True):
                path.write_text(json.dumps(value))
            return [str(path) for path in paths]

        given = [part for path in saved("receipt", receipts) for part in ("--receipt", path)]
        command = [sys.executable, "-I", str(VERIFIER), *saved("document", documents), *given]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    need(done.returncode == 0 and "VERIFIED" in done.stdout, done.stdout + done.stderr)


def check_acked(player: Player, records: list[Json]) -> None:
    """Every action that was acknowledged stands in a record at its seq, once."""
    stored = {
        (record["id"], action["seq"]): (action["seat"], action["action"])
        for record in records
        for action in record["actions"]
    }
    for hand, seq, token in player.acked:
        need(stored.get((hand, seq)) == (player.seat, token), f"lost: {hand} {seq} {token}")


# -- the script ----------------------------------------------------------------------------------
def register(api: str, name: str) -> Player:
    password = secrets.token_urlsafe(16)
    call("POST", f"{api}/players/", {"username": name, "password": password})
    basic = "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()
    wanted = {"name": "scripted game", "scopes": ["read", "play"]}
    return Player(name, "Token " + call("POST", f"{api}/tokens/", wanted, auth=basic)["token"])


async def play_game(url: str, preset: str) -> Json:
    """Play one game on the server at `url`; a summary of what was checked."""
    api, started = f"{url}/api/v1", time.monotonic()
    mark = secrets.token_hex(3)
    players = [register(api, f"script{n}_{mark}") for n in range(1, 5)]
    host = players[0]
    wanted = {"preset": preset, "name": "Scripted game", "fill_with_bots": False}
    table = call("POST", f"{api}/tables/", wanted, auth=host.auth)["id"]
    for player in players[1:]:
        call("POST", f"{api}/tables/{table}/seats/", {}, auth=player.auth)
    ready = asyncio.Barrier(5)
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(url, table, ready))
        await ready.wait()
        start = (call, "POST", f"{api}/tables/{table}/start/", {})
        game_id = (await asyncio.to_thread(*start, auth=host.auth))["id"]
    played = time.monotonic()

    game = call("GET", f"{api}/games/{game_id}/", auth=host.auth)
    listed = pages(f"{api}/games/{game_id}/hands/", host.auth)
    records = [call("GET", f"{api}/hands/{hand['id']}/", auth=host.auth) for hand in listed]
    records.sort(key=lambda record: record["hand_no"])
    lines = call(
        "GET", f"{api}/hands/?table={table}", auth=host.auth, accept="application/x-ndjson"
    ).splitlines()
    need([json.loads(line) for line in lines] == records, "the stream differs from the records")
    for player in players:
        check_acked(player, records)
        need(not player.syncs, f"{player.name} saw {player.syncs} gaps")
    actions = sum(len(record["actions"]) for record in records)
    need(sum(len(player.acked) for player in players) == actions, "not every action was acked once")
    proof = call("GET", f"{api}/games/{game_id}/proof/", auth=host.auth)
    verify([proof, *records], [player.receipt for player in players])
    totals = score_again(records)
    need(totals == game["scores"], f"the game says {game['scores']}, the records say {totals}")
    need(game["status"] == "finished" and game["winner"], f"the game ended as {game['status']}")
    return {
        "game": game_id,
        "preset": preset,
        "hands": len(records),
        "actions": actions,
        "scores": totals,
        "winner": game["winner"],
        "verified": True,
        "play_seconds": round(played - started, 1),
        "seconds": round(time.monotonic() - started, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--preset", default="classic")
    args = parser.parse_args()
    need(urlsplit(args.url).scheme in ("http", "https"), "--url is http://host:port")
    summary = asyncio.run(play_game(args.url.rstrip("/"), args.preset))
    sys.stdout.write(json.dumps(summary) + "\n")


if __name__ == "__main__":
    main()
