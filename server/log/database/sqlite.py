"""A log in a SQLite file: the write-ahead log lets readers read on, and a commit is on the disk."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from croupier.server.errors import LogError
from croupier.server.log.database import base
from croupier.server.log.database.address import file_of
from croupier.server.log.database.base import Database
from croupier.server.log.database.words import of_sqlite

CHECK_S = 2.0
"""How long the start looks for damage, at most; a file of some hundred megabytes is looked at in part."""
CHECK_EVERY = 10_000
"""How often that is looked at, in steps of SQLite's own."""
LOCK = "-lock"
"""Beside the log lies an empty file of this ending; whoever writes to the log holds it locked."""
BESIDE = ("-wal", "-shm")
"""Where rows are before they are in the file, and what tells of them; SQLite keeps both open and misses neither."""
WRITES = "writes"
"""The option of connections that are going to write."""
UNBEGUN = "unbegun"
"""The option of connections whose statements are each on their own."""
INCREMENTAL = 2
"""SQLite's number for files that can give room back bit by bit."""

Identity = tuple[int, int] | None
"""Which file on the disk one is; None when there is none."""


class Sqlite(Database):
    """One file, or one database in memory."""

    def __init__(self, url: sa.URL, name: str) -> None:
        """Raises `LogError`, and leaves what is no database as it is."""
        _check_folder(url)
        engine = sa.create_engine(url)
        super().__init__(name, engine, engine, of_sqlite)
        self._lock: sqlite3.Connection | None = None
        sa.event.listen(engine, "connect", _careful)
        sa.event.listen(engine, "begin", self._begin)
        with self.speaking(), self.reading() as connection:
            self.file = connection.scalar(sa.text("SELECT file FROM pragma_database_list WHERE name = 'main'")) or None
        self._opened = self._identity()
        self._beside: tuple[Identity, ...] | None = None
        self._keeper: sqlite3.Connection | None = None

    @property
    def lasting(self) -> bool:
        return self.file is not None

    @property
    def size_bytes(self) -> int:
        with self.speaking(), self.reading() as connection:
            return int(
                connection.scalar(sa.text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
            )

    def claim(self) -> None:
        if self._lock is not None or self.file is None:
            return
        self._refuse_second_names()
        lock: sqlite3.Connection | None = None
        try:
            lock = sqlite3.connect(
                f"{self.file}{LOCK}", timeout=base.LOCK_WAIT_S, isolation_level=None, check_same_thread=False
            )
            lock.execute("PRAGMA journal_mode=MEMORY")  # nothing is ever written to it
            lock.execute("BEGIN EXCLUSIVE")  # held until this program closes it, or ends in whatever way
        except sqlite3.Error as error:
            if lock is not None:
                lock.close()
            if "locked" in str(error):
                raise self.claimed_by_another() from error
            raise LogError(of_sqlite(self.name, str(error))) from error
        self._lock = lock

    def writing(self) -> sa.Connection:
        self.claim()
        return super().writing().execution_options(**{WRITES: True})

    def check(self) -> None:
        until = time.monotonic() + CHECK_S
        with self.speaking(), self.reading() as connection:
            driver: Any = connection.connection.driver_connection
            driver.set_progress_handler(lambda: time.monotonic() > until, CHECK_EVERY)
            try:
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            except OperationalError as error:
                if "interrupted" not in str(error.orig):
                    raise
                return
            finally:
                driver.set_progress_handler(None, 0)
        if found != "ok":
            raise self.damaged()

    def settle_in(self) -> None:
        with self.speaking(), self._unbegun() as connection:
            if connection.exec_driver_sql("PRAGMA page_count").scalar() == 0:  # later it would need a copy of the file
                connection.exec_driver_sql("PRAGMA auto_vacuum=INCREMENTAL")
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        self._let_go()

    def refuse_if_moved(self) -> None:
        if self._identity() != self._opened:
            raise LogError(f"{self.name} was moved or deleted: put it back, or start Croupier again.")
        if self._beside is not None and self._beside_now() != self._beside:
            self._rescue()
            raise LogError(
                f"A file beside {self.name} was moved or deleted ({' or '.join(BESIDE)}): start Croupier again, and "
                f"leave those files alone while it runs."
            )

    def give_back(self) -> None:
        with self._unbegun() as connection:
            try:
                driver: Any = connection.connection.driver_connection
                if driver.execute("PRAGMA auto_vacuum").fetchone() != (INCREMENTAL,):
                    driver.execute("PRAGMA auto_vacuum=INCREMENTAL")
                    driver.execute("VACUUM")
                driver.executescript("PRAGMA incremental_vacuum")  # `execute` would free a single page
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            except sqlite3.Error:
                return  # no room for a copy, or somebody reads: the room is used again for new rows at least

    def close(self) -> None:
        self._let_go()
        super().close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _unbegun(self) -> sa.Connection:
        """A connection that begins no transaction by itself."""
        return self._writer.connect().execution_options(**{UNBEGUN: True})

    def _begin(self, connection: sa.Connection) -> None:
        """Whoever is going to write waits for the lock now, and sees the newest rows."""
        options = connection.get_execution_options()
        if options.get(UNBEGUN):
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES) else "BEGIN")
        if options.get(WRITES) and self._beside is None:
            self._hold()

    def _hold(self) -> None:
        """Know the files beside the log, and keep them open: SQLite deletes them when the last connection closes."""
        if self.file is not None:
            self._keeper = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
            self._keeper.execute("SELECT count(*) FROM sqlite_master").fetchall()
        self._beside = self._beside_now()

    def _let_go(self) -> None:
        if self._keeper is not None:
            self._keeper.close()
        self._keeper = self._beside = None

    def _rescue(self) -> None:
        """Rows that only a deleted file has are written into the log itself, as this program has it open still."""
        with suppress(sqlite3.Error):
            if self._keeper is not None:
                self._keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _refuse_second_names(self) -> None:
        """Beside each name of a file lies another lock and another part of its rows."""
        try:
            names = os.stat(self.file or "").st_nlink
        except OSError:
            return
        if names > 1:
            raise LogError(
                f"{self.name} has a second name on the disk (a hard link), and rows would be lost: delete one of "
                f"the names, or start with a copy."
            )

    def _identity(self, ending: str = "") -> Identity:
        try:
            found = os.stat(f"{self.file or ''}{ending}")
        except (OSError, ValueError):
            return None
        return found.st_dev, found.st_ino

    def _beside_now(self) -> tuple[Identity, ...]:
        return tuple(self._identity(ending) for ending in BESIDE) if self.file else ()


def _check_folder(url: sa.URL) -> None:
    file = file_of(url)
    if file is not None and file.exists() and not file.is_file() and not file.is_dir():
        raise LogError(f"{file} is no file but a device or a pipe: name a file with --database.")
    if file is not None and not (folder := file.absolute().parent).is_dir():
        raise LogError(f"There is no folder {folder} for the log: make it, or name another file with --database.")


def _careful(connection: Any, _record: object) -> None:
    """Settings of every new connection. Transactions begin where `_begin` says so, not where the driver thinks."""
    try:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={int(base.LOCK_WAIT_S * 1000)}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
    except BaseException:
        connection.close()
        raise
