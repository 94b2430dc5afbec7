"""Two people at a private table: by invitation to a seat, a pause, a farewell."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import PHONE
from tests.e2e.browser.table import bid, sit_down_now


def open_private_table(page: Page) -> str:
    """Through the lobby's form; gives the code for friends."""
    page.goto("/lobby/")
    page.get_by_role("radio", name="Friends").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    return page.locator(".code-line__code").inner_text()


def test_a_friend_comes_by_invitation_and_both_agree_on_a_pause(
    page: Page, browser: Browser, server: str
) -> None:
    code = open_private_table(page)
    visit = browser.new_context(viewport=PHONE, base_url=server, locale="en-GB")
    friend = visit.new_page()
    friend.goto(f"/lobby/#code={code}")
    expect(friend.get_by_label("Code of a private table")).to_have_value(code)
    friend.get_by_role("button", name="Join", exact=True).click()
    friend.wait_for_url("**/tables/*/")
    expect(friend.locator("#lounge")).to_contain_text("Waiting for the host to start")

    name = friend.locator(".seat--bottom .seat__face").inner_text()
    expect(page.locator(".seat--top .seat__face")).to_have_text(name)  # the first friend: partner
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#clock")).to_be_visible()

    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Ask for a pause").click()
    expect(friend.locator("#banner")).to_contain_text("the others have not agreed yet")
    page.get_by_role("button", name="Agree").click()
    expect(friend.locator("#banner")).to_contain_text("The game is paused.")
    friend.get_by_role("button", name="Go on").click()
    expect(page.locator("#banner")).to_be_hidden()

    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Leave the table").click()
    friend.wait_for_url(re.compile(r"/$"))
    expect(page.locator(".seat--top .seat__name")).to_contain_text("Bot")
    bid(page)
    expect(friend.get_by_role("button", name="Return")).to_be_visible()
    visit.close()


def test_who_takes_a_seat_from_a_list_sees_the_table_below_what_is_said(
    page: Page, browser: Browser, server: str
) -> None:
    sit_down_now(page)
    visit = browser.new_context(viewport=PHONE, base_url=server, locale="en-GB")
    other = visit.new_page()
    other.goto("/lobby/")
    other.locator(f"#sit-{page.url.rstrip('/').rsplit('/', 1)[1]}").click()
    other.wait_for_url("**/tables/*/")
    expect(other.locator(".messages")).to_contain_text("when the next hand is dealt")
    other.get_by_role("button", name="Menu").click()
    expect(other.locator("#menu")).to_be_visible()
    assert other.locator("#table").evaluate("table => table.offsetHeight") > PHONE["height"] * 0.8
    visit.close()
