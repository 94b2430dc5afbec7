"""docs/verify_deal.py as a stranger runs it: alone, and knowing nothing of the project."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_deal.py"


def run_script(*arguments: str) -> subprocess.CompletedProcess:
    """What came of running the script with these arguments."""
    # -I: nothing of the project or the environment can be imported
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *arguments], capture_output=True, text=True
    )


def assert_refused(run: subprocess.CompletedProcess, reason: str) -> None:
    assert run.returncode == 1, run.stdout
    assert reason in run.stdout
    assert run.stdout.endswith("NOT VERIFIED\n")
    assert run.stderr == ""
