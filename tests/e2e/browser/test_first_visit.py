"""A stranger's first visit: from Home to a finished hand, its replay and its proof."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.browser.conftest import DESKTOP, PHONE
from tests.e2e.browser.table import CORNER, bid, play_hand, sit_down_now


@pytest.mark.parametrize(
    "context",
    [{"viewport": PHONE, "has_touch": True}, {"viewport": DESKTOP}],
    indirect=True,
    ids=["phone", "desktop"],
)
def test_from_home_to_a_finished_hand_and_its_proof(page: Page) -> None:
    sit_down_now(page)
    play_hand(page)
    expect(page.locator(".laid")).to_have_count(4)  # the last trick stays in sight
    expect(page.locator("#result")).to_contain_text("Contract")
    page.get_by_role("button", name="Next hand").click()
    bid(page)

    page.get_by_role("button", name="Score", exact=True).click()
    href = page.locator("#readout .sheet a").first.get_attribute("href")
    page.goto(str(href))
    replay_to_the_end(page)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#proof")).to_have_attribute("data-verdict", "proven")
    expect(page.locator(".checks")).to_contain_text("1 player's seed matches")
    expect(page.locator(".checks")).to_contain_text("The receipt kept in this browser")

    page.get_by_role("link", name="Game", exact=True).click()
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#proof")).to_have_attribute("data-verdict", "proven")


def replay_to_the_end(page: Page) -> None:
    """Forwards and backwards by keys."""
    caption, count = page.locator(".replay__caption"), page.locator(".replay__count")
    expect(count).to_have_text("4 / 56")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("5 / 56")
    expect(page.locator(".laid")).to_have_count(1)
    page.keyboard.press("End")
    expect(caption).to_contain_text("takes the trick")
    expect(page.locator(".diagram b")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".diagram b")).to_have_count(1)
    page.keyboard.press("Home")
    expect(caption).to_have_text("The cards are dealt.")
    expect(page.locator(".diagram b")).to_have_count(52)
    page.get_by_role("button", name="2 · show", exact=True).click()
    expect(count).to_have_text("12 / 56")


def test_a_game_is_continued_from_home(page: Page) -> None:
    sit_down_now(page)
    table = page.url
    page.goto("/")
    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_url(table)
    bid(page)


def test_a_lost_connection_is_said_and_mended(page: Page, context: BrowserContext) -> None:
    sit_down_now(page)
    page.locator("#bidding button").first.wait_for()
    context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    expect(page.locator("#bidding")).to_be_hidden()
    context.set_offline(False)
    expect(page.locator("#connection")).to_have_attribute("data-status", "online")
    bid(page)


def test_a_card_that_may_not_be_played_is_refused_with_the_reason(page: Page) -> None:
    sit_down_now(page)
    bid(page)
    page.locator("#hand .card.is-legal").first.wait_for()
    for _ in range(13):
        barred = page.locator("#hand .card.is-barred")
        if barred.count():
            barred.first.click(position=CORNER)
            expect(page.locator("#toast")).to_be_visible()
            return
        card = page.locator("#hand .card.is-legal").first.get_attribute("data-card")
        page.locator(f'#hand [data-card="{card}"]').click(position=CORNER)
        expect(page.locator(f'#hand [data-card="{card}"]')).to_have_count(0)
        page.locator("#hand .card.is-legal").first.wait_for()
    raise AssertionError("every card was allowed in every trick")
