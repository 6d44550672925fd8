"""Streams that never hold anybody up: each reader gets the newest, and what many read is made once."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator, MutableMapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import uvicorn

from croupier.server import show
from croupier.server.live import Live
from croupier.server.live.photo import Shot
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web import streams
from croupier.server.web.app import create_app
from croupier.server.web.play import reading
from croupier.server.web.roles import SPECTATOR, THE_OPERATOR, Who
from croupier.server.web.run import listen
from croupier.server.web.streams import line
from croupier.vision.frame import Frame
from croupier.vision.roll import Phase

TOKEN = "the-operators-token"
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
PATIENCE_S = 20.0


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(str(tmp_path / "table.db"))
    yield log
    log.close()


@pytest.fixture
def table(log: Log, news: News) -> Table:
    table = Table(log, news.publish)
    table.start("rift", ("Ada", "Bo"), {})
    return table


def read(part: bytes) -> tuple[str, Any]:
    """The one event that a part is."""
    *_, kind, data = part.decode().strip().split("\n")
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


async def heard(stream: AsyncIterator[bytes], events: int) -> list[tuple[str, Any]]:
    """So many events, in as many parts as they come."""
    told: list[tuple[str, Any]] = []
    while len(told) < events:
        told += [read(event) for event in (await anext(stream)).strip().split(b"\n\n")]
    return told


# Events


def test_a_reader_gets_the_whole_board_then_what_changes(table: Table, news: News) -> None:
    async def story() -> None:
        feed = streams.Feed(news, lambda who, _: show.board(table, who.seat), lambda: {"phase": "empty"})
        stream = feed.events(SPECTATOR)
        kind, board = read(await anext(stream))
        assert (kind, board["version"]) == ("board", 1)
        assert read(await anext(stream)) == ("seen", {"phase": "empty"})
        table.act(ROLL, "operator")
        (one, event), (other, board) = await heard(stream, 2)
        assert (one, event["text"]) == ("event", "Ada rolls 3 5 6.")
        assert (other, board["version"]) == ("board", 2)
        await _close(stream)
        assert not news.wanted("board")

    asyncio.run(story())


def test_a_slow_reader_gets_only_the_newest_of_each_kind(news: News) -> None:
    async def story() -> None:
        with news.mailbox("board", "seen") as mailbox:
            for n in range(10_000):
                news.publish("seen", n)
            news.publish("board", None)
            news.publish("shot", "not for this reader")
            assert await mailbox.fetch(1) == [("seen", 9999), ("board", None)]

    asyncio.run(story())


def test_readers_are_sent_home_at_the_end(news: News) -> None:
    async def story() -> None:
        feed = streams.Feed(news, lambda *_: {})
        stream = feed.events(SPECTATOR)
        await anext(stream)
        news.close()
        assert [part async for part in stream] == []
        late = feed.events(SPECTATOR)
        assert len([part async for part in late]) == 1

    asyncio.run(story())


def test_each_distinct_board_is_built_once_a_change_however_many_read_it(news: News) -> None:
    built: list[Who] = []
    phase = [Phase.EMPTY]

    def board(who: Who, moment: Phase) -> dict[str, Any]:
        built.append(who)
        return {"you": who.you, "phase": moment}

    async def story() -> None:
        feed = streams.Feed(news, board, moment=lambda: phase[0])
        all_of_them = [SPECTATOR, THE_OPERATOR, Who("seat", 0), Who("seat", 1)]
        readers = [feed.events(all_of_them[n % 4]) for n in range(40)]
        for reader in readers:
            await anext(reader)
        for now in (Phase.ROLLING, Phase.SETTLED):
            del built[:]
            phase[0] = now
            news.publish("board", None)
            boards = [read(part)[1] for part in await asyncio.gather(*(anext(reader) for reader in readers))]
            assert [board["you"] for board in boards] == [all_of_them[n % 4].you for n in range(40)]
            assert {board["phase"] for board in boards} == {now}
            assert sorted(built, key=all_of_them.index) == all_of_them
        for reader in readers:
            await _close(reader)

    asyncio.run(story())


def test_a_piece_of_news_is_written_out_once(news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    original = json.dumps

    def counted(value: object, **how: Any) -> str:
        written.append(value)
        return original(value, **how)

    async def story() -> None:
        feed = streams.Feed(news, lambda *_: {})
        readers = [feed.events(SPECTATOR) for _ in range(40)]
        for reader in readers:
            await anext(reader)
        monkeypatch.setattr(json, "dumps", counted)
        news.publish("seen", {"phase": "rolling"})
        parts = [await anext(reader) for reader in readers]
        assert {read(part)[1]["phase"] for part in parts} == {"rolling"}
        assert written == [{"phase": "rolling"}]
        for reader in readers:
            await _close(reader)

    asyncio.run(story())


def test_a_board_that_could_not_be_built_is_tried_again(news: News) -> None:
    tries: list[Who] = []

    def board(who: Who, _: object) -> dict[str, Any]:
        tries.append(who)
        if len(tries) == 1:
            raise OSError("just once")
        return {"version": 1}

    async def story() -> None:
        feed = streams.Feed(news, board)
        with pytest.raises(OSError, match="just once"):
            await feed.board(SPECTATOR)
        assert json.loads(await feed.board(SPECTATOR)) == {"version": 1}

    asyncio.run(story())


# The live picture


def frame(index: int) -> Frame:
    return Frame(np.full((48, 64, 3), index, np.uint8), index / 15, index)


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The frames that were made a JPEG of, each time that one was."""
    made: list[int] = []
    original = Shot.jpeg

    def counted(shot: Shot) -> bytes | None:
        if shot._jpeg is None:
            made.append(shot.frame.index)
        return original(shot)

    monkeypatch.setattr(Shot, "jpeg", counted)
    return made


