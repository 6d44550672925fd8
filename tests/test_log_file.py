"""A log in a file: whatever is wrong with the file is one sentence, and nothing is written over."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.server.errors import LogError
from croupier.server.log import Draft, Log
from croupier.server.log.database import base, sqlite

ACTION = Draft("action", "operator", {})
PICTURED = Draft("question", "camera", {}, new=True)

OpenLog = Callable[[object], Log]


@pytest.fixture(autouse=True)
def no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LOCK_WAIT_S", 0.01)


@pytest.fixture
def file(memory: Path) -> Path:
    return memory / "table.db"


@pytest.fixture
def open_log() -> Iterator[OpenLog]:
    opened: list[Log] = []

    def open_one(database: object) -> Log:
        opened.append(Log(str(database)))
        return opened[-1]

    yield open_one
    for log in opened:
        log.close()


@pytest.fixture
def log(file: Path, open_log: OpenLog) -> Log:
    return open_log(file)


@pytest.fixture
def game(log: Log) -> int:
    return log.start_game("rift", ("Ada", "Bo"), {"betting": "none"}, "operator", 1.0).game


def kinds(log: Log, game: int) -> list[str]:
    return [entry.kind for entry in log.entries(game)]


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(log: Log, game: int) -> None:
    with log._database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_any_path_is_a_file_also_one_that_would_mean_something_in_a_url(memory: Path, open_log: OpenLog) -> None:
    for name in ("what?.db", "100%.db", "a b#c.db", "Tisch ä.db"):
        open_log(memory / name).start_game("rift", ("Ada",), {}, "operator", 1.0)
        assert (memory / name).is_file()


def test_a_log_that_cannot_grow_says_so_and_loses_nothing(log: Log, game: int) -> None:
    with log._database.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(LogError, match="disk is full: free some space"):
        log.append(game, 2.0, [ACTION, PICTURED], bytes(100_000))
    with log._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=100000")
    log.append(game, 3.0, [ACTION])
    assert kinds(log, game) == ["start", "action"]


FILLING = """
import resource, signal, sys
from croupier.server.errors import LogError
from croupier.server.log import Draft, Log
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = Log(sys.argv[1])
game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
kept = 0
try:
    while True:
        log.append(game, 2.0, [Draft("question", "camera", {}, new=True)], bytes(20_000))
        kept += 1
except LogError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.append(game, 3.0, [Draft("action", "operator", {})])
print(kept)
"""
"""A file that the system lets grow no further, until it does again."""


def test_a_file_that_the_system_lets_grow_no_further_keeps_all_that_was_acknowledged(
    file: Path, open_log: OpenLog
) -> None:
    ran = subprocess.run([sys.executable, "-c", FILLING, file], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    said, kept = ran.stdout.splitlines()
    assert said.startswith(f"The log {file} cannot ")
    assert int(kept) > 3
    assert kinds(open_log(file), 1) == ["start", *["question"] * int(kept), "action"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"There is no folder .*nowhere for the log"):
        Log(str(tmp_path / "nowhere" / "table.db"))


def test_a_home_folder_that_is_nobodys_is_a_missing_folder() -> None:
    with pytest.raises(LogError, match="There is no folder"):
        Log("~nobody-here/table.db")


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be opened"):
        Log(str(tmp_path))


def test_a_file_that_is_no_database_is_left_alone(file: Path) -> None:
    file.write_text("Dear diary, " * 100)
    with pytest.raises(LogError, match="is no database"):
        Log(str(file))
    assert file.read_text() == "Dear diary, " * 100
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_another_programs_database_is_left_alone(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    with pytest.raises(LogError, match="something else than Croupier's log"):
        Log(str(file))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_log_that_may_only_be_read_is_refused_when_it_is_claimed(file: Path, log: Log, game: int) -> None:
    log.close()
    reader = Log(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert kinds(reader, game) == ["start"]
    with pytest.raises(LogError, match="may not be written: change its permissions"):
        reader.claim()
    reader.close()


def test_a_log_that_becomes_read_only_says_so(file: Path, log: Log, game: int) -> None:
    with log._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only=1")
    with pytest.raises(LogError, match="may not be written"):
        log.append(game, 2.0, [ACTION])
    assert kinds(log, game) == ["start"]


FORBIDDEN = """
import os, sys
from croupier.server.errors import LogError
from croupier.server.log import Log
if os.geteuid() == 0:  # whom no permissions stop
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    Log(sys.argv[1]).claim()
except LogError as error:
    print(error)
