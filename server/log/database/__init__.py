"""A database opened with care: what it says is written is on the disk, and whatever it complains of is a sentence."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log.database.address import file_of, read_address
from croupier.server.log.database.base import Database
from croupier.server.log.database.postgres import Postgres
from croupier.server.log.database.sqlite import Sqlite

__all__ = ["Database", "Postgres", "Sqlite", "open_database", "open_present"]


def open_database(database: str) -> Database:
    """The one of a URL (`sqlite:///…`, `postgresql://…`) or of a SQLite file's path. Raises `LogError`."""
    url, name = read_address(database)
    return _opened(url, name)


def open_present(database: str) -> Database:
    """As `open_database`, for who only reads: a file that is not there is not made. Raises `LogError`."""
    url, name = read_address(database)
    file = file_of(url) or _named_otherwise(url)
    if file is not None and not file.exists():
        raise LogError(f"There is no log {name}: say with --database where it is.")
    return _opened(url, name)


def _named_otherwise(url: sa.URL) -> Path | None:
    """The file that SQLite reads out of a name beginning with `file:`, as far as it is one on the disk."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or not name.startswith("file:"):
        return None
    if "uri" not in url.query:
        return Path(name)
    path = name.removeprefix("file:").partition("?")[0]
    memory = path in ("", ":memory:") or url.query.get("mode") == "memory" or "mode=memory" in name
    return None if memory else Path(unquote(path.removeprefix("//")))


def _opened(url: sa.URL, name: str) -> Database:
    return Sqlite(url, name) if url.get_backend_name() == "sqlite" else Postgres(url, name)
