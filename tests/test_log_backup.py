"""`croupier backup`: a copy that is whole, of a log that is written to meanwhile, and never over another file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server
from typer.testing import CliRunner

from croupier.server.cli.app import app
from croupier.server.errors import LogError
from croupier.server.log import Draft, Log, backup
from croupier.server.log.backup import back_up
from croupier.server.log.database import open_database
from croupier.server.table import Table

PICTURED = Draft("question", "camera", {}, new=True)
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}


@pytest.fixture
def served(database: str) -> Iterator[Log]:
    """A log that is held by whoever serves it, with a game and a picture."""
    with contextlib.closing(Log(database)) as log:
        log.claim()
        table = Table(log)
        table.start("rift", ("Ada", "Bo"), {})
        table.seats.take("Bo")
        table.act(ROLL, "operator")
        log.append(1, 2.0, [Draft("touch", "camera", {}, new=True)], b"\xff\xd8" * 500)
        yield log


def same(one: Log, other: Log) -> bool:
    assert one.games() == other.games()
    return all(
        (one.entries(game.id), one.seated(game.id)) == (other.entries(game.id), other.seated(game.id))
        for game in one.games()
    )


def test_a_copy_of_a_log_in_use_is_the_same_log(database: str, served: Log, memory: Path) -> None:
    parts: list[float] = []
    back_up(database, memory / "copy.db", parts.append)
    assert parts[-1] == 1
    assert sorted(path.name for path in memory.iterdir() if "copy" in path.name) == ["copy.db"]
    with contextlib.closing(Log(str(memory / "copy.db"))) as copy:
        assert same(served, copy)
        assert copy.picture(1) == served.picture(1)
        copy.claim()
        copy.append(1, 3.0, [Draft("action", "operator", {"action": ROLL})])
    assert len(served.entries(1)) == 3


def test_a_copy_is_of_one_moment_though_the_log_is_written_to_meanwhile(
    database: str, served: Log, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 1)
    monkeypatch.setattr(backup, "ROWS", 1)
    for n in range(20):
        served.append(1, 4.0, [PICTURED], bytes([n]) * 5000)
    before = len(served.entries(1))
    steps = 0

    def write(part: float) -> None:
        nonlocal steps
        steps += 1
        assert steps < 1000, "it never begins anew"
        if steps < 20:
            served.append(1, 5.0, [PICTURED], b"later")

    back_up(database, memory / "copy.db", write)
    assert steps > 20
    with contextlib.closing(Log(str(memory / "copy.db"))) as copy:
        assert len(copy.entries(1)) == before
        assert all(copy.picture(entry.picture) for entry in copy.entries(1) if entry.picture)
    assert len(served.entries(1)) == before + 19


def test_nothing_is_written_over(database: str, served: Log, memory: Path) -> None:
    (memory / "copy.db").write_text("Dear diary")
    with pytest.raises(LogError, match="is there already, and nothing is written over"):
        back_up(database, memory / "copy.db")
    assert (memory / "copy.db").read_text() == "Dear diary"


def test_nothing_is_written_over_that_came_while_the_copy_was_made(database: str, served: Log, memory: Path) -> None:
    with pytest.raises(LogError, match="is there already"):
        back_up(database, memory / "copy.db", lambda part: (memory / "copy.db").write_text("Dear diary") and None)
    assert (memory / "copy.db").read_text() == "Dear diary"
    assert [path.name for path in memory.iterdir() if "copy" in path.name] == ["copy.db"]


def test_a_disk_that_knows_no_links_gets_its_copy_too(
    database: str, served: Log, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    back_up(database, memory / "copy.db")
    with contextlib.closing(Log(str(memory / "copy.db"))) as copy:
        assert same(served, copy)


def test_a_missing_folder_is_named(database: str, served: Log, memory: Path) -> None:
    with pytest.raises(LogError, match=r"There is no folder .*nowhere for the copy"):
        back_up(database, memory / "nowhere" / "copy.db")


@pytest.mark.parametrize("how", ["", "sqlite:///"])
def test_a_log_that_is_not_there_is_not_made(memory: Path, how: str) -> None:
    with pytest.raises(LogError, match=r"There is no log .*table\.db: say with --database"):
        back_up(f"{how}{memory / 'table.db'}", memory / "copy.db")
    assert list(memory.iterdir()) == []


def test_what_is_no_log_is_not_copied(memory: Path) -> None:
    with contextlib.closing(sqlite3.connect(memory / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    (memory / "empty.db").touch()
    for name, words in (("other.db", "something else than Croupier's log"), ("empty.db", "holds no log yet")):
        with pytest.raises(LogError, match=words):
            back_up(str(memory / name), memory / "copy.db")
    assert not (memory / "copy.db").exists()


def test_a_damaged_log_is_told_and_leaves_no_copy(memory: Path) -> None:
    file = memory / "table.db"
    with contextlib.closing(Log(str(file))) as log:
        game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
        log.append(game, 2.0, [PICTURED], bytes(50_000))
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = b"\xa5" * (len(content) - len(content) // 2)
    file.write_bytes(content)
    with pytest.raises(LogError, match="is damaged, and so would its copy be: keep the file itself"):
        back_up(str(file), memory / "copy.db")
    assert file.read_bytes() == content
    assert [path.name for path in memory.iterdir() if "copy" in path.name] == []


def test_a_copy_of_an_earlier_release_is_as_old_and_opens_like_it(memory: Path) -> None:
    file = memory / "table.db"
    with contextlib.closing(Log(str(file))) as log:
        log.start_game("rift", ("Ada",), {}, "operator", 1.0)
    old = open_database(str(file))
    with old.reading() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE about SET schema_version = 2")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '2'")
        for trigger in ("pictures_no_update", "pictures_no_delete"):
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
    old.close()
    back_up(str(file), memory / "copy.db")
    for name in ("copy.db", "table.db"):
        with contextlib.closing(sqlite3.connect(memory / name)) as raw:
            assert raw.execute("SELECT schema_version FROM about").fetchall() == [(2,)]
    with contextlib.closing(Log(str(memory / "copy.db"))) as copy:
        assert len(copy.games()) == 1


def test_an_earlier_release_in_postgresql_is_copied_by_other_means(postgres: Server, memory: Path) -> None:
    url = postgres.new_database()
    Log(url).close()
    postgres.do("UPDATE about SET schema_version = 2", url.split("@/")[1].split("?")[0])
    with pytest.raises(LogError, match="serve it once with this one, or copy it with pg_dump"):
        back_up(url, memory / "copy.db")
    assert list(memory.iterdir()) == []


def test_the_command_says_what_it_made(database: str, served: Log, memory: Path) -> None:
    file = str(memory / "copy.db")
    ran = CliRunner().invoke(app, ["backup", file, "--database", database])
    assert ran.stdout.startswith(f"Copied the log into {file}, 0.")
    with contextlib.closing(Log(file)) as copy:
        assert same(served, copy)
