"""Players and verdicts for tests of the mathematics, and the formula once more from the paper."""

import math

from hypothesis import settings
from hypothesis import strategies as st

from ratings.engine import Parameters, Sides, Skill, Verdict

WIN, LOSS, NONE = Verdict.WIN, Verdict.LOSS, Verdict.NONE
FIRST_WINS = ((WIN, WIN), (LOSS, LOSS))
SECOND_WINS = ((LOSS, LOSS), (WIN, WIN))

FIGURES = Parameters()

MANY = settings(max_examples=100, deadline=None)

skills = st.builds(
    Skill,
    mu=st.floats(-5_000, 8_000),
    sigma=st.floats(1, FIGURES.sigma),
)
wild_skills = st.builds(Skill, mu=st.floats(-1e5, 1e5), sigma=st.floats(0.001, 5_000))


def tables(places=skills):
    """Sides of two, of any strength."""
    side = st.tuples(places, places)
    return st.tuples(side, side)


def weng_lin(figures: Parameters, sides: Sides, winner: int) -> list[list[tuple[float, float]]]:
    """Weng and Lin 2011, algorithm 3, for two sides and no draws, written from the paper.

    Skill drifts by tau first. Then with c² = the sides' variances + 2 beta²:
    Omega_i = ± sigma_i²/c V(gap/c), Delta_i = (sigma_i/c)² W(gap/c), gamma = 1, shared among a
    side in proportion to the variances. V = phi/Phi and W = V (V + x) by the error function.
    """
    drifted = [[(s.mu, s.sigma**2 + figures.tau**2) for s in side] for side in sides]
    theta = [sum(mu for mu, _ in side) for side in drifted]
    variance = [sum(v for _, v in side) for side in drifted]
    c = math.sqrt(sum(v + figures.beta**2 for v in variance))
    x = max((theta[winner] - theta[1 - winner]) / c, -figures.surprise)
    density = math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    big_v = density / (math.erfc(-x / math.sqrt(2)) / 2)
    big_w = big_v * (big_v + x)
    after = []
    for i in (0, 1):
        omega = (1 if i == winner else -1) * variance[i] / c * big_v
        delta = variance[i] / c**2 * big_w
        after.append(
            [
                (
                    mu + v / variance[i] * omega,
                    math.sqrt(v * max(1 - v / variance[i] * delta, 1e-4)),
                )
                for mu, v in drifted[i]
            ]
        )
    return after
