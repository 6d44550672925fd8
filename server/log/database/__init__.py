"""A database opened with care: what it says is written is on the disk, and whatever it complains of is a sentence."""

from __future__ import annotations

from croupier.server.log.database.address import read_address
from croupier.server.log.database.base import Database
from croupier.server.log.database.postgres import Postgres
from croupier.server.log.database.sqlite import Sqlite

__all__ = ["Database", "Postgres", "Sqlite", "open_database"]


def open_database(database: str) -> Database:
    """The one of a URL (`sqlite:///…`, `postgresql://…`) or of a SQLite file's path. Raises `LogError`."""
    url, name = read_address(database)
    return Sqlite(url, name) if url.get_backend_name() == "sqlite" else Postgres(url, name)
