"""The overlay over somebody's video: see-through, in three layouts, and right by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from browsing import House, a_house, die
from playwright.sync_api import Browser, Page, expect
from rift_pages import roll, score
from windows import SCREEN, a_window

LAYOUTS = ("bar", "corner", "dice")
CANVAS = (1280, 720)
FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]"
ADDRESSES = (
    ("", "bar", ""),
    ("?layout=corner&scale=2", "corner", ""),
    ("?layout=Dice", "dice", ""),
    ("?layout=ring", "bar", "layout is bar, corner or dice, not “ring”: this is bar."),
    ("?layout=dice&scale=9", "dice", "scale is from 0.5 to 4, not “9”: this is 1."),
    ("?scale=1e9", "bar", "scale is from 0.5 to 4, not “1e9”: this is 1."),
    ("?scale=<b>big</b>", "bar", "scale is from 0.5 to 4, not “<b>big</b>”: this is 1."),
)
"""What is asked for, the layout that comes of it, and the complaint."""
GAMES: tuple[tuple[str, dict[str, str], dict[str, Any], str, str], ...] = (
    ("fate", {"theme": "rps"}, {"kind": "cast", "seat": 0, "faces": [1, 0, -1, 1]}, "worth 2", "0"),
    ("4df", {}, roll(0, 1, 0, -1, 1), "+1, Average", "+1"),
    ("attributes", {}, roll(0, 6, 6, 5), "17, which is exceptional", "17"),
    ("crag", {}, roll(0, 6, 6, 1), "Ada rolls 6 6 1.", "0"),
)
"""A game and its options, what is done there first, and the words and the score that this brings."""
CROWD = ("Dimitri, a Very Long-Winded Hierophant!!", "Bo", "Cy", "Guðrún-Magnolia", "Eve", "Finn", "عمر", "Hal")
WITHIN = """() => [...document.querySelectorAll("#scores li")].every((one) => {
    const all = [one, ...one.querySelectorAll(".who, .total")];
    const [whole, ...parts] = all.map((part) => part.getBoundingClientRect());
    return parts.every((part) => whole.left <= part.left && part.right <= whole.right);
})"""
"""Whether nothing of a score sticks out of its place."""


@pytest.fixture
def video(browser: Browser) -> Iterator[Page]:
    with a_window(browser, CANVAS) as page:
        yield page


def show(page: Page, house: House, query: str = "") -> None:
    page.goto(f"{house.address}/overlay{query}")
    expect(page.locator("main.away")).to_have_count(0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_shows_the_turn_the_dice_and_what_came_of_them(house: House, video: Page, layout: str) -> None:
    house.start("Ada", "Bo")
    show(video, house, f"?layout={layout}")
    house.play(roll(0, 2, 2, 4))
    expect(video.locator("#words")).to_have_text("Ada rolls 2 2 4.")
    expect(video.locator("#turn")).to_contain_text("Ada")
    expect(video.get_by_role("img", name="2, Voc")).to_have_count(2)
    expect_plates_on_transparent_ground(video)
    house.play(score(0, "rift"))
    expect(video.locator("#scores li").first).to_contain_text("Ada48")
    expect(video.locator("#turn")).to_contain_text("Bo")
    house.table.undo("operator")
    expect(video.locator("#words")).to_have_text("Undone: Ada scores 48 in Rift: 48 in all.")


def expect_plates_on_transparent_ground(video: Page) -> None:
    plate = video.locator(".plate").first.bounding_box()
    assert plate is not None
    raw = np.frombuffer(video.screenshot(omit_background=True), np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED)
    assert picture is not None
    alpha = picture[:, :, 3]
    inside = np.zeros_like(alpha, bool)
    left, top = int(plate["x"]), int(plate["y"])
    inside[top : top + int(plate["height"]) + 1, left : left + int(plate["width"]) + 1] = True
    assert inside.mean() < 0.5
    assert not alpha[~inside].any()
    assert np.median(alpha[inside]) > 225


def test_nothing_on_it_scrolls_or_takes_the_focus(house: House, video: Page) -> None:
    house.start("Ada", "Bo", "Cy", "Dee", "Eve", "Finn", "Guðrún-Magnolia", "Hal")
    house.play(roll(0, 2, 2, 4))
    for layout in LAYOUTS:
        show(video, house, f"?layout={layout}&scale=4")
        expect(video.locator("#lying .die")).to_have_count(3)
        size = video.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [*CANVAS], layout
        assert video.locator(FOCUSABLE).count() == 0, layout


def test_dice_land_when_they_were_thrown_and_for_no_other_reason(house: House, video: Page) -> None:
    house.start("Ada", "Bo")
    show(video, house)
    landing, lying = video.locator("#lying .landing"), video.locator("#lying .die")
    expect(lying).to_have_count(0)
    house.play(roll(0, 2, 2, 4))
    expect(landing).to_have_count(1)
    house.play({"kind": "reroll", "seat": 0, "dice": [2], "faces": [5]})
    expect(video.locator("#words")).to_contain_text("Ada rerolls")
    expect(landing).to_have_count(1)
    house.play(score(0, "twos"))
    expect(video.locator("#lying .whose")).to_have_text("AAda")
    expect(lying).to_have_count(3)
    expect(landing).to_have_count(0)
    house.table.undo("operator")
    house.table.undo("operator")
    expect(video.locator("#words")).to_contain_text("Undone: Ada rerolls")
    expect(lying).to_have_count(3)
    expect(landing).to_have_count(0)


def test_a_name_stands_once_and_its_score_is_nearest_to_it(house: House, video: Page) -> None:
    house.start("Ada", "Bo", "Cy")
    house.play(roll(0, 2, 2, 4))
    for layout in ("corner", "bar"):
        show(video, house, f"?layout={layout}")
        expect(video.locator("#lying .die")).to_have_count(3)
        expect(video.locator("#lying .whose")).to_have_count(0)
    boxes = [one.bounding_box() for one in video.locator("#scores :is(.who, .total)").all()]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box is not None]
    gaps = [right[0] - left[1] for left, right in pairwise(edges)]
    assert max(gaps[0::2]) < min(gaps[1::2])


def test_the_scale_is_that_of_all_its_sizes(house: House, video: Page) -> None:
    house.start("Ada", "Bo")
    sizes = []
    for scale in ("0.5", "1", "2.5"):
        show(video, house, f"?scale={scale}")
        expect(video.locator(".turn-name")).to_be_visible()
        sizes.append(video.evaluate("parseFloat(getComputedStyle(document.querySelector('.turn-name')).fontSize)"))
    assert [size / sizes[1] for size in sizes] == [0.5, 1, 2.5]


def test_what_the_address_gets_wrong_is_said_once_and_not_for_ever(house: House, video: Page) -> None:
    house.start("Ada", "Bo")
    video.clock.install()
    line = video.locator("#complaint")
    for query, layout, complaint in ADDRESSES:
        show(video, house, query)
        expect(line).to_have_text(complaint)
        expect(line).to_be_visible(visible=bool(complaint))
        assert video.locator(f"main.over-{layout}").count() == 1, query
        video.clock.fast_forward(12_000)
        expect(line).to_be_hidden()
        expect(video.locator("#turn")).to_be_visible()


def test_of_dice_under_cups_it_shows_the_cups_and_of_a_reveal_the_verdict(house: House, video: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice", wild="yes")
    show(video, house)
    house.play(roll(0, 6, 6, 6, 1, 5))
    expect(video.get_by_role("img", name="Ada: dice under the cup")).to_be_visible()
    house.play(roll(1, 4, 4, 4, 4, 4))
    expect(video.get_by_role("img", name="Ada, Bo: dice under cups")).to_be_visible()
    expect(video.locator("#lying .die:not(.cup-drawn)")).to_have_count(0)
    house.play({"kind": "bid", "seat": 0, "quantity": 5, "face": 6})
    expect(video.locator(".claim")).to_have_text("5×5 sixes")
    expect(video.locator("#lying")).to_contain_text("Ada bids")
    expect(video.locator("#lying .die")).to_have_count(1)
    house.play({"kind": "reveal", "seat": 1})
    expect(video.locator(".tally")).to_have_text("4 sixes there, wild ones counted")
    expect(video.locator("#words")).to_have_text("Ada lied. Ada is out.")
    expect(video.locator("#turn")).to_have_text("Bo wins")


def test_it_follows_every_game(house: House, video: Page) -> None:
    for game, options, action, words, total in GAMES:
        house.start("Ada", "Bo", game=game, **options)
        show(video, house)
        house.play(action)
        expect(video.locator("#words")).to_contain_text(words)
        expect(video.locator("#lying .die")).to_have_count(len(action["faces"]))
        expect(video.locator("#scores .total").first).to_have_text(total)


def test_a_question_is_on_it_with_the_dice_that_are_asked_about(house: House, video: Page) -> None:
    house.start("Ada", "Bo")
    show(video, house)
    house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(5, 2), ask=("two dice touch",))
    expect(video.locator("#turn")).to_contain_text("Please check")
    expect(video.locator("#words")).to_contain_text("Two dice touch")
    expect(video.get_by_role("img", name="4, Brev, not sure")).to_be_visible()


def test_without_a_table_it_is_not_there_and_comes_back_right_by_itself(tmp_path: Path, video: Page) -> None:
    with a_house(tmp_path) as house:
        house.start("Ada", "Bo")
        show(video, house)
        expect(video.locator("#turn")).to_be_visible()
        port = house.port
    expect(video.locator("#turn")).to_be_hidden()
    assert video.get_by_role("alert").count() == 0
    with a_house(tmp_path, port) as house:
        house.play(roll(0, 2, 2, 4), score(0, "rift"))
        expect(video.locator("#scores li").first).to_contain_text("Ada48")
        expect(video.locator("#turn")).to_contain_text("Bo")
        expect(video.locator("#turn")).to_be_visible()


def test_before_a_game_there_is_nothing_over_the_video(house: House, video: Page) -> None:
    video.goto(f"{house.address}/overlay")
    expect(video.locator(".plate").first).to_be_hidden()
    house.start("Ada", "Bo")
    expect(video.locator("#turn")).to_contain_text("Ada")
    expect(video.locator("#turn")).to_be_visible()


def test_the_bar_uses_all_of_its_row_however_many_play_and_long_they_are_called(house: House, video: Page) -> None:
    for count in (2, 4, 8):
        house.start(*CROWD[:count])
        house.play(roll(0, 2, 2, 4))
        show(video, house)
        expect(video.locator("#scores li")).to_have_count(count)
        for width, height in (CANVAS, SCREEN):
            video.set_viewport_size({"width": width, "height": height})
            boxes = [video.locator(place).bounding_box() for place in ("#turn", "#lying", "#words")]
            edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
            assert len(edges) == 6, (count, width)
            assert edges == sorted(edges), (count, width)
            last = video.locator("#scores li").last.bounding_box()
            assert last is not None
            assert width - 60 < last["x"] + last["width"] < width - 30, (count, width)
            assert video.evaluate(WITHIN), (count, width)
        assert video.locator("#scores .in-turn bdi").evaluate("name => getComputedStyle(name).clipPath") != "none"
        assert (
            video.locator("#scores li").nth(1).locator("bdi").evaluate("name => getComputedStyle(name).clipPath")
            == "none"
        )
