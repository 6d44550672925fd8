"""A copy of a log as it is at one moment, in one file that is opened like any log; its Croupier may write on."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log import tables
from croupier.server.log.database import Database, Sqlite, open_database
from croupier.server.log.database.words import of_sqlite
from croupier.server.log.migrations import bring_up_to_date, revision_of
from croupier.server.log.reading import open_to_read

PAGES = 1000
"""So many pages of a file are copied between two looks at how far it is."""
ROWS = 100
"""So many rows of another database."""
BESIDE = ("", "-journal", "-wal", "-shm", "-lock")
"""The endings of files that may lie where a copy is being made."""

Progress = Callable[[float], None]
"""Is told which part of the copy is done, from 0 to 1."""


def back_up(database: str, file: Path, progress: Progress = lambda part: None) -> None:
    """Write a copy of a log into a new `file`. Raises `LogError`, and leaves no file then.

    What is copied is neither upgraded nor changed in any way.
    """
    _check(file)
    source = open_to_read(database)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name[:50]}-", dir=file.absolute().parent)
    except OSError as error:
        source.close()
        raise LogError(f"{file} cannot be written ({error.strerror}): name another file.") from error
    os.close(handle)
    copy = Path(name)
    try:
        if isinstance(source, Sqlite):
            _copy_file(source, copy, file, progress)
        else:
            _copy_rows(source, copy, progress)
        _put(copy, file)
    finally:
        source.close()
        for ending in BESIDE:
            Path(f"{copy}{ending}").unlink(missing_ok=True)


def _check(file: Path) -> None:
    if os.path.lexists(file):
        raise LogError(f"{file} is there already, and nothing is written over: name another file.")
    if not file.absolute().parent.is_dir():
        raise LogError(f"There is no folder {file.absolute().parent} for the copy: make it, or name another file.")


def _copy_file(source: Sqlite, copy: Path, file: Path, progress: Progress) -> None:
    """Page by page. The transaction holds the moment: without it, every write meanwhile would begin the copy anew."""
    target = sqlite3.connect(copy, isolation_level=None)
    try:
        target.execute("PRAGMA synchronous=OFF")  # it is written through in the end
        with source.speaking(), source.reading() as connection, connection.begin():
            connection.execute(sa.select(tables.about)).all()
            driver: Any = connection.connection.driver_connection
            driver.backup(target, pages=PAGES, progress=lambda _, left, all_: progress(1 - left / max(all_, 1)))
        target.execute("PRAGMA journal_mode=DELETE")  # so that the file alone is the copy
        if target.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise LogError(
                f"The log {source.name} is damaged, and so would its copy be: keep the file itself, and rescue what is "
                f"in it with `sqlite3 FILE .recover`."
            )
    except sqlite3.Error as error:
        raise LogError(of_sqlite(str(file), str(error))) from error
    finally:
        target.close()


def _copy_rows(source: Database, copy: Path, progress: Progress) -> None:
    """Row by row, into a file of the same schema."""
    target = open_database(str(copy))
    try:
        bring_up_to_date(target)
        with source.speaking(), source.reading() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            if revision_of(connection, source) != tables.SCHEMA_VERSION:
                raise LogError(
                    f"{source.name} is of an earlier Croupier: serve it once with this one, or copy it with pg_dump."
                )
            with target.speaking(), target.writing() as writer, writer.begin():
                _copy_tables(connection, writer, progress)
        target.give_back()
    finally:
        target.close()


def _copy_tables(connection: sa.Connection, writer: sa.Connection, progress: Progress) -> None:
    copied = [table for table in tables.everything.sorted_tables if table is not tables.about]
    counts = [connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in copied]
    done = 0
    for table in copied:
        rows = connection.execution_options(yield_per=ROWS).execute(sa.select(table).order_by(table.c.id))
        for part in rows.mappings().partitions():
            writer.execute(sa.insert(table), [dict(row) for row in part])
            done += len(part)
            progress(done / sum(counts))


def _put(copy: Path, file: Path) -> None:
    """On the disk, by its own name, and over no other file."""
    try:
        with copy.open("rb") as written:
            os.fsync(written.fileno())
        try:
            os.link(copy, file)
        except FileExistsError:
            raise
        except OSError:  # a disk that knows no links, as sticks often are
            if os.path.lexists(file):
                raise FileExistsError from None
            copy.rename(file)
    except FileExistsError as error:
        raise LogError(f"{file} is there already, and nothing is written over: name another file.") from error
    except OSError as error:
        raise LogError(f"{file} cannot be written ({error.strerror}): name another file.") from error
