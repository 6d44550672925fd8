"""A database opened with care: what it says is written is on the disk, and whatever it complains of is a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from croupier.server.errors import LogError
from croupier.server.log.words import sentence

LOCK_WAIT_S = 2.0
"""How long a write waits for another program that holds the database."""

SIZE_BYTES = {
    True: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    False: "SELECT pg_database_size(current_database())",
}
"""What to ask for the size: of SQLite, and of PostgreSQL."""


class Database:
    """One open database: `name` as people know it, with no password; `file` where SQLite keeps it."""

    def __init__(self, database: str) -> None:
        """`database` is a URL (`sqlite:///…`, `postgresql+psycopg://…`) or the path of a SQLite file."""
        self.file: str | None = None
        try:
            url = sa.make_url(database if "://" in database else f"sqlite:///{os.path.expanduser(database)}")
            self.name = url.render_as_string(hide_password=True) if "://" in database else database
            self.engine = sa.create_engine(url)
        except (ArgumentError, NoSuchModuleError, ValueError) as error:  # a port that is no number is a ValueError
            named = getattr(self, "name", "The URL of --database")
            raise LogError(f"{named} names no database: give a path or a URL like sqlite:///table.db.") from error
        except ImportError as error:
            raise LogError(f"{self.name} needs a driver that is missing: `pip install {error.name}`.") from error
        if url.get_backend_name() == "sqlite":
            _check_folder(url.database)
            self.file = url.database
            sa.event.listen(self.engine, "connect", _careful)
        self._opened: tuple[int, int] | None = None

    @property
    def lasting(self) -> bool:
        """Whether rows outlive this program; SQLite's databases in memory do not."""
        return self.engine.url.get_backend_name() != "sqlite" or self.file not in (None, "", ":memory:")

    @property
    def size_bytes(self) -> int:
        """How much it takes up on the disk, or in memory. Raises `LogError`."""
        query = SIZE_BYTES[self.engine.url.get_backend_name() == "sqlite"]
        with self.speaking(), self.engine.connect() as connection:
            return int(connection.scalar(sa.text(query)) or 0)

    def remember(self) -> None:
        """The file is there now, and is to stay the one that it is."""
        self._opened = self._identity()

    def refuse_if_moved(self) -> None:
        """Raise `LogError` where SQLite would go on writing to a file that nobody finds again."""
        if self._identity() != self._opened:
            raise LogError(f"{self.name} was moved or deleted: put it back, or start Croupier again.")

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Turn what a database may say into a sentence for a player."""
        try:
            yield
        except DBAPIError as error:
            raise LogError(sentence(self.name, str(error.orig))) from error
        except SQLAlchemyError as error:
            raise LogError(sentence(self.name, str(error))) from error
        except json.JSONDecodeError as error:
            raise LogError(sentence(self.name, "malformed")) from error

    def _identity(self) -> tuple[int, int] | None:
        """Which file on the disk it is; None when there is none."""
        try:
            found = os.stat(self.file or "")
        except (OSError, ValueError):
            return None
        return found.st_dev, found.st_ino


def _check_folder(file: str | None) -> None:
    if not file or file == ":memory:" or file.startswith("file:"):
        return
    folder = Path(file).absolute().parent
    if not folder.is_dir():
        raise LogError(f"There is no folder {folder} for the log: make it, or name another file with --database.")


def _careful(connection: Any, _record: object) -> None:
    """SQLite settings of every new connection: readers never wait, and a commit is on the disk."""
    try:
        connection.execute(f"PRAGMA busy_timeout={int(LOCK_WAIT_S * 1000)}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
    except BaseException:
        connection.close()
        raise
