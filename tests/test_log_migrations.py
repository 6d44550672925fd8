"""Logs of every released schema open in the present one, and their games go on; what is not ours is left alone."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from croupier.server.errors import LogError
from croupier.server.log import Log, migrations, tables
from croupier.server.log.database import open_database
from croupier.server.table import Table
from croupier.server.tokens import hash_of

FIRST_SQLITE = """
CREATE TABLE about (schema_version INTEGER NOT NULL);
CREATE TABLE games (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, players TEXT NOT NULL,
    options TEXT NOT NULL, started FLOAT NOT NULL);
CREATE TRIGGER games_no_update BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
CREATE TRIGGER games_no_delete BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
CREATE TABLE pictures (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, at FLOAT NOT NULL, jpeg BLOB NOT NULL);
CREATE TABLE entries (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, at FLOAT NOT NULL,
    kind TEXT NOT NULL, author TEXT NOT NULL, payload TEXT NOT NULL, picture INTEGER,
    FOREIGN KEY(game) REFERENCES games (id), FOREIGN KEY(picture) REFERENCES pictures (id));
CREATE INDEX ix_entries_game ON entries (game);
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
"""
"""What the first released schema was in a file; a statement ends with its line."""
FIRST_POSTGRES = """
CREATE TABLE about (schema_version INTEGER NOT NULL);
CREATE TABLE games (id SERIAL NOT NULL, name TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL,
    started FLOAT NOT NULL, PRIMARY KEY (id));
CREATE TABLE pictures (id SERIAL NOT NULL, at FLOAT NOT NULL, jpeg BYTEA NOT NULL, PRIMARY KEY (id));
CREATE TABLE entries (id SERIAL NOT NULL, game INTEGER NOT NULL, at FLOAT NOT NULL, kind TEXT NOT NULL,
    author TEXT NOT NULL, payload TEXT NOT NULL, picture INTEGER, PRIMARY KEY (id),
    FOREIGN KEY(game) REFERENCES games (id), FOREIGN KEY(picture) REFERENCES pictures (id));
CREATE INDEX ix_entries_game ON entries (game);
"""
"""The same in PostgreSQL."""
SEATS_SQLITE = """
CREATE TABLE seats (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, seat INTEGER NOT NULL,
    token_hash TEXT NOT NULL, at FLOAT NOT NULL, FOREIGN KEY(game) REFERENCES games (id));
CREATE INDEX ix_seats_game ON seats (game);
CREATE TRIGGER seats_no_update BEFORE UPDATE ON seats BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
CREATE TRIGGER seats_no_delete BEFORE DELETE ON seats BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END;
"""
SEATS_POSTGRES = """
CREATE TABLE seats (id SERIAL NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL, token_hash TEXT NOT NULL,
    at FLOAT NOT NULL, PRIMARY KEY (id), FOREIGN KEY(game) REFERENCES games (id));
CREATE INDEX ix_seats_game ON seats (game);
"""
"""What the second schema had besides."""

PLAYTHROUGH = Path(__file__).parent.parent / "samples" / "playthroughs" / "rift" / "solo.jsonl"
PLAYED = [
    move["action"]
    for move in map(json.loads, PLAYTHROUGH.read_text().splitlines()[1:])
    if "action" in move and "error" not in move
]
"""A whole game of Rift, move by move."""
HALF = len(PLAYED) // 2
JPEG = b"\xff\xd8 a picture"


@contextlib.contextmanager
def at_hand(database: str) -> Iterator[sa.Connection]:
    """Its rows and tables, past the log; what is changed is kept."""
    opened = open_database(database)
    try:
        with opened.reading() as connection, connection.begin():
            yield connection
    finally:
        opened.close()


def first_release(connection: sa.Connection) -> None:
    """A log with a whole game in it, and another that is half played."""
    schema = FIRST_SQLITE if connection.dialect.name == "sqlite" else FIRST_POSTGRES
    for statement in schema.strip().split(";\n"):
        connection.exec_driver_sql(statement)
    connection.execute(sa.text("INSERT INTO about VALUES (1)"))
    connection.execute(sa.text("INSERT INTO pictures (at, jpeg) VALUES (3, :jpeg)"), {"jpeg": JPEG})
    for game, moves in ((1, PLAYED), (2, PLAYED[:HALF])):
        connection.execute(
            sa.text("INSERT INTO games (name, players, options, started) VALUES ('rift', '[\"Ada\"]', '{}', :at)"),
            {"at": game},
        )
        for kind, payload in [("start", {}), *(("action", {"action": action}) for action in moves)]:
            row = {
                "game": game,
                "kind": kind,
                "payload": json.dumps(payload),
                "picture": None if kind == "start" else 1,
            }
            connection.execute(
                sa.text(
                    "INSERT INTO entries (game, at, kind, author, payload, picture) "
                    "VALUES (:game, 2.5, :kind, 'operator', :payload, :picture)"
                ),
                row,
            )


def second_release(connection: sa.Connection) -> None:
    """The same with seats; Ada's is taken."""
    first_release(connection)
    for statement in (SEATS_SQLITE if connection.dialect.name == "sqlite" else SEATS_POSTGRES).strip().split(";\n"):
        connection.exec_driver_sql(statement)
    connection.execute(sa.text("UPDATE about SET schema_version = 2"))
    token = {"hash": hash_of("Ada's token")}
    connection.execute(sa.text("INSERT INTO seats (game, seat, token_hash, at) VALUES (2, 0, :hash, 3)"), token)


