"""The same night of Liar's Dice twice, with Sleight of Hand and without: nobody else can tell which it was."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from croupier.server import show
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web import streams
from croupier.server.web.app import create_app
from croupier.server.web.roles import SPECTATOR, Who
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

TOKEN = "the-operators-token"
NAMES = ("Ada", "Bo", "Cy")
OPTIONS = {"proficient": "yes", "long": "yes", "expert": "yes,no,no", "buy_in": "5"}
CHECK = {"die": 0, "face": 6, "d20": [12], "bonus": 0, "dc": 10}


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


class Night:
    """A table over HTTP, and all that a spectator, the operator and Bo may fetch there or hear of it.

    `cheats` says whether checks are made. Where one turns a die, in the other night it was rolled so.
    """

    def __init__(self, file: Path, cheats: bool) -> None:
        self.cheats = cheats
        self.log, self.news = Log(str(file)), News()
        self.table = Table(self.log, self.news.publish, lambda roll: b"jpeg")
        self.table.start("liars-dice", NAMES, OPTIONS)
        live = Live(self.table, None, _no_camera, _no_camera, self.news)
        app = create_app(self.table, live, self.news, self.log, TOKEN)
        self.open = ExitStack()
        phones = [self.open.enter_context(TestClient(app, raise_server_exceptions=False)) for _ in range(5)]
        self.phones = phones[:3]
        for phone in phones:
            phone.headers["origin"] = "http://testserver"
        for phone, name in zip(self.phones, NAMES, strict=True):
            phone.post("/api/join", json={"name": name})
        self.others = {"": phones[3], "the operator": phones[4], "?seat=1": self.phones[1]}
        self.others["the operator"].headers["authorization"] = f"Bearer {TOKEN}"
        self.told = list[Any]()
        self.loop = asyncio.new_event_loop()
        self.streams = [self._stream(None), self._stream(1)]
        for stream in self.streams:
            self.loop.run_until_complete(anext(stream))  # the board as it is

    def close(self) -> None:
        self.open.close()
        for stream in self.streams:
            self.loop.run_until_complete(stream.aclose())  # type: ignore[attr-defined]
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.log.close()

    def act(self, seat: int, kind: str, **fields: Any) -> None:
        action = {"kind": kind, "seat": seat, **fields}
        answer = self._post(self.phones[seat], f"/api/act?seat={seat}", action=action)
        assert answer.status_code == 200, answer.text
        if seat == 1:
            self.told.append(answer.json())

    def roll(self, seat: int, cheating: list[int], honest: list[int]) -> None:
        self.act(seat, "roll", faces=cheating if self.cheats else honest)

    def check(self, seat: int, face: int = 6, dc: int = 10) -> None:
        """Turn the first die, or try to, in the night in which that is done."""
        if self.cheats:
            self.act(seat, "sleight", **{**CHECK, "face": face, "dc": dc})

    def operate(self, address: str, **body: Any) -> None:
        """What the operator does is answered, and that is compared as well."""
        answer = self._post(self.others["the operator"], address, **body)
        assert answer.status_code in (200, 422), answer.text
        self.told.append((address, answer.status_code, answer.json()))

    def correct(self, cheating: list[int], honest: list[int]) -> None:
        """What Ada has rolled was something else."""
        rows = self.others[""].get("/api/log").json()["entries"]
        entry = next(row["entry"] for row in rows if row["action"] == {"kind": "roll", "seat": 0})
        faces = cheating if self.cheats else honest
        self.operate("/api/correct", entry=entry, action={"kind": "roll", "seat": 0, "faces": faces})

    def mend(self, phone: TestClient, address: str, cheating: list[int], honest: list[int]) -> None:
        """Ada's last roll showed other faces: by whoever may put them right, or tries to."""
        rows = self.others[""].get("/api/log").json()["entries"]
        entry = next(row["entry"] for row in rows if row["action"] == {"kind": "roll", "seat": 0})
        answer = self._post(phone, address, entry=entry, faces=cheating if self.cheats else honest)
        self.told.append((answer.status_code, answer.json() if phone is not self.phones[0] else ""))

    def all_told(self) -> Any:
        """All that others are told up to now, and on every try; but for the times."""
        boards = [phone.get(f"/api/board{who if '?' in who else ''}").json() for who, phone in self.others.items()]
        log = self.others[""].get("/api/log").json()
        picture = self.others[""].get("/api/pictures/3.jpg").status_code
        operator, bo = self.others["the operator"], self.others["?seat=1"]
        tries = [
            self._post(operator, "/api/act", action={"kind": "sleight", "seat": 0, **CHECK}).json(),
            self._post(operator, "/api/act", action={"kind": "roll", "seat": 0, "faces": []}).json(),
            self._post(bo, "/api/act?seat=1", action={"kind": "count", "seat": 1, "quantity": 99}).json(),
        ]
        heard = [self.loop.run_until_complete(self._heard(stream)) for stream in self.streams]
        told = json.dumps([boards, log, picture, tries, heard, self.told])
        return json.loads(re.sub(r'(\\?"at\\?"): ?[0-9.]+', r"\1: 0", told))

    def _post(self, phone: TestClient, address: str, **body: Any) -> Any:
        return phone.post(address, json={"version": self.table.course.version, **body})

    def _stream(self, seat: int | None) -> AsyncIterator[bytes]:
        feed = streams.Feed(self.news, lambda who, _: show.board(self.table, who.seat))
        return feed.events(SPECTATOR if seat is None else Who("seat", seat))

    async def _heard(self, stream: AsyncIterator[bytes]) -> str:
        """The text that a stream of events has brought by now, ids and pauses too if there were any."""
        heard = ""
        self.news.publish("notice", "That is all.")
        while "That is all." not in heard:
            heard += (await anext(stream)).decode()
        return heard


