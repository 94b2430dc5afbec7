"""A game whose documents are good, and every way in which a record of it can be tampered with.

With each the reason for which it is refused.
"""

import json
from collections.abc import Callable
from functools import cache

from games.engine.proof import CHAIN_LENGTH, secret_at, seed_hash
from tests.games.engine.played_games import PlayedGame

OTHER_GAME = "0b1d4a1e-52d7-4f0f-9c55-1f0a3a7f4d2e"
Tamper = Callable[[dict], object]


@cache
def a_game() -> PlayedGame:
    """Three hands with an annulled deal after the first, and a fifth deal being played."""
    game = PlayedGame()
    game.play_a_hand()
    game.annul_a_deal()
    game.play_a_hand()
    game.play_a_hand()
    game.deal_without_playing()
    return game


def swap_cards_between_hands(record: dict) -> None:
    hands = record["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def swap_cards_and_everything_said_about_them(record: dict) -> None:
    """North and east change a card in the deal and in the play; only the proof can tell."""
    hands = record["deal"]["hands"]
    north, east = hands[0][0], hands[1][0]
    text = json.dumps(record)
    text = text.replace(f'{north}"', '??"').replace(f'{east}"', f'{north}"')
    record.update(json.loads(text.replace('??"', f'{east}"')))


def change_a_seed(record: dict) -> None:
    record["proof"]["seeds"][0]["seed"] = b"another seed altogether".hex()


def change_a_seed_and_its_hash(record: dict) -> None:
    change_a_seed(record)
    record["proof"]["seeds"][0]["hash"] = seed_hash(b"another seed altogether").hex()


def shorten_a_seed(record: dict) -> None:
    record["proof"]["seeds"][0].update(seed=b"short".hex(), hash=seed_hash(b"short").hex())


def exchange_two_seats_seeds(record: dict) -> None:
    seeds = record["proof"]["seeds"]
    seeds[0], seeds[2] = (
        {**seeds[2], "seat": "N"},
        {**seeds[0], "seat": "S"},
    )


def leave_a_seat_out_of_the_seeds(record: dict) -> None:
    del record["proof"]["seeds"][1]


def number_the_deal_differently(record: dict) -> None:
    record["proof"]["number"] += 1


def number_the_deal_without_end(record: dict) -> None:
    record["proof"]["number"] = 10**12


def take_the_secret_of_another_deal(record: dict) -> None:
    record["proof"]["secret"] = secret_at(a_game().top, CHAIN_LENGTH, 9).hex()


def take_another_deal_with_its_commitment(record: dict) -> None:
    take_the_secret_of_another_deal(record)
    record["proof"]["commitment"] = secret_at(a_game().top, CHAIN_LENGTH, 8).hex()


def take_another_game(record: dict) -> None:
    record["game"] = record["proof"]["game"] = OTHER_GAME


def take_the_proof_of_another_game(record: dict) -> None:
    record["game"] = OTHER_GAME


def seat_another_first_dealer(record: dict) -> None:
    record["dealer"] = {"N": "E", "E": "S", "S": "W", "W": "N"}[record["dealer"]]


def change_partners(record: dict) -> None:
    record["sides"] = [{"name": "NE", "seats": ["N", "E"]}, {"name": "SW", "seats": ["S", "W"]}]


def drop_the_proof(record: dict) -> None:
    record["proof"] = None


def date_the_commitment_late(record: dict) -> None:
    record["proof"]["times"]["committed"] = "2026-03-01T19:00:03Z"


def play_a_card_that_another_seat_holds(record: dict) -> None:
    plays = [action for action in record["actions"] if action["action"][0] == "p"]
    plays[0]["action"], plays[1]["action"] = plays[1]["action"], plays[0]["action"]


def play_a_card_twice(record: dict) -> None:
    record["actions"][-1]["action"] = record["actions"][-5]["action"]


def play_out_of_turn(record: dict) -> None:
    actions = record["actions"]
    actions[-1]["seat"], actions[-2]["seat"] = actions[-2]["seat"], actions[-1]["seat"]
    actions[-1]["action"], actions[-2]["action"] = actions[-2]["action"], actions[-1]["action"]


def lose_an_action(record: dict) -> None:
    del record["actions"][10]


def lose_the_last_action(record: dict) -> None:
    del record["actions"][-1]


def bid_twice(record: dict) -> None:
    record["actions"][1]["seat"] = record["actions"][0]["seat"]


def give_a_trick_to_another_seat(record: dict) -> None:
    trick = record["tricks"][5]
    trick["winner"] = next(p["seat"] for p in trick["cards"] if p["seat"] != trick["winner"])


def add_a_point(record: dict) -> None:
    record["score"]["deltas"][0] += 1


def add_a_point_to_the_total(record: dict) -> None:
    record["score"]["scores"][1] += 1


def lose_a_bag(record: dict) -> None:
    record["score"]["bags"][0] -= 1


def forget_a_penalty(record: dict) -> None:
    record["score"]["penalties"][0] = 1


def end_the_game_early(record: dict) -> None:
    record["score"].update(over=True, winner="NS")


def change_the_total_after_the_hand(record: dict) -> None:
    record["totals"]["after"][0] += 10


def let_bags_be_fined_sooner(record: dict) -> None:
    record["rules"]["bag_block"] = 1


IN_A_RECORD = [
    (swap_cards_between_hands, "not the cards that the secret and the seeds give"),
    (swap_cards_and_everything_said_about_them, "not the cards that the secret and the seeds give"),
    (change_a_seed, "the seed of seat N does not match its hash"),
    (change_a_seed_and_its_hash, "not the cards that the secret and the seeds give"),
    (shorten_a_seed, "the seed of seat N does not match its hash"),
    (exchange_two_seats_seeds, "not the cards that the secret and the seeds give"),
    (leave_a_seat_out_of_the_seeds, "the seed list is incomplete"),
    (number_the_deal_differently, "deal 4 is not of the committed chain"),
    (number_the_deal_without_end, "deal 1000000000000 is missing"),
    (take_the_secret_of_another_deal, "the secret is not the one committed to"),
    (take_another_deal_with_its_commitment, "deal 3 is not of the committed chain"),
    (take_another_game, "not the cards that the secret and the seeds give"),
    (take_the_proof_of_another_game, "the files disagree"),
    (drop_the_proof, "the proof of this deal is missing"),
    (date_the_commitment_late, "late commitment: it is dated after the seeds"),
    (play_a_card_that_another_seat_holds, "does not hold"),
    (play_a_card_twice, "does not hold"),
    (play_out_of_turn, "it is the turn of"),
    (change_partners, "these are not the sides of the rules"),
    (lose_an_action, "action 10 is missing"),
    (lose_the_last_action, "the hand is not played out"),
    (bid_twice, "is not expected"),
    (give_a_trick_to_another_seat, "the tricks listed are not those that were played"),
    (add_a_point, "wrong score: deltas should be"),
    (add_a_point_to_the_total, "wrong score: scores should be"),
    (lose_a_bag, "wrong score: bags should be"),
    (forget_a_penalty, "wrong score: penalties should be"),
    (end_the_game_early, "wrong score: winner should be None"),
    (change_the_total_after_the_hand, "wrong totals after the hand"),
    (let_bags_be_fined_sooner, "wrong score: deltas should be"),
]
