"""From page to page: how a game is started, and another after it, what is offered to whom, and wrong addresses."""

from __future__ import annotations

import re

from browsing import House, operate
from playwright.sync_api import Page, expect


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


def test_a_table_without_a_game_says_what_comes_first(house: House, operator: Page) -> None:
    operate(operator, house)
    steps = operator.locator("#no-game a")
    expect(steps).to_have_text(["Set up the camera", "the board", "Start a game"])


def pages_named(page: Page) -> list[str]:
    return page.get_by_role("navigation", name="Pages").get_by_role("link").all_inner_texts()


def test_what_only_the_operator_may_open_is_offered_to_the_operator_alone(
    house: House, operator: Page, board: Page
) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    titled = re.compile("^(History|Status|Setup|Camera|Operator) · (Rift · )?Croupier$")
    for path in ("/table", "/history", "/status", "/setup", "/camera"):
        board.goto(house.address + path)
        assert pages_named(board) == ["Board", "Play", "History", "Status"]
        operator.goto(house.address + path)
        assert pages_named(operator) == [
            *("Table", "Board", "Players", "New game", "History", "Setup", "Camera", "Status")
        ]
        assert operator.locator("[aria-current=page]").get_attribute("href") == path
        expect(operator).to_have_title(titled)


def test_a_wrong_address_is_answered_by_a_page_in_words(house: House, board: Page) -> None:
    for path, says in (("/table?token=old", "an earlier start of the table"), ("/nowhere", "no such page")):
        board.goto(house.address + path)
        expect(board.get_by_role("main")).to_contain_text(says)
        board.get_by_role("link", name="To the board").click()
        board.wait_for_url(f"{house.address}/board")


def test_no_request_leaves_the_table(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    asked: list[str] = []
    operator.on("request", lambda request: asked.append(request.url))
    operate(operator, house)
    for path in ("/table", "/board", "/"):
        if path != "/table":
            operator.goto(house.address + path)
        expect(operator.locator("#turn")).to_contain_text("Ada")
    assert [url for url in asked if not url.startswith(house.address)] == []
    assert [url for url in asked if url.endswith(".css")]
