"""The operator's table by the keyboard alone, in whole games too: whatever has the focus is seen to have it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from browsing import House, die, operate
from playwright.sync_api import Page, expect
from rift_pages import CATEGORIES, column, roll, score

from croupier.vision.roll import Phase

RINGED = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return "";
  const ring = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const box = focused.getBoundingClientRect();
  const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const ringed = [focused, focused.closest("label")].some((one) => one && ring(one));
  return seen && ringed ? "" : focused.outerHTML.slice(0, 200);
}"""
"""What has the focus and shows none, or lies out of sight; else nothing."""
CALLED = """() => {
  const focused = document.activeElement;
  return focused.getAttribute("aria-label") ?? (focused.labels?.[0] ?? focused).textContent.trim();
}"""
MOST_TABS = 90


class Keys:
    """Somebody with nothing but a keyboard."""

    def __init__(self, page: Page, house: House) -> None:
        self.page, self.house = page, house

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, name: str) -> None:
        """By Tab, to what is called so; the focus is seen all the way."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            assert not (unseen := self.page.evaluate(RINGED)), unseen
            if re.search(name, self.page.evaluate(CALLED)):
                return
        raise AssertionError(f"Tab leads to no {name}")

    def type_roll(self, faces: str) -> None:
        expect(self.page.locator("#entry .slot.open").first).to_be_visible()
        self.press(*faces, "Enter")

    def expect_turn(self, words: str) -> None:
        expect(self.page.locator("#turn")).to_contain_text(words)


@pytest.fixture
def keys(house: House, operator: Page) -> Keys:
    return Keys(operate(operator, house), house)


def test_a_whole_game_of_rift_is_begun_put_right_finished_and_begun_again(keys: Keys) -> None:
    page, tray = keys.page, keys.house.tray
    keys.go_to("^Start a game$")
    keys.press("Enter")
    expect(page.get_by_role("textbox", name="Player 1")).to_be_visible()
    keys.go_to("Player 1$")
    page.keyboard.type("Ada")
    keys.go_to("Player 2$")
    page.keyboard.type("Bo")
    keys.go_to("^Start Rift$")
    keys.press("Enter")
    page.wait_for_url("**/table")
    keys.expect_turn("Ada")

    tray.roll(die(2, 0), die(2, 1))
    expect(page.locator("#question")).to_contain_text("2 were thrown")
    keys.press("a")
    assert not page.evaluate(RINGED)
    keys.press("5")
    keys.press("a", "6")
    expect(page.locator("#question [data-die]")).to_have_count(4)
    keys.press("d", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Delete")
    expect(page.locator("#question [data-die]")).to_have_count(3)
    assert not page.evaluate(RINGED)
    keys.press("d")
    keys.go_to("^Confirm$")
    keys.press("Enter")
    expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 5.")
    keys.press("d", "Tab", "Tab", "Enter", "4")
    expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
    keys.press("e", "Space", "6", "Enter")
    expect(page.locator("#last")).to_contain_text("now 6 2 4")
    keys.press("u")
    expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
    keys.press("s", "Enter")
    keys.expect_turn("Bo")
    tray.show(Phase.EMPTY)

    for his, hers in pairwise(CATEGORIES[:12]):
        keys.house.play(roll(1, 6, 6, 5), score(1, his), roll(0, 6, 5, 1), score(0, hers))
    expect(page.locator("#facts")).to_contain_text("12 of 13")
    for faces, then in (("665", "Ada"), ("651", "Bo"), ("511", "win")):
        keys.type_roll(faces)
        expect(page.locator("[data-choice]").first).to_be_visible()
        keys.press("s", "Enter")
        keys.expect_turn(then)
    total = page.locator("#sheet .total").first
    before = total.text_content() or ""
    keys.press("u")
    keys.expect_turn("Bo")
    keys.press("s", "Enter")
    keys.expect_turn("win")

    keys.press("l")
    keys.go_to("^Correct: Ada rolls 2 2 [45].")
    keys.press("Enter", "Tab", "Tab", "Enter", "2")
    expect(total).not_to_have_text(before)
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    keys.go_to("^Once more$")
    keys.press("Enter")
    expect(page.locator("#facts")).to_contain_text("1 of 13")
    keys.expect_turn("Ada")


def test_a_whole_game_of_liars_dice_is_played(keys: Keys) -> None:
    page = keys.page
    keys.house.start("Ada", "Bo", "Cy", game="liars-dice")
    for _ in range(3):
        keys.type_roll("22345")
    keys.expect_turn("Ada")
    keys.press("s")
    expect(page.get_by_label("How many", exact=True)).to_be_focused()
    keys.press("ArrowUp", "ArrowUp")
    keys.go_to("^1$")
    keys.press("ArrowRight")
    assert not page.evaluate(RINGED)
    keys.press("Enter")
    keys.expect_turn("Bo")
    expect(page.locator("#log")).to_contain_text("3 twos")
    keys.press("u")
    keys.expect_turn("Ada")
    keys.press("s", "ArrowUp", "ArrowUp")
    keys.go_to("^1$")
    keys.press("ArrowRight", "Enter")
    keys.expect_turn("Bo")
    keys.press("s")
    keys.go_to("^Doubt")
    keys.press("Enter")
    expect(page.locator("#log")).to_contain_text("Bo is out")

    for _ in range(2):
        keys.type_roll("12345")
    keys.expect_turn("Ada")
    keys.press("l")
    keys.go_to("^Correct: Ada rolls 5 dice under the cup")
    keys.press("Enter")
    keys.press(*"66666", "Enter")
    expect(page.locator("#log")).to_contain_text("Corrected: Ada")
    keys.press("s")
    for _ in range(5):
        keys.press("ArrowUp")
    keys.go_to("^1$")
    for _ in range(5):
        keys.press("ArrowRight")
    keys.press("Enter")
    keys.expect_turn("Cy")
    keys.press("s")
    keys.go_to("^Doubt")
    keys.press("Enter")
    keys.expect_turn("Cy wins")


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
