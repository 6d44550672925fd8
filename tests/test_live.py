"""The camera at the table: paced, replayed, lost and found again, and the game goes on without it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

import numpy as np
import pytest

from croupier.hardware.camera import CameraError, CameraLost
from croupier.server import show
from croupier.server.errors import LogError
from croupier.server.live import Live
from croupier.server.live.pace import Pace
from croupier.server.live.watch import OVER
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import LAY_HERE, Origin, Phase, Roll, Seen

PATIENCE_S = 10.0


class Script:
    """A camera that gives so many frames, or raises what stands in their place."""

    def __init__(self, *frames: int | Exception, live: bool = False) -> None:
        self.url, self.live = "script:", live
        self._frames = iter(frames)
        self.given = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._frames = iter(())

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            if isinstance(frame, Exception):
                raise frame
            self.given += 1
            yield Frame(np.zeros((48, 64, 3), np.uint8), frame / 15, frame)


class Eyes:
    """Sees what it was told to in each frame; everywhere else an empty table."""

    def __init__(self, rolls: dict[int, Roll]) -> None:
        self._rolls = rolls
        self.rereads = 0

    def see(self, frame: Frame) -> Seen:
        roll = self._rolls.get(frame.index)
        return Seen(frame.at, Phase.SETTLED if roll else Phase.EMPTY, roll.dice if roll else (), roll=roll)

    def finish(self) -> Seen | None:
        return None

    def reread(self) -> None:
        self.rereads += 1


class Onlooker:
    """Does at each frame what it was told to."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do
        self.ends = 0

    def look(self, table: Table, seen: Seen) -> None:
        self._do()

    def end(self, table: Table) -> None:
        self.ends += 1


def rolled(*faces: int | None, origin: Origin = Origin.THROWN, first: bool = False) -> Roll:
    dice = tuple(Die("d6", face, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.99, face is not None) for face in faces)
    return Roll(dice, tuple(range(len(dice))), (), 1.0, origin=origin, first=first)


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def log(tmp_path: Any) -> Iterator[Log]:
    log = Log(str(tmp_path / "table.db"))
    yield log
    log.close()


@pytest.fixture
def table(log: Log) -> Table:
    table = Table(log)
    table.start("rift", ("Ada", "Bo"), {})
    return table


Watch = Callable[..., Live]


@pytest.fixture
def watch(table: Table, news: News) -> Iterator[Watch]:
    """Starts to watch with these cameras, one after another."""
    started: list[Live] = []

    def start(*cameras: Script | CameraError, rolls: dict[int, Roll] | None = None, **more: Any) -> Live:
        waiting = list(cameras)

        def open_one(url: str) -> Script:
            camera = waiting.pop(0) if waiting else CameraError("It is gone.")
            if isinstance(camera, CameraError):
                raise camera
            return camera

        live = Live(table, "script:", open_one, lambda: Eyes(rolls or {}), news, **{"speed": None, **more})
        started.append(live)
        live.start()
        return live

    yield start
    for live in started:
        live.stop(PATIENCE_S)


def until(true: Callable[[], Any]) -> None:
    """Wait for something that the camera's thread brings about."""
    tick = threading.Event()
    for _ in range(int(PATIENCE_S / 0.005)):
        if true():
            return
        tick.wait(0.005)
    raise AssertionError("It did not come about.")


def test_a_table_without_a_camera_says_so(table: Table, news: News) -> None:
    live = Live(table, None, lambda url: Script(), lambda: Eyes({}), news)
    live.start()
    assert live.camera["state"] == "none"
    assert "by hand" in live.camera["text"]


def test_a_roll_is_scored_and_the_end_of_a_recording_is_said(watch: Watch, table: Table, news: News) -> None:
    live = watch(Script(0, 1, 2, 3), rolls={2: rolled(3, 5, 6)})
    until(lambda: live.camera["state"] == "ended")
    assert list(table.course.state.dice) == [3, 5, 6]
    table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")  # the game goes on by hand


def test_a_camera_that_cannot_be_opened_is_said_and_tried_again(watch: Watch, table: Table, news: News) -> None:
    live = watch(
        CameraError("No camera is plugged in."), Script(0, 1, CameraError("x"), live=True), rolls={1: rolled(1, 1, 1)}
    )
    until(lambda: live.camera["state"] == "lost")
    until(lambda: table.course.steps)


