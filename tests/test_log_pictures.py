"""Evidence and the room that it may take: the oldest pictures go first, never those of the game in play."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import Transaction
from sqlalchemy.exc import OperationalError

from croupier.server.errors import LogError
from croupier.server.log import Draft, Log
from croupier.server.table import Table

PICTURED = Draft("question", "camera", {}, new=True)
PICTURE_BYTES = 1000

OpenLog = Callable[[int | None], Log]


@pytest.fixture
def open_log(database: str) -> Iterator[OpenLog]:
    with contextlib.ExitStack() as opened:
        yield lambda most: opened.enter_context(contextlib.closing(Log(database, most)))


def play(log: Log, pictures: int) -> list[int]:
    """A new game with so many pictures; their numbers."""
    game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
    entries = [log.append(game, 2.0, [PICTURED], bytes([n]) * PICTURE_BYTES)[0] for n in range(pictures)]
    return [entry.picture for entry in entries if entry.picture is not None]


def kept(log: Log, pictures: list[int]) -> list[bool]:
    return [log.picture(number) is not None for number in pictures]


def test_without_a_limit_every_picture_stays(open_log: OpenLog) -> None:
    log = open_log(None)
    pictures = play(log, 3) + play(log, 3)
    log.claim()
    assert all(kept(log, pictures))


def test_the_oldest_pictures_make_room_and_their_rows_stay(open_log: OpenLog) -> None:
    log = open_log(4 * PICTURE_BYTES)
    first, second = play(log, 3), play(log, 3)
    assert kept(log, first) == [False, False, True]
    assert all(kept(log, second))
    assert log.pictures_bytes == 4 * PICTURE_BYTES
    assert [entry.picture for entry in log.entries(1)] == [None, *first]
    third = play(log, 1)
    assert kept(log, first + second + third) == [False] * 3 + [True] * 4


def test_no_picture_of_the_game_in_play_goes_however_many_it_has(open_log: OpenLog) -> None:
    log = open_log(2 * PICTURE_BYTES)
    before, pictures = play(log, 1), play(log, 5)
    assert kept(log, before) == [False]
    assert all(kept(log, pictures))
    assert kept(log, pictures + play(log, 0)) == [True] * 5, "a new game alone makes no room"
    play(log, 1)
    assert kept(log, pictures) == [False] * 4 + [True]


def test_a_smaller_limit_holds_from_the_start_on(open_log: OpenLog) -> None:
    log = open_log(None)
    pictures, in_play = play(log, 250), play(log, 2)
    log.close()
    log = open_log(10 * PICTURE_BYTES)
    assert all(kept(log, pictures)), "only whoever serves the table lets pictures go"
    log.claim()
    assert kept(log, pictures) == [False] * 242 + [True] * 8
    assert all(kept(log, in_play))
    assert log.pictures_bytes == 10 * PICTURE_BYTES


def test_room_that_could_not_be_made_is_said_and_made_the_next_time(
    open_log: OpenLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = open_log(None)
    pictures = play(log, 2)
    play(log, 1)
    log.close()
    log = open_log(0)

    commit, fails = Transaction.commit, [True]

    def fail_once(transaction: Transaction) -> None:
        if fails and fails.pop():
            raise OperationalError("COMMIT", None, Exception("disk I/O error"))
        commit(transaction)

    with monkeypatch.context() as failing:
        failing.setattr(Transaction, "commit", fail_once)
        with pytest.raises(LogError):
            log.claim()
    assert all(kept(log, pictures)), "it adds no row by which to tell that it was kept"
    log.claim()
    assert not any(kept(log, pictures))


def test_room_for_none_keeps_those_of_the_game_in_play(open_log: OpenLog) -> None:
    log = open_log(0)
    assert all(kept(log, play(log, 2)))
    log.claim()
    assert log.pictures_bytes == 2 * PICTURE_BYTES


def test_a_write_that_fails_lets_no_picture_go(open_log: OpenLog) -> None:
    log = open_log(2 * PICTURE_BYTES)
    first, second = play(log, 1), play(log, 1)
    with pytest.raises(OSError, match="The log"):
        log.append(2, 3.0, [PICTURED, Draft("question", "x", {}, 99)], bytes(PICTURE_BYTES))
    assert all(kept(log, first + second))
    log.append(2, 3.0, [PICTURED], bytes(PICTURE_BYTES))
    assert kept(log, first + second) == [False, True]


def test_room_that_pictures_took_goes_back_to_the_disk(memory: Path) -> None:
    file = memory / "table.db"
    with contextlib.closing(Log(str(file))) as log:
        for _ in range(2):
            game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
            for _ in range(100):
                log.append(game, 2.0, [PICTURED], bytes(20_000))
    before = file.stat().st_size
    assert before > 4_000_000
    with contextlib.closing(Log(str(file), 2_000_000)) as log:
        log.claim()
        assert log.size_bytes < before * 0.6
    assert file.stat().st_size < before * 0.6


def test_a_file_at_its_limit_grows_no_more(memory: Path) -> None:
    file = memory / "table.db"
    with contextlib.closing(Log(str(file), 1_000_000)) as log:
        sizes = []
        for _ in range(30):
            game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
            for _ in range(10):
                log.append(game, 2.0, [PICTURED], bytes(20_000))
            sizes.append(log.size_bytes)
    assert max(sizes[10:]) < 1_400_000
    assert max(sizes[20:]) - max(sizes[10:20]) < 100_000


def test_a_log_of_an_earlier_croupier_gives_its_room_back_too(memory: Path) -> None:
    """Its file was not made for that."""
    file = memory / "table.db"
    with contextlib.closing(Log(str(file))) as log:
        play(log, 2)
        log._database.refuse_if_moved()
        with log._database.writing() as connection:
            connection.connection.driver_connection.execute("PRAGMA auto_vacuum=NONE")
            connection.connection.driver_connection.execute("VACUUM")
        for _ in range(50):
            log.append(1, 2.0, [PICTURED], bytes(20_000))
        play(log, 1)
    before = file.stat().st_size
    with contextlib.closing(Log(str(file), 0)) as log:
        log.claim()
    assert file.stat().st_size < before / 5


def test_a_replay_goes_on_without_pictures_that_are_gone(database: str) -> None:
    with contextlib.closing(Log(database, 0)) as log:
        table = Table(log)
        table.start("rift", ("Ada",), {})
        log.append(
            1,
            2.0,
            [Draft("action", "camera", {"action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}}, new=True)],
            b"j",
        )
        play(log, 1)
    with contextlib.closing(Log(database, 0)) as log:
        assert log.picture(1) is None
        assert [entry.kind for entry in log.entries(1)] == ["start", "action"]
