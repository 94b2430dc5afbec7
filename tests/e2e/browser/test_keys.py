"""A whole game without a pointer and without looking: keys in, accessibility tree out."""

import time
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.browser.conftest import DESKTOP

GAME_SECONDS = 240


class Listener:
    """What a screen reader knows of the page: Chromium's accessibility tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def nodes(self) -> list[dict[str, Any]]:
        return list(self.session.send("Accessibility.getFullAXTree")["nodes"])

    def focus(self) -> tuple[str, str]:
        """Role and name of what has the focus."""
        for node in self.nodes():
            states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            if states.get("focused") and node["role"]["value"] != "RootWebArea":
                return node["role"]["value"], node["name"]["value"]
        return "", ""

    def heard(self) -> str:
        """All that the live region has said and still holds."""
        nodes = {node["nodeId"]: node for node in self.nodes()}
        logs = [node for node in nodes.values() if node["role"]["value"] == "log"]
        return " ".join(self._texts(nodes, log) for log in logs)

    def _texts(self, nodes: dict[str, Any], node: dict[str, Any]) -> str:
        if node["role"]["value"] == "StaticText":
            return str(node["name"]["value"])
        children = (nodes[child] for child in node.get("childIds", []) if child in nodes)
        return " ".join(self._texts(nodes, child) for child in children)

    def tab_to(self, role: str, name: str, key: str = "Tab") -> None:
        """Press Tab until the focus is on what has this role and begins with this name."""
        for _ in range(80):
            self.page.keyboard.press(key)
            found = self.focus()
            if found[0] == role and found[1].startswith(name):
                return
        raise AssertionError(f"no key leads to {role} {name!r}; the focus is on {self.focus()}")


def open_a_short_game(page: Page, reader: Listener) -> None:
    """Through the lobby's form: a private table to 50 points, started with three bots."""
    page.goto("/lobby/")
    reader.tab_to("radio", "Everybody")
    page.keyboard.press("ArrowRight")
    assert reader.focus() == ("radio", "Friends with the code")
    reader.tab_to("DisclosureTriangle", "Change the rules")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Target", exact=True)).to_be_visible()
    reader.tab_to("spinbutton", "Target")
    page.keyboard.press("Control+a")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*/")
    page.get_by_role("button", name="Start the game").wait_for()
    reader.tab_to("button", "Start the game")
    page.keyboard.press("Enter")


@pytest.mark.slow
@pytest.mark.parametrize("context", [{"viewport": DESKTOP}], indirect=True)
def test_a_whole_game_by_keys_and_accessibility_tree(page: Page) -> None:
    reader = Listener(page)
    open_a_short_game(page, reader)
    end = time.monotonic() + GAME_SECONDS
    hands: set[str] = set()
    while "won the game" not in (heard := reader.heard()):
        assert time.monotonic() < end, f"the game did not end; last heard: {heard[-300:]}"
        hands |= {word for word in heard.split("Hand ")[1:] if word[0].isdigit()}
        role, name = reader.focus()
        if role == "button" and name == "Look at the cards":
            page.keyboard.press("Enter")
        elif role == "button" and name.startswith("Bid "):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            assert reader.focus() == ("button", "Bid 3")
            page.keyboard.press("Enter")
        elif (role == "button" and " of " in name and not name.endswith("not playable now")) or (
            role == "button" and name == "Next hand"
        ):
            page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert hands
    reader.tab_to("button", "Play again", key="Shift+Tab")


@pytest.mark.parametrize("context", [{"viewport": DESKTOP}], indirect=True)
def test_single_keys_read_out_turn_score_bids_cards_and_last_trick(page: Page) -> None:
    reader = Listener(page)
    page.goto("/")
    reader.tab_to("button", "Play now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*/")
    page.locator("#bidding button").first.wait_for()
    for key, said in {
        "t": "Your turn: bid.",
        "s": "Your side: 0 points",
        "b": "You have not bid.",
        "h": "Your cards.",
        "r": "No trick has been taken yet.",
    }.items():
        page.keyboard.press(key)
        assert said in reader.heard()
        expect(page.get_by_role("region", name="Read-out")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Read-out")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Playing by keyboard")).to_be_visible()
