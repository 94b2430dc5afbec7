#!/usr/bin/env python3
"""Check that the cards of a Spades game were fixed before it was played, and its hands scored.

    python3 verify_deal.py FILE [FILE ...] [--receipt FILE]

FILE is a hand record or a game's /proof/ document, a receipt what you saved when you sat down:
{"game": id, "commitment": hex, "seat": "N", "seed": hex}. Exit code 1 if anything is off.
"""

import argparse
import hashlib
import hmac
import json
import struct
import sys
from pathlib import Path

SEATS, RANKS = ["N", "E", "S", "W", "P5", "P6"], "23456789TJQKAYZ"  # Y, Z: the jokers
SPECIAL = ("deuces", "renege", "blind_bid", "double_nil", "double_nil_fail", "ten_for_200", "moon")
USUAL = (False, "off", "refuse", "independent", "normal")


def need(holds, otherwise):
    if not holds:
        raise ValueError(otherwise)


def fresh_deck(rules):
    players, jokers = rules.get("players", 4), rules.get("jokers", "off") != "off"
    packs = 2 if players == 6 and rules["sides"] != 6 else 1
    gone = {3: "C2", 5: "C2 D2", 6: "C2" if packs == 2 else "C2 D2 H2 S2"}
    gone = "" if rules.get("kitty") else gone.get(players, "C2 D2" * jokers)
    deck = [suit + rank for suit in "CDHS" for rank in RANKS[:13] if suit + rank not in gone]
    return (deck + ["SY", "SZ"] * jokers) * packs


def deal(rules, game, number, secret, seeds, dealer):
    """The dealer and the cards that a secret and the players' seeds give."""
    parts = [bytes.fromhex(game.replace("-", "")), struct.pack(">I", number), *seeds]
    key = hmac.digest(secret, b"".join(struct.pack(">H", len(p)) + p for p in parts), "sha256")
    blocks = (hmac.digest(key, struct.pack(">Q", i), "sha256") for i in range(1 << 20))
    stream = (word for block in blocks for word in struct.unpack(">16H", block))

    def draw(m):  # words that would favour the small numbers are discarded
        return next(word for word in stream if word < 65536 - 65536 % m) % m

    players, deck = len(seeds), fresh_deck(rules)
    dealer = draw(players) if number == 1 else dealer
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    end = 0 if players == 2 else len(deck) - len(deck) % players
    hands = [deck[(seat - dealer - 1) % players : end : players] for seat in range(players)]
    return dealer, {"hands": hands, "kitty": deck[end:] * (end > 0), "stock": deck * (end == 0)}


def check_proof(proof, rules, deals, first):
    """Each deal must follow from the game's commitment, the deal's own secret and the seeds."""
    seats, turn = SEATS[: rules.get("players", 4)], None
    need([listed["seat"] for listed in proof["seeds"]] == seats, "the seed list is incomplete")
    seeds = [bytes.fromhex(listed["seed"] or "") for listed in proof["seeds"]]
    for listed, seed in zip(proof["seeds"], seeds, strict=True):
        fits = 16 <= len(seed) <= 64 and hashlib.sha256(seed).hexdigest() == listed["hash"]
        need(fits or not seed, f"the seed of seat {listed['seat']} does not match its hash")
    print(f"  ok  {sum(map(bool, seeds))} seeds of players match the hashes sent before them")
    times = [(proof["times"][key] or "?").rstrip("Z") for key in ("committed", "seeds_closed")]
    need(times == sorted(times), "late commitment: it is dated after the seeds")
    for number, d in enumerate(deals, start=first):
        name, stated = f"deal {number}", seats.index(d["dealer"])
        need(d["number"] == number <= 1024, f"{name} is missing")
        need(turn in (None, stated), f"{name}: it is not the turn of {d['dealer']} to deal")
        turn = (stated + (d["status"] == "settled")) % len(seats)
        if d["status"] == "live" and d is deals[-1]:
            print(f"  --  {name} is being played: its secret is shown when it ends")
            continue
        chain = [bytes.fromhex(d["secret"])]
        for _ in range(number):
            chain.append(hashlib.sha256(b"spades-deal-v1" + chain[-1]).digest())
        need(chain[1].hex() == d["commitment"], f"{name}: the secret is not the one committed to")
        need(chain[-1].hex() == proof["commitment_0"], f"{name} is not of the committed chain")
        dealer, cards = deal(rules, proof["game"], number, chain[0], seeds, stated)
        need(dealer == stated, f"{name}: {seats[dealer]} was drawn as dealer, not {d['dealer']}")
        need(d["deal"] == cards, f"{name}: not the cards that the secret and the seeds give")
        print(f"  ok  {name}: committed before, and secret and seeds give exactly these cards")