"""


def test_a_file_without_permission_to_write_says_so(file: Path, log: Log, game: int) -> None:
    log.close()
    file.chmod(0o444)
    file.parent.chmod(0o555)
    ran = subprocess.run([sys.executable, "-c", FORBIDDEN, file], capture_output=True, text=True)
    file.parent.chmod(0o755)
    assert re.search(r"The log .*table.db (may not be written|cannot be opened): c.* permissions, or name", ran.stdout)
    assert ran.stderr == ""


LOCKING = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def locked_by_another_process(file: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-c", LOCKING, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            other.communicate()


def test_a_locked_log_is_said_to_be_locked_and_can_be_read(file: Path, log: Log, game: int, open_log: OpenLog) -> None:
    with locked_by_another_process(file):
        with pytest.raises(LogError, match="locked by another program"):
            log.append(game, 2.0, [ACTION])
        assert kinds(log, game) == ["start"]
        assert kinds(open_log(file), game) == ["start"]
    log.append(game, 3.0, [ACTION])
    assert kinds(log, game) == ["start", "action"]


def test_a_locked_log_is_not_claimed(file: Path, log: Log, game: int, open_log: OpenLog) -> None:
    log.close()
    with locked_by_another_process(file), pytest.raises(LogError, match="locked by another program"):
        open_log(file).claim()


def damage(file: Path) -> None:
    """The second half of the file is overwritten."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = b"\xa5" * (len(content) - len(content) // 2)
    file.write_bytes(content)


def test_a_damaged_log_is_found_at_the_start_and_left_as_it_is(file: Path, log: Log, game: int) -> None:
    log.append(game, 2.0, [PICTURED], bytes(50_000))
    log.close()
    damage(file)
    before = file.read_bytes()
    with pytest.raises(LogError, match="is damaged: keep it to be rescued, and go on with a backup"):
        Log(str(file))
    assert file.read_bytes() == before


