"""axe finds nothing to complain of, on any page, in either theme, in any moment of a game."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.browser.conftest import DESKTOP, PHONE
from tests.e2e.browser.scenes import SCENES, Show
from tests.e2e.browser.table import play_hand, sit_down_now

VISITORS = [
    {"viewport": PHONE, "color_scheme": "light"},
    {"viewport": DESKTOP, "color_scheme": "dark"},
    {"viewport": PHONE, "color_scheme": "dark", "locale": "fr"},
]
VISITOR_NAMES = ["phone", "desktop-dark", "french-dark"]
PAGES = [
    "/",
    "/lobby/",
    "/rules/",
    "/rules/classic/",
    "/rules/duplicate/",
    "/fair-deals/",
    "/ladders/",
    "/ladders/classic/",
    "/ladders/classic/?player=elif",
    "/ladders/classic-pairs/",
    "/ranked/",
    "/ranked/how/",
    "/players/chloe/",
    "/players/chloe/and/bruno/",
    "/offline/",
    "/nothing/",
    "/accounts/login/",
    "/accounts/signup/",
]


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("context", VISITORS, indirect=True, ids=VISITOR_NAMES)
def test_pages_for_everybody_have_no_fault(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        check(page)


@pytest.mark.parametrize("context", VISITORS[:2], indirect=True, ids=VISITOR_NAMES[:2])
def test_no_moment_at_the_table_has_a_fault(page: Page, show: Show) -> None:
    for scene in SCENES:
        show(scene)
        check(page)


def test_what_opens_over_the_table_has_no_fault(page: Page, show: Show) -> None:
    show("playing")
    for name in ("Score", "Bids", "Last trick", "Menu", "Rules"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_timeout(300)
        check(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("context", VISITORS, indirect=True, ids=VISITOR_NAMES)
def test_records_and_profile_have_no_fault(page: Page, played: Callable[[], list[str]]) -> None:
    for path in played():
        page.goto(path)
        check(page)


@pytest.fixture
def played(page: Page) -> Callable[[], list[str]]:
    """Play a hand and say where it is recorded."""

    def paths() -> list[str]:
        sit_down_now(page)
        play_hand(page)
        hand = page.evaluate(
            """async () => {
              const table = document.querySelector("#table").dataset.table;
              const games = await (await fetch(`/api/v1/games/?table=${table}`)).json();
              const me = await (await fetch("/api/v1/players/me/")).json();
              const game = games.results[0].id;
              const hands = await (await fetch(`/api/v1/games/${game}/hands/`)).json();
              return { game, hand: (hands.results ?? hands)[0].id, me: me.username };
            }"""
        )
        return [f"/games/{hand['game']}/", f"/hands/{hand['hand']}/", f"/players/{hand['me']}/"]

    return paths