def replay(record):
    """Bids and tricks by seat; every card must be held by the seat that parts with it."""
    holding = {seat: list(hand) for seat, hand in zip(SEATS, record["deal"]["hands"], strict=False)}
    seats, bids, trick, tricks = list(holding), {}, [], []
    count = record["rules"].get("sides", 2)
    sides = [{"name": "".join(seats[i::count]), "seats": seats[i::count]} for i in range(count)]
    need(record["sides"] == sides, "these are not the sides of the rules")
    after = dict(zip(seats, seats[1:] + seats[:1], strict=True))
    turn = after[record["dealer"]]
    for n, action in enumerate(record["actions"]):
        seat, token = action["seat"], action["action"]
        need(action["seq"] == n, f"action {n} is missing")
        cards = {"p": [token[1:]], "x": token[2:].split(",")}.get(token[0], [])
        for card in cards:
            need(card in holding[seat], f"action {n}: {seat} does not hold {card}")
            holding[seat].remove(card)
        if token[0] == "x":
            holding[seats[(seats.index(seat) + count) % len(seats)]] += cards
        elif token[0] == "p":
            need(seat == turn, f"action {n}: it is the turn of {turn}, not of {seat}")
            trick, turn = [*trick, {"seat": seat, "card": token[1:]}], after[seat]
            if len(trick) == len(seats):
                beats = " ".join(suit + r for suit in (trick[0]["card"][0], "S") for r in RANKS)
                turn = max(trick, key=lambda play: beats.find(play["card"]))["seat"]
                tricks.append({"leader": trick[0]["seat"], "cards": trick, "winner": turn})
                trick = []
        elif token != "look":
            need(token[0] in "bB" and seat not in bids, f"action {n}: {token} is not expected")
            bids[seat] = {"bN": "nil", "bB": "blind_nil"}.get(token) or int(token[1:])
    need(len(bids) == len(seats) and not any(holding.values()), "the hand is not played out")
    need(tricks == record["tricks"], "the tricks listed are not those that were played")
    print("  ok  every card was held by who played it; turns and tricks are right")
    return bids, {seat: [trick["winner"] for trick in tricks].count(seat) for seat in seats}


