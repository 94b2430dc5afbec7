"""What is true of every hand, under all rules, at every step."""

import json
import re
from dataclasses import fields, is_dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    PRESETS,
    Action,
    Card,
    Code,
    IllegalAction,
    Phase,
    RuleError,
    RuleSet,
    apply,
    automatic_action,
    legal_actions,
    new_hand,
    replay,
    view,
)
from games.engine.cards import DECK, card_set, cards_in
from games.engine.events import PublicEvent
from games.engine.log import Cause
from games.engine.tricks import legal_plays
from games.engine.views import NeedsSnapshot, SeatView
from games.engine.wire import event_json
from tests.games.engine.hands import CLASSIC, random_hand, steps

RULES = st.sampled_from(list(PRESETS.values())) | st.builds(
    lambda **options: RuleSet.from_dict(options),
    failed_nil_tricks=st.sampled_from(["bags", "ignored", "help_partner"]),
    blind_nil=st.sampled_from(["off", "behind100", "always"]),
    blind_nil_per_team=st.sampled_from([1, 2]),
    blind_nil_pass=st.sampled_from([0, 1, 2]),
    nil_pass=st.sampled_from([0, 1, 2]),
    pass_order=st.sampled_from(["bidder_first", "simultaneous"]),
    bag_block=st.sampled_from([0, 1, 5, 10]),
    lead_spades=st.sampled_from(["when_broken", "anytime"]),
    first_trick_spade_lead=st.sampled_from(["as_rule", "forbidden"]),
    first_trick_no_spade=st.booleans(),
    lead_two_of_clubs=st.booleans(),
    ten_for_200=st.booleans(),
    moon=st.booleans(),
)
SEEDS = st.integers(0, 2**32 - 1).map(Random)
FEW = settings(max_examples=60, deadline=None)
FEWER = settings(max_examples=25, deadline=None)

# Everything a client might send: every token of the protocol, and things that look like them.
WILD = [
    *("look", "bN", "bB", "B4", "r+", "r-", "k", "d", "t", "t+", "c-", "c:E:5", "y:C2,D3"),
    *(f"b{n}" for n in range(-1, 30)),
    *(f"p{card}" for card in DECK),
    *("x:C2", "x:C2,C3", "x:C2,C2", "x:SA,SK", "x:C2,D2,H2", "x:", "p", "b", ""),
    *("b2.5", "b05", "b０", "bTrue", "bNaN", "b1 ", " b1", "pSZ", "ps2", "pC10"),
    *(-1, 0, 5, 14, 2.5, True, False, None, float("nan"), b"b3", ("b3",)),
]


@FEW
@given(random=SEEDS, rules=RULES)
def test_all_cards_are_accounted_for_at_every_step(random, rules):
    """S000-12, S000-15: held, passed over the table or played, each card is in one place."""
    for _, _, state in steps(random_hand(random, rules), random):
        held = [card for holding in state.holdings for card in cards_in(holding)]
        played = [card for trick in state.tricks for card in trick.cards] + list(state.trick)
        aside = aside_in_exchange(state)
        assert sorted(held + played + aside) == list(DECK)
        counts = [len(cards_in(holding)) for holding in state.holdings]
        assert list(view(state, None).counts) == counts
        assert sum(view(state, None).tricks) == len(state.tricks)
    assert len(state.tricks) == 13


def aside_in_exchange(state):
    """Cards passed that their taker has not picked up yet."""
    exchange = state.opening.exchange
    on_the_way = exchange.passes[len(exchange.arrived) : exchange.made]
    return [card for due in on_the_way for card in state.hidden.passed[due.giver]]


@FEW
@given(random=SEEDS, rules=RULES)
def test_a_replay_is_the_folded_state(random, rules):
    start = random_hand(random, rules)
    tokens = []
    for _, action, state in steps(start, random):
        tokens.append(str(action))
        if random.random() < 0.1 or state.is_over:
            setup = start.opening.setup
            again = replay(
                rules,
                start.deal,
                setup.dealer,
                tokens,
                scores=setup.scores,
                bags=setup.bags,
                hand_no=setup.hand_no,
            )
            assert again == state
            assert again.score == state.score