def test_viewers_share_one_jpeg_and_a_sleeping_one_holds_nobody_up(news: News, encoded: list[int]) -> None:
    async def story() -> None:
        feed = streams.Feed(news, lambda *_: {})
        asleep, awake, third = (feed.pictures(Shot(frame(0))) for _ in range(3))
        for stream in (asleep, awake, third):
            await anext(stream)  # the first boundary
            await anext(stream)  # the first picture
        del encoded[:]
        for n in range(1, 20):
            news.publish("shot", Shot(frame(n)))
            assert b"Content-Type: image/jpeg" in await anext(awake)
            await anext(third)
        assert encoded == list(range(1, 20))
        await anext(asleep)  # wakes up, and sees the newest at once
        assert encoded == list(range(1, 20))
        for stream in (asleep, awake, third):
            await _close(stream)

    asyncio.run(story())


def test_a_picture_is_sent_with_the_head_of_the_next_which_makes_a_browser_show_it(news: News) -> None:
    async def story() -> None:
        stream = streams.Feed(news, lambda *_: {}).pictures(Shot(frame(7)))
        head = f"--{streams.BOUNDARY}\r\nContent-Type: image/jpeg\r\n\r\n".encode()
        assert await anext(stream) == head
        assert (await anext(stream)).endswith(b"\xff\xd9\r\n" + head)
        await _close(stream)

    asyncio.run(story())


async def _close(stream: AsyncIterator[bytes]) -> None:
    await stream.aclose()  # type: ignore[attr-defined]


# Over a real connection


class Address:
    """Where a table is served, with the threads of its server; `Line` is what the real start uses as well."""

    def __init__(self, table: Table, log: Log, news: News) -> None:
        self.live = Live(table, None, _no_camera, _no_camera, news)
        app = create_app(table, self.live, news, log, TOKEN)
        config = uvicorn.Config(app, http=streams.Line, log_level="error", lifespan="off", ws="none")
        self.server = uvicorn.Server(config)
        self.place = listen("127.0.0.1", 0)

    def connect(self, path: str) -> socket.socket:
        """A connection that has asked for `path`, and takes little at a time."""
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(PATIENCE_S)
        reader.connect(self.place.getsockname())
        reader.sendall(f"GET {path} HTTP/1.1\r\nHost: table\r\n\r\n".encode())
        return reader


