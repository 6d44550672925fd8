"""The operator's page when things cross: a click too many, a key held down, an answer late, dice that are gone."""

from __future__ import annotations

import re

from browsing import House, die, operate
from playwright.sync_api import APIResponse, Page, Route, expect
from rift_pages import roll, score

AT_ONCE = """(keys) => {
  for (const key of keys) {
    const { activeElement } = document;
    activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}"""
"""Types faster than the page is drawn."""


def asked(page: Page, path: str) -> list[str]:
    """What the page asks at this path from now on."""
    heard: list[str] = []
    page.on("request", lambda request: heard.append(request.url) if request.url.endswith(path) else None)
    return heard


def test_a_dialog_about_dice_that_were_thrown_again_closes_and_changes_nothing(house: House, operator: Page) -> None:
    operate(operator, house)
    dialog = operator.locator("#face-dialog")
    for opened_by in ("Change it", "Add a die"):
        house.start("Ada", "Bo")
        house.tray.roll(die(2, 0), die(4, 1, sure=False), die(5, 2), ask=("two dice touch",))
        operator.locator("#question").get_by_role("button", name=opened_by).first.click()
        expect(dialog).to_be_visible()
        house.tray.roll(die(6, 0), die(6, 1, sure=False), die(1, 2), ask=("two dice touch",))
        expect(dialog).to_be_hidden()
        operator.get_by_role("button", name="Confirm").click()
        expect(operator.locator("#question")).to_be_hidden()
        assert sorted(house.table.course.state.dice) == [1, 6, 6], opened_by


def test_a_key_that_is_held_does_its_work_once(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4), score(0, "rift"), roll(1, 1, 2, 3))
    operate(operator, house)
    undo = operator.get_by_role("button", name="Undo")
    undone = operator.locator("#log .undone")
    for times, key in enumerate(("u", "Enter"), 1):
        undo.focus()
        steps = len(house.table.course.steps)
        undos = asked(operator, "/api/undo")
        operator.keyboard.down(key)
        expect(undone).to_have_count(times)
        for _ in range(3):
            operator.keyboard.down(key)
        operator.keyboard.up(key)
        expect(undone).to_have_count(times)
        assert len(undos) == 1, key
        assert len(house.table.course.steps) == steps - 1, key


def test_a_key_typed_right_after_a_face_dialog_has_closed_is_not_lost(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), ask=("two dice touch",))
    expect(operator.locator("#question [data-die]")).to_have_count(1)
    operator.evaluate(AT_ONCE, ["a", "5", "a", "6"])
    expect(operator.locator("#question [data-die]")).to_have_count(3)


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


def test_what_is_typed_while_the_answer_to_the_action_before_is_under_way_is_sent_for_the_new_board(
    house: House, operator: Page
) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    expect(operator.locator("#entry .slot")).to_have_count(3)
    held: list[tuple[Route, APIResponse]] = []
    operator.route("**/api/act", lambda route: held.append((route, route.fetch())), times=1)
    for key in ("2", "2", "4", "Enter"):
        operator.keyboard.press(key)
    expect(operator.get_by_role("button", name="Rift 48")).to_be_visible()  # by the stream: no answer has come
    operator.keyboard.press("s")
    operator.keyboard.press("Enter")
    expect(operator.locator("#turn")).to_contain_text("Bo")
    ((route, answer),) = held
    with operator.expect_response("**/api/act"):
        route.fulfill(response=answer)
    expect(operator.locator("#notice")).to_be_hidden()
    expect(operator.locator("#turn")).to_contain_text("Bo")
    assert [step.action.kind for step in house.table.course.steps] == ["roll", "score"]


def test_a_correction_of_a_roll_that_somebody_put_right_meanwhile_is_not_sent(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 5), score(0, "rift"), roll(1, 1, 2, 3))
    operate(operator, house)
    operator.get_by_role("button", name="Correct: Ada rolls 2 2 5.").click()
    operator.get_by_role("dialog").get_by_role("button", name=re.compile("Die 3: 5")).click()
    house.table.mend(house.table.course.steps[0].entry.id, [2, 2, 6], "operator")
    expect(operator.locator("#log")).to_contain_text("corrected")
    corrections = asked(operator, "/api/correct")
    operator.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
    expect(operator.locator("#notice")).to_contain_text(
        "That roll was put right meanwhile. Look at it again, then correct what is still wrong."
    )
    assert corrections == []
    assert house.table.course.steps[0].action.faces == (2, 2, 6)


def test_a_table_that_does_not_answer_an_action_is_said_to_be_looked_at(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    operate(operator, house)
    operator.route("**/api/act", lambda route: route.abort())
    operator.get_by_role("button", name="Mage 28").click()
    expect(operator.locator("#notice")).to_contain_text(
        "The table does not answer. It may have been done all the same: look, and try again only if not."
    )
    assert len(house.table.course.steps) == 1


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
