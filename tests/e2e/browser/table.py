"""What a person does at the table, in Playwright's words."""

import re
import time

from playwright.sync_api import Page, expect

GAME_SECONDS = 240
# the part of a card that no neighbour covers
CORNER = {"x": 12, "y": 16}


def sit_down_now(page: Page) -> None:
    """From Home into a game with bots."""
    page.goto("/")
    page.locator(".hero__play").click()
    page.wait_for_url("**/tables/*/")
    # a scene may have closed the table to the visitor already
    status = re.compile("online|refused")
    expect(page.locator("#connection")).to_have_attribute("data-status", status)


def bid(page: Page, number: int = 3) -> None:
    """Bid when asked to; look first where the cards are face down."""
    page.locator("#bidding button").first.wait_for()
    look = page.locator('#bidding [data-token="look"]')
    if look.count():
        look.click()
    page.locator(f'#bidding [data-token="b{number}"]').click()


def play_hand(page: Page) -> None:
    """Bid, then play the first card allowed until the hand is over."""
    bid(page)
    end = time.monotonic() + GAME_SECONDS
    legal = page.locator("#hand .card.is-legal")
    result = page.locator("#result")
    while not result.is_visible():
        assert time.monotonic() < end, "the hand did not end"
        if legal.count():
            card = legal.first.get_attribute("data-card")
            page.locator(f'#hand [data-card="{card}"]').click(position=CORNER)
            expect(page.locator(f'#hand [data-card="{card}"].is-legal')).to_have_count(0)
        page.wait_for_timeout(30)
