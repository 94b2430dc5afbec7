"""The page's scripts, tested by node where it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "js"
NODE = shutil.which("node")


@pytest.mark.skipif(
    NODE is None, reason="node is not installed: the scripts' own tests are skipped"
)
@pytest.mark.parametrize("script", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.stem)
def test_scripts_do_what_their_tests_say(script: Path) -> None:
    run = subprocess.run(
        [str(NODE), "--test", str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
