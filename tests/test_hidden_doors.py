"""Dice under a cup, and a check in secret, behind every door that the table has: the routes are listed by the
application itself. The same night is played at two tables that differ in nothing but what is hidden, and everybody but
its owner is told the same at both.
"""

from __future__ import annotations

import io
import json
import logging
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from browsing import TOKEN, House, a_house, die
from fastapi.routing import APIRoute

from croupier.server.live.watch import CLOSED, SEES
from croupier.vision.roll import Phase

PATIENCE_S = 20.0
NAMES = ("Ada", "Bo", "Cy")
OPTIONS = {"proficient": "yes", "expert": "no", "long": "yes"}
CUPS = ([6, 2, 5, 1, 4], [3, 3, 1, 1, 2])
"""What Ada rolls at the one table and at the other."""
LOOKED = ((6, 2, 5, 1), (3, 3, 1, 1))
"""What lies in the tray meanwhile, as of a cup that was lifted to look: the camera sees it, and nobody is told."""
CHECK = {"kind": "sleight", "seat": 0, "die": 0, "face": 4, "d20": [20], "bonus": 0, "dc": 10}
STREAMS = ("/api/events", "/api/live.mjpg")
FILLED: dict[str, tuple[Any, ...]] = {"number": (1, 2, 3), "game": (1,), "step": (0, 1, 2, 3)}
"""What to put for a parameter; one that nobody has heard of is tried as 1."""
LAST = "That is all."
MOMENT_TOLD = re.compile(rf'"at":[^,]*,|"phase":"(?:{"|".join(Phase)})"')
"""When the camera looked, and whether dice were rolling."""
CAMERA_TOLD = re.compile(r'"camera":{(?:"url":"[^"]*",)?"state":"ok","text":"([^"]*)"},')
"""In a board: in which of them the camera's thread says first that dice are hidden is a matter of moments."""

NUMBERED = re.compile(r'"(?:version|size)":\[?(\d+)')
"""By what news of one kind are told apart: what the table knew, or whether the picture was open."""
DICE_TOLD = re.compile(r'"face":\d.*|(?<!\d)\d(?:[,\s]+\d\b){3,}')
"""A die, or as many faces in a row as lie in the tray or more."""
ROLLED = {"Bo, as his own seat": "2,2,2,2,2"}
"""Who else rolled, and may hear of it."""

Told = dict[str, tuple[Any, ...]]
Heard = dict[str, dict[tuple[str, str], set[str]]]
"""What streams told: by who listened, and by kind and number, every line that came."""


def routes(found: list[Any]) -> Iterator[APIRoute]:
    """All that there are, also those of included routers."""
    for route in found:
        if isinstance(route, APIRoute):
            yield route
        elif (router := getattr(route, "original_router", None)) is not None:
            yield from routes(router.routes)


def addresses(house: House) -> list[str]:
    """What can be asked for by GET, with every parameter filled in."""
    found = []
    for route in routes(house.app.routes):
        if "GET" not in (route.methods or ()) or route.path in STREAMS:
            continue
        filled = [route.path]
        for name in re.findall(r"{(\w+)}", route.path):
            filled = [one.replace(f"{{{name}}}", str(value)) for one in filled for value in FILLED.get(name, (1,))]
        needed = [field.alias for field in route.dependant.query_params if field.field_info.is_required()]
        for name in needed:
            filled = [
                f"{one}{'&' if '?' in one else '?'}{name}={value}" for one in filled for value in FILLED.get(name, (1,))
            ]
        found += filled
    return found


def until(true: Callable[[], bool]) -> None:
    """Wait for something that another thread brings about."""
    tick = threading.Event()
    for _ in range(int(PATIENCE_S / 0.01)):
        if true():
            return
        tick.wait(0.01)
    raise AssertionError("It did not come about.")


