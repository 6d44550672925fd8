"""The pages in a real browser, on the real server, with a camera and a watcher that say what a test tells them to."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import HEIGHT, LAPTOP, PHONE, PLACES, SCREEN, TOKEN, WIDTH, House, a_house, a_window, die, operate
from playwright.sync_api import Browser, Locator, Page, Route, expect

from croupier.vision.roll import Phase

NAMED = ("rift", "mage", "tower", "north", "south", "nobles", "knaves")
CATEGORIES = (*NAMED, "sixes", "fives", "fours", "threes", "twos", "ones")
STYLES = Path(__file__).parent.parent / "server" / "static" / "croupier.css"


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


def score(seat: int, category: str) -> dict[str, Any]:
    return {"kind": "score", "seat": seat, "category": category}


def play_out(house: House) -> None:
    """A whole game; Ada wins."""
    for category in CATEGORIES:
        house.play(roll(0, 2, 2, 4), score(0, category), roll(1, 6, 6, 6), score(1, category))


def column(page: Page, seat: int, category: str) -> Any:
    """The cell of a player in a category's row of the score sheet."""
    return (
        page.locator("#sheet tr", has=page.locator(".category", has_text=re.compile(f"^{category}$")))
        .locator("td")
        .nth(seat)
    )


# ---- The board ----


