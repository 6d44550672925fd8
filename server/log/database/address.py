"""Where a log is kept: a path or a URL, and its name without the password."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from croupier.server.errors import LogError

DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""What URLs may begin with, and what is spoken then."""
OPTIONS = frozenset(("timeout", "isolation_level", "detect_types", "check_same_thread", "cached_statements", "uri"))
"""What the driver knows of a SQLite file that is named by its path."""
HIDDEN = "***"


def read_address(database: str) -> tuple[sa.URL, str]:
    """The URL, and the name that people know it by, with no password. Raises `LogError`."""
    if not database.strip():
        raise LogError("--database names nothing: give a path, or a URL like postgresql://ada@localhost/croupier.")
    if "://" not in database:
        return sa.URL.create("sqlite", database=os.path.expanduser(database)), database
    name = "The URL of --database"
    try:
        url = sa.make_url(database)
        name = _without_password(url)
        _refuse_unknown(url)
        return url.set(drivername=DRIVERS[url.drivername]), name
    except (ArgumentError, ValueError, KeyError) as error:  # a port that is no number is a ValueError
        raise LogError(
            f"{name} names no database for a log: give a path, or a URL like postgresql://ada@localhost/croupier."
        ) from error


def file_of(url: sa.URL) -> Path | None:
    """The SQLite file that a URL plainly names; None for one in memory, what SQLite reads itself, or a server."""
    file = url.database
    if url.get_backend_name() != "sqlite" or not file or file == ":memory:" or file.startswith("file:"):
        return None
    return Path(file)


def _refuse_unknown(url: sa.URL) -> None:
    """SQLite would pass over an option of a plain path."""
    if file_of(url) is not None and (unknown := sorted(set(url.query) - OPTIONS)):
        raise LogError(
            f"A path in --database takes no option {unknown[0]}: leave it out, or write sqlite:///file:PATH?…&uri=true."
        )


def _without_password(url: sa.URL) -> str:
    hidden = {"password": HIDDEN} if "password" in url.query else {}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)