@FEWER
@given(random=SEEDS, rules=RULES)
def test_everything_outside_the_legal_actions_is_refused_with_a_code(random, rules):
    """S000-42, S001-14: and the state is what it was."""
    for state, _, _ in steps(random_hand(random, rules), random):
        legal = legal_actions(state)
        kept = tuple(state)
        for token in WILD:
            action = parsed(token)
            if action is None:
                continue
            refused = refusal(state, action)
            assert (refused is None) == (action in legal), token
            assert refused is None or refused in Code
        assert tuple(state) == kept


def parsed(token):
    """The action, or None for a token that is refused as none."""
    try:
        return Action.parse(token)
    except IllegalAction as refused:
        if refused.code is not Code.BAD_TOKEN:
            raise
        return None


def refusal(state, action):
    """The code with which the action is refused; None if it is legal."""
    try:
        apply(state, action)
    except IllegalAction as refused:
        return refused.code
    return None


@FEW
@given(random=SEEDS, rules=RULES)
def test_the_legal_actions_are_some_and_all_different(random, rules):
    for state, _, _ in steps(random_hand(random, rules), random):
        legal = legal_actions(state)
        assert legal
        assert len(set(legal)) == len(legal)
        assert automatic_action(state) in legal
        assert all(Action.parse(str(action)) == action for action in legal)


@FEW
@given(random=SEEDS, rules=RULES)
def test_the_view_of_the_seat_to_act_knows_what_is_legal(random, rules):
    for state, _, _ in steps(random_hand(random, rules), random):
        assert view(state, state.to_act).legal == legal_actions(state)


@FEW
@given(random=SEEDS)
def test_spades_are_never_led_unbroken_beside_another_suit(random):
    """S000-22, S001-24: checked against the play, not against the engine's own flag."""
    for state, action, _ in steps(random_hand(random, CLASSIC), random):
        if state.phase is not Phase.PLAY or state.trick:
            continue
        seen = any(card.suit.name == "S" for trick in state.tricks for card in trick.cards)
        others = [c for c in cards_in(state.holdings[state.to_act]) if c.suit.name != "S"]
        if not seen and others:
            assert action.card.suit.name != "S"


@given(holding=st.sets(st.sampled_from(DECK), min_size=1, max_size=13), random=SEEDS, rules=RULES)
def test_some_card_is_always_legal_and_held(holding, random, rules):
    trick = random.sample([card for card in DECK if card not in holding], random.randrange(4))
    for broken in (False, True):
        legal = legal_plays(card_set(holding), trick, broken, rules)
        assert legal
        assert not legal & ~card_set(holding)


# -- views -----------------------------------------------------------------------------------

CARD_IN_JSON = re.compile(r'"([CDHS][2-9TJQKA])"')


