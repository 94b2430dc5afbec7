"""A game: hand after hand to its end."""

from random import Random

import pytest

from games.engine import PRESETS, score_hand
from games.engine.game import new_game
from tests.games.engine.hands import (
    CLASSIC,
    DUPLICATE,
    HOUSE500,
    E,
    N,
    S,
    W,
    played_out,
    random_deal,
)


def settled(game, bids, tricks):
    return game.after(
        score_hand(
            game.rules,
            bids=bids,
            tricks=tricks,
            scores=game.scores,
            bags=game.bags,
            hand_no=game.hand_no,
        )
    )


def test_the_deal_moves_one_seat_clockwise_whoever_took_the_last_trick_fault_D58():
    """S000-10, S001-13; public fault 58: the next dealer came from whoever was to play."""
    game = new_game(CLASSIC, W)
    dealers = []
    random = Random(1)
    for _ in range(5):
        dealers.append(game.dealer)
        game = game.after(played_out(game.next_hand(random_deal(random)), random).score)
    assert dealers == [W, N, E, S, W]


def test_a_new_game_begins_with_its_own_dealer_fault_D59():
    """Public fault 59: the order was kept from the game before."""
    assert new_game(CLASSIC, S).dealer is S
    assert new_game(CLASSIC, S).scores == new_game(CLASSIC, S).bags == (0, 0)


def test_a_misdeal_is_dealt_again_by_the_same_dealer():
    """S000-14: nothing was settled, so neither dealer nor number has moved."""
    game = new_game(CLASSIC, S)
    hand = game.next_hand(random_deal(Random(2)))
    again = game.next_hand(random_deal(Random(3)))
    assert hand.dealer is again.dealer is S
    assert hand.opening.setup.hand_no == again.opening.setup.hand_no == 1


def test_scores_and_bags_carry_over_from_hand_to_hand():
    """S000-104, S001-5, S001-44."""
    game = new_game(CLASSIC, N)
    for _ in range(5):
        game = settled(game, [2, 4, 2, 4], [3, 3, 3, 4])
    assert game.scores == (5 * 42 - 100, -5 * 80)
    assert game.bags == (0, 0)
    assert game.hand_no == 6


def test_a_game_ends_after_the_hand_that_reaches_the_target_fault_E70():
    """S001-3, S001-30; public fault 70: the last hand was not counted in."""
    game = new_game(CLASSIC, N)
    hands = 0
    while not game.over:
        game = settled(game, [4, 3, 3, 3], [4, 3, 3, 3])
        hands += 1
    assert (hands, game.scores, game.winner) == (8, (560, 480), 0)
    with pytest.raises(ValueError, match="over"):
        game.next_hand(random_deal(Random(4)))


def test_a_level_game_goes_on_beyond_its_cap():
    """S001-54: a game never ends in a draw."""
    game = new_game(PRESETS["short300"], N)
    for _ in range(35):
        game = settled(game, [13, 13, 13, 13], [4, 3, 3, 3])
    assert (game.hand_no, game.over) == (36, False)
    game = settled(game, [4, 3, 3, 13], [4, 3, 3, 3])
    assert (game.over, game.winner) == (True, 0)


@pytest.mark.parametrize("rules", [CLASSIC, HOUSE500, PRESETS["quick250"]])
def test_random_games_end_with_a_winner(rules):
    """S001-54."""
    random = Random(5)
    for _ in range(3):
        game = new_game(rules, N)
        while not game.over:
            game = game.after(played_out(game.next_hand(random_deal(random)), random).score)
        assert game.scores[game.winner] == max(game.scores)
        assert game.scores[0] != game.scores[1]


def test_a_board_is_over_after_its_one_hand():
    game = new_game(DUPLICATE, N)
    game = game.after(played_out(game.next_hand(random_deal(Random(6))), Random(6)).score)
    assert (game.over, game.winner) == (True, None)