def check_score(record, bids, won):
    """Nils, then contract, overtricks and bags, then bag penalties, then the end of the game."""
    rules, totals, counts, rows = record["rules"], record["totals"], record["bags"], []
    for side, total, count in zip(record["sides"], totals["before"], counts["before"], strict=True):
        nils = [seat for seat in side["seats"] if isinstance(bids[seat], str)]
        numbers = [seat for seat in side["seats"] if seat not in nils]
        failed, taken = (sum(won[seat] for seat in group) for group in (nils, numbers))
        if rules["failed_nil_tricks"] == "help_partner" and numbers:
            failed, taken = 0, taken + failed
        contract = sum(bids[seat] for seat in numbers)
        over = max(taken - contract, 0)
        points = sum(rules[bids[seat] + "_value"] * (-1 if won[seat] else 1) for seat in nils)
        points += 10 * contract + over if taken >= contract else -10 * contract
        over += failed if rules["failed_nil_tricks"] != "ignored" else 0
        fined, left = divmod(count + over, rules["bag_block"]) if rules["bag_block"] else (0, count)
        points -= rules["bag_penalty"] * fined
        rows.append((points, total + points, left, fined, side["name"]))
    deltas, scores, bags, penalties, names = map(list, zip(*rows, strict=True))
    ends = [(rules["target"], max(scores)), (rules["hand_cap"], record["hand_no"])]
    ends = [a <= b for a, b in [*ends, (min(scores), rules["floor"])] if None not in (a, b)]
    won_by = names[scores.index(max(scores))]
    right = {"deltas": deltas, "scores": scores, "bags": bags, "penalties": penalties}
    right["winner"] = won_by if any(ends) and scores.count(max(scores)) == 1 else None
    right["over"] = right["winner"] is not None or not ends
    for key, value in right.items():
        need(record["score"][key] == value, f"wrong score: {key} should be {value}")
    need([totals["after"], counts["after"]] == [scores, bags], "wrong totals after the hand")
    print(f"  ok  the score follows: {deltas}, totals {scores}, bags {bags}")


def check(documents, receipts):
    games = {}
    for doc in documents:
        record, proof, rules = "deals" not in doc, doc.get("proof", doc), doc["rules"]
        print(f"Game {doc['game']}" + (f", hand {doc['hand_no']}" if record else ""))
        need(proof or doc["source"]["kind"] == "given", "the proof of this deal is missing")
        if proof:
            deals = [{**doc, **proof, "status": "settled"}] if record else doc["deals"]
            check_proof(proof, rules, deals, proof["number"] if record else 1)
            facts = {"game": proof["game"], "commitment": proof["commitment_0"], "rules": rules}
            facts["seeds"] = {listed["seat"]: listed["seed"] for listed in proof["seeds"]}
            facts |= {f"dealer of deal {d['number']}": d["dealer"] for d in deals}
            for when in ("before", "after") if record else ():
                n = doc["hand_no"] + (when == "after")
                facts[f"totals before hand {n}"] = doc["totals"][when], doc["bags"][when]
            known = games.setdefault(doc["game"], {"game": doc["game"]})
            for what, value in facts.items():
                need(known.setdefault(what, value) == value, f"the files disagree on the {what}")
        if other := [name for name in SPECIAL if rules.get(name, False) not in USUAL]:
            print(f"  --  play and score not checked: this program does not know {other}")
        elif record:
            check_score(doc, *replay(doc))
    need(len({g["commitment"] for g in games.values()}) == len(games), "reused chain: in two games")
    for receipt in receipts:
        game, shown, seat, seed = (receipt[k] for k in ("game", "commitment", "seat", "seed"))
        used = {known["game"] for known in games.values() if known["commitment"] == shown}
        need(used <= {game}, "reused chain: the receipt has this commitment for another game")
        need(game in games, f"nothing here proves game {game} of the receipt")
        need(game in used, "late commitment: it is not the one in the receipt")
        need(games[game]["seeds"].get(seat) == seed, f"the receipt has another seed of seat {seat}")
        print(f"  ok  receipt: commitment and seed of {seat} are those from before the deal")
    if games and not receipts:
        print("  --  without a receipt the time of the commitment is not proven")
    print("VERIFIED" if games else "NO PROOF: the cards were given, not drawn")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--receipt", action="append", default=[], type=Path, metavar="FILE")
    args = parser.parse_args()
    try:
        check(*([json.loads(f.read_bytes()) for f in fs] for fs in (args.files, args.receipt)))
    except Exception as reason:
        plain = isinstance(reason, (ValueError, OSError))
        print(f"  NO  {reason if plain else f'not a complete document: {reason!r}'}\nNOT VERIFIED")
        sys.exit(1)
