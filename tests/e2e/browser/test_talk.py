"""Talk between two browsers: phrases, text that stays text, mutes, blocks and reports."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import PHONE
from tests.e2e.browser.test_friends import open_private_table

SCRIPT = '<img src=x onerror="window.struck = true"><script>window.struck = true</script>'


@pytest.fixture
def friend(page: Page, browser: Browser, server: str) -> Iterator[Page]:
    """A French friend who has joined the table of `page`."""
    code = open_private_table(page)
    visit = browser.new_context(viewport=PHONE, base_url=server, locale="fr")
    friend = visit.new_page()
    friend.goto(f"/lobby/#code={code}")
    friend.get_by_role("button", name="Rejoindre", exact=True).click()
    friend.wait_for_url("**/tables/*/")
    yield friend
    visit.close()


def talk(page: Page) -> None:
    page.locator("#talk-button").click()
    expect(page.locator("#talk")).to_be_visible()


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_each_reads_a_phrase_in_their_own_language_and_hears_of_it_while_the_panel_is_closed(
    page: Page, friend: Page
) -> None:
    talk(page)
    page.get_by_role("button", name="Good luck!").click()
    expect(page.locator(".said__words")).to_have_text("Good luck!")
    expect(friend.locator("#heard")).to_contain_text("Bonne chance !")
    expect(friend.locator("#log")).to_contain_text("Bonne chance !")
    expect(friend.locator("#talk-button .tool__count")).to_contain_text("1")
    talk(friend)
    expect(friend.locator(".said__words")).to_have_text("Bonne chance !")
    expect(friend.locator("#talk-button .tool__count")).to_be_hidden()
    check(page)
    check(friend)


def test_what_is_typed_is_shown_as_text_by_keyboard_alone_and_again_after_a_reload(
    page: Page, friend: Page
) -> None:
    page.locator("#talk-button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#talk-text")).to_be_focused()
    page.keyboard.type(SCRIPT)
    page.keyboard.press("Enter")
    expect(page.locator("#talk-text")).to_have_value("")
    for each in (page, friend):
        expect(each.locator(".said__words")).to_have_text(SCRIPT)
        assert each.locator(".said img, .said script, #heard img").count() == 0
    friend.reload()
    talk(friend)
    expect(friend.locator(".said__words")).to_have_text(SCRIPT)
    for each in (page, friend):
        assert each.evaluate("window.struck") is None
    page.keyboard.press("Escape")
    expect(page.locator("#talk")).to_be_hidden()
    expect(page.locator("#talk-button")).to_be_focused()


def test_a_refusal_is_said_and_the_words_stay_in_the_field(page: Page, friend: Page) -> None:
    talk(page)
    page.locator("#talk-text").fill("zero\u200bwidth")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.locator("#toast")).to_have_text("Some characters cannot be shown.")
    expect(page.locator("#talk-text")).to_have_value("zero\u200bwidth")


def test_a_muted_player_is_read_no_more_and_read_again_when_taken_off_the_list(
    page: Page, friend: Page
) -> None:
    talk(friend)
    friend.locator("#talk-text").fill("bonjour")
    friend.keyboard.press("Enter")
    talk(page)
    expect(page.locator(".said__words")).to_have_text("bonjour")
    page.locator(".said__name").click()
    people = page.locator("#people")
    people.get_by_role("button", name="Mute").click()
    expect(people.get_by_role("button", name="Unmute")).to_be_focused()
    check(page)
    expect(page.locator(".said")).to_have_count(0)
    friend.locator("#talk-text").fill("encore")
    friend.keyboard.press("Enter")
    expect(friend.locator(".said")).to_have_count(2)
    people.get_by_role("button", name="Unmute").click()
    expect(page.locator(".said")).to_have_count(2)


def test_a_player_is_reported_with_the_hand_from_their_seat(page: Page, friend: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    page.locator("#clock").wait_for()
    page.locator(".seat--top .seat__plate").click()
    people = page.locator("#people")
    people.get_by_role("button", name="Report").click()
    expect(people).to_contain_text("The hand you are playing is sent along.")
    people.get_by_label("What is wrong?").select_option("stalling")
    check(page)
    people.get_by_role("button", name="Send the report").click()
    expect(people).to_contain_text("Thank you. Staff will look at it.")
    made = page.evaluate("async () => (await fetch('/api/v1/reports/')).json()")["results"]
    assert [(one["reason"], one["hand"] is not None) for one in made] == [("stalling", True)]
    page.goto("/reports/")
    expect(page.locator("main")).to_contain_text("not decided yet")
    check(page)


def test_the_account_page_lists_who_is_blocked_and_takes_them_off(page: Page, friend: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Mute, block or report").click()
    people = page.locator("#people")
    people.get_by_role("button", name="Block").click()
    name = people.locator(".people__name").inner_text()
    expect(people.get_by_role("button", name="Unblock")).to_be_visible()
    page.goto("/accounts/")
    page.get_by_role("link", name="Muted and blocked players").click()
    expect(page.locator("main")).to_contain_text(name)
    check(page)
    page.get_by_role("button", name="Take off the list").click()
    expect(page.locator("main")).not_to_contain_text(name)
