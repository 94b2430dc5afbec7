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


def test_the_bank_of_who_lost_the_connection_counts_down_at_the_seat(
    page: Page, show: Show
) -> None:
    show("bank drawn")
    bank = page.locator('[data-seat="E"] .bank')
    expect(bank).to_contain_text(re.compile(r"2:(41|40|39)"))
    first = bank.text_content()
    expect(bank).not_to_have_text(first or "")
    expect(page.locator("#clock")).to_contain_text("Bank 2:")
    expect(page.locator(".bank")).to_have_count(1)


def test_everybody_sees_that_a_bot_plays_for_a_quitter(page: Page, show: Show) -> None:
    show("a bot for a quitter")
    expect(page.locator('[data-seat="E"]')).to_contain_text("quit, a bot plays")
    expect(page.locator('[data-seat="S"]')).not_to_contain_text("quit")


def test_a_quitter_reads_what_it_costs_and_may_take_the_seat_back(page: Page, show: Show) -> None:
    show("I have quit")
    expect(page.locator("#banner")).to_contain_text("this game is lost for you")
    with page.expect_request("**/api/v1/tables/*/seats/") as asked:
        page.get_by_role("button", name="Take the seat back").click()
    assert asked.value.method == "POST"


def test_after_a_rated_game_one_queues_again_and_there_is_no_rematch(
    page: Page, show: Show
) -> None:
    show("rated game over")
    expect(page.get_by_role("link", name="Queue again")).to_be_visible()
    for name in ("Play again", "Change partners"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def test_leaving_a_rated_game_asks_first_and_says_what_it_costs(page: Page, show: Show) -> None:
    show("bank drawn")
    deleted: list[str] = []
    page.on("request", lambda asked: deleted.append(asked.method))
    page.locator('[data-opens="menu"]').click()
    expect(page.get_by_role("button", name="Ask for a pause")).to_be_hidden()
    page.get_by_role("button", name="Leave the table").click()
    dialog = page.get_by_role("dialog", name="Leave the rated game?")
    expect(dialog).to_contain_text("it is lost for you, whatever the result")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_be_hidden()
    assert "DELETE" not in deleted
    page.locator('[data-opens="menu"]').click()
    page.get_by_role("button", name="Leave the table").click()
    with page.expect_request("**/api/v1/tables/*/seats/") as asked:
        dialog.get_by_role("button", name="Leave all the same").click()
    assert asked.value.method == "DELETE"


def test_who_was_matched_with_a_leaver_learns_that_nothing_counts(page: Page, show: Show) -> None:
    show("annulled before the deal")
    expect(page.locator("#banner")).to_contain_text("annulled and counts for nobody")
    expect(page.get_by_role("button", name="Queue again")).to_be_visible()
