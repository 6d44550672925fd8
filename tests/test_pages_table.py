"""The operator's table: what is taken, refused, put right, taken back and read again there, and by whom."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from browsing import PLACES, TOKEN, WIDTH, House, Street, die, operate
from playwright.sync_api import Page, Route, expect
from rift_pages import column, faces_offered, roll, score, tap_in_picture

from croupier.vision.roll import Phase


def test_only_the_operator_may_touch_the_table(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operator.goto(f"{house.address}/table")
    expect(operator.get_by_role("heading", name="This page is for the operator")).to_be_visible()
    expect(operator.locator("#main")).to_be_hidden()
    operator.get_by_label("Operator’s link or token").fill(f"{house.address}/table?token={TOKEN}")
    operator.get_by_role("button", name="Open the table").click()
    expect(operator.locator("#turn")).to_contain_text("Ada")
    assert "token" not in operator.url


def test_a_stale_action_shows_the_table_as_it_is_and_says_so(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    operate(operator, house)

    def late(route: Route) -> None:
        house.play(score(0, "mage"))
        route.continue_()

    operator.route("**/api/act", late)
    operator.get_by_role("button", name="Rift 48").click()
    expect(operator.locator("#notice")).to_contain_text("Somebody was faster")
    expect(column(operator, 0, "Mage")).to_have_text("28")
    expect(column(operator, 0, "Rift")).to_be_empty()


def test_a_refusal_is_said_in_the_one_place_for_it(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    operator.route(
        "**/api/act", lambda route: route.continue_(post_data=json.dumps({"version": 1, "action": score(0, "rift")}))
    )
    expect(operator.locator("#entry .slot")).to_have_count(3)
    for face in "224":
        operator.keyboard.press(face)
    operator.keyboard.press("Enter")
    expect(operator.locator("#notice")).to_contain_text("Ada has not rolled yet")
    operator.get_by_role("button", name="Close").click()
    expect(operator.locator("#notice")).to_be_hidden()


def test_a_choice_is_a_button_with_its_points_and_undo_says_what_it_takes_back(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    operate(operator, house)
    operator.get_by_role("button", name="Mage 28").click()
    undo = operator.get_by_role("button", name="Undo: Ada scores 28 in Mage")
    undo.click()
    expect(operator.get_by_role("button", name="Undo: Ada rolls 2 2 4.")).to_be_visible()
    expect(operator.get_by_role("button", name="Mage 28")).to_be_visible()
    expect(operator.locator("#log .undone")).to_contain_text("Ada scores 28 in Mage")


def test_a_sleight_of_hand_is_a_small_form(house: House, operator: Page) -> None:
    house.start("Ada", "Bo", "Cleo")
    house.play(roll(0, 2, 2, 5))
    operate(operator, house)
    operator.get_by_role("button", name="Sleight of Hand…").click()
    form = operator.get_by_role("dialog")
    expect(form).to_contain_text("a tie fails")
    form.get_by_label("With disadvantage").click()
    form.get_by_role("radio", name="Die 3, which shows 5").check()
    form.get_by_role("group", name="Turn it to").get_by_role("radio", name="4").check()
    form.get_by_label("Your d20 (1 of 2)").fill("18")
    form.get_by_label("Your d20 (2 of 2)").fill("12")
    form.get_by_role("radio", name="Bo").check()
    form.get_by_label("Opponent’s d20").fill("7")
    form.get_by_role("button", name="Enter").click()
    expect(operator.locator("#log")).to_contain_text("12 against Bo's 7")


def test_a_die_tapped_in_the_picture_is_corrected_with_the_readers_likely_faces_first(
    house: House, operator: Page, board: Page
) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(2, 1), replace(die(5, 2), likely=(5, 3, 6, 2, 4, 1)))
    expect(operator.locator(".found")).to_have_count(3)
    tap_in_picture(operator, *PLACES[2])
    dialog = operator.get_by_role("dialog")
    expect(dialog).to_contain_text("Die 3")
    assert faces_offered(dialog) == [3, 6, 1, 2, 4, 5]
    expect(dialog.get_by_role("button", name="5, Ward, now")).to_be_visible()
    expect(dialog.get_by_role("button", name="likely")).to_have_count(2)
    expect(dialog.get_by_role("button", name="3, Mar, likely")).to_be_focused()
    dialog.get_by_role("button", name="4, Brev").click()
    expect(column(board, 0, "Rift")).to_have_text("would bring 48")
    expect(board.locator("#said")).to_contain_text("Corrected: Ada rolls 2 2 4.")


def test_a_drawn_die_of_a_reroll_is_corrected_in_the_roll_it_came_from(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(3, 1), die(5, 2))
    expect(operator.locator("#last")).to_contain_text("Ada rolls 2 3 5.")
    house.tray.roll(die(2, 0), die(3, 1), die(4, 3), thrown=(2,))
    expect(operator.locator("#last")).to_contain_text("now 2 3 4")
    operator.locator("[data-key=last-1]").click()
    operator.get_by_role("dialog").get_by_role("button", name="2, Voc").click()
    expect(column(operator, 0, "Rift")).to_have_text("would bring 48")


def test_an_older_roll_is_corrected_in_the_log_and_totals_follow(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 5), score(0, "rift"), roll(1, 6, 6, 6), score(1, "sixes"))
    operate(operator, house)
    expect(operator.locator("#sheet thead th").first).to_contain_text("0")
    operator.get_by_role("button", name="Correct: Ada rolls 2 2 5.").click()
    operator.get_by_role("dialog").get_by_role("button", name=re.compile("Die 3: 5")).click()
    expect(operator.get_by_role("dialog").get_by_text("likely")).to_have_count(0)  # no camera saw it
    operator.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
    expect(operator.locator("#sheet thead th").first).to_contain_text("48")
    expect(operator.locator("#log")).to_contain_text("corrected")


def test_the_evidence_of_a_roll_is_shown_beside_it(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    operator.get_by_role("button", name="Picture: Ada rolls 2 2 4.").click()
    image = operator.get_by_role("dialog").get_by_role("img")
    expect(image).to_be_visible()
    expect(image).to_have_js_property("naturalWidth", WIDTH)


def test_a_picture_that_made_room_says_so_where_it_was(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operator.route("**/api/pictures/*", lambda route: route.fulfill(status=404))
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), die(5, 2))
    expect(operator.locator("#log")).to_contain_text("Made room for newer pictures")
    operator.get_by_role("button", name="Correct: Ada rolls 2 2 5.").click()
    expect(operator.get_by_role("dialog")).to_contain_text("Made room for newer pictures")


def test_the_operator_has_the_table_read_again(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.show(Phase.SETTLED, die(2, 0), die(2, 1), die(4, 2))
    operator.get_by_role("button", name="Read again").click()
    expect(operator.locator("#question")).to_contain_text("The table was read again")
    expect(operator.locator("#notice")).to_contain_text("The table is read again.")


def test_without_a_camera_nothing_is_read_again_and_a_reroll_is_typed_in_for_the_dice_that_were_thrown(
    street: Street, operator: Page
) -> None:
    with street.house(with_camera=False) as house:
        house.start("Ada", "Bo")
        house.play(roll(0, 2, 2, 5))
        operate(operator, house)
        expect(operator.locator("#turn")).to_contain_text("Ada")
        expect(operator.get_by_role("button", name="Read again")).to_be_hidden()
        operator.keyboard.press("r")
        expect(operator.locator("#notice")).to_contain_text("There is no picture that could be read.")
        operator.locator("#entry summary").click()
        operator.locator("[data-key=slot-2]").click()
        operator.get_by_role("button", name="Enter 4, Brev").click()
        operator.get_by_role("button", name="Enter this reroll").click()
        expect(operator.locator("#last")).to_contain_text("Ada rerolls 4: now 2 2 4.")