@contextmanager
def serving(table: Table, log: Log, news: News) -> Iterator[Address]:
    address = Address(table, log, news)
    thread = threading.Thread(target=address.server.run, args=([address.place],), daemon=True)
    thread.start()
    try:
        yield address
    finally:
        news.close()
        address.server.should_exit = address.server.force_exit = True
        thread.join(PATIENCE_S)
        address.place.close()


def until(reader: socket.socket, sign: bytes) -> bytes:
    """All that comes up to `sign`."""
    heard = b""
    while sign not in heard:
        more = reader.recv(65536)
        assert more, "the server has hung up"
        heard += more
    return heard


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


def test_forty_readers_are_told_of_an_action_by_one_build_while_four_of_them_take_nothing(
    table: Table, log: Log, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Who] = []
    original = reading._board

    def counted(table: Table, who: Who, moment: Any) -> dict[str, Any]:
        built.append(who)
        return original(table, who, moment)

    monkeypatch.setattr(reading, "_board", counted)
    with serving(table, log, news) as address, ExitStack() as connections:
        readers = [connections.enter_context(closing(address.connect("/api/events"))) for _ in range(40)]
        for reader in readers:
            until(reader, b'"version":1')
        awake = readers[4:]
        assert news.readers("event") == 40
        del built[:]
        table.act(ROLL, "operator")
        for reader in awake:
            assert until(reader, b'{"version":2,"game"').count(b"event: board") == 1
        assert built == [SPECTATOR]


def test_ten_viewers_of_the_live_picture_cost_one_jpeg_a_frame(
    table: Table, log: Log, news: News, encoded: list[int]
) -> None:
    with serving(table, log, news) as address, ExitStack() as connections:
        viewers = [connections.enter_context(closing(address.connect("/api/live.mjpg"))) for _ in range(10)]
        for viewer in viewers:
            until(viewer, b"image/jpeg")
        for n in range(1, 6):
            news.publish("shot", Shot(frame(n)))
            for viewer in viewers:
                until(viewer, b"\xff\xd9")
        assert encoded == [1, 2, 3, 4, 5]


def test_a_reader_that_takes_nothing_any_more_is_dropped(
    table: Table, log: Log, news: News, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "STALLED_S", 0.2)
    with serving(table, log, news) as address, ExitStack() as connections:
        asleep, awake = (connections.enter_context(closing(address.connect("/api/events"))) for _ in range(2))
        for reader in (asleep, awake):
            until(reader, b'"version":1')
        n = 0
        while news.readers("event") == 2:
            n += 1
            assert n < 2000, "it is kept for ever"
            news.publish("notice", {"level": "info", "text": f"{n}: " + "so it goes " * 1000})
            until(awake, f"{n}: ".encode())
        news.publish("notice", {"level": "info", "text": "and on it goes"})
        until(awake, b"and on it goes")


def test_the_next_picture_is_chosen_when_its_viewer_has_room_for_it() -> None:
    async def story() -> None:
        made: list[int] = []
        room = asyncio.Event()

        async def parts() -> AsyncIterator[bytes]:
            for n in range(3):
                made.append(n)
                yield b"part %d" % n

        async def send(message: MutableMapping[str, Any]) -> None:
            if message.get("more_body") and not message["body"]:
                await room.wait()  # as the server does while more waits than may

        sending = asyncio.create_task(streams.Newest(parts()).stream_response(send))
        for _ in range(10):
            await asyncio.sleep(0)
        assert made == [0]
        room.set()
        await sending
        assert made == [0, 1, 2]

    asyncio.run(story())
