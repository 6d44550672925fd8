"""The operator's page when things cross: a click too many, a key held down, a question about dice that are gone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browsing import House, die, operate
from playwright.sync_api import Page, Route, expect


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


@pytest.mark.parametrize("opened_by", ["Change it", "Add a die"])
def test_a_dialog_about_dice_that_were_thrown_again_closes_and_changes_nothing(
    house: House, operator: Page, opened_by: str
) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(4, 1, sure=False), die(5, 2), ask=("two dice touch",))
    operator.locator("#question").get_by_role("button", name=opened_by).first.click()
    dialog = operator.locator("#face-dialog")
    expect(dialog).to_be_visible()
    house.tray.roll(die(6, 0), die(6, 1, sure=False), die(1, 2), ask=("two dice touch",))
    expect(dialog).to_be_hidden()
    operator.get_by_role("button", name="Confirm").click()
    expect(operator.locator("#question")).to_be_hidden()
    assert sorted(house.table.course.state.dice) == [1, 6, 6]


@pytest.mark.parametrize("key", ["u", "Enter"])
def test_a_key_that_is_held_does_its_work_once(house: House, operator: Page, key: str) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4), {"kind": "score", "seat": 0, "category": "rift"}, roll(1, 1, 2, 3))
    operate(operator, house)
    operator.get_by_role("button", name="Undo").focus()
    steps = len(house.table.course.steps)
    asked: list[str] = []
    operator.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/undo") else None)
    operator.keyboard.down(key)
    expect(operator.locator("#log .undone")).to_have_count(1)
    for _ in range(3):
        operator.keyboard.down(key)
    operator.keyboard.up(key)
    expect(operator.locator("#log .undone")).to_have_count(1)
    assert len(asked) == 1
    assert len(house.table.course.steps) == steps - 1


def test_a_double_click_takes_a_choice_once_and_blames_nobody(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    operate(operator, house)
    held: list[Route] = []
    operator.route("**/api/act", lambda route: held.append(route))
    choice = operator.get_by_role("button", name="Mage 28")
    with operator.expect_request("**/api/act"):
        choice.dblclick()
    operator.keyboard.press("x")  # by now the second click has been heard
    assert len(held) == 1
    held[0].continue_()
    expect(operator.locator("#turn")).to_contain_text("Bo")
    expect(operator.locator("#notice")).not_to_contain_text("Somebody was faster")


def test_nothing_on_the_page_gives_away_how_a_count_will_end(house: House, operator: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    house.play(roll(0, 6, 6, 6, 1, 5), roll(1, 4, 4, 4, 4, 4))
    operate(operator, house)
    expect(operator.locator("#choices")).to_be_visible()
    operator.evaluate("document.documentElement.classList.add('counting')")
    for place in ("#entry", "#choices", "#status > *", "#undo-place"):
        for part in operator.locator(place).all():
            assert part.evaluate("part => getComputedStyle(part).visibility") == "hidden"


def test_a_seats_link_is_gone_with_its_dialog(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    operator.locator("#seats summary").click()
    operator.get_by_role("button", name="New link for Bo").click()
    dialog = operator.locator("#form-dialog")
    expect(dialog.get_by_label("Link")).to_have_value(re.compile("token="))
    operator.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(dialog).to_be_empty()