def test_damage_that_the_start_has_missed_is_said_where_it_is_met(
    file: Path, log: Log, game: int, open_log: OpenLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(200):
        log.append(game, 2.0, [Draft("action", "operator", {"said": "x" * 200})])
    log.close()
    damage(file)
    monkeypatch.setattr(sqlite.Sqlite, "check", lambda _: None)
    with pytest.raises(LogError, match="is damaged"):
        open_log(file).entries(game)


def test_the_look_for_damage_takes_no_longer_than_it_may(
    file: Path, log: Log, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(50):
        log.append(game, 2.0, [PICTURED], bytes(20_000))
    log.close()
    damage(file)
    monkeypatch.setattr(sqlite, "CHECK_S", -1.0)
    monkeypatch.setattr(sqlite, "CHECK_EVERY", 1)
    with contextlib.closing(Log(str(file))) as log:
        assert log.size_bytes > 1_000_000


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


def change(file: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other, other:
        for statement in statements:
            other.execute(statement)


@pytest.mark.parametrize("table", ["games", "entries", "pictures", "seats", "about"])
def test_a_log_that_lacks_a_table_is_damaged(file: Path, log: Log, game: int, table: str) -> None:
    log.close()
    change(file, f"DROP TABLE {table}")
    with pytest.raises(LogError, match="is damaged: keep it to be rescued, and go on with a backup"):
        Log(str(file))


def test_a_log_that_lacks_a_column_is_damaged(file: Path, log: Log, game: int) -> None:
    log.close()
    change(file, "ALTER TABLE entries RENAME COLUMN author TO x")
    with pytest.raises(LogError, match="is damaged"):
        Log(str(file))


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE about (words TEXT)"],
        ["CREATE VIEW about AS SELECT 3 AS schema_version"],
        ["CREATE TABLE x (n INTEGER)", "CREATE VIEW about AS SELECT n AS schema_version FROM x"],
        ["CREATE TABLE games (id INTEGER)"],
    ],
)
def test_what_only_bears_a_name_of_the_log_is_something_else_and_left_alone(file: Path, statements: list[str]) -> None:
    change(file, *statements)
    before = file.read_bytes()
    with pytest.raises(LogError, match="something else than Croupier's log: name another file"):
        Log(str(file))
    assert file.read_bytes() == before


def test_a_table_that_goes_while_the_log_is_open_is_damage(file: Path, log: Log, game: int) -> None:
    change(file, "DROP TABLE entries")
    with pytest.raises(LogError, match="is damaged"):
        log.entries(game)


@pytest.mark.parametrize("database", ["", " ", "\t"])
def test_a_blank_is_the_name_of_no_log(database: str) -> None:
    with pytest.raises(LogError, match="names nothing: give a path"):
        Log(database)


def test_an_option_that_would_be_passed_over_is_refused(file: Path) -> None:
    with pytest.raises(LogError, match="takes no option mode"):
        Log(f"sqlite:///{file}?mode=zz")
    assert not file.exists()


def test_a_pipe_and_a_device_are_no_file(file: Path) -> None:
    os.mkfifo(file)
    for name in (str(file), os.devnull):
        with pytest.raises(LogError, match=f"^{name} is no file but a device or a pipe"):
            Log(name)


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
@pytest.mark.parametrize("replaced", [False, True])
def test_a_log_that_lost_a_file_beside_it_takes_no_rows_and_keeps_those_it_took(
    file: Path, log: Log, game: int, ending: str, replaced: bool
) -> None:
    log.append(game, 2.0, [ACTION])
    beside = file.with_name(file.name + ending)
    beside.unlink()
    if replaced:
        beside.touch()
    for _ in range(2):
        with pytest.raises(LogError, match=r"beside .*table.db was moved or deleted"):
            log.append(game, 3.0, [ACTION])
    (crashed := file.with_name("crashed.db")).write_bytes(file.read_bytes())
    with contextlib.closing(Log(str(crashed))) as again:
        assert kinds(again, game) == ["start", "action"]


def test_a_log_that_closes_its_own_connections_goes_on(file: Path, log: Log, game: int) -> None:
    log._database._writer.dispose()
    log.append(game, 2.0, [ACTION])
    log._database.close()
    log.append(game, 3.0, [ACTION])
    assert kinds(log, game) == ["start", "action", "action"]


def test_a_file_of_two_names_is_no_log_to_write_to(file: Path, log: Log, game: int, open_log: OpenLog) -> None:
    log.close()
    (other := file.with_name("other.db")).hardlink_to(file)
    for name in (file, other):
        with pytest.raises(LogError, match="has a second name on the disk"):
            open_log(name).claim()
    other.unlink()
    open_log(file).claim()


def test_nothing_is_left_beside_a_closed_log_but_the_empty_file_that_is_locked(file: Path, log: Log, game: int) -> None:
    lock = file.with_name("table.db-lock")
    assert not file.with_name("table.db-lock-journal").exists()
    log.close()
    assert sorted(file.parent.iterdir()) == [file, lock]
    assert lock.stat().st_size == 0


def test_two_names_of_one_file_are_one_log(file: Path, log: Log, game: int, open_log: OpenLog) -> None:
    (other := file.with_name("other.db")).symlink_to(file)
    with pytest.raises(LogError, match="Another Croupier writes to"):
        open_log(other).append(game, 2.0, [ACTION])


def test_only_a_log_in_memory_does_not_last(log: Log, open_log: OpenLog) -> None:
    assert log.lasting
    assert not open_log("sqlite://").lasting
    assert not open_log(":memory:").lasting


@pytest.mark.parametrize(
    "url",
    [
        *("nonsense://x", "://", "postgresql+nodriver://host/table", "postgresql://host:port/table", "x://[::1"),
        *("mysql://host/table", "postgresql+asyncpg://host/table"),
    ],
)
def test_a_url_that_names_no_database_is_refused(url: str) -> None:
    with pytest.raises(LogError, match="names no database"):
        Log(url)


@pytest.mark.parametrize(
    "url", ["postgresql+nodriver://ada:hunter2@host/table", "mysql://host/table?user=ada&password=hunter2"]
)
def test_a_password_never_shows_in_an_error(url: str) -> None:
    with pytest.raises(LogError) as refused:
        Log(url)
    assert "hunter2" not in str(refused.value)