Step = Callable[[Night], object]

STEPS: dict[str, Step] = {
    "Ada accepts": lambda night: night.act(0, "accept"),
    "dice are thrown early": lambda night: night.table.settle(seen(1, 2)),
    "Bo accepts": lambda night: night.act(1, "accept"),
    "Cy accepts": lambda night: night.act(2, "accept"),
    "Ada rolls all five": lambda night: night.roll(0, [1, 1, 1, 1, 5], [6, 1, 1, 1, 5]),
    "Ada turns a die": lambda night: night.check(0),
    "Ada's roll is put right at once": lambda night: night.correct([1, 1, 1, 1, 4], [6, 1, 1, 1, 4]),
    "Bo rolls": lambda night: night.act(1, "roll", faces=[2, 2, 2, 2, 2]),
    "Bo's roll is undone": lambda night: night.operate("/api/undo"),
    "Bo rolls again": lambda night: night.act(1, "roll", faces=[2, 2, 2, 2, 2]),
    "Ada's roll is corrected": lambda night: night.correct([1, 1, 1, 1, 3], [6, 1, 1, 1, 3]),
    "Ada's roll was one die less": lambda night: night.correct([1, 1, 1, 1], [1, 1, 1, 1]),
    "that is undone": lambda night: night.operate("/api/undo"),
    "the operator puts Ada's roll right blind": lambda night: night.mend(
        night.others["the operator"], "/api/correct", [1, 1, 1, 2, 3], [6, 1, 1, 2, 3]
    ),
    "she puts it right herself": lambda night: night.mend(
        night.phones[0], "/api/correct?seat=0", [1, 1, 2, 2, 3], [6, 1, 2, 2, 3]
    ),
    "Bo may not": lambda night: night.mend(night.phones[1], "/api/correct?seat=1", [1] * 5, [1] * 5),
    "what she did is undone": lambda night: night.operate("/api/undo"),
    "Cy rolls": lambda night: night.roll(2, [3, 3, 3, 3, 3], [3, 3, 3, 3, 3]),
    "Cy fails to turn one": lambda night: night.check(2, dc=20),
    "Ada bids": lambda night: night.act(0, "bid", quantity=3, face=3),
    "the bid is undone": lambda night: night.operate("/api/undo"),
    "Ada bids anew": lambda night: night.act(0, "bid", quantity=6, face=3),
    "Ada's roll is put right once more": lambda night: night.correct([2, 1, 1, 1, 3], [6, 1, 1, 1, 3]),
    "Ada's roll cannot have been less": lambda night: night.correct([1, 1, 1], [1, 1, 1]),
    "the bids over, she puts it right again": lambda night: night.mend(
        night.phones[0], "/api/correct?seat=0", [2, 1, 2, 1, 3], [6, 1, 2, 1, 3]
    ),
    "Bo has all shown": lambda night: night.act(1, "reveal"),
    "Ada's roll is corrected after it": lambda night: night.correct([2, 1, 3, 1, 3], [6, 1, 3, 1, 3]),
    "the reveal and all is undone": lambda night: [night.operate("/api/undo") for _ in range(2)],
    "and comes again": lambda night: night.act(1, "reveal"),
    "it is too late for her": lambda night: night.mend(night.phones[0], "/api/correct?seat=0", [1] * 5, [1] * 5),
    "a new game": lambda night: night.table.start("rift", NAMES, {}),
    "a throw": lambda night: night.table.settle(seen(1, 2, 3)),
}

