"""Rolls at the operator's table by the keyboard: typed in, scored and taken back, and single keys that can be off."""

from __future__ import annotations

from browsing import House, operate
from playwright.sync_api import Page, expect
from rift_pages import column, roll


def test_the_keyboard_alone_enters_a_roll_scores_it_and_undoes_it(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    expect(operator.locator("#entry .slot")).to_have_count(3)
    for key in ("2", "2", "5", "Backspace", "4"):
        operator.keyboard.press(key)
    operator.keyboard.press("Enter")
    expect(operator.get_by_role("button", name="Rift 48")).to_be_visible()
    operator.keyboard.press("s")
    expect(operator.get_by_role("button", name="Rift 48")).to_be_focused()
    operator.keyboard.press("ArrowRight")
    expect(operator.get_by_role("button", name="Mage 28")).to_be_focused()
    operator.keyboard.press("Enter")
    expect(column(operator, 0, "Mage")).to_have_text("28")
    operator.keyboard.press("u")
    expect(operator.get_by_role("button", name="Mage 28")).to_be_visible()
    operator.keyboard.press("?")
    expect(operator.get_by_role("dialog")).to_contain_text("Undo")


def test_the_keyboard_alone_enters_a_reroll(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 5, 2, 2))
    operate(operator, house)
    expect(operator.get_by_role("button", name="Rift")).to_be_visible()
    operator.keyboard.press("4")
    expect(operator.locator("#notice")).to_contain_text("Choose the dice that were thrown again.")
    for key in ("e", "Space", "4", "Enter"):
        operator.keyboard.press(key)
    expect(operator.locator("#last")).to_contain_text("Ada rerolls 4: now 4 2 2.")
    operator.keyboard.press("d")
    expect(operator.locator("#last [data-die='0']")).to_be_focused()


def test_single_keys_can_be_switched_off(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    operate(operator, house)
    operator.get_by_role("button", name="Keys").click()
    operator.get_by_label("Single keys work").uncheck()
    operator.get_by_role("dialog").get_by_role("button", name="Close").click()
    operator.keyboard.press("u")
    operator.keyboard.press("s")
    expect(operator.get_by_role("button", name="Undo: Ada rolls 2 2 4.")).to_be_visible()
    assert operator.evaluate("document.activeElement.dataset.choice === undefined")
