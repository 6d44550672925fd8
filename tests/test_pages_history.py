"""The page /history in a browser: every game step by step, by hand, by key and by itself; and the dice's charts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from browsing import House, Street, die, operate, picture
from playwright.sync_api import Browser, Page, expect
from windows import PHONE, SCREEN, a_window

from croupier.vision.frame import Frame
from croupier.vision.roll import Roll


@pytest.fixture
def house(street: Street) -> Iterator[House]:
    """Without a camera: rolls are put on the table."""
    with street.house(with_camera=False) as house:
        yield house


@pytest.fixture(scope="module")
def night(street: Street) -> Iterator[House]:
    """Where a night was played that no test adds anything to."""
    with street.house(with_camera=False) as house:
        a_night(house)
        yield house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with a_window(browser) as page:
        yield page


def roll(house: House, *faces: int) -> None:
    """Dice that the camera sees thrown, with their picture."""
    dice = tuple(die(face, place) for place, face in enumerate(faces))
    evidence = Frame(picture(dice), 0.0, 0)
    house.table.settle(Roll(dice, tuple(range(len(dice))), (), 0.0, (), evidence=evidence))


def a_night(house: House) -> None:
    """Ada rolls and is corrected, rerolls, takes that back, and scores: six steps."""
    house.start("Ada", "Bo")
    roll(house, 5, 2, 3)
    house.table.mend(house.table.course.version, [5, 2, 4], "operator")
    house.play({"kind": "reroll", "seat": 0, "dice": [0], "faces": [4]})
    house.table.undo("operator")
    house.play({"kind": "score", "seat": 0, "category": "fours"})
    house.play({"kind": "roll", "seat": 1, "faces": [1, 2, 6]})


def at(page: Page, house: House, step: int, count: int = 6) -> None:
    """The page is at this step, and its address says so."""
    expect(page.locator(".place")).to_have_text(f"{step} of {count}")
    page.wait_for_url(f"{house.address}/history?game=1&step={step}")


def go(page: Page, house: House, step: int, game: int = 1) -> Page:
    page.goto(f"{house.address}/history?game={game}&step={step}")
    return page


# ---- All games ----


def test_where_nothing_was_played_the_page_says_how_to_begin(house: House, page: Page) -> None:
    page.goto(f"{house.address}/history")
    expect(page.get_by_text("No game has been played yet")).to_be_visible()
    expect(page.get_by_text("No dice have been thrown yet")).to_be_visible()


def test_games_are_listed_newest_first_and_lead_to_their_replay(house: House, page: Page) -> None:
    a_night(house)
    house.start("Cy", game="attributes")
    page.goto(f"{house.address}/history")
    titles = page.locator(".played h3")
    expect(titles).to_have_text(["Exceptional attributes", "Rift"])
    card = page.locator(".played", has_text="Rift")
    for words in ("Left unfinished", "2 rolls, 6 steps", "Ada4"):
        expect(card).to_contain_text(words)
    titles.nth(1).click()
    at(page, house, 6)  # what is over opens at its end


def test_older_games_come_when_asked_for(house: House, page: Page) -> None:
    for _ in range(23):
        house.start("Ada", "Bo")
    page.goto(f"{house.address}/history")
    expect(page.locator(".played")).to_have_count(20)
    page.get_by_role("button", name="Older games").click()
    expect(page.locator(".played")).to_have_count(23)
    expect(page.get_by_role("button", name="Older games")).to_be_hidden()
    expect(page.locator(".played a").nth(20)).to_be_focused()


def test_a_game_that_makes_no_sense_is_listed_and_leads_nowhere(house: House, page: Page) -> None:
    with sa.create_engine(f"sqlite:///{house.log.database}").begin() as other:
        other.exec_driver_sql(
            "INSERT INTO games (name, players, options, started) VALUES ('whist', '[\"Ada\", \"Bo\"]', '{}', 1.0)"
        )
    a_night(house)
    page.goto(f"{house.address}/history")
    card = page.locator(".played", has_text="whist")
    expect(card).to_contain_text("cannot be shown")
    expect(card.locator("a")).to_have_count(0)
    expect(page.locator(".played", has_text="Rift").locator("a")).to_have_count(1)


def test_a_game_that_is_not_there_is_a_sentence(house: House, page: Page) -> None:
    go(page, house, 0, game=7)
    expect(page.get_by_text("There is no game 7 in the history.")).to_be_visible()
    for game in ("abc", "-1", "1.5", ""):
        page.goto(f"{house.address}/history?game={game}")
        expect(page.get_by_text("There is no such game.")).to_be_visible()
        expect(page.get_by_role("link", name="All games")).to_be_visible()


# ---- Step by step ----


def test_every_step_shows_what_was_told_what_counts_now_and_the_score_sheet_of_then(night: House, page: Page) -> None:
    go(page, night, 1)
    moment, now = page.locator("#moment"), page.locator("#moment .now")
    expect(page.locator("#moment .told")).to_have_text("AAda rolls 5 2 3.")
    labels = page.locator("#moment > .dice svg.die").evaluate_all("dice => dice.map(die => die.ariaLabel)")
    assert labels == ["5, Ward", "2, Voc", "3, Mar"]
    expect(page.get_by_alt_text("The dice as they were seen")).to_be_visible()
    expect(moment).to_contain_text("seen by the camera")
    expect(moment).to_contain_text("Next, Ada: choose a category")
    expect(now).to_contain_text("Counts now: Ada rolls 5 2 4.")
    assert now.locator("svg.die").last.get_attribute("aria-label") == "4, Brev"
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(moment).to_contain_text("undone later")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="See step 3").click()
    at(page, night, 3)
    page.keyboard.press("ArrowRight")
    at(page, night, 4)
    expect(page.locator("#sheet .used")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet .used")).to_have_text(["4"])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#evidence")).to_have_text("No picture: this was typed in.")


def test_a_picture_that_is_gone_is_told_of(night: House, page: Page) -> None:
    page.route("**/api/pictures/*", lambda route: route.fulfill(status=404))
    go(page, night, 1)
    expect(page.locator("#evidence")).to_have_text("The picture is gone: the oldest go first when there are too many.")


def test_buttons_the_slider_and_keys_go_through_the_game_and_it_is_said_where_one_is(night: House, page: Page) -> None:
    go(page, night, 0)
    for button, step in (("Next step", 1), ("Last step", 6), ("Previous step", 5), ("First step", 0)):
        page.get_by_role("button", name=button).click()
        at(page, night, step)
    page.get_by_role("slider").fill("4")
    at(page, night, 4)
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", "Step 4 of 6. Undone: Ada rerolls 4: now 4 2 4."
    )
    page.evaluate("document.activeElement.blur()")
    for key, step in (("ArrowLeft", 3), ("ArrowRight", 4), ("End", 6), ("ArrowLeft", 5), ("Home", 0)):
        page.keyboard.press(key)
        at(page, night, step)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_contain_text("Ada rolls 5 2 3. Corrected later; counts now: Ada rolls 5 2 4.")


def test_it_plays_by_itself_up_to_the_end_and_stops_when_told(night: House, page: Page) -> None:
    page.clock.install()
    go(page, night, 4)
    page.get_by_role("button", name="Play").click()
    at(page, night, 5)
    page.clock.run_for(2000)
    at(page, night, 6)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    at(page, night, 0)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    at(page, night, 0)


def test_a_game_that_goes_on_is_followed_at_its_end(house: House, page: Page) -> None:
    a_night(house)
    page.clock.install()
    go(page, house, 6)
    at(page, house, 6)
    house.play({"kind": "score", "seat": 1, "category": "ones"})
    page.clock.run_for(6000)
    at(page, house, 6, count=7)
    page.get_by_role("button", name="Next step").click()
    at(page, house, 7, count=7)
    house.table.undo("operator")
    page.clock.run_for(6000)
    expect(page.locator("#moment")).to_contain_text("undone later")


def test_a_table_that_does_not_answer_is_told_of_and_can_be_asked_again(night: House, page: Page) -> None:
    go(page, night, 2)
    at(page, night, 2)
    page.route("**/board?step=6", lambda route: route.abort())
    page.get_by_role("button", name="Last step").click()
    expect(page.locator("#notice")).to_contain_text("The table does not answer.")
    at(page, night, 2)
    page.unroute("**/board?step=6")
    page.get_by_role("button", name="Last step").click()
    at(page, night, 6)


def test_a_long_game_is_fetched_by_the_page(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    for _ in range(60):
        house.play({"kind": "roll", "seat": 0, "faces": [1, 2, 3]})
        house.table.undo("operator")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    go(page, house, 75)
    expect(page.locator("#steps")).to_contain_text("51 to 100 of 120")
    expect(page.locator("#steps li")).to_have_count(50)
    page.get_by_role("button", name="Later").click()
    expect(page.locator("#steps")).to_contain_text("101 to 120 of 120")
    page.locator("#steps li").last.get_by_role("button").click()
    at(page, house, 120, count=120)
    pages = [path for path in asked if path.startswith("history/1?")]
    assert sorted(set(pages)) == [f"history/1?from={first}&limit=50" for first in (1, 101, 51)]
    assert len([path for path in asked if "/board" in path]) <= 4


def test_the_game_can_be_saved_from_its_page(night: House, page: Page) -> None:
    go(page, night, 0)
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert download.value.suggested_filename.endswith("-game-1.json")
    assert json.loads(Path(download.value.path()).read_text())["title"] == "Rift"


SIDEWAYS = (844, 390)


def test_the_buttons_stay_under_the_finger_from_step_to_step_and_leave_room_on_a_low_screen(
    night: House, browser: Browser
) -> None:
    with a_window(browser, PHONE) as page:
        go(page, night, 0)
        button = page.get_by_role("button", name="Next step")
        places = []
        for step in range(6):
            at(page, night, step)
            places.append(button.bounding_box())
            button.click()
        assert places == places[:1] * 6
        page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
        reel = page.locator("#reel").bounding_box()
        assert reel is not None
        assert reel["height"] < 60
        assert reel["y"] + reel["height"] == SIDEWAYS[1]


def test_the_menu_of_pages_opens_beneath_its_button_and_is_all_on_the_screen(night: House, page: Page) -> None:
    operate(page, night, "/history?game=1&step=1")
    expect(page.locator("#moment .told")).to_be_visible()
    button, menu = page.get_by_role("button", name="Pages"), page.locator("#pages")
    for width, height in (PHONE, SIDEWAYS):
        page.set_viewport_size({"width": width, "height": height})
        button.click()
        expect(menu).to_be_visible()
        above, below = button.bounding_box(), menu.bounding_box()
        assert above is not None
        assert below is not None
        assert 0 <= below["y"] - (above["y"] + above["height"]) < 24
        assert below["y"] + below["height"] <= height
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()


# ---- The dice ----


def test_each_set_has_its_sentence_and_its_chart_in_the_pages_colours_and_typed_throws_can_be_left_out(
    night: House, page: Page
) -> None:
    page.goto(f"{night.address}/history")
    card = page.locator(".fair")
    expect(card).to_contain_text("With 6 dice thrown nothing can be said yet")
    expect(card.get_by_role("img", name="How often each face of d6 fell")).to_be_visible()
    fill = card.locator(".bar").first.evaluate("bar => getComputedStyle(bar).fill")
    brass = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brass-fill')")
    assert fill == f"rgb({', '.join(str(int(brass.strip()[i : i + 2], 16)) for i in (1, 3, 5))})"
    for thrown in ("camera", "hand"):
        with page.expect_response("**/api/fairness*"):
            page.get_by_label("Throws").select_option(thrown)
        expect(card).to_contain_text("With 3 dice thrown")


# ---- For everybody ----


def test_nothing_runs_over_the_edge(night: House, page: Page) -> None:
    for path, whole in (("/history", ".chart"), ("/history?game=1&step=1", "#moment .now")):
        page.goto(night.address + path)
        expect(page.locator(whole)).to_be_visible()
        for width, height in (PHONE, SCREEN):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
