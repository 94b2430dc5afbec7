"""Hands for tests: named cards, fixed deals, and hands played at random."""

from collections.abc import Iterable, Iterator
from random import Random

from games.engine import (
    PRESETS,
    Action,
    Card,
    Deal,
    HandState,
    RuleSet,
    Seat,
    apply,
    legal_actions,
    new_hand,
)
from games.engine.cards import CardSet, card_set

CLASSIC = PRESETS["classic"]
HOUSE500 = PRESETS["house500"]
DUPLICATE = PRESETS["duplicate"]

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W

# Every seat holds every suit.
EVEN = Deal.from_pbn("N:AKQ.T98.7654.AK2 432.J76.KQ32.QJT 765.543.JT98.987 JT98.AKQ2.A.6543")
# East holds no club, south only spades and hearts, west no spade.
VOIDS = Deal.from_pbn("N:T98.AK.AKQJ.AKQJ 5432.QJT9.T9876. AKQJ76.8765432.. ..5432.T98765432")
# One suit each: north spades, east hearts, south diamonds, west clubs.
SUITS = Deal.from_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")


def cards(names: str) -> tuple[Card, ...]:
    """ "SA H2" as cards."""
    return tuple(Card.parse(name) for name in names.split())


def held(names: str) -> CardSet:
    """ "SA H2" as a set of cards."""
    return card_set(cards(names))


def names(found: CardSet | Iterable[object]) -> set[str]:
    """The names of the cards of a set, or the tokens of actions."""
    if isinstance(found, int):
        return {str(Card(i)) for i in range(52) if found >> i & 1}
    return {str(item) for item in found}


def after(state: HandState, tokens: str) -> HandState:
    """The hand after these tokens."""
    for token in tokens.split():
        state = apply(state, Action.parse(token))
    return state


def hand(
    tokens: str = "",
    *,
    deal: Deal = EVEN,
    rules: RuleSet = CLASSIC,
    dealer: Seat = N,
    scores: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    hand_no: int = 1,
) -> HandState:
    """A hand after these tokens; east bids first unless another seat deals."""
    state = new_hand(rules, deal, dealer, scores=scores, bags=bags, hand_no=hand_no)
    return after(state, tokens)


def random_deal(random: Random) -> Deal:
    """52 cards dealt at random."""
    deck = [Card(i) for i in range(52)]
    random.shuffle(deck)
    return Deal(tuple(tuple(deck[seat::4]) for seat in range(4)))


def random_hand(random: Random, rules: RuleSet) -> HandState:
    """A hand at random totals that make blind bids about as likely as not."""
    scores = (random.randrange(-150, 400), random.randrange(-150, 400))
    bags = (random.randrange(9), random.randrange(9))
    return new_hand(rules, random_deal(random), Seat(random.randrange(4)), scores=scores, bags=bags)


def steps(state: HandState, random: Random) -> Iterator[tuple[HandState, Action, HandState]]:
    """Play the hand to its end at random: every state, the action, and the state after it."""
    while not state.is_over:
        action = random.choice(legal_actions(state))
        following = apply(state, action)
        yield state, action, following
        state = following


def played_out(state: HandState, random: Random) -> HandState:
    """The hand at its end, played at random."""
    for _, _, following in steps(state, random):
        state = following
    return state


def with_options(rules: RuleSet = CLASSIC, **options: object) -> RuleSet:
    """The rules with other options, given as JSON gives them."""
    return RuleSet.from_dict(rules.to_dict() | options)
