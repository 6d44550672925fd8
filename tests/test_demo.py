"""The demo, end to end: a recorded game through camera, reader, watcher and table, against what was really thrown."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.hardware.sources.demo import session_folder
from croupier.server import show
from croupier.server.cli.table.demo import CAMERA, GAME, PLAYERS
from croupier.server.cli.table.stand_in import StandIn
from croupier.server.house import House
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.vision.roll import Seen

PATIENCE_S = 400.0
FIRST = 12
"""Throws that are watched of some fifty; the trials watch them all."""


@dataclass(frozen=True)
class Thrown:
    """One throw as it was: the frames in which the dice rest, and all their faces."""

    seat: int
    first: int
    last: int
    faces: tuple[int, ...]
    thrown: tuple[int, ...]


@dataclass
class Bystander:
    """Sees the dice with their own eyes and answers when the table asks; the stand-in chooses."""

    truth: list[Thrown]
    fps: float
    whole: bool
    asked: int = 0
    stand_in: StandIn = field(default_factory=StandIn)
    over: threading.Event = field(default_factory=threading.Event)

    def look(self, table: Table, seen: Seen) -> None:
        if table.asks:
            self._answer(table, seen)
        self.stand_in.look(table, seen)
        if not self.whole and len(counted(table)) >= len(self.truth):
            self.over.set()

    def end(self, table: Table) -> None:
        self.stand_in.end(table)

    def _answer(self, table: Table, seen: Seen) -> None:
        self.asked += 1
        rest = max(i for i, roll in enumerate(self.truth) if roll.first <= round(seen.at * self.fps))
        if rest < len(counted(table)):
            table.dismiss("operator")
        else:
            table.act(self._said(table, self.truth[rest]), "operator")

    def _said(self, table: Table, roll: Thrown) -> dict[str, Any]:
        lying = table.course.state.dice
        if not lying:
            return {"kind": "roll", "seat": roll.seat, "faces": list(roll.faces)}
        stayed = [face for i, face in enumerate(roll.faces) if i not in roll.thrown]
        places = []
        for place, face in enumerate(lying):
            if face in stayed:
                stayed.remove(face)
            else:
                places.append(place)
        return {"kind": "reroll", "seat": roll.seat, "dice": places, "faces": [roll.faces[i] for i in roll.thrown]}


def counted(table: Table) -> list[tuple[int, str, list[int]]]:
    """Every throw that counts: its seat, what it was, and the dice that lay there after it."""
    steps = [step for step in table.course.steps if step.action.kind != "score"]
    return [(step.action.seat, step.action.kind, sorted(step.state.dice)) for step in steps]


@pytest.fixture(
    scope="module",
    params=[pytest.param(FIRST, id="first throws"), pytest.param(None, id="all", marks=pytest.mark.trials)],
)
def bystander(request: pytest.FixtureRequest) -> Bystander:
    told = json.loads((session_folder("rift") / "truth.json").read_text())
    rolls = [
        Thrown(roll["seat"], roll["first"], roll["last"], tuple(roll["faces"]), tuple(roll["thrown"]))
        for roll in told["rolls"]
    ]
    return Bystander(rolls[: request.param], told["fps"], whole=request.param is None)


@pytest.fixture(scope="module")
def table(bystander: Bystander, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The table after so much of the recording, played as fast as it can be read."""
    folder: Path = tmp_path_factory.mktemp("demo")
    house = House(Log(str(folder / "demo.db")), CAMERA, speed=None, pause_for_questions=True, onlooker=bystander)
    over = bystander.over
    publish = house.news.publish

    def listen(kind: str, item: Any) -> None:
        publish(kind, item)
        if kind == "board" and house.live.camera["state"] in ("ended", "lost"):
            over.set()

    house.news.publish = listen  # type: ignore[method-assign]
    with house:
        house.table.start(GAME, PLAYERS, {})
        house.live.start()
        assert over.wait(PATIENCE_S), "The recording did not come to its end."
        assert house.live.camera["state"] != "lost", house.live.camera["text"]
        house.live.stop()
        yield house.table


def test_every_throw_is_counted_once_and_none_wrong(table: Table, bystander: Bystander) -> None:
    seats = [None, *(roll.seat for roll in bystander.truth)]
    kinds = ["reroll" if before == now else "roll" for before, now in pairwise(seats)]
    thrown = [(roll.seat, kind, sorted(roll.faces)) for roll, kind in zip(bystander.truth, kinds, strict=True)]
    assert counted(table) == thrown


def test_nobody_has_to_be_asked(table: Table, bystander: Bystander) -> None:
    assert bystander.asked == 0


def test_a_category_is_chosen_for_each_turn_by_the_stand_in(table: Table, bystander: Bystander) -> None:
    chosen = [step for step in table.course.steps if step.action.kind == "score"]
    turns = [seat for seat, _ in groupby(roll.seat for roll in bystander.truth)]
    # The last turn may go on.
    assert len(turns) - 1 <= len(chosen) <= len(turns)
    assert len(turns) > 5
    assert all(step.entry.author == f"seat {step.action.seat}" for step in chosen)


@pytest.mark.trials
@pytest.mark.parametrize("bystander", [pytest.param(None, id="all")], indirect=True)
def test_the_recording_is_a_whole_game_and_has_a_winner(table: Table) -> None:
    board = show.board(table)
    assert sum(step.action.kind == "score" for step in table.course.steps) == 26
    assert board["over"]
    assert board["winners"]
