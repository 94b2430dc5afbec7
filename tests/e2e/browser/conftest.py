"""A real browser on a real server: Chromium driven by Playwright, `manage.py platform` behind it.

E2E_URL names a server that is already running; without it one is started on a free port. Where no
Chromium is installed these tests are skipped.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    WebSocketRoute,
    sync_playwright,
)

from tests.e2e.browser.scenes import SCENES, Frame, Show
from tests.e2e.browser.table import sit_down_now

ROOT = Path(__file__).resolve().parents[3]
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
# what Chromium says of an answer that a test asked for, or of a network that a test cut: of what
# the service worker was fetching then, it says no more than ERR_FAILED
EXPECTED_NOISE = re.compile(
    r"status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.e2e)
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="no Chromium here: browser tests skipped"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server where cards are not held up and bots play. Stored is nothing but
    some rated games of others."""
    if os.environ.get("E2E_URL"):
        yield os.environ["E2E_URL"]
        return
    subprocess.run([sys.executable, "manage.py", "messages", "--compile"], cwd=ROOT, check=True)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    } | {
        "SQLITE_PATH": str(tmp_path_factory.mktemp("browser") / "db.sqlite3"),
        "CARD_SHOWN_SECONDS": "0",
        "TRICK_SHOWN_SECONDS": "0",
        "HAND_SHOWN_SECONDS": "2",
        "SPADEWORK_ENV_FILE": os.devnull,
    }
    for step in (["manage.py", "migrate", "--verbosity", "0"], ["-m", "tests.e2e.browser.past"]):
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.dev"}
        subprocess.run([sys.executable, *step], cwd=ROOT, env=environment | settings, check=True)
    command = [sys.executable, "-u", "manage.py", "platform", "--port", "0", "--no-seed"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield _address(process)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _address(process: "subprocess.Popen[str]") -> str:
    """The address the server says it is up at."""
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        found = re.search(r"is up at (http://\S+)", line)
        if found:
            _drain(process)
            return found[1].rstrip("/")
    raise AssertionError("the server did not come up:\n" + "".join(lines[-40:]))


def _drain(process: "subprocess.Popen[str]") -> None:
    """Read on in the background, or the pipe fills and the server stands still."""
    import threading

    assert process.stdout is not None
    threading.Thread(target=process.stdout.read, daemon=True).start()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium a module: Playwright's loop must not outlive it, other tests have their own."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(
    browser: Browser, server: str, request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """A visitor with a phone; `@pytest.mark.parametrize("context", […], indirect=True)` changes it."""
    options = {"viewport": PHONE, "base_url": server, "locale": "en-GB", "reduced_motion": "reduce"}
    made = browser.new_context(**options | getattr(request, "param", {}))
    made.set_default_timeout(15_000)
    yield made
    made.close()


def faults_heard(page: Page) -> list[str]:
    """The list to which every error and warning of the page's console will be added."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED_NOISE.search(message.text):
            faults.append(f"{message.type}: {message.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return faults


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must end without an error in its console: policy violations are such errors."""
    page = context.new_page()
    faults = faults_heard(page)
    tables: set[str] = set()
    page.on(
        "framenavigated", lambda frame: tables.update(re.findall(r"/tables/([\w-]+)/$", frame.url))
    )
    yield page
    for table in tables:
        leave(context, table)
    assert not faults, faults


def leave(context: BrowserContext, table: str) -> None:
    """Get up, lest the next test's Play now joins a table where nobody sits any more."""
    tokens = [one["value"] for one in context.cookies() if one["name"] == "csrftoken"]
    context.set_offline(False)
    context.request.delete(
        f"/api/v1/tables/{table}/seats/", headers={"X-CSRFToken": tokens[0]} if tokens else {}
    )


@pytest.fixture
def show(page: Page) -> Show:
    """Open a table whose socket sends one scene; gives the list of what the page sends back."""
    scene = ""
    sent: list[Frame] = []

    def serve(socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: sent.append(json.loads(text)))
        frames = SCENES[scene]
        for frame in frames if isinstance(frames, list) else [frames]:
            socket.send(json.dumps(frame))

    def shown(name: str) -> list[Frame]:
        nonlocal scene
        first, scene = not scene, name
        if first:
            page.route_web_socket("**/ws/v1/tables/**", serve)
            sit_down_now(page)
        else:
            page.reload()
            page.locator("#sides tbody").wait_for()
        return sent

    return shown
