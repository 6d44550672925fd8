"""Nothing secret leaves by the history: every address of it, after every step of a night of Liar's Dice.

Two nights that differ in nothing but somebody's secret (dice under cups, and Sleight of Hand) are told the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_secret_night import NAMES, PLACED, STEPS, Night, Step

from croupier.server.history.export import export
from croupier.server.history.shelf import Shelf
from croupier.server.history.steps import steps_of

COVERED = {"kind": "roll", "seat": 0, "faces": [6, 6, 5, 5, 4]}
NEWEST = 2
"""Boards that are asked for at each stop of a night."""
OTHERS = {"kind": "roll", "seat": 0, "faces": [1, 1, 2, 2, 3]}


@pytest.fixture
def nights(tmp_path: Path) -> Iterator[list[Night]]:
    nights = [Night(tmp_path / f"{cheats}.db", cheats) for cheats in (True, False)]
    yield nights
    for night in nights:
        night.close()


def without_times(text: str) -> str:
    text = re.sub(r'("(at|started)"): ?[0-9.]+', r"\1: 0", text)
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "then", text)


def all_told(night: Night, who: str = "", shelf: Shelf | None = None) -> dict[str, Any]:
    """All that the history tells of every game at every step; but for the times. With the night's `shelf`, all boards
    but the newest two are taken from there, and not asked for.
    """
    told: dict[str, Any] = {}
    phone = night.others[who]
    page = phone.get("/api/history").json()
    addresses = ["/api/history", "/api/fairness", "/api/fairness?source=hand", "/api/fairness.svg"]
    for game in page["games"]:
        one = f"/api/history/{game['game']}"
        addresses += [f"{one}?limit=200", f"{one}.json", f"{one}.csv"]
        boards = range(game["steps"] + 1)
        if shelf is not None:
            replay = shelf.replay(game["game"])
            told[one] = (200, without_times(json.dumps([replay.board(step) for step in boards[:-NEWEST]])))
            boards = boards[-NEWEST:]
        addresses += [f"{one}/board?step={step}" for step in boards]
    for address in addresses:
        answer = phone.get(address)
        assert answer.status_code == 200 or address == "/api/fairness.svg"
        told[address] = (answer.status_code, without_times(answer.text))
    shelf = Shelf(night.log)  # as the command finds it
    for game in shelf.page(100)[0]:
        for form in ("json", "csv"):
            whole = export(game, steps_of(shelf.replay(game.game)), form)  # type: ignore[arg-type]
            told[f"export {game.game} {form}"] = (200, without_times(whole.decode()))
    return told


@pytest.mark.parametrize("steps", [STEPS, PLACED], ids=["a whole game", "a check that waits"])
def test_the_history_of_a_night_with_sleight_of_hand_is_that_of_one_without(
    nights: list[Night], steps: dict[str, Step]
) -> None:
    cheating, honest = nights
    shelves = [Shelf(night.log, lambda night=night: night.table.playing) for night in nights]  # type: ignore[misc]
    for number, (name, step) in enumerate(steps.items()):
        for night in nights:
            step(night)
        if number % 6 == 5:
            one, other = (all_told(night, "", shelf) for night, shelf in zip(nights, shelves, strict=True))
            assert one == other, name
    for who in cheating.others:
        assert all_told(cheating, who) == all_told(honest, who), f"as {who or 'a spectator'} in the end"
    assert any("sleight" in json.dumps(told.payload) for told in cheating.log.entries(1)), "or nothing was tried"


@pytest.mark.parametrize("ends", ["the cups are down", "a new game is begun", "it is undone"])
def test_dice_that_nobody_has_seen_are_in_no_history_whatever_becomes_of_the_game(
    nights: list[Night], ends: str
) -> None:
    for night, roll in zip(nights, (COVERED, OTHERS), strict=True):
        for seat in range(3):
            night.act(seat, "accept")
        night.act(0, "roll", faces=roll["faces"])
        night.act(1, "roll", faces=[2, 2, 2, 2, 2])
        if ends == "a new game is begun":
            night.table.start("rift", NAMES, {})
        elif ends == "it is undone":
            night.table.undo("operator")
            night.table.undo("operator")
    one, other = (all_told(night) for night in nights)
    assert one == other
    assert "6, 6, 5" not in json.dumps(one)


def test_dice_that_were_shown_are_there_for_everybody(nights: list[Night]) -> None:
    night, _ = nights
    for seat in range(3):
        night.act(seat, "accept")
    night.act(0, "roll", faces=[6, 6, 5, 5, 4])
    night.act(1, "roll", faces=[2, 2, 2, 2, 2])
    night.act(2, "roll", faces=[3, 3, 3, 3, 3])
    night.act(0, "bid", quantity=1, face=6)
    night.act(1, "reveal")
    steps = night.others[""].get("/api/history/1?limit=200").json()["steps"]
    assert [step["covered"] for step in steps] == [0, 0, 0, 5, 5, 5, 0, 0]
    assert "Ada 6 6 5 5 4" in steps[-1]["text"]
    last = night.others[""].get(f"/api/history/1/board?step={len(steps)}").json()
    before = night.others[""].get(f"/api/history/1/board?step={len(steps) - 1}").json()
    assert last["view"]["last"]["dice"][0] == [6, 6, 5, 5, 4]
    assert "[6, 6, 5, 5, 4]" not in json.dumps(before)


def test_dice_under_cups_count_for_no_chart(nights: list[Night]) -> None:
    night, _ = nights
    for seat in range(3):
        night.act(seat, "accept")
    night.act(0, "roll", faces=[6, 6, 5, 5, 4])
    assert night.others["the operator"].get("/api/fairness").json()["sets"] == []