class Night:
    """A table on which Ada has rolled what others may not know, and those others."""

    def __init__(self, house: House, which: int) -> None:
        self.house, self._cup, self._looked = house, CUPS[which], LOOKED[which]
        until(lambda: bool(house.live.pulse.stages))  # what a frame took before there was anything to hide
        house.start(*NAMES, game="liars-dice", **OPTIONS)
        self.tokens = [house.table.seats.give(seat) for seat in range(len(NAMES))]
        self._open = ExitStack()
        self.askers: dict[str, tuple[httpx.Client, str]] = {}
        self._as("a spectator", None)
        self._as("the operator", TOKEN)
        self._as("Bo, as his own seat", self.tokens[1], "seat=1")
        self._as("Cy, as Ada", self.tokens[2], "seat=0")

    def _as(self, who: str, token: str | None, also: str = "") -> None:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=self.house.address, timeout=PATIENCE_S, headers=headers)
        self.askers[who] = self._open.enter_context(client), also

    def close(self) -> None:
        self._open.close()

    def act(self, seat: int, **action: Any) -> None:
        body = {"version": self.house.table.course.version, "action": {"seat": seat, **action}}
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        answer = httpx.post(f"{self.house.address}/api/act", json=body, headers=headers, timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text

    def hide(self) -> None:
        """All three roll under their cups, and somebody lifts one under the camera's eye."""
        self.act(0, kind="roll", faces=self._cup)
        self.act(1, kind="roll", faces=[2, 2, 2, 2, 2])
        self.act(2, kind="roll", faces=[1, 1, 1, 1, 1])
        self.house.tray.roll(*(die(face, place) for place, face in enumerate(self._looked)))

    def told(self) -> Told:
        """All that others are told, by who asks and for what."""
        told: Told = {}
        for who, (client, also) in self.askers.items():
            for address in addresses(self.house):
                asked = f"{address}{'&' if '?' in address else '?'}{also}" if also else address
                told[f"{who}: {asked}"] = self._plain(client.get(asked, headers={"cookie": ""}))
        return told

    def overheard(self) -> Heard:
        """What streams tell from before the cups go down until they are; no dice, at any moment."""
        with ExitStack() as listening:
            heard: dict[str, Any] = {}
            for who, (client, also) in self.askers.items():
                if also != "seat=0":
                    heard[who] = listening.enter_context(client.stream("GET", f"/api/events?{also}"))
            lines = {who: stream.iter_lines() for who, stream in heard.items()}
            for each in lines.values():
                next(line for line in each if line.startswith("event: board"))
            self.hide()
            until(lambda: self.house.live.camera["text"] == CLOSED)
            self.house.news.publish("notice", LAST)
            return {who: self._sorted(who, each) for who, each in lines.items()}

    def _sorted(self, who: str, lines: Iterator[str]) -> dict[tuple[str, str], set[str]]:
        """Up to the last that is told."""
        told: dict[tuple[str, str], set[str]] = {}
        kind = "board"  # whose first line has been read
        for line in lines:
            name, _, said = line.partition(": ")
            if name == "event":
                kind = said
            elif name == "data":
                assert set(DICE_TOLD.findall(said)) <= {ROLLED.get(who)}, f"{who} is told: {said}"
                assert set(CAMERA_TOLD.findall(said)) <= {SEES, CLOSED}
                number = NUMBERED.search(said)
                plain = _masked(MOMENT_TOLD.sub("", CAMERA_TOLD.sub("", said)), self.house)
                told.setdefault((kind, number[1] if number else ""), set()).add(plain)
            if LAST in line:
                break
        return told

    def told_to_ada(self) -> tuple[Any, ...]:
        """Whose dice they are."""
        headers = {"authorization": f"Bearer {self.tokens[0]}"}
        return self._plain(httpx.get(f"{self.house.address}/api/board", headers=headers, timeout=PATIENCE_S))

    def wait_for_the_camera(self) -> None:
        """Until it has seen what lies in the tray, and whoever listened has gone."""
        until(lambda: self.house.live.phase is Phase.SETTLED and not self.house.news.wanted("board"))

    def live(self) -> bytes:
        """What the live picture begins with."""
        with httpx.stream("GET", f"{self.house.address}/api/live.mjpg", timeout=0.5) as stream:
            begun = b""
            try:
                for part in stream.iter_raw():
                    begun += part
            except httpx.TimeoutException:
                return begun
        return begun

    def _plain(self, answer: httpx.Response) -> tuple[Any, ...]:
        headers = {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
        if answer.headers.get("content-type") == "application/zip":
            with closing(zipfile.ZipFile(io.BytesIO(answer.content))) as files:
                inside = {name: _masked(files.read(name).decode("latin-1"), self.house) for name in files.namelist()}
            return answer.status_code, inside
        return answer.status_code, _masked(json.dumps(headers), self.house), _masked(answer.text, self.house)


def _masked(text: str, house: House) -> str:
    """Without what differs between any two tables: where they are, what time it is, and how long things take."""
    text = text.replace(f":{house.port}", ":PORT").replace(str(house.folder), "FOLDER")
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?", "WHEN", text)
    text = re.sub(r'"(uptime_s|disk_free_bytes)": ?\d+', r'"\1":#', text)
    text = re.sub(r"\d+ ms", "# ms", text)
    return re.sub(r"-?\d+\.\d+(e[-+]?\d+)?", "#", text)


def differences(one: Any, other: Any) -> list[str]:
    """Where two tellings are not the same, each in a line of its own."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [f"{key}: {found}" for key in {**one, **other} for found in differences(one.get(key), other.get(key))]
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return [found for pair in zip(one, other, strict=True) for found in differences(*pair)]
    if one == other:
        return []
    if isinstance(one, set) and isinstance(other, set):
        one, other = sorted(one - other), sorted(other - one)
    begins = next((at for at, (a, b) in enumerate(zip(str(one), str(other), strict=False)) if a != b), 0)
    return [" ≠ ".join(str(each)[max(0, begins - 60) : begins + 60] for each in (one, other))]


def both(one: Heard, other: Heard) -> tuple[Heard, Heard]:
    """Of what streams told, what both told of: of news that follow each other fast a reader gets the newest alone."""
    common = {who: one[who].keys() & other[who].keys() for who in one}
    for who, heard in common.items():
        newest = str(1 + len(NAMES))
        assert {("board", newest), ("event", newest), ("notice", "")} <= heard, f"{who}: {heard}"
    first, second = ({who: {key: told[who][key] for key in common[who]} for who in told} for told in (one, other))
    return first, second


def same(one: Told | Heard, other: Told | Heard) -> None:
    found = differences(one, other)
    assert not found, "\n".join(found)


@pytest.fixture
def nights(tmp_path: Path) -> Iterator[tuple[Night, Night]]:
    with ExitStack() as doors:
        pair = []
        for which in (0, 1):
            folder = tmp_path / f"table-{which}"
            folder.mkdir()
            night = Night(doors.enter_context(a_house(folder)), which)
            doors.callback(night.close)
            pair.append(night)
        yield pair[0], pair[1]


def test_there_are_doors_to_try(nights: tuple[Night, Night]) -> None:
    tried = addresses(nights[0].house)
    for path in ("/api/board", "/api/log", "/api/pictures/1.jpg", "/api/history/1.json", "/table"):
        assert path in tried
    assert len(tried) > 25


def test_no_door_tells_of_dice_under_a_cup_nor_of_a_check(
    nights: tuple[Night, Night], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = nights
    with caplog.at_level(logging.DEBUG, logger="croupier"):
        same(*both(one.overheard(), other.overheard()))
        for night in nights:
            night.wait_for_the_camera()
        one.act(**CHECK)
        same(one.told(), other.told())
        assert one.live() == other.live() == b"--croupierframe\r\nContent-Type: image/jpeg\r\n\r\n"
    faces = re.compile(r"6\W+2\W+5\W+1\W+4|4\W+2\W+5\W+1\W+4")
    assert not faces.search("\n".join(record.getMessage() for record in caplog.records))
    own = [night.told_to_ada() for night in nights]
    assert differences(*own), "while Ada herself is told what lies there"
