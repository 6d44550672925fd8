"""The log, in a file and in PostgreSQL: rows are only ever added, survive, and nobody writes beside a Croupier."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log import Draft, Log
from croupier.server.log.database import base, open_database
from croupier.server.table import Table

ACTION = Draft("action", "operator", {})
A_ROW = "INSERT INTO entries (game, at, kind, author, payload) VALUES (:game, :at, 'action', 'operator', '{}')"

OpenLog = Callable[..., Log]


@pytest.fixture(autouse=True)
def no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LOCK_WAIT_S", 0.01)


@pytest.fixture
def open_log() -> Iterator[OpenLog]:
    opened: list[Log] = []

    def open_one(database: object, **how: Any) -> Log:
        opened.append(Log(str(database), **how))
        return opened[-1]

    yield open_one
    for log in opened:
        log.close()


@pytest.fixture
def log(database: str, open_log: OpenLog) -> Log:
    return open_log(database)


@pytest.fixture
def game(log: Log) -> int:
    return log.start_game("rift", ("Ada", "Bo"), {"betting": "none"}, "operator", 1.0).game


def by_hand(database: str, statement: str, **values: object) -> None:
    """What somebody does to the rows past the log."""
    other = open_database(database)
    try:
        with other.reading() as connection, connection.begin():
            connection.execute(sa.text(statement), values)
    finally:
        other.close()


def kinds(log: Log, game: int) -> list[str]:
    return [entry.kind for entry in log.entries(game)]


def test_a_new_log_holds_no_game(log: Log) -> None:
    assert log.newest_game() is None
    assert log.games() == ()


def test_rows_come_back_as_they_were_written(database: str, log: Log, game: int, open_log: OpenLog) -> None:
    draft = Draft("action", "camera", {"action": {"kind": "roll", "who": "Zoë \0 \ud800"}}, new=True)
    (written,) = log.append(game, 2.5, [draft], b"\xff\xd8\0")
    log.close()

    log = open_log(database)
    found = log.newest_game()
    assert found is not None
    assert (found.id, found.name, found.players, found.options) == (game, "rift", ("Ada", "Bo"), {"betting": "none"})
    assert kinds(log, game) == ["start", "action"]
    assert log.entries(game)[-1] == written
    assert written.at == 2.5
    assert written.picture is not None
    assert log.picture(written.picture) == b"\xff\xd8\0"


def test_a_moment_comes_back_as_exactly_as_it_was_written(log: Log, game: int) -> None:
    (written,) = log.append(game, 1796123456.123457, [ACTION])
    assert log.entries(game)[-1].at == written.at == 1796123456.123457


def test_rows_that_belong_together_share_their_new_picture_or_name_an_older_one(log: Log, game: int) -> None:
    (old,) = log.append(game, 2.0, [Draft("question", "camera", {}, new=True)], b"old")
    drafts = [
        Draft("action", "camera", {}, new=True),
        Draft("touch", "camera", {}, new=True),
        Draft("question", "camera", {}, old.picture),
        ACTION,
    ]
    action, touch, question, by_person = log.append(game, 3.0, drafts, b"new")
    assert question.picture == old.picture
    assert by_person.picture is None
    assert action.picture == touch.picture
    assert action.picture is not None
    assert log.picture(action.picture) == b"new"


def test_a_picture_that_no_row_wants_is_not_kept(log: Log, game: int) -> None:
    log.append(game, 2.0, [ACTION], b"unseen")
    assert log.pictures_bytes == 0


def test_rows_that_belong_together_are_written_all_or_none(log: Log, game: int) -> None:
    """One of them is refused: its evidence was never taken."""
    with pytest.raises(LogError):
        log.append(game, 2.0, [ACTION, Draft("question", "camera", {}, new=True), Draft("question", "x", {}, 99)], b"?")
    assert kinds(log, game) == ["start"]
    assert log.pictures_bytes == 0
    log.append(game, 3.0, [ACTION])
    assert kinds(log, game) == ["start", "action"]


@pytest.mark.parametrize("number", [0, 7, 2**31, 2**53])
def test_what_was_never_written_is_none(log: Log, number: int) -> None:
    assert log.picture(number) is None
    assert log.game(number) is None
    assert log.entries(number) == ()


def test_the_newest_game_is_the_one_started_last(log: Log, game: int) -> None:
    second = log.start_game("crag", ("Bo",), {}, "operator", 2.0)
    log.append(second.game, 3.0, [ACTION])
    found = log.newest_game()
    assert found is not None
    assert (found.id, found.name) == (second.game, "crag")
    assert [started.id for started in log.games()] == [second.game, game]
    assert len(log.entries(game)) == 1


def test_it_tells_its_name_its_size_and_its_revision(log: Log, game: int) -> None:
    before = log.size_bytes
    log.append(game, 2.0, [Draft("question", "camera", {}, new=True)], bytes(range(256)) * 2000)
    assert log.size_bytes >= before > 0
    assert log.pictures_bytes == 512_000
    assert log.revision == "3"
    assert "table" in log.database


CHANGES = (
    *("UPDATE entries SET author = 'me'", "DELETE FROM entries"),
    *("UPDATE games SET name = 'x'", "DELETE FROM games"),
    *("UPDATE seats SET token_hash = 'x'", "DELETE FROM seats"),
    *("UPDATE pictures SET jpeg = CAST('x' AS {bytes})", "DELETE FROM pictures"),
    "UPDATE pictures SET at = 3, jpeg = CAST('' AS {bytes})",
)


def test_rows_can_neither_be_changed_nor_deleted(database: str, log: Log, game: int) -> None:
    log.seat(game, 0, "hash", 1.5)
    log.append(game, 2.0, [Draft("question", "camera", {}, new=True)], b"jpeg")

    def refused(change: str) -> bool:
        try:
            by_hand(database, change.format(bytes="bytea" if "postgres" in database else "blob"))
        except sa.exc.DBAPIError as error:
            return "insert-only" in str(error)
        return False

    assert {change: refused(change) for change in CHANGES} == dict.fromkeys(CHANGES, True)


def test_a_second_croupier_may_read_but_not_write(database: str, log: Log, game: int, open_log: OpenLog) -> None:
    second = open_log(database)
    with pytest.raises(LogError, match="Another Croupier writes to"):
        second.claim()
    for drafts in ([ACTION], [ACTION, ACTION]):
        with pytest.raises(LogError, match="Another Croupier writes to"):
            second.append(game, 3.0, drafts)
    log.append(game, 4.0, [ACTION])
    assert kinds(second, game) == ["start", "action"]


def test_whoever_closes_a_log_leaves_it_to_the_next(database: str, log: Log, game: int, open_log: OpenLog) -> None:
    log.close()
    second = open_log(database)
    second.claim()
    second.claim()
    second.append(game, 2.0, [ACTION])
    assert kinds(second, game) == ["start", "action"]


def test_a_log_that_was_read_before_another_wrote_is_not_written_blindly(
    database: str, log: Log, game: int, open_log: OpenLog
) -> None:
    """Its reader knows of a game that has gone on since."""
    second = open_log(database)
    log.append(game, 2.0, [ACTION])
    log.close()
    with pytest.raises(LogError, match="Another Croupier writes to"):
        second.append(game, 3.0, [ACTION])
    assert len(second.entries(game)) == 2


def test_nothing_is_written_after_rows_of_a_stranger_who_heeds_no_lock(database: str, log: Log, game: int) -> None:
    by_hand(database, A_ROW, game=game, at=2.0)
    for drafts in ([ACTION], [ACTION, ACTION]):
        with pytest.raises(LogError, match="Another Croupier writes to"):
            log.append(game, 3.0, drafts)
    with pytest.raises(LogError, match="Another Croupier writes to"):
        log.seat(game, 0, "hash", 3.0)
    assert len(log.entries(game)) == 2
    assert log.seated(game) == {}


SENSELESS = (
    ("action", "{"),
    ("action", "[]"),
    ("action", "{}"),
    ("action", '{"action": 3}'),
    ("action", '{"action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "dice": 3}'),
    ("correct", '{"entry": 1}'),
    ("undo", "{}"),
    ("dismiss", "{}"),
    ("dance", "{}"),
)


def test_a_row_that_makes_no_sense_is_said_and_never_skipped(database: str, log: Log, open_log: OpenLog) -> None:
    statement = "INSERT INTO entries (game, at, kind, author, payload) VALUES (:game, 2, :kind, 'operator', :payload)"
    said = {}
    for kind, payload in SENSELESS:
        game = log.start_game("rift", ("Ada", "Bo"), {"betting": "none"}, "operator", 1.0).game
        Table(log)  # it makes sense as yet
        log.close()
        by_hand(database, statement, game=game, kind=kind, payload=payload)
        log = open_log(database)
        try:
            said[kind, payload] = str(Table(log).course.version)
        except LogError as error:
            said[kind, payload] = str(error)
    assert not {row: text for row, text in said.items() if "with --database" not in text}


@pytest.mark.parametrize("column", ["name", "players", "options"])
def test_a_game_that_makes_no_sense_is_said(database: str, log: Log, open_log: OpenLog, column: str) -> None:
    log.close()
    for text in ("null", "5", "[]", "[null]", "[5]", "{", '{"betting": 5}', '"Ada"'):
        row = {"name": "rift", "players": '["Ada", "Bo"]', "options": "{}", column: text}
        statement = "INSERT INTO games (name, players, options, started) VALUES (:name, :players, :options, 1)"
        by_hand(database, statement, **row)
        again = open_log(database)
        with pytest.raises(LogError, match="with --database"):
            Table(again)


def test_a_seat_that_the_game_does_not_have_is_nobodys(database: str, log: Log, open_log: OpenLog) -> None:
    Table(log).start("rift", ("Ada", "Bo"), {})
    log.close()
    for seat in (99, 2, -1):
        by_hand(database, f"INSERT INTO seats (game, seat, token_hash, at) VALUES (1, {seat}, 'hash', 1)")
    table = Table(open_log(database))
    table.start("rift", ("Bo", "Ada"), {})
    assert [table.seats.taken(seat) for seat in (0, 1, 2, 99, -1)] == [False] * 5


def test_numbers_run_on_over_games_and_restarts_without_the_secret_rows(database: str, open_log: OpenLog) -> None:
    table = Table(open_log(database))
    table.start("liars-dice", ("Ada", "Bo"), {"proficient": "yes"})
    for seat in (0, 1):
        table.act({"kind": "roll", "seat": seat, "faces": [1] * 5}, f"seat {seat}")
    check = {"kind": "sleight", "seat": 0, "die": 0, "face": 6, "d20": [15], "bonus": 0, "dc": 10}
    table.act(check, "seat 0")
    assert table.course.version == 3
    table.start("rift", ("Ada",), {})
    assert table.course.version == Table(open_log(database)).course.version == 4
