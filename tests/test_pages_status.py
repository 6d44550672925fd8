"""The page /status: live, for keyboard and screen reader too, and the bug report that it saves."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from browsing import House, die, operate
from playwright.sync_api import Page, expect

from croupier.server.status import report
from croupier.vision.roll import Phase

TOLD_EVERY_MS = 2_000


def test_a_spectator_sees_whether_it_works_and_where_the_rest_is(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/status")
    expect(board.locator("#well")).to_contain_text("The camera sees the table.")
    expect(board.locator("#more")).to_be_visible()
    expect(board.locator("#report")).to_be_hidden()
    expect(board.locator("#cards section")).to_have_count(0)


def test_the_status_is_told_anew_by_itself_and_text_that_is_selected_beside_it_stays_so(
    house: House, operator: Page
) -> None:
    house.start("Ada", "Bo")
    operator.clock.install()
    operate(operator, house, "/status")
    expect(operator.get_by_role("region", name="Log")).to_contain_text("table.db")
    reading = operator.get_by_role("region", name="Reading")
    for chosen in ("Schema", "Reader"):
        house.tray.show(Phase.EMPTY)
        operator.clock.fast_forward(TOLD_EVERY_MS)
        expect(reading).to_contain_text("No dice in view")
        place = operator.locator(".condition-facts div", has_text=chosen).locator("dd").first
        text = place.inner_text()
        place.evaluate("place => getSelection().selectAllChildren(place)")
        house.tray.show(Phase.SETTLED, die(3, 0))
        operator.clock.fast_forward(TOLD_EVERY_MS)
        expect(reading).not_to_contain_text("No dice in view")
        assert operator.evaluate("getSelection().toString()") == text


def test_the_keyboard_saves_a_bug_report(house: House, operator: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "doctor", lambda: "ok\n")
    house.start("Ada", "Bo")
    operate(operator, house, "/status")
    button = operator.get_by_role("button", name="Save a bug report")
    expect(button).to_be_visible()
    button.focus()
    with operator.expect_download() as download:
        operator.keyboard.press("Enter")
    saved = Path(download.value.path())
    assert download.value.suggested_filename.endswith(".zip")
    with zipfile.ZipFile(saved) as archive:
        assert {"status.json", "frame.jpg"} <= set(archive.namelist())
    expect(operator.locator("#saving")).to_contain_text("Saved as croupier-report-")
    expect(button).to_be_focused()
