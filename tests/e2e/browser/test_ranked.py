"""Ranked play in four browsers: from the queue to one table; a partner by a link; the ladder."""

import re
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import DESKTOP, PHONE, faults_heard
from tests.e2e.browser.table import CORNER, bid

FOUND_MS = 40_000  # rounds are run every two seconds; a laden machine takes its time
_numbers = count(1)
Arrive = Callable[..., Page]


@pytest.fixture
def arrive(browser: Browser, server: str) -> Iterator[Arrive]:
    """Another person with an account in a browser of their own; consoles must stay quiet."""
    contexts, heard = [], []

    def arrived(viewport: dict[str, int] = DESKTOP) -> Page:
        context = browser.new_context(
            viewport=viewport, base_url=server, locale="en-GB", reduced_motion="reduce"
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        heard.append(faults_heard(page))
        page.goto("/accounts/signup/")
        page.locator("[name=username]").fill(f"ranked{next(_numbers)}-{int(time.time()) % 10_000}")
        for field in ("password1", "password2"):
            page.locator(f"[name={field}]").fill("a-long-enough-phrase")
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_url(re.compile(r"^(?!.*signup)"))
        return page

    yield arrived
    for context in contexts:
        context.close()
    assert not [fault for faults in heard for fault in faults]


def queue(page: Page) -> None:
    page.goto("/ranked/")
    page.get_by_role("button", name=re.compile("Find a game|Queue with")).click()
    expect(page.locator("#queue-state")).to_contain_text("Waiting")


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_guest_looks_at_the_ladder_and_at_a_player(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Ladders").click()
    page.get_by_role("link", name="Classic 500", exact=True).click()
    expect(page.locator(".standings tbody tr").first).to_contain_text("±")
    page.get_by_label("Find a player").fill("chloe")
    page.get_by_role("button", name="Find").click()
    page.locator(".standings").get_by_role("link", name="chloe", exact=True).click()
    expect(page.get_by_role("heading", name="chloe")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Rating over time"))).to_be_visible()
    page.get_by_text("Game by game").click()
    page.locator("#ratings-title ~ section tbody a").first.click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def test_four_are_called_from_any_page_to_one_table_and_play(arrive: Arrive) -> None:
    pages = [arrive(PHONE), arrive(), arrive(), arrive()]
    for page in pages[:3]:
        queue(page)
    check(pages[0])
    pages[0].goto("/rules/")
    expect(pages[0].locator("#queue-bar")).to_contain_text("Waiting for a ranked game")
    check(pages[0])
    queue(pages[3])

    for page in pages:
        expect(page.locator("#ready")).to_be_visible(timeout=FOUND_MS)
    expect(pages[0].locator("#ready-yes")).to_be_focused()
    pages[0].keyboard.press("Enter")
    expect(pages[0].locator("#ready-count")).to_contain_text("1 of 4 are ready")
    for page in pages[1:]:
        page.locator("#ready-yes").click()
    for page in pages:
        page.wait_for_url("**/tables/*/", timeout=FOUND_MS)
    assert len({page.url for page in pages}) == 1

    waiting = list(pages)
    end = time.monotonic() + 120
    while waiting and time.monotonic() < end:
        for page in list(waiting):
            if page.locator("#bidding button").count():
                bid(page)
                waiting.remove(page)
        pages[0].wait_for_timeout(100)
    assert not waiting, "not everybody could bid"
    leader = None
    while leader is None and time.monotonic() < end:
        leader = next((p for p in pages if p.locator("#hand .card.is-legal").count()), None)
        pages[0].wait_for_timeout(100)
    assert leader is not None
    card = leader.locator("#hand .card.is-legal").first.get_attribute("data-card")
    leader.locator(f'#hand [data-card="{card}"]').click(position=CORNER)
    for page in pages:
        expect(page.locator(f'#trick [data-face="{card}"]')).to_be_visible()


def test_who_says_no_is_told_until_when_and_the_others_wait_on(arrive: Arrive) -> None:
    pages = [arrive(), arrive(PHONE), arrive(), arrive()]
    for page in pages:
        queue(page)
    for page in pages:
        expect(page.locator("#ready")).to_be_visible(timeout=FOUND_MS)
    pages[0].locator("#ready-yes").click()
    pages[1].locator("#ready-no").click()
    expect(pages[1].locator("#ready")).to_be_hidden()
    expect(pages[1].locator("#queue-state")).to_contain_text("You may queue again in")
    check(pages[1])
    for page in (pages[0], *pages[2:]):
        expect(page.locator("#ready")).to_be_hidden()
        expect(page.locator("#queue-state")).to_contain_text("at the front")


def test_a_partner_comes_by_the_link_and_both_wait_together(arrive: Arrive) -> None:
    host, friend = arrive(), arrive(PHONE)
    host.goto("/ranked/")
    host.get_by_role("button", name="Make a link").click()
    link = host.get_by_label("Link for your partner").input_value()
    check(host)
    friend.goto(link)
    friend.get_by_role("button", name="Join", exact=True).click()
    expect(friend.locator("#party")).to_contain_text("You play with")
    # the host hears of it without asking
    expect(host.locator("#party")).to_contain_text("You play with")
    host.reload()
    host.get_by_role("button", name="Queue with").click()
    expect(host.locator("#queue-state")).to_contain_text("Waiting with")
    expect(friend.locator("#queue-state")).to_contain_text("Waiting with")
    friend.get_by_role("button", name="Leave the queue").click()
    expect(host.locator("#queue-state")).not_to_contain_text("Waiting with")


def test_what_is_unticked_stays_so_and_nobody_waits_for_nothing(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/ranked/")
    with page.expect_response("**/ranked/state/?*chosen=yes*"):
        page.locator("input[value=classic]").uncheck()
    page.wait_for_timeout(500)
    expect(page.locator("input[value=classic]")).not_to_be_checked()
    page.locator("#join-queue").click()
    expect(page.locator(".messages")).to_contain_text("Choose a ladder first.")