def test_a_lost_camera_comes_back_by_itself_without_a_new_watch(watch: Watch, table: Table, news: News) -> None:
    again = threading.Event()
    camera = Script(0, CameraLost("The camera gives nothing."), 1, 2, CameraError("Unplugged."), live=True)
    live = watch(camera, rolls={2: rolled(2, 2, 2)}, onlooker=Onlooker(again.set))
    until(lambda: "Unplugged" in live.camera["text"])
    assert again.is_set()
    assert camera.given == 3
    assert list(table.course.state.dice) == [2, 2, 2]
    assert "by hand" in live.camera["text"]


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.THROWN], ids=["at rest", "while something moves"])
def test_after_a_gap_the_table_is_watched_anew_because_nobody_saw_what_was_thrown(
    table: Table, news: News, origin: Origin
) -> None:
    opened: list[Eyes] = []

    def open_eyes() -> Eyes:
        opened.append(Eyes({1: rolled(3, 5, 6, origin=origin, first=True)} if opened else {}))
        return opened[-1]

    table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")  # typed in while nothing was seen
    before = table.course
    camera = Script(0, CameraLost("The camera gives nothing."), 1)
    live = Live(table, "script:", lambda url: camera, open_eyes, news, speed=None)
    live.start()
    until(lambda: live.camera["state"] == "ended")
    live.stop(PATIENCE_S)
    assert len(opened) == 2
    assert table.course is before


def test_what_was_seen_last_is_forgotten_when_the_camera_is_lost(watch: Watch, news: News) -> None:
    looked = threading.Event()
    live = watch(Script(0, CameraError("Unplugged.")), rolls={0: rolled(3, 5, 6)}, onlooker=Onlooker(looked.set))
    until(lambda: "Unplugged" in live.camera["text"])
    assert looked.is_set()
    assert live.phase == Phase.EMPTY


def test_the_next_roll_counts_after_an_empty_table_was_read_again(watch: Watch, table: Table, news: News) -> None:
    asked = threading.Event()
    live = watch(Script(*range(6)), rolls={4: rolled(3, 5, 6)}, onlooker=Onlooker(lambda: asked.wait(PATIENCE_S)))
    live.reread()
    asked.set()
    until(lambda: live.camera["state"] == "ended")
    assert list(table.course.state.dice) == [3, 5, 6]
    assert not table.asks


def test_a_reader_that_breaks_is_said_and_the_game_goes_on(
    watch: Watch, table: Table, news: News, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("boom")

    live = watch(Script(0, 1), onlooker=Onlooker(broken))
    until(lambda: live.camera["state"] == "lost")
    assert "boom" in caplog.text
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")


def test_a_recording_waits_while_a_question_is_open(watch: Watch, table: Table, news: News) -> None:
    asked: list[bool] = []
    rolls = {4: rolled(3, 5, None)}
    onlooker = Onlooker(lambda: asked.append(table.asks))
    live = watch(Script(*range(10)), rolls=rolls, pause_for_questions=True, onlooker=onlooker)
    until(lambda: table.asks)
    table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")
    until(lambda: live.camera["state"] == "ended")
    assert asked[:4] + asked[5:] == [False] * 9
    assert onlooker.ends == 1


def test_a_recording_is_played_at_its_own_pace(watch: Watch, news: News) -> None:
    began = time.monotonic()
    live = watch(Script(0, 3, 6), speed=2.0)  # 0.4 s of film
    until(lambda: live.camera["state"] == "ended")
    assert time.monotonic() - began >= 0.19


def test_a_new_game_plays_the_recording_from_its_beginning(watch: Watch, table: Table, news: News) -> None:
    live = watch(Script(0, 1), Script(0, 1), rolls={1: rolled(3, 5, 6)})
    until(lambda: live.camera["state"] == "ended")
    table.start("rift", ("Ada",), {})
    live.begin_anew()
    until(lambda: table.course.steps)
    assert table.course.version > 3


def test_an_encore_starts_the_same_game_again(log: Log, news: News) -> None:
    live: list[Live] = []
    table = Table(log, lambda kind, item: live[0].begin_anew() if kind == "start" and live else None)
    table.start("rift", ("Ada", "Bo"), {})
    cameras = [Script(0, 1), Script(0, 1)]
    live.append(Live(table, "script:", lambda url: cameras.pop(0), lambda: Eyes({}), news, speed=None, encore_s=0.01))
    live[0].start()
    until(lambda: not cameras)
    live[0].stop(PATIENCE_S)
    started = log.newest_game()
    assert started is not None
    assert (started.id, started.name, started.players) >= (2, "rift", ("Ada", "Bo"))


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.THROWN], ids=["at rest", "while something moves"])
def test_dice_that_lay_there_when_the_camera_came_are_not_scored_twice(
    watch: Watch, table: Table, news: News, origin: Origin
) -> None:
    table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")
    before = show.board(table)
    live = watch(Script(0, 1), rolls={1: rolled(6, 3, 5, origin=origin, first=True)})
    until(lambda: live.camera["state"] == "ended")
    assert show.board(table) == before


