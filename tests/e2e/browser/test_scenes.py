"""What the table page does in moments that a game with bots brings too seldom to wait for."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.browser.scenes import Show
from tests.e2e.browser.table import CORNER


def test_cards_stay_face_down_until_one_looks_or_bids_blind(page: Page, show: Show) -> None:
    sent = show("face down")
    expect(page.locator("#hand .card--back")).to_have_count(13)
    expect(page.locator("#bidding")).to_contain_text("200 points")
    page.get_by_role("button", name="Blind nil").click()
    assert sent[-1] == {"type": "action", "hand": 7, "seq": 3, "action": "bB"}


def test_two_cards_are_chosen_and_passed(page: Page, show: Show) -> None:
    sent = show("exchange")
    button = page.get_by_role("button", name="Pass 0 of 2")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.locator('[data-card="C2"]').click(position=CORNER)
    page.locator('[data-card="SA"]').click(position=CORNER)
    expect(page.locator('[data-card="SA"]')).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Pass 2 of 2").click()
    assert sent[-1]["action"] == "x:SA,C2"


def test_a_card_is_sent_once_however_often_it_is_tapped(page: Page, show: Show) -> None:
    sent = show("playing")
    page.locator('[data-card="HT"]').dblclick(position=CORNER)
    actions = [frame for frame in sent if frame["type"] == "action"]
    assert actions == [{"type": "action", "hand": 7, "seq": 3, "action": "pHT"}]


def test_the_next_player_clockwise_sits_on_the_left(page: Page, show: Show) -> None:
    show("playing")
    for letter, place in {"N": "bottom", "E": "left", "S": "top", "W": "right"}.items():
        expect(page.locator(f'[data-seat="{letter}"].seat--{place}')).to_have_count(1)


def test_the_end_of_a_game_offers_another(page: Page, show: Show) -> None:
    show("game over")
    expect(page.locator("#result")).to_contain_text("You and Bot Theodore won the game.")
    for name in ("Play again", "Change partners", "Leave"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_who_was_away_takes_the_cards_back(page: Page, show: Show) -> None:
    sent = show("away")
    expect(page.locator("#banner")).to_contain_text("a bot plays your cards")
    page.get_by_role("button", name="I'm back").click()
    assert sent[-1] == {"type": "back"}


def test_a_pause_can_be_ended(page: Page, show: Show) -> None:
    sent = show("paused")
    page.get_by_role("button", name="Go on").click()
    assert sent[-1] == {"type": "resume"}


def test_the_title_says_when_it_is_ones_turn(page: Page, show: Show) -> None:
    show("playing")
    expect(page).to_have_title(re.compile("^● Your turn · "))


def test_the_own_clock_warns_in_words(page: Page, show: Show) -> None:
    show("bidding")
    expect(page.locator("#clock")).to_be_visible()
    expect(page.locator("#alarm")).to_have_text("10 seconds left.")


def test_who_was_asked_to_leave_is_told_so_and_shown_out(page: Page, show: Show) -> None:
    show("asked to leave")
    expect(page.locator("#banner")).to_contain_text("You no longer have a seat at this table.")
    expect(page.locator("#lounge")).to_be_hidden()
    expect(page.locator("#connection-text")).to_be_empty()
    page.get_by_role("button", name="Home").click()
    expect(page).to_have_url(re.compile(r"/$"))
