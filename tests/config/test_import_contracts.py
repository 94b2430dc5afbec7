"""The arrows of docs/architecture.md hold, and the check would notice one that points upwards."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.env import BASE_DIR

PACKAGES = ("config", "web", "bots", "tournaments", "ratings", "games", "players")


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    linter = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [linter, "--no-logo", "--no-cache"], cwd=tree, capture_output=True, text=True, check=False
    )


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(
            BASE_DIR / package,
            tmp_path / package,
            ignore=shutil.ignore_patterns("__pycache__", "static", "templates"),
        )
    shutil.copy(BASE_DIR / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_project_keeps_its_import_contracts(scratch: Path) -> None:
    result = lint_imports(scratch)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        pytest.param("games/planted.py", "import ratings", id="game_imports_rating"),
        pytest.param("players/planted.py", "import games.models", id="player_imports_game"),
        pytest.param("bots/planted.py", "import config.env", id="app_imports_project"),
        pytest.param("games/models/planted.py", "import games.api", id="model_imports_api"),
        pytest.param("games/engine/planted.py", "import django", id="engine_imports_django"),
        pytest.param("games/engine/planted.py", "import random", id="engine_rolls_dice"),
        pytest.param("games/engine/planted.py", "import time", id="engine_reads_a_clock"),
        pytest.param("ratings/engine/planted.py", "import numpy", id="engine_uses_arrays"),
        pytest.param("ratings/services/planted.py", "import numba", id="service_compiles"),
        pytest.param("bots/strategies/planted.py", "import games.models", id="strategy_reads_rows"),
        pytest.param("games/services/planted.py", "import channels", id="service_knows_sockets"),
        pytest.param("web/planted.py", "import games.models.hand", id="page_reads_hand_rows"),
        pytest.param("bots/planted.py", "import games.consumers", id="app_uses_foreign_transport"),
    ],
)
def test_a_planted_upward_import_is_noticed(scratch: Path, module: str, line: str) -> None:
    planted = scratch / module
    for package in (planted.parent, scratch / "games/api", scratch / "games/consumers"):
        if not package.with_suffix(".py").exists():
            package.mkdir(parents=True, exist_ok=True)
            (package / "__init__.py").touch()
    planted.write_text(line + "\n")
    result = lint_imports(scratch)
    assert result.returncode == 1, result.stdout
    assert module.removesuffix(".py").replace("/", ".") in result.stdout
