"""From page to page: what is offered to whom, where a wrong address leads, and that nobody else is asked."""

from __future__ import annotations

import re

from browsing import House, operate
from playwright.sync_api import Page, expect


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
