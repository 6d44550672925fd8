"""A roll in doubt at the operator's table: its dice are put right, added, removed, confirmed, or it is dropped."""

from __future__ import annotations

from dataclasses import replace

from browsing import PLACES, House, die, operate
from playwright.sync_api import Page, expect
from rift_pages import faces_offered, roll, tap_in_picture
from windows import LAPTOP, PHONE


def test_a_doubtful_roll_says_what_to_do_and_is_settled_by_taps(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(5, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
    question = operator.locator("#question")
    expect(question).to_contain_text("Two dice touch")
    expect(question.get_by_role("button", name="Confirm")).to_be_disabled()
    question.locator("[data-die='2']").click()
    operator.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
    expect(question.locator("h2")).to_contain_text("Tap a die to set its face, then confirm.")
    expect(operator.get_by_text("Please check", exact=True)).to_have_count(1)
    expect(operator.get_by_text("Roll three dice")).to_be_hidden()
    question.locator("[data-die='1']").click()
    operator.get_by_role("dialog").get_by_role("button", name="2, Voc").click()
    question.get_by_role("button", name="Confirm").click()
    expect(question).to_be_hidden()
    expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
    expect(operator.locator("#last svg.unsure")).to_have_count(0)


def test_a_die_that_was_not_seen_is_added_and_one_too_many_removed(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1))
    question = operator.locator("#question")
    expect(question).to_contain_text("2 were thrown")
    for face in "4, Brev", "1, Kher":
        question.get_by_role("button", name="Add a die").click()
        operator.get_by_role("dialog").get_by_role("button", name=face).click()
    expect(question).to_contain_text("3 dice are awaited, and there are 4: remove one.")
    question.get_by_role("button", name="Remove die 4").click()
    question.get_by_role("button", name="Confirm").click()
    expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")


def test_a_die_that_was_missed_is_added_by_a_tap_on_its_place_and_can_be_tapped_from_then_on(
    house: House, operator: Page
) -> None:
    operate(operator, house)
    dialog = operator.get_by_role("dialog")
    for size in (PHONE, LAPTOP):
        operator.set_viewport_size({"width": size[0], "height": size[1]})
        house.start("Ada", "Bo")
        house.tray.roll(die(2, 0), die(2, 1))
        expect(operator.locator("#question")).to_contain_text("2 were thrown")
        tap_in_picture(operator, *PLACES[3])
        expect(dialog).to_contain_text("A die that was missed")
        dialog.get_by_role("button", name="Cancel").click()
        expect(operator.locator("#question [data-die]")).to_have_count(2)
        tap_in_picture(operator, *PLACES[3])
        dialog.get_by_role("button", name="4, Brev").click()
        expect(operator.locator("#tray .found")).to_have_count(3)
        operator.get_by_role("button", name="Confirm").click()
        expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
        tap_in_picture(operator, *PLACES[3])
        expect(dialog).to_contain_text("Die 3")
        dialog.get_by_role("button", name="6, Nox").click()
        expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 6.")


def test_a_question_is_settled_in_its_picture_when_the_camera_is_lost(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1))
    expect(operator.locator("#question")).to_contain_text("2 were thrown")
    house.lose_camera("The camera is unplugged.")
    expect(operator.locator("#tray")).to_contain_text("The camera is unplugged.")
    expect(operator.locator("#tray .found")).to_have_count(2)
    expect(operator.get_by_alt_text("The dice tray, live")).to_be_hidden()
    tap_in_picture(operator, *PLACES[2])
    operator.keyboard.press("4")
    operator.get_by_role("button", name="Confirm").click()
    expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")


def test_a_doubtful_die_is_asked_about_with_its_reading_first_and_the_next_after_it(
    house: House, operator: Page
) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), replace(die(6, 2, sure=False), likely=(6, 2, 4, 5, 3, 1)))
    operator.locator("#question [data-die='2']").click()
    assert faces_offered(operator.get_by_role("dialog")) == [6, 2, 4, 1, 3, 5]


def test_a_doubtful_roll_is_dropped(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1))
    operator.get_by_role("button", name="Drop this roll").click()
    expect(operator.locator("#question")).to_be_hidden()
    expect(operator.locator("#notice")).to_contain_text("The roll is dropped: it does not count.")
    expect(operator.locator("#turn")).to_contain_text("Roll three dice")


def test_a_roll_that_lacks_something_says_so_on_enter(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 5))
    operate(operator, house)
    expect(operator.get_by_role("button", name="Rift")).to_be_visible()
    operator.keyboard.press("Enter")
    expect(operator.locator("#notice")).to_contain_text("Choose the dice that were thrown again.")
    house.tray.roll(die(2, 0), die(4, 1, sure=False), die(None, 2, sure=False))
    expect(operator.locator("#question")).to_be_visible()
    operator.keyboard.press("Enter")
    expect(operator.locator("#notice")).to_contain_text("1 face is still to be entered.")
