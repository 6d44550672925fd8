"""The log: rows are only ever added, survive, and every way it can fail is one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.server.errors import LogError
from croupier.server.log import Draft, Log, database
from croupier.server.table import Table

ACTION = Draft("action", "operator", {})


@pytest.fixture(autouse=True)
def no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LOCK_WAIT_S", 0.01)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def open_log() -> Iterator[Callable[[object], Log]]:
    opened: list[Log] = []

    def open_one(database: object) -> Log:
        opened.append(Log(str(database)))
        return opened[-1]

    yield open_one
    for log in opened:
        log.close()


@pytest.fixture
def log(file: Path, open_log: Callable[[object], Log]) -> Log:
    return open_log(file)


@pytest.fixture
def game(log: Log) -> int:
    return log.start_game("rift", ("Ada", "Bo"), {"betting": "none"}, "operator", 1.0).game


def test_a_new_log_holds_no_game(log: Log) -> None:
    assert log.newest_game() is None


def test_rows_come_back_as_they_were_written(
    file: Path, log: Log, game: int, open_log: Callable[[object], Log]
) -> None:
    draft = Draft("action", "camera", {"action": {"kind": "roll", "who": "Zoë"}}, new=True)
    (written,) = log.append(game, 2.5, [draft], b"\xff\xd8")
    log.close()

    log = open_log(file)
    found = log.newest_game()
    assert found is not None
    assert (found.id, found.name, found.players, found.options) == (game, "rift", ("Ada", "Bo"), {"betting": "none"})
    assert [entry.kind for entry in log.entries(game)] == ["start", "action"]
    assert log.entries(game)[-1] == written
    assert written.picture is not None
    assert log.picture(written.picture) == b"\xff\xd8"


def test_rows_that_belong_together_share_their_new_picture_or_name_an_older_one(log: Log, game: int) -> None:
    (old,) = log.append(game, 2.0, [Draft("question", "camera", {}, new=True)], b"old")
    drafts = [
        Draft("touch", "camera", {}, new=True),
        Draft("dismiss", "camera", {}),
        Draft("question", "camera", {}, new=True),
        Draft("question", "camera", {}, old.picture),
    ]
    rows = log.append(game, 3.0, drafts, b"new")
    assert log.entries(game)[-4:] == rows
    assert [row.picture and log.picture(row.picture) for row in rows] == [b"new", None, b"new", b"old"]
    assert rows[0].picture == rows[2].picture, "it is kept once"


def test_rows_that_belong_together_are_written_all_or_none(log: Log, game: int) -> None:
    """One of them is refused: its evidence was never taken."""
    with pytest.raises(LogError):
        log.append(game, 2.0, [ACTION, Draft("question", "camera", {}, new=True), Draft("question", "x", {}, 99)], b"?")
    assert [entry.kind for entry in log.entries(game)] == ["start"]
    assert log.picture(1) is None
    log.append(game, 3.0, [ACTION])
    assert [entry.kind for entry in log.entries(game)] == ["start", "action"]


def test_a_picture_that_was_never_taken_is_none(log: Log) -> None:
    assert log.picture(7) is None


def test_the_newest_game_is_the_one_started_last(log: Log, game: int) -> None:
    second = log.start_game("crag", ("Bo",), {}, "operator", 2.0)
    log.append(second.game, 3.0, [ACTION])
    found = log.newest_game()
    assert found is not None
    assert (found.id, found.name) == (second.game, "crag")
    assert len(log.entries(game)) == 1


@pytest.mark.parametrize(
    "change",
    [
        *("UPDATE entries SET author = 'me'", "DELETE FROM entries"),
        *("UPDATE games SET name = ''", "DELETE FROM games"),
        *("UPDATE seats SET token_hash = ''", "DELETE FROM seats"),
    ],
)
def test_rows_can_neither_be_changed_nor_deleted(file: Path, log: Log, game: int, change: str) -> None:
    log.seat(game, 0, "hash", 1.5)
    log.close()
    other = sqlite3.connect(file)
    with pytest.raises(sqlite3.IntegrityError, match="insert-only"):
        other.execute(change)
    other.close()


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(log: Log) -> None:
    with log._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_a_full_disk_is_said_and_loses_nothing(log: Log, game: int) -> None:
    with log._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(LogError, match="disk is full: free some space"):
        log.append(game, 2.0, [ACTION, Draft("question", "camera", {}, new=True)], bytes(100_000))
    with log._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=100000")
    log.append(game, 3.0, [ACTION])
    assert [entry.kind for entry in log.entries(game)] == ["start", "action"]


def test_a_second_croupier_on_the_same_log_is_refused_its_writes(
    file: Path, log: Log, game: int, open_log: Callable[[object], Log]
) -> None:
    open_log(file).append(game, 2.0, [ACTION])
    for drafts in ([ACTION], [ACTION, ACTION]):
        with pytest.raises(LogError, match="Another Croupier writes to"):
            log.append(game, 3.0, drafts)
    assert len(log.entries(game)) == 2


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"There is no folder .*nowhere for the log"):
        Log(str(tmp_path / "nowhere" / "table.db"))


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be opened"):
        Log(str(tmp_path))


def test_a_file_that_is_no_database_is_left_alone(file: Path) -> None:
    file.write_text("Dear diary, " * 100)
    with pytest.raises(LogError, match="is no database"):
        Log(str(file))
    assert file.read_text().startswith("Dear diary")


def test_another_programs_database_is_left_alone(file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(LogError, match="something else than Croupier's log"):
        Log(str(file))


def test_a_log_that_may_only_be_read_is_refused_at_once(file: Path, log: Log, game: int) -> None:
    log.close()
    with pytest.raises(LogError, match="may not be written"):
        Log(f"sqlite:///file:{file}?mode=ro&uri=true")


def test_a_log_of_a_newer_croupier_is_refused(file: Path, log: Log) -> None:
    log.close()
    other = sqlite3.connect(file)
    with other:
        other.execute("UPDATE about SET schema_version = 99")
    other.close()
    with pytest.raises(LogError, match="newer Croupier"):
        Log(str(file))


def test_a_locked_log_is_said_to_be_locked(file: Path, log: Log, game: int) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogError, match="locked by another program"):
        log.append(game, 2.0, [ACTION])
    with pytest.raises(LogError, match="locked by another program"):
        Log(str(file))
    other.execute("ROLLBACK")
    other.close()
    log.append(game, 3.0, [ACTION])


def test_a_log_that_says_no_version_is_refused(file: Path, log: Log) -> None:
    log.close()
    other = sqlite3.connect(file)
    with other:
        other.execute("UPDATE about SET schema_version = 'first'")
    other.close()
    with pytest.raises(LogError, match="newer Croupier"):
        Log(str(file))


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("action", "{"),
        ("action", "[]"),
        ("action", "{}"),
        ("action", '{"action": 3}'),
        ("action", '{"action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "dice": 3}'),
        ("correct", '{"entry": 1}'),
        ("undo", "{}"),
        ("dismiss", "{}"),
        ("dance", "{}"),
    ],
)
def test_a_row_that_makes_no_sense_is_said_and_never_skipped(
    file: Path, log: Log, game: int, open_log: Callable[[object], Log], kind: str, payload: str
) -> None:
    log.close()
    other = sqlite3.connect(file)
    with other:
        other.execute(
            "INSERT INTO entries (game, at, kind, author, payload) VALUES (?, 2, ?, 'operator', ?)",
            (game, kind, payload),
        )
    other.close()
    with pytest.raises(LogError, match="with --database"):
        Table(open_log(file))


@pytest.mark.parametrize("column", ["name", "players", "options"])
def test_a_game_that_makes_no_sense_is_said(
    file: Path, log: Log, open_log: Callable[[object], Log], column: str
) -> None:
    log.close()
    other = sqlite3.connect(file)
    for text in ("null", "5", "[]", "[null]", "[5]", "{", '{"betting": 5}', '"Ada"'):
        row = {"name": "rift", "players": '["Ada", "Bo"]', "options": "{}", column: text}
        with other:
            other.execute(
                "INSERT INTO games (name, players, options, started) VALUES (:name, :players, :options, 1)", row
            )
        again = open_log(file)
        with pytest.raises(LogError, match="with --database"):
            Table(again)
    other.close()


def test_a_seat_that_the_game_does_not_have_is_nobodys(file: Path, log: Log, open_log: Callable[[object], Log]) -> None:
    Table(log).start("rift", ("Ada", "Bo"), {})
    other = sqlite3.connect(file)
    with other:
        for seat in (99, 2, -1):
            other.execute(f"INSERT INTO seats (game, seat, token_hash, at) VALUES (1, {seat}, 'hash', 1)")
    other.close()
    table = Table(open_log(file))
    table.start("rift", ("Bo", "Ada"), {})
    assert [table.seats.taken(seat) for seat in (0, 1, 2, 99, -1)] == [False] * 5


SCHEMA_1 = """
CREATE TABLE about (schema_version INTEGER NOT NULL);
CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL, players TEXT NOT NULL,
    options TEXT NOT NULL, started FLOAT NOT NULL);
