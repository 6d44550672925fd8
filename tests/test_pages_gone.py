"""The pages while the table does not answer, and when it is back: right again by themselves."""

from __future__ import annotations

from pathlib import Path

from browsing import House, a_house
from playwright.sync_api import Page, expect
from rift_pages import column, roll, score


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