def cards_inside(value):
    """Every card anywhere in a value, by walking its fields; rules have none of their own."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, RuleSet):
        return
    elif isinstance(value, SeatView):
        yield from cards_in(value.dealt or 0)
        yield from cards_inside([value.public, value.passed, value.received])
    elif is_dataclass(value):
        yield from cards_inside([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, dict):
        yield from cards_inside(list(value.values()))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cards_inside(part)


def shown_to(state, seat):
    """The cards a seat has seen or shown: played by anybody, its own, and those passed to it."""
    seen = {card for trick in state.tricks for card in trick.cards} | set(state.trick)
    if seat is None or state.opening.auction.face_down[seat]:
        return seen
    exchange = state.opening.exchange
    got = [state.hidden.passed[due.giver] for due in exchange.arrived if due.taker == seat]
    given_away = state.hidden.passed[seat]
    return seen | set(state.deal.hands[seat]) | {c for some in got for c in some} | {*given_away}


@FEWER
@given(random=SEEDS, rules=RULES)
def test_a_view_never_contains_a_card_its_owner_has_not_seen(random, rules):
    """S001-19, S000-21: every view of every seat and of a spectator at every step."""
    start = random_hand(random, rules)
    for state in [start, *(following for _, _, following in steps(start, random))]:
        for seat in (*rules.seats, None):
            seen = view(state, seat)
            allowed = shown_to(state, seat)
            text = json.dumps(seen.to_dict())
            assert {Card.parse(name) for name in CARD_IN_JSON.findall(text)} <= allowed
            assert set(cards_inside(seen)) <= allowed
            assert {a.card for a in seen.legal if a.card is not None} <= allowed
            # What is left to play is the complement of what was played, which all have seen.
            assert set(cards_in(rules.order.full & ~seen.public.left)) <= allowed


@FEWER
@given(random=SEEDS, rules=RULES)
def test_a_snapshot_and_the_events_after_it_are_a_fresh_snapshot(random, rules):
    """For every seat and a spectator; a new one is asked for only when more has been seen."""
    start = random_hand(random, rules)
    kept = {seat: view(start, seat) for seat in (*rules.seats, None)}
    for seq, (state, action, following) in enumerate(steps(start, random)):
        sent = PublicEvent.of(state, action, seq=seq, ms=seq, cause=Cause.BOT)
        sent = PublicEvent.from_dict(json.loads(json.dumps(sent.to_dict())))
        told = set()
        for seat, before in kept.items():
            fresh = view(following, seat)
            try:
                folded = before.after(sent)
            except NeedsSnapshot:
                folded = fresh
                assert may_need_snapshot(state, following, seat)
            assert folded == fresh
            assert folded.to_dict() == fresh.to_dict()
            told.add(json.dumps(event_json(sent, folded)))
            kept[seat] = folded
        assert len(told) == 1


def may_need_snapshot(before, after, seat):
    """Own cards turned up, a pass one took part in, or the holder of the two of clubs named."""
    begins = before.phase is not Phase.PLAY and after.phase is Phase.PLAY
    if begins and after.rules.lead_two_of_clubs:
        return True
    if seat is None:
        return False
    turned_up = before.opening.auction.face_down[seat] > after.opening.auction.face_down[seat]
    in_pass = before.phase is Phase.EXCHANGE and seat in before.opening.exchange.next_pass[:2]
    return turned_up or in_pass


@FEW
@given(random=SEEDS, rules=RULES)
def test_two_hands_interleaved_do_not_disturb_each_other(random, rules):
    """The engine is a pure function: no state is kept between calls."""
    start = random_hand(random, rules)
    actions = [action for _, action, _ in steps(start, random)]
    other = random_hand(random, CLASSIC)
    left, right = start, start
    for action, (_, _, _) in zip(actions, [*steps(other, random)] * 2, strict=False):
        left, right = apply(left, action), apply(right, action)
        assert left == right


@settings(max_examples=300, deadline=None)
@given(
    token=st.text(max_size=8)
    | st.sampled_from(["b", "p", "x:", "B"]).flatmap(lambda s: st.text(max_size=5).map(s.__add__))
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.none()
    | st.binary(max_size=4)
)
def test_any_token_is_an_action_or_refused(token):
    action = parsed(token)
    assert action is None or Action.parse(str(action)) == action


@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
        ),
        max_leaves=8,
    )
)
def test_any_data_is_a_rule_set_or_refused(data):
    try:
        rules = RuleSet.from_dict(data)
    except RuleError:
        return
    assert RuleSet.from_dict(rules.to_dict()) == rules


def test_a_hand_may_be_kept_and_continued_from_any_point():
    """An old state is as good as a new one: nothing in it is ever changed."""
    random = Random(9)
    start = random_hand(random, CLASSIC)
    states = [start, *(state for _, _, state in steps(start, random))]
    assert states[0] == new_hand(
        CLASSIC,
        start.deal,
        start.dealer,
        scores=start.opening.setup.scores,
        bags=start.opening.setup.bags,
    )
    assert len({hash(state) for state in states}) == len(states)