def test_an_encore_waits_for_a_log_that_fails_and_keeps_what_was_agreed(
    log: Log, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    live: list[Live] = []
    table = Table(log, lambda kind, item: live[0].begin_anew() if kind == "start" and live else None)
    table.start("rift", ("Ada", "Bo"), {}, advice=False)
    cameras = [Script(0, 1), Script(0, 1)]
    live.append(Live(table, "script:", lambda url: cameras.pop(0), lambda: Eyes({}), news, speed=None, encore_s=0.01))
    with monkeypatch.context() as failing:
        failing.setattr(log, "start_game", full)
        live[0].start()
        until(lambda: "the disk is full" in live[0].camera["text"])
        assert live[0].camera["state"] == "ended"
    until(lambda: not cameras)
    live[0].stop(PATIENCE_S)
    assert table.course.started.id >= 2
    assert not table.course.advice


def full(*_: object) -> Any:
    raise LogError("The log cannot grow, the disk is full: free some space, then try again.")


def test_a_camera_may_take_over_where_an_encore_came_to_nothing(
    table: Table, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    cameras = [Script(0, 1), Script(0, 1, live=True)]
    live = Live(table, "script:", lambda url: cameras.pop(0), lambda: Eyes({}), news, speed=None, encore_s=0.01)
    monkeypatch.setattr(table, "start", lambda *_, **__: 1 / 0)
    live.start()
    until(lambda: live.camera["text"].startswith(OVER) and "by hand" in live.camera["text"])
    live.use("another:")
    until(lambda: not cameras)
    live.stop(PATIENCE_S)


def test_what_is_seen_is_told_when_it_changes(watch: Watch, news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(news, "publish", lambda kind, item: told.append(item) if kind == "seen" else None)
    live = watch(Script(*range(20)), rolls={10: rolled(3, 5, 6)})
    until(lambda: live.camera["state"] == "ended")
    assert [seen["phase"] for seen in told] == ["empty", "settled", "empty"]
    assert told[1]["size"] == [64, 48]
    assert [die["face"] for die in told[1]["dice"]] == [3, 5, 6]


class Clock:
    """Time that passes only when somebody waits, or is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(
    ("late_by", "shown_at"),
    [(0.0, 102.0), (0.5, 102.0), (5.0, 107.0)],
    ids=["in time", "a little late: caught up", "far behind: goes on from there"],
)
def test_a_recording_catches_up_when_it_is_a_little_behind(
    monkeypatch: pytest.MonkeyPatch, late_by: float, shown_at: float
) -> None:
    clock = Clock()
    monkeypatch.setattr("croupier.server.live.pace.time", clock)
    pace = Pace(1.0, clock)  # type: ignore[arg-type]
    pace.keep(0.0)
    pace.keep(1.0)
    clock.wait(late_by)
    pace.keep(1.0)
    pace.keep(2.0)
    assert clock.now == pytest.approx(shown_at)


# ---- another camera takes its place


class Cameras:
    """Opens scripts by their URL, each as often as it was given."""

    def __init__(self, **scripts: list[Script]) -> None:
        self._scripts = scripts
        self.opened: list[str] = []

    def open(self, url: str) -> Script:
        self.opened.append(url)
        if not self._scripts.get(url):
            raise CameraError(f"There is no {url}.")
        return self._scripts[url].pop(0)


class Held(Script):
    """A live camera that gives its frames and then waits, as between two frames, until it is let go."""

    def __init__(self, url: str, *frames: int) -> None:
        super().__init__(*frames, live=True)
        self.url = url
        self.left = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        yield from super().__iter__()
        self.left.wait(0.01)
        raise CameraLost("It waits.")

    def __exit__(self, *why: Any) -> None:
        self.left.set()


@pytest.fixture
def switch(table: Table, news: News) -> Iterator[Callable[..., Live]]:
    started: list[Live] = []

    def start(url: str | None, cameras: Cameras, rolls: list[dict[int, Roll]]) -> Live:
        live = Live(table, url, cameras.open, lambda: Eyes(rolls.pop(0) if rolls else {}), news, speed=None)
        started.append(live)
        live.start()
        return live

    yield start
    for live in started:
        live.stop(PATIENCE_S)


def test_another_camera_takes_over_while_the_table_is_open_and_the_first_is_let_go(
    switch: Callable[..., Live], table: Table
) -> None:
    first, second = Held("front", 0, 1), Held("back", 0, 1)
    live = switch("front", Cameras(front=[first], back=[second]), [{}, {}, {1: rolled(3, 5, 6)}])
    until(lambda: first.given == 2)
    live.use("back")
    until(lambda: table.course.steps)
    assert first.left.is_set()
    assert live.camera["url"] == "back"


def test_dice_that_count_are_not_scored_twice_by_the_camera_that_takes_over(
    switch: Callable[..., Live], table: Table
) -> None:
    first, second = Held("front", 0), Held("back", 0, 1)
    dice = rolled(3, 5, 6)
    lying = rolled(6, 3, 5, origin=Origin.LAY, first=True)
    live = switch("front", Cameras(front=[first], back=[second]), [{0: dice}, {1: lying}, {1: lying}])
    until(lambda: table.course.steps)
    version = table.course.version
    live.use("back")
    until(lambda: second.given == 2)
    until(lambda: live.camera["state"] == "lost" and live.camera["url"] == "back")
    assert table.course.version == version


def test_a_roll_that_settles_while_cameras_change_is_asked_about_and_not_lost(
    switch: Callable[..., Live], table: Table
) -> None:
    lying = rolled(3, 5, 6, origin=Origin.LAY, first=True)
    lying = replace(lying, ask=(LAY_HERE,))
    live = switch("front", Cameras(front=[Held("front", 0)], back=[Held("back", 0)]), [{}, {0: lying}, {0: lying}])
    until(lambda: live.camera["url"] == "front" and live.camera["state"] == "lost")
    live.use("back")
    until(lambda: table.asks)
    assert not table.course.steps


def test_a_table_that_began_without_a_camera_gets_one_and_gives_it_back(
    switch: Callable[..., Live], table: Table
) -> None:
    camera = Held("front", 0, 1)
    live = switch(None, Cameras(front=[camera]), [{1: rolled(3, 5, 6)}])
    assert live.camera["state"] == "none"
    live.use("front")
    until(lambda: table.course.steps)
    live.use(None)
    until(lambda: live.camera["state"] == "none")
    assert (live.url, live.shot) == (None, None)
    assert camera.left.is_set()


def test_a_camera_that_cannot_be_had_is_said_and_the_next_one_is_opened_at_once(
    switch: Callable[..., Live], table: Table
) -> None:
    cameras = Cameras(back=[Held("back", 0)])
    live = switch("front", cameras, [{0: rolled(3, 5, 6)}])
    until(lambda: "There is no front" in live.camera["text"])
    live.use("back")
    until(lambda: table.course.steps)
    assert cameras.opened.count("back") == 1


def test_what_is_rolled_while_rolls_are_set_aside_counts_for_nothing(
    table: Table, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    live = Live(table, "script:", lambda url: Script(0, 1), lambda: Eyes({1: rolled(3, 5, 6)}), news, speed=None)
    live.set_aside(PATIENCE_S)
    monkeypatch.setattr(news, "publish", lambda kind, item: texts.append(live.camera["text"]))
    live.start()
    until(lambda: live.camera["state"] == "ended")
    live.stop(PATIENCE_S)
    assert not table.course.steps
    assert any("nothing that the camera sees counts" in text for text in texts)
    live.set_aside(0)
    assert not live.aside


def test_eyes_are_opened_anew_only_after_they_have_seen_something(table: Table, news: News) -> None:
    opened: list[Eyes] = []

    def open_eyes() -> Eyes:
        opened.append(Eyes({}))
        return opened[-1]

    camera = Silent(times=5)
    live = Live(table, "script:", lambda url: camera, open_eyes, news, speed=None)
    live.start()
    until(lambda: camera.silences == 5)
    live.stop(PATIENCE_S)
    assert len(opened) == 1


class Silent(Script):
    """Gives nothing so many times, and then waits to be let go."""

    def __init__(self, times: int) -> None:
        super().__init__(live=True)
        self.silences, self._times = 0, times
        self._gone = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        if self.silences < self._times:
            self.silences += 1
        else:
            self._gone.wait(0.01)
        raise CameraLost("It is silent.")
        yield  # makes it an iterator
