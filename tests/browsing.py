"""A table for the tests of the pages, and the ways in: a real server, its camera and watcher say what they are told."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
import uvicorn
from playwright.sync_api import Page, expect
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.hardware.camera import CameraError
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.gate import Door
from croupier.server.web.run import listen, settings
from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import Origin, Phase, Roll, Seen

TOKEN = "a-token-for-tests"
WIDTH, HEIGHT = 960, 720
EDGE = 84
IDLE_S = 0.5
"""How long the tray shows the same picture: to send and to draw it anew is most of what an idle table does."""
PLACES = ((300, 300), (520, 400), (700, 250), (420, 560))
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: int | None, place: int, sure: bool = True, why: str = "") -> Die:
    """A die that lies at one of the picture's places."""
    x, y = PLACES[place]
    half = EDGE / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die("d6", face, corners, 0.99 if sure else 0.6, sure, why)


def picture(dice: tuple[Die, ...]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A green tray with drawn dice on it."""
    image = np.full((HEIGHT, WIDTH, 3), (52, 78, 36), np.uint8)
    for one in dice:
        x, y = (round(value) for value in one.center)
        cv2.rectangle(image, (x - EDGE // 2, y - EDGE // 2), (x + EDGE // 2, y + EDGE // 2), (215, 234, 240), -1)
        for right, down in PIPS.get(one.face or 0, ()):
            cv2.circle(image, (x + right * EDGE // 4, y + down * EDGE // 4), EDGE // 11, (30, 32, 22), -1, cv2.LINE_AA)
    return image


class Tray:
    """A camera and its watcher in one: it shows and says what it was told last, and a roll once."""

    url, live = "tray:", True

    def __init__(self) -> None:
        self._told = threading.Condition()
        self._dice: tuple[Die, ...] = ()
        self._phase = Phase.EMPTY
        self._rolls: list[Roll] = []
        self._frames = 0
        self._changed = self._gone = False

    def show(self, phase: Phase, *dice: Die) -> None:
        with self._told:
            self._phase, self._dice, self._changed = phase, dice, True
            self._told.notify_all()

    def roll(self, *dice: Die, thrown: tuple[int, ...] | None = None, ask: tuple[str, ...] = ()) -> None:
        """A physical roll settles."""
        moved = tuple(range(len(dice))) if thrown is None else thrown
        stayed = tuple(place for place in range(len(dice)) if place not in moved)
        with self._told:
            self._rolls.append(Roll(dice, moved, stayed, 0.0, ask, evidence=Frame(picture(dice), 0.0, 0)))
        self.show(Phase.SETTLED, *dice)

    def leave(self) -> None:
        with self._told:
            self._gone = True
            self._told.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        while not self._gone:
            yield Frame(picture(self._dice), self._frames * 0.1, self._frames)
            with self._told:
                self._frames += 1
                self._told.wait_for(lambda: self._changed or self._gone or self._rolls, IDLE_S)
                self._changed = False

    def see(self, frame: Frame) -> Seen:
        with self._told:
            roll = self._rolls.pop(0) if self._rolls else None
            return Seen(frame.at, self._phase, self._dice, roll=roll)

    def finish(self) -> Seen | None:
        return None

    def reread(self) -> None:
        with self._told:
            self._rolls.append(Roll(self._dice, tuple(range(len(self._dice))), (), 0.0, origin=Origin.REREAD))
        self.show(self._phase, *self._dice)


class Front:
    """A server at one address for houses that stand there one after another: a browser keeps what it fetched there."""

    def __init__(self, port: int = 0, door: Door | None = None) -> None:
        door = door or Door()
        self.app: ASGIApp | None = None
        self._server = uvicorn.Server(settings(self, door))
        self._place = listen("127.0.0.1", port)
        self.port = self._place.getsockname()[1]
        self.address = f"http{'s' if door.certificate else ''}://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.run, args=([self._place],), daemon=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.app or _NOBODY)(scope, receive, send)

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(5)
        self._place.close()


_NOBODY = Response(status_code=503)


class House:
    """A running table: where it is, and what its tray shows. It stands behind `front`, or has one of its own."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        with_camera: bool = True,
        address: str = "",
        door: Door | None = None,
        front: Front | None = None,
    ) -> None:
        door = door or Door()
        self.tray, self.news = Tray(), News()
        self.log = Log(str(folder / "table.db"))
        self.table = Table(self.log, self.news.publish, self._develop)
        url = "tray:" if with_camera else None
        self._missing = ""
        self.live = Live(self.table, url, self._open_camera, lambda: self.tray, self.news)
        self.folder = folder
        self.app = create_app(self.table, self.live, self.news, self.log, TOKEN, address, door)
        self._own = Front(port, door) if front is None else None
        self._front = front or self._own
        assert self._front is not None
        self._front.app = self.app
        self.port, self.address = self._front.port, self._front.address

    @staticmethod
    def _develop(roll: Roll) -> bytes | None:
        return None if roll.evidence is None else cv2.imencode(".jpg", roll.evidence.image)[1].tobytes()

    def _open_camera(self, _: str) -> Tray:
        if self._missing:
            raise CameraError(self._missing)
        return self.tray

    def lose_camera(self, why: str) -> None:
        """From now on it cannot be opened, and `why` is what it says."""
        self._missing = why
        self.live.use("tray:")

    def open(self) -> None:
        if self._own:
            self._own.open()
        self.live.start()

    def close(self) -> None:
        self.tray.leave()
        self.live.stop()
        self.news.close()
        if self._own:
            self._own.close()
        self.log.close()

    def start(self, *players: str, game: str = "rift", **options: str) -> None:
        self.table.start(game, players or ("Ada", "Bo"), options)

    def play(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            self.table.act(action, "operator")


class Street:
    """Houses one after another behind one front, or behind as many as are open at once. Those that nobody is in any
    more close behind the test, which need not wait for it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._pool = folder, ThreadPoolExecutor()
        self._fronts: list[Front] = []
        self._free: list[Front] = []
        self._closing: list[Future[None]] = []

    @contextmanager
    def house(self, with_camera: bool = True, address: str = "") -> Iterator[House]:
        """One behind a front that nobody else is behind."""
        front = self._free.pop() if self._free else self._build()
        house = House(self._room(), with_camera=with_camera, address=address, front=front)
        house.open()
        try:
            yield house
        finally:
            self._free.append(front)
            self._closing.append(self._pool.submit(house.close))

    def _build(self) -> Front:
        front = Front()
        front.open()
        self._fronts.append(front)
        return front

    def _room(self) -> Path:
        return Path(mkdtemp(dir=self._folder))

    def end(self) -> None:
        """Once all are closed. Raises what went wrong there."""
        self._pool.shutdown()
        for front in self._fronts:
            front.close()
        for closed in self._closing:
            closed.result()


@contextmanager
def a_house(
    folder: Path, port: int = 0, with_camera: bool = True, address: str = "", door: Door | None = None
) -> Iterator[House]:
    """One with a front of its own. `address` is where others find the table, and without one its pages say that nobody
    else does; `door` by which names, and how.
    """
    house = House(folder, port, with_camera, address, door)
    house.open()
    try:
        yield house
    finally:
        house.close()


FOLLOWED = """async ([game, players, version]) => {
    const [state] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/board-state.js"));
    const now = state && (await import(state.name)).now();
    return now?.game?.name === game && String(now.players) === String(players) && now.version === version;
}"""


def follow(page: Page, house: House) -> Page:
    """Once an open page shows the table as it is now."""
    course = house.table.course
    page.wait_for_function(FOLLOWED, arg=[course.started.name, course.started.players, course.version])
    return page


def operate(page: Page, house: House, path: str = "/table") -> Page:
    """Open `path` with what the operator's link gives to a browser."""
    link = f"{house.address}/table?token={TOKEN}"
    if path == "/table":
        page.goto(link)
    else:
        page.request.get(link)
        page.goto(house.address + path)
    return page


def join(page: Page, house: House, name: str) -> Page:
    """Take a free seat by its name, as the page for joining does, and open the seat's own."""
    origin = house.address
    taken = page.request.post(f"{origin}/api/join", data={"name": name}, headers={"Origin": origin})
    page.goto(f"{origin}/play?seat={taken.json()['seat']}")
    expect(page.locator("#me")).to_have_text(re.compile(f"{re.escape(name)}$"))
    return page


def enter(page: Page, *names: object) -> None:
    """Enter these faces; where the first key was within reach, so are the others."""
    for place, name in enumerate(names):
        key = page.get_by_role("button", name=f"Enter {name}", exact=True)
        key.dispatch_event("click") if place else key.click()
