"""What the tests of documents share."""

import json
import subprocess

import pytest

from tests.docs.stranger import run_script


@pytest.fixture
def verify(tmp_path):
    """Runs the script on documents; `receipts` are handed over with --receipt."""

    def run(*documents: object, receipts: tuple[dict, ...] = ()) -> subprocess.CompletedProcess:
        arguments = []
        for number, document in enumerate(documents):
            path = tmp_path / f"document{number}.json"
            path.write_text(document if isinstance(document, str) else json.dumps(document))
            arguments.append(str(path))
        for number, receipt in enumerate(receipts):
            path = tmp_path / f"receipt{number}.json"
            path.write_text(json.dumps(receipt))
            arguments += ["--receipt", str(path)]
        return run_script(*arguments)

    return run
