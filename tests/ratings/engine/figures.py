"""Players and verdicts for tests of the mathematics, and the formula once more from the paper."""

import math

from hypothesis import strategies as st

from ratings.engine import Parameters, Sides, Skill, Verdict

WIN, LOSS, NONE = Verdict.WIN, Verdict.LOSS, Verdict.NONE
FIRST_WINS = ((WIN, WIN), (LOSS, LOSS))
SECOND_WINS = ((LOSS, LOSS), (WIN, WIN))

FIGURES = Parameters()

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
    """Weng and Lin 2011, algorithm 4, steps 1 to 3, for two sides, written from the paper.

    Skill drifts by tau first (their section 3.5 has it as a variance added per game). Then
    Omega_i and Delta_i are summed over q with r(q) <= r(i) (there are no ties, so A_q = 1),
    and shared among a side in proportion to the variances.
    """
    drifted = [[(s.mu, s.sigma**2 + figures.tau**2) for s in side] for side in sides]
    theta = [sum(mu for mu, _ in side) for side in drifted]
    variance = [sum(v for _, v in side) for side in drifted]
    c = math.sqrt(sum(v + figures.beta**2 for v in variance))
    rank = [0, 1] if winner == 0 else [1, 0]
    middle = sum(theta) / 2
    strength = [math.exp((t - middle) / c) for t in theta]
    after = []
    for i in (0, 1):
        omega, delta = 0.0, 0.0
        for q in (0, 1):
            if rank[q] > rank[i]:
                continue
            among = sum(strength[s] for s in (0, 1) if rank[s] >= rank[q])
            share = strength[i] / among
            omega += variance[i] / c * ((1.0 if q == i else 0.0) - share)
            delta += figures.gamma * variance[i] / c**2 * share * (1 - share)
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
