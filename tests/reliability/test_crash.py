"""A short run of the crash harness in each world; `make crash` is the long one."""

from pathlib import Path

import pytest

from tests.reliability.crash import Plan, run, worlds_at_hand

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SHORT = Plan(seed=1, games=3, hands=1, kills=3, at_once=3, seconds=600)


@pytest.mark.parametrize("world", ["embedded", "scaled"])
def test_games_go_on_after_kill_9_and_nothing_acknowledged_is_lost(
    world: str, tmp_path: Path
) -> None:
    if world not in worlds_at_hand():
        pytest.skip("needs DATABASE_URL and REDIS_URL")
    assert run(world, SHORT, keep=tmp_path) == []