CREATE TABLE pictures (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, at FLOAT NOT NULL, jpeg BLOB NOT NULL);
CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, game INTEGER NOT NULL REFERENCES games (id),
    at FLOAT NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL, payload TEXT NOT NULL,
    picture INTEGER REFERENCES pictures (id));
INSERT INTO about VALUES (1);
INSERT INTO games (name, players, options, started) VALUES
    ('crag', '["Cy"]', '{}', 0.5), ('rift', '["Ada", "Bo"]', '{}', 1);
INSERT INTO entries (game, at, kind, author, payload) VALUES (1, 0.5, 'start', 'operator', '{}');
INSERT INTO entries (game, at, kind, author, payload) VALUES (2, 1, 'start', 'operator', '{}');
INSERT INTO entries (game, at, kind, author, payload) VALUES
    (2, 2, 'action', 'operator', '{"action": {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}}');
"""
"""A log as it was before there were seats."""


def test_a_log_from_before_there_were_seats_is_gone_on_with_and_has_them(
    file: Path, open_log: Callable[[object], Log]
) -> None:
    other = sqlite3.connect(file)
    other.executescript(SCHEMA_1)
    other.close()
    table = Table(open_log(file))
    assert table.course.state.dice == (3, 5, 6)
    assert table.course.version == 3, "numbers go on where the rows were"
    seat, token = table.seats.take("Ada")
    table.undo("operator")
    again = Table(open_log(file))
    assert again.seats.held_by(token) == seat == 0
    assert again.course.version == 4
    other = sqlite3.connect(file)
    assert other.execute("SELECT schema_version FROM about").fetchall() == [(2,)]
    with pytest.raises(sqlite3.IntegrityError, match="insert-only"):
        other.execute("DELETE FROM seats")
    other.close()


def test_numbers_run_on_over_games_and_restarts_without_the_secret_rows(
    file: Path, open_log: Callable[[object], Log]
) -> None:
    table = Table(open_log(file))
    table.start("liars-dice", ("Ada", "Bo"), {"proficient": "yes"})
    for seat in (0, 1):
        table.act({"kind": "roll", "seat": seat, "faces": [1] * 5}, f"seat {seat}")
    check = {"kind": "sleight", "seat": 0, "die": 0, "face": 6, "d20": [15], "bonus": 0, "dc": 10}
    table.act(check, "seat 0")
    assert table.course.version == 3
    table.start("rift", ("Ada",), {})
    assert table.course.version == Table(open_log(file)).course.version == 4


def test_seats_that_another_croupier_would_not_see_are_not_written(
    file: Path, log: Log, game: int, open_log: Callable[[object], Log]
) -> None:
    open_log(file).append(game, 2.0, [ACTION])
    with pytest.raises(LogError, match="Another Croupier writes to"):
        log.seat(game, 0, "hash", 3.0)
    assert log.seated(game) == {}


@pytest.mark.parametrize("gone", ["deleted", "moved", "replaced"])
def test_a_log_whose_file_is_gone_takes_no_rows(file: Path, log: Log, game: int, gone: str) -> None:
    if gone == "replaced":
        (other := file.with_name("other.db")).write_bytes(file.read_bytes())
        other.rename(file)
    elif gone == "moved":
        file.rename(file.with_name("elsewhere.db"))
    else:
        file.unlink()
    with pytest.raises(LogError, match="was moved or deleted"):
        log.append(game, 2.0, [ACTION])


def test_only_a_log_in_memory_does_not_last(log: Log, open_log: Callable[[object], Log]) -> None:
    assert log.lasting
    assert not open_log("sqlite://").lasting
    assert not open_log(":memory:").lasting


def test_a_home_folder_that_is_nobodys_is_a_missing_folder() -> None:
    with pytest.raises(LogError, match="There is no folder"):
        Log("~nobody-here/table.db")


@pytest.mark.parametrize(
    "url", ["nonsense://x", "://", "postgresql+nodriver://host/table", "postgresql://host:port/table", "x://[::1"]
)
def test_a_url_that_names_no_database_is_refused(url: str) -> None:
    with pytest.raises(LogError, match="names no database"):
        Log(url)


def test_a_password_never_shows_in_an_error() -> None:
    with pytest.raises(LogError) as refused:
        Log("postgresql+nodriver://ada:hunter2@host/table")
    assert "hunter2" not in str(refused.value)