def test_the_board_says_whose_turn_it_is_and_what_is_awaited(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    expect(board.locator("#turn")).to_contain_text("Roll three dice")
    expect(board.locator("#status")).to_have_text("Throw the dice")


@pytest.mark.parametrize(
    ("awaits", "camera", "phase", "words"),
    [
        ("roll", "ok", "empty", "Throw the dice"),
        ("roll", "ok", "taken", "Throw the dice"),
        ("roll", "none", "empty", "Throw the dice"),
        ("roll", "ok", "rolling", "Rolling…"),
        ("roll", "ok", "settling", "Reading…"),
        ("roll", "ok", "hand", "Hand in view"),
        ("reroll", "ok", "rolling", "Rolling…"),
        ("reroll", "ok", "settled", "Dice read"),
        ("reroll", "ok", "taken", "Waiting"),
        ("choice", "ok", "settled", "Dice read"),
        ("choice", "ok", "rolling", "Waiting"),
        ("choice", "ok", "empty", "Waiting"),
        ("roll", "lost", "empty", "Picture lost"),
        ("roll", "ended", "empty", "Recording over"),
        ("nothing", "ended", "empty", "Game over"),
    ],
)
def test_the_status_says_what_is_awaited_or_going_on(
    house: House, board: Page, awaits: str, camera: str, phase: str, words: str
) -> None:
    throw = {"text": "Roll three dice", "throw": {"lying": []}}
    again = {"text": "Reroll any of the dice", "throw": {"lying": [2, 2, 5]}}
    choose = {"text": "Choose a category", "throw": None}
    prompts = {"roll": [throw], "reroll": [choose, again], "choice": [choose], "nothing": []}[awaits]
    state = {"over": not prompts, "question": None, "camera": {"state": camera}, "prompts": prompts}
    board.goto(f"{house.address}/static/icon.svg")
    said = board.evaluate("async (given) => (await import('/static/words.js')).status(...given).word", [state, phase])
    assert said == words


def test_the_stylesheet_begins_with_its_sections_in_order() -> None:
    contents, styles = STYLES.read_text().split("*/", 1)
    named = [" ".join(part.split()) for part in contents.split("Then:")[1].split("·")]
    assert named == re.findall(r"/\* ---- (.*?) ---- \*/", styles)


def test_a_new_score_is_readable_while_it_is_shown_as_new() -> None:
    moves = re.search(r"@keyframes arrive \{(.*?)\n\}", STYLES.read_text(), re.DOTALL)
    assert moves
    assert re.findall(r"([a-z-]+):", moves[1]) == ["box-shadow"]


def test_a_roll_appears_on_the_board_by_itself_with_what_each_category_would_bring(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    with board.expect_response("**/api/events"):
        board.goto(f"{house.address}/board")
    expect(board.locator("#status")).to_have_text("Throw the dice")
    house.tray.show(Phase.ROLLING)
    expect(board.locator("#status")).to_have_text("Rolling…")
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    expect(board.locator("#status")).to_have_text("Dice read")
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    expect(board.get_by_role("img", name="4, Brev")).to_have_count(1)
    expect(column(board, 0, "Rift")).to_have_text("would bring 48")
    expect(column(board, 1, "Rift")).to_be_empty()


def test_the_dice_stay_on_the_board_when_they_are_scored_until_the_next_roll(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    expect(board.locator("#dice .die")).to_have_count(3)
    house.play(score(0, "rift"))
    expect(column(board, 0, "Rift")).to_have_text("48")
    expect(board.locator("#turn")).to_contain_text("Bo")
    expect(board.locator("#dice .die")).to_have_count(3)
    expect(board.locator("#dice")).to_contain_text("Ada’s dice")


def test_an_undone_roll_leaves_the_dice_of_the_one_before_on_the_board(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    house.play(score(0, "rift"))
    house.tray.roll(die(6, 0), die(6, 1), die(5, 2))
    expect(board.get_by_role("img", name="6, Nox")).to_have_count(2)
    house.table.undo("operator")
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    expect(board.get_by_role("img", name="6, Nox")).to_have_count(0)


def test_the_board_shows_the_live_picture_with_outlines_and_faces(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    house.tray.show(Phase.UNSURE, die(3, 0), die(5, 1, sure=False))
    board.goto(f"{house.address}/board")
    expect(board.locator(".found")).to_have_count(2)
    expect(board.locator(".found.unsure text")).to_have_text("5?")
    expect(board.get_by_alt_text("The dice tray, live")).to_have_js_property("naturalWidth", WIDTH)


def test_a_doubtful_roll_is_shown_as_a_question(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
    expect(board.locator("#status")).to_have_text("Please check")
    expect(board.locator("#last")).to_contain_text("Two dice touch")
    expect(board.get_by_role("img", name="4, Brev, not sure")).to_be_visible()
    expect(board.get_by_role("img", name="not read")).to_be_visible()


def test_the_board_says_who_won(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    play_out(house)
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada wins")
    expect(board.locator("#status")).to_have_text("Game over")
    expect(board.locator("#sheet th.won")).to_contain_text("Ada")


def test_the_pot_is_shown_when_there_is_betting(house: House, board: Page) -> None:
    house.start("Ada", "Bo", betting="tavern")
    board.goto(f"{house.address}/board")
    expect(board.locator("#facts")).to_contain_text("486 copper")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    expect(board.locator("#facts")).to_contain_text("438 copper")


def test_the_camera_is_said_in_words_when_there_is_none(tmp_path: Path, board: Page) -> None:
    with a_house(tmp_path, with_camera=False) as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#tray figcaption")).to_contain_text("rolls are entered by hand")
        expect(board.get_by_alt_text("The dice tray, live")).to_be_hidden()


def test_a_label_in_the_picture_covers_no_die(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    house.tray.show(Phase.SETTLED, *(die(3, place, sure=False) for place in range(4)))
    board.goto(f"{house.address}/board")
    expect(board.locator(".found")).to_have_count(4)
    covered = """() => {
        const boxes = (of) => [...document.querySelectorAll(of)].map((one) => one.getBBox());
        const within = (a, b, at, long) => a[at] < b[at] + b[long] && b[at] < a[at] + a[long];
        const meet = (a, b) => within(a, b, 'x', 'width') && within(a, b, 'y', 'height');
        return boxes(".found rect").some((label) => boxes(".found polygon").some((die) => meet(label, die)));
    }"""
    assert not board.evaluate(covered)


def test_the_rules_of_the_categories_are_readable_from_afar(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    expect(board.locator("#sheet .needs")).to_have_count(13)
    assert board.locator("#sheet .needs").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 24


def test_the_picture_keeps_its_size_while_a_question_is_open(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    expect(board.get_by_alt_text("The dice tray, live")).to_have_js_property("naturalWidth", WIDTH)
    before = board.locator("#tray .frame").bounding_box()
    house.tray.roll(*(die(4, place, sure=False, why="two dice touch, or one lies on the edge") for place in range(4)))
    expect(board.locator("#status")).to_have_text("Please check")
    assert board.locator("#tray .frame").bounding_box() == before


def test_the_end_of_a_recording_is_no_advice_when_the_game_is_over(tmp_path: Path, board: Page) -> None:
    with a_house(tmp_path, with_camera=False) as house:
        house.live.camera = {"url": "demo:", "state": "ended", "text": "It is over. Rolls can be entered by hand."}
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#tray figcaption")).to_have_text("It is over. Rolls can be entered by hand.")
        play_out(house)
        expect(board.locator("#tray figcaption")).to_have_text("It is over.")


@pytest.mark.parametrize(
    "players", [("Ada",), ("Ada", "Bo"), ("Bartholomew-Maximilian", "ליאור", "🐉", "D", "E", "F", "G")]
)
@pytest.mark.parametrize("size", [LAPTOP, SCREEN])
def test_the_board_fits_the_screen(
    house: House, browser: Browser, size: tuple[int, int], players: tuple[str, ...]
) -> None:
    house.start(*players, betting="tavern")
    house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
    with a_window(browser, size) as page:
        page.goto(f"{house.address}/board")
        expect(page.locator("#status")).to_have_text("Please check")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("[sheet.scrollHeight - sheet.clientHeight, sheet.scrollWidth - sheet.clientWidth]") == [
            0,
            0,
        ]


@pytest.mark.parametrize("path", ["/", "/board", "/table"])
def test_a_phone_scrolls_one_way_only(house: House, browser: Browser, path: str) -> None:
    house.start("Bartholomew-Maximilian", "ליאור", "🐉", "D", "E", "F", "G", betting="tavern")
    house.play(roll(0, 2, 4, 3), score(0, "twos"))
    with a_window(browser, PHONE) as page:
        operate(page, house, path)
        expect(page.locator("#sheet table")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=["wide", "narrow"])
@pytest.mark.parametrize("game", ["rift", "liars-dice", "fate", "4df", "attributes"])
def test_on_a_phone_on_its_side_the_board_shows_the_scores(
    house: House, board: Page, game: str, size: tuple[int, int]
) -> None:
    house.start("Ada", "Bo", game=game)
    board.set_viewport_size({"width": size[0], "height": size[1]})
    board.goto(f"{house.address}/board")
    for name in ("Ada", "Bo"):
        expect(board.locator("#sheet bdi", has_text=name).first).to_be_in_viewport(ratio=1)
    expect(board.locator("#turn .token").first).to_be_in_viewport(ratio=1)
    assert board.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_names_are_shown_as_they_are_written(house: House, board: Page) -> None:
    house.start("<img src=x onerror=alert(1)>", "Bo & <b>Co</b>")
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(board.locator("#sheet")).to_contain_text("Bo & <b>Co</b>")


# ---- When things go ----


def test_the_page_says_that_the_server_is_gone_and_is_right_again_when_it_is_back(tmp_path: Path, board: Page) -> None:
    with a_house(tmp_path) as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#turn")).to_contain_text("Ada")
    expect(board.get_by_role("alert").filter(has_text="The table does not answer")).to_be_visible()
    with a_house(tmp_path, house.port) as again:
        again.play(roll(0, 2, 2, 4), score(0, "rift"))
        expect(board.locator("#gone")).to_be_hidden()
        expect(column(board, 0, "Rift")).to_have_text("48")
        expect(board.locator("#turn")).to_contain_text("Bo")


def test_a_page_that_slept_is_right_when_it_wakes(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.route("**/api/events", lambda route: route.abort())
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    board.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(board.locator("#turn")).to_contain_text("Bo", timeout=1000)


def test_a_page_whose_connection_is_dead_without_a_word_finds_out_by_itself(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.clock.install()
    board.route("**/api/events", lambda route: None)  # neither answered nor refused
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    board.clock.fast_forward(10_000)
    expect(board.locator("#turn")).to_contain_text("Bo")


def test_a_server_that_comes_back_without_a_game_leaves_none_on_the_board(tmp_path: Path, board: Page) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    with a_house(tmp_path / "before") as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#turn")).to_contain_text("Ada")
    with a_house(tmp_path / "after", house.port):
        expect(board.locator("#turn")).to_have_text("No game is being played yet")
        expect(board.locator("#sheet")).to_be_empty()


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


# ---- The operator's table ----


def test_only_the_operator_may_touch_the_table(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operator.goto(f"{house.address}/table")
    expect(operator.get_by_role("heading", name="This page is for the operator")).to_be_visible()
    expect(operator.locator("#main")).to_be_hidden()
    operator.get_by_label("Operator’s token").fill(TOKEN)
    operator.get_by_role("button", name="Open the table").click()
    expect(operator.locator("#turn")).to_contain_text("Ada")
    assert "token" not in operator.url


def tap_in_picture(page: Page, x: float, y: float) -> None:
    """Where the picture's pixel is on the page."""
    frame = page.locator("#tray .frame").bounding_box()
    assert frame is not None
    page.mouse.click(frame["x"] + x / WIDTH * frame["width"], frame["y"] + y / HEIGHT * frame["height"])


def faces_offered(dialog: Locator) -> list[int]:
    return [int(button.get_attribute("data-face") or "") for button in dialog.locator("[data-face]").all()]


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


@pytest.mark.parametrize("size", [PHONE, LAPTOP, SCREEN])
def test_a_die_is_corrected_by_a_tap_and_that_is_undone_at_every_size(
    house: House, browser: Browser, size: tuple[int, int]
) -> None:
    house.start("Ada", "Bo")
    with a_window(browser, size) as page:
        operate(page, house)
        house.tray.roll(die(2, 0), die(2, 1), die(5, 2))
        page.locator("#last [data-die='2']").click()
        page.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
        expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
        page.get_by_role("button", name="Undo: the correction").click()
        expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 5.")
        expect(page.get_by_role("button", name="Undo: Ada rolls 2 2 5.")).to_be_visible()


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


def test_a_doubtful_roll_is_settled_by_taps(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(5, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
    question = operator.locator("#question")
    expect(question).to_contain_text("Two dice touch")
    expect(question.get_by_role("button", name="Confirm")).to_be_disabled()
    question.locator("[data-die='2']").click()
    operator.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
    question.locator("[data-die='1']").click()
    operator.get_by_role("dialog").get_by_role("button", name="2, Voc").click()
    question.get_by_role("button", name="Confirm").click()
    expect(question).to_be_hidden()
    expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
    expect(operator.locator("#last svg.unsure")).to_have_count(0)


def test_on_a_phone_the_picture_stays_in_sight_above_the_dice_to_tap(house: House, browser: Browser) -> None:
    house.start("Ada", "Bo")
    with a_window(browser, PHONE) as page:
        operate(page, house)
        house.tray.roll(die(2, 0), die(2, 1), die(5, 2), die(None, 3, sure=False))
        page.locator("#question [data-die='3']").scroll_into_view_if_needed()
        expect(page.locator("#tray .frame")).to_be_in_viewport(ratio=1)


def test_the_score_and_the_choices_are_seen_without_scrolling(house: House, operator: Page) -> None:
    house.start("Ada", "Bo", betting="tavern")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), die(5, 2))
    expect(operator.locator("[data-choice]")).to_have_count(13)
    for last in ("#sheet tr >> nth=-1", "[data-choice] >> nth=-1"):
        expect(operator.locator(last)).to_be_in_viewport(ratio=1)


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


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_die_that_was_missed_is_added_by_a_tap_on_its_place_and_can_be_tapped_from_then_on(
    house: House, browser: Browser, size: tuple[int, int]
) -> None:
    house.start("Ada", "Bo")
    with a_window(browser, size) as page:
        operate(page, house)
        house.tray.roll(die(2, 0), die(2, 1))
        expect(page.locator("#question")).to_contain_text("2 were thrown")
        dialog = page.get_by_role("dialog")
        tap_in_picture(page, *PLACES[3])
        expect(dialog).to_contain_text("A die that was missed")
        dialog.get_by_role("button", name="Cancel").click()
        expect(page.locator("#question [data-die]")).to_have_count(2)
        tap_in_picture(page, *PLACES[3])
        dialog.get_by_role("button", name="4, Brev").click()
        expect(page.locator("#tray .found")).to_have_count(3)
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
        tap_in_picture(page, *PLACES[3])
        expect(dialog).to_contain_text("Die 3")
        dialog.get_by_role("button", name="6, Nox").click()
        expect(page.locator("#last")).to_contain_text("Ada rolls 2 2 6.")


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


def test_the_operator_has_the_table_read_again(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.show(Phase.SETTLED, die(2, 0), die(2, 1), die(4, 2))
    operator.get_by_role("button", name="Read again").click()
    expect(operator.locator("#question")).to_contain_text("The table was read again")
    expect(operator.locator("#notice")).to_contain_text("The table is read again.")


def test_without_a_camera_nothing_is_read_again(tmp_path: Path, operator: Page) -> None:
    with a_house(tmp_path, with_camera=False) as house:
        house.start("Ada", "Bo")
        operate(operator, house)
        expect(operator.locator("#turn")).to_contain_text("Ada")
        expect(operator.get_by_role("button", name="Read again")).to_be_hidden()
        operator.keyboard.press("r")
        expect(operator.locator("#notice")).to_contain_text("There is no picture that could be read.")


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


def test_a_question_says_what_to_do_and_nothing_else_does(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(4, 1, sure=False), die(3, 2))
    expect(operator.locator("#question h2")).to_contain_text("Tap a die to set its face, then confirm.")
    expect(operator.get_by_text("Please check", exact=True)).to_have_count(1)
    expect(operator.get_by_text("Roll three dice")).to_be_hidden()


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


def test_a_reroll_is_typed_in_for_the_dice_that_were_thrown(tmp_path: Path, operator: Page) -> None:
    with a_house(tmp_path, with_camera=False) as house:
        house.start("Ada", "Bo")
        house.play(roll(0, 2, 2, 5))
        operate(operator, house)
        operator.locator("#entry summary").click()
        operator.locator("[data-key=slot-2]").click()
        operator.get_by_role("button", name="Enter 4, Brev").click()
        operator.get_by_role("button", name="Enter this reroll").click()
        expect(operator.locator("#last")).to_contain_text("Ada rerolls 4: now 2 2 4.")


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


# ---- The demo, from end to end ----


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def the_demo(*options: str) -> Iterator[str]:
    """`croupier demo` as a person starts it; gives its address once it prints it."""
    port = free_port()
    command = [sys.executable, "-c", "from croupier.server.cli.app import main; main()", "demo", "--port", str(port)]
    environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *options], env=environment, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            assert any("Ctrl-C" in line for line in demo.stdout), "the demo did not start"
            yield f"http://127.0.0.1:{port}"
        finally:
            demo.terminate()


def again_until(page: Page, press: Callable[[], None], done: Locator) -> None:
    """Press until it is done: in a game that goes on by itself, somebody may be faster."""
    for _ in range(20):
        press()
        try:
            expect(done).to_be_visible(timeout=1500)
            return
        except AssertionError:
            continue
    expect(done).to_be_visible()


def test_the_demo_scores_by_itself_and_lets_a_person_correct_and_undo(browser: Browser) -> None:
    with (
        the_demo("--speed", "6", "--no-loop") as address,
        a_window(browser, LAPTOP) as operator,
        a_window(browser, SCREEN) as screen,
        a_window(browser, PHONE) as phone,
    ):
        operator.goto(f"{address}/table?token={TOKEN}")
        for page in (screen, phone):
            page.goto(f"{address}/board")

        for page in (screen, phone):
            expect(page.locator("#dice svg").first).to_be_visible(timeout=30_000)
            expect(page.locator("#sheet .used").first).to_be_visible(timeout=30_000)

        first = operator.locator("#log li", has=operator.get_by_role("button", name="Correct:")).last
        before = first.locator("p").first.inner_text()

        def correct() -> None:
            first.get_by_role("button", name="Correct:").click()
            operator.get_by_role("dialog").locator("[data-die='0']").click()
            operator.get_by_role("dialog").locator("[data-face]:not(.now)").first.click()

        again_until(operator, correct, first.get_by_text("corrected"))
        assert before not in first.locator("p").first.inner_text()

        undo = operator.get_by_role("button", name="Undo:")
        again_until(operator, undo.click, operator.locator("#log .undone").first)


# ---- The start ----


def test_the_operator_starts_a_game_and_the_page_becomes_the_board(house: House, operator: Page, board: Page) -> None:
    board.goto(house.address)
    expect(board.locator("#start")).to_contain_text("The operator starts the game")
    expect(board.locator("#start")).to_contain_text("croupier serve --lan")
    operate(operator, house, "/")
    operator.get_by_role("radio", name="Rift").check()
    operator.get_by_role("textbox", name="Player 1").fill("Ada")
    operator.get_by_role("textbox", name="Player 2").fill("Bo")
    operator.get_by_role("button", name="Add a player").click()
    operator.get_by_role("textbox", name="Player 3").fill("Cleo")
    operator.get_by_text("Options").click()
    operator.get_by_label("Betting").select_option("tavern")
    operator.get_by_role("button", name="Start Rift").click()
    for page in (operator, board):
        expect(page.locator("#turn")).to_contain_text("Ada")
        expect(page.locator("#sheet thead")).to_contain_text("Cleo")
        expect(page.locator("#facts")).to_contain_text("729 copper")
    expect(board.get_by_role("button", name="New game")).to_be_hidden()
    expect(operator.get_by_role("button", name="New game")).to_be_visible()


def test_the_operator_begins_another_game_and_comes_back_to_the_table(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    operator.get_by_role("link", name="New game").click()
    expect(operator.get_by_role("textbox", name="Player 1")).to_have_value("Ada")
    operator.get_by_role("radio", name="Crag").check()
    operator.get_by_role("button", name="Start Crag").click()
    asked = operator.get_by_role("dialog")
    expect(asked).to_contain_text("Ada and Bo are in round 1 of Rift. Start anew?")
    asked.get_by_role("button", name="Keep playing").click()
    expect(asked).to_be_hidden()
    assert house.table.course.started.name == "rift"
    operator.get_by_role("button", name="Start Crag").click()
    asked.get_by_role("button", name="Start anew").click()
    expect(operator.get_by_role("heading", name="Crag")).to_be_visible()
    expect(operator.locator("#turn")).to_contain_text("Ada")
    assert operator.url == f"{house.address}/table"


def test_from_the_new_game_page_a_button_leads_back_to_where_one_was(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    operator.get_by_role("link", name="New game").click()
    operator.get_by_role("button", name="Back to the table").click()
    operator.wait_for_url(f"{house.address}/table")
    operator.goto(house.address)
    operator.get_by_role("button", name="New game").click()
    operator.get_by_role("button", name="Back to the board").click()
    expect(operator.locator("#start")).to_be_hidden()
    expect(operator.locator("#turn")).to_contain_text("Ada")


# ---- For everybody ----


# ---- From page to page ----


def pages_named(page: Page) -> list[str]:
    return page.get_by_role("navigation", name="Pages").get_by_role("link").all_inner_texts()


@pytest.mark.parametrize("path", ["/history", "/status", "/setup", "/camera", "/table"])
def test_what_only_the_operator_may_open_is_offered_to_the_operator_alone(
    house: House, operator: Page, board: Page, path: str
) -> None:
    house.start("Ada", "Bo")
    board.goto(house.address + path)
    assert pages_named(board) == ["Board", "Play", "History", "Status"]
    operate(operator, house, path)
    assert pages_named(operator) == ["Table", "Board", "Players", "New game", "History", "Setup", "Camera", "Status"]
    assert operator.locator("[aria-current=page]").get_attribute("href") == path
    expect(operator).to_have_title(re.compile("^(History|Status|Setup|Camera|Operator) · (Rift · )?Croupier$"))


def test_on_a_phone_the_pages_are_behind_a_button_and_the_players_phones_among_them(
    house: House, browser: Browser
) -> None:
    house.start("Ada", "Bo")
    with a_window(browser, PHONE) as page:
        operate(page, house)
        expect(page.get_by_role("link", name="Players")).to_be_hidden()
        page.get_by_role("button", name="Pages").click()
        page.get_by_role("link", name="Players").click()
        expect(page.locator("#seats-body")).to_be_in_viewport()
        expect(page.locator("#seats-body")).to_contain_text("Bo")


def test_a_table_without_a_game_says_what_comes_first(house: House, operator: Page) -> None:
    operate(operator, house)
    steps = operator.locator("#no-game a")
    expect(steps).to_have_text(["Set up the camera", "the board", "Start a game"])


@pytest.mark.parametrize(
    ("path", "says"), [("/table?token=old", "an earlier start of the table"), ("/nowhere", "no such page")]
)
def test_a_wrong_address_is_answered_by_a_page_in_words(house: House, board: Page, path: str, says: str) -> None:
    board.goto(house.address + path)
    expect(board.get_by_role("main")).to_contain_text(says)
    board.get_by_role("link", name="To the board").click()
    board.wait_for_url(f"{house.address}/board")


def test_a_game_the_pages_do_not_know_is_shown_by_its_standings(house: House, browser: Browser) -> None:
    take = {"kind": "take", "seat": 1, "heap": 2}
    prompt = {"seat": 1, "kind": "take", "text": "Take some pebbles", "choices": [take], "throw": None, "fields": []}
    standings = [("Ada", 12, {"pebbles": 3}), ("Bo", 9, {})]
    strange = {
        "version": 7,
        "game": {"name": "pebbles", "title": "Pebbles", "options": {}},
        "players": ["Ada", "Bo"],
        "prompts": [prompt],
        "view": {"heaps": [1, 2]},
        "standings": [
            {"seat": seat, "player": player, "score": points, "extra": extra}
            for seat, (player, points, extra) in enumerate(standings)
        ],
        "winners": [],
        "over": False,
        "question": None,
        "last": None,
        "camera": {"url": "", "state": "none", "text": "There is no camera."},
        "phase": "empty",
        "you": {"role": "operator", "seat": None},
    }
    with a_window(browser) as page:
        page.route("**/api/board", lambda route: route.fulfill(json=strange))
        page.route("**/api/events", lambda route: route.fulfill(status=204))
        page.goto(f"{house.address}/board")
        expect(page.locator("#sheet")).to_contain_text("12")
        expect(page.locator("#sheet")).to_contain_text("Pebbles 3")
        expect(page.locator("#turn")).to_contain_text("Take some pebbles")
        page.goto(f"{house.address}/table")
        expect(page.get_by_role("button", name="Take 2")).to_be_visible()


def test_no_request_leaves_the_table(house: House, browser: Browser) -> None:
    house.start("Ada", "Bo")
    with a_window(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for path in ("/", "/board", "/table"):
            operate(page, house, path)
            expect(page.locator("#turn")).to_contain_text("Ada")
        assert [url for url in asked if not url.startswith(house.address)] == []
        assert [url for url in asked if url.endswith(".css")]


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_on_the_felt_have_a_contrast_of_seven_to_one(scheme: str) -> None:
    dark, light = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root[^{]*\{(.*?)\}", STYLES.read_text(), re.DOTALL)[:2]
    )
    tokens = dark if scheme == "dark" else {**dark, **light}
    for ground in ("felt-deep", "felt", "felt-lit", "panel", "turn"):
        for ink in ("ink", "ink-soft", "brass", "ask", "good"):
            lighter, darker = sorted((luminance(tokens[ink]), luminance(tokens[ground])), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 7, f"{ink} on {ground}"