PLACED: dict[str, Step] = {
    "all accept": lambda night: [night.act(seat, "accept") for seat in range(3)],
    "Ada rolls four and chooses the fifth": lambda night: (
        night.roll(0, [1, 1, 1, 5], [6, 1, 1, 5]),
        night.act(0, "place", face=2),
    ),
    "she turns a die": lambda night: night.check(0),
    "her choice is undone": lambda night: night.operate("/api/undo"),
    "she chooses again": lambda night: night.act(0, "place", face=3),
    "it is undone again": lambda night: night.operate("/api/undo"),
    "Bo rolls": lambda night: night.act(1, "roll", faces=[2, 2, 2, 2, 2]),
    "her roll had five": lambda night: night.correct([1, 1, 1, 4, 4], [6, 1, 1, 4, 4]),
    "no, four": lambda night: night.correct([1, 1, 1, 3], [6, 1, 1, 3]),
    "she chooses after all": lambda night: night.act(0, "place", face=3),
    "Cy rolls": lambda night: night.roll(2, [3, 3, 3, 3, 3], [3, 3, 3, 3, 3]),
    "Cy fails to turn one": lambda night: night.check(2, dc=20),
    "Ada bids and Bo has all shown": lambda night: (night.act(0, "bid", quantity=6, face=3), night.act(1, "reveal")),
}
"""Where a check waits, because what it stands on is undone, and comes back with what another action brings about."""


def seen(*faces: int) -> Roll:
    """Dice that the camera sees thrown."""
    corners = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in range(0, 20 * len(faces), 20)]
    dice = tuple(Die("d6", face, spot, 0.99, True) for face, spot in zip(faces, corners, strict=True))
    return Roll(dice, tuple(range(len(faces))), (), 1.0)


@pytest.fixture
def nights(tmp_path: Path) -> Iterator[list[Night]]:
    nights = [Night(tmp_path / f"{cheats}.db", cheats) for cheats in (True, False)]
    yield nights
    for night in nights:
        night.close()


@pytest.mark.parametrize("steps", [STEPS, PLACED], ids=["a whole game", "a check that waits"])
def test_nobody_else_can_tell_a_night_with_sleight_of_hand_from_one_without(
    nights: list[Night], steps: dict[str, Step]
) -> None:
    cheating, honest = nights
    for name, step in steps.items():
        for night in nights:
            step(night)
        assert cheating.all_told() == honest.all_told(), name
    secret = [told for told in cheating.log.entries(1) if "sleight" in json.dumps(told.payload)]
    assert len(secret) == 2, "or nothing was tried"