def all_of(database: str) -> dict[str, list[Any]]:
    """Every row of every table."""
    with at_hand(database) as connection:
        known = sa.MetaData()
        known.reflect(connection)
        return {table.name: list(connection.execute(sa.select(table)).all()) for table in known.sorted_tables}


@pytest.mark.parametrize("make", [first_release, second_release])
def test_a_log_of_an_earlier_release_opens_and_its_game_goes_on_to_its_end(database: str, make: Any) -> None:
    with at_hand(database) as connection:
        make(connection)
    before = all_of(database)

    with contextlib.closing(Log(database)) as log:
        after = all_of(database)
        assert {name: rows for name, rows in after.items() if name in before and name != "about"} == {
            name: rows for name, rows in before.items() if name != "about"
        }
        assert log.revision == "3"
        assert log.picture(1) == JPEG
        assert [game.id for game in log.games()] == [2, 1]
        assert [entry.payload.get("action") for entry in log.entries(1)] == [None, *PLAYED]

        table = Table(log)
        assert table.course.version == len(PLAYED) + HALF + 2, "numbers go on where the rows were"
        if make is second_release:
            assert table.seats.held_by("Ada's token") == 0
        else:
            assert table.seats.take("Ada")[0] == 0
        for action in PLAYED[HALF:]:
            table.act(action, "operator")
        course = table.course
        assert not course.game.prompts(course.state)

    with contextlib.closing(Log(database)) as log:
        again = Table(log)
        assert again.course.state == course.state
        assert again.seats.taken(0)


def test_a_log_of_an_earlier_release_has_all_that_refuses_changes_once_it_is_open(database: str) -> None:
    with at_hand(database) as connection:
        first_release(connection)
    with contextlib.closing(Log(database)) as log:
        Table(log).seats.take("Ada")
    for table in ("games", "entries", "pictures", "seats"):
        with pytest.raises(sa.exc.DBAPIError, match="insert-only"), at_hand(database) as connection:
            connection.exec_driver_sql(f"DELETE FROM {table}")


def test_an_upgraded_log_has_the_same_schema_as_a_new_one(memory: Path) -> None:
    """In a file, where it can be read as it was written down."""

    def schema(file: Path) -> list[Any]:
        Log(str(file)).close()
        with at_hand(str(file)) as connection:
            rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master ORDER BY name").all()
            columns = connection.exec_driver_sql(
                "SELECT m.name, c.name, c.type, c.[notnull], c.pk FROM sqlite_master m, pragma_table_info(m.name) c "
                "WHERE m.type = 'table' ORDER BY 1, 2"
            ).all()
        return [(kind, name, sql if kind == "trigger" else None) for kind, name, sql in rows] + list(columns)

    with at_hand(str(memory / "old.db")) as connection:
        first_release(connection)
    assert schema(memory / "old.db") == schema(memory / "new.db")


def test_the_tables_are_what_the_migrations_make_of_them(database: str) -> None:
    Log(database).close()
    with at_hand(database) as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.everything) == []


def test_the_migrations_are_numbered_and_lead_one_to_the_next() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    numbers = [step.revision for step in script.walk_revisions()]
    assert numbers == [str(number) for number in range(tables.SCHEMA_VERSION, 0, -1)]


@pytest.mark.parametrize("make", [first_release, second_release])
def test_an_upgrade_that_fails_leaves_the_log_as_it_was(database: str, make: Any) -> None:
    """Its last step finds something in its place."""
    with at_hand(database) as connection:
        make(connection)
        connection.exec_driver_sql(
            "CREATE TRIGGER pictures_no_update BEFORE UPDATE ON pictures BEGIN SELECT 1; END"
            if connection.dialect.name == "sqlite"
            else "CREATE FUNCTION the_log_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$"
        )
    before = all_of(database)
    with pytest.raises(LogError, match="already exists"):
        Log(database)
    assert all_of(database) == before


def test_a_croupier_from_before_alembic_is_told_the_number_that_it_refuses(database: str) -> None:
    Log(database).close()
    assert all_of(database)["about"] == [(tables.SCHEMA_VERSION,)]


def test_a_log_of_a_newer_croupier_is_refused_and_left_as_it_is(database: str) -> None:
    Log(database).close()
    with at_hand(database) as connection:
        connection.execute(sa.text("UPDATE about SET schema_version = 99"))
    before = all_of(database)
    with pytest.raises(LogError, match="is of a newer Croupier: update this one, or name another file"):
        Log(database)
    assert all_of(database) == before


def test_a_log_that_says_no_number_is_refused(memory: Path) -> None:
    file = str(memory / "table.db")
    Log(file).close()
    with at_hand(file) as connection:
        connection.execute(sa.text("UPDATE about SET schema_version = 'first'"))
    with pytest.raises(LogError, match="newer Croupier"):
        Log(file)


def test_a_log_whose_tables_an_earlier_croupier_had_only_begun_to_make_is_made_anew(database: str) -> None:
    with at_hand(database) as connection:
        connection.exec_driver_sql("CREATE TABLE about (schema_version INTEGER NOT NULL)")
        connection.exec_driver_sql("CREATE TABLE games (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)")
    with contextlib.closing(Log(database)) as log:
        log.start_game("rift", ("Ada",), {}, "operator", 1.0)
        assert len(log.games()) == 1


def test_a_log_without_its_number_but_with_a_game_is_never_made_anew(database: str) -> None:
    with at_hand(database) as connection:
        first_release(connection)
        connection.exec_driver_sql("DELETE FROM about")
    before = all_of(database)
    with pytest.raises(LogError, match="is damaged"):
        Log(database)
    assert all_of(database) == before
