"""Logs opened by who only reads them: none is made, set up, upgraded or locked."""

from __future__ import annotations

from croupier.server.errors import LogError
from croupier.server.log.database import Database, open_present
from croupier.server.log.log import Log
from croupier.server.log.migrations import revision_of
from croupier.server.log.tables import SCHEMA_VERSION


def open_to_read(database: str) -> Database:
    """The database of a log, of whatever release. Raises `LogError` where there is none."""
    source = open_present(database)
    try:
        with source.speaking(), source.reading() as connection:
            if not revision_of(connection, source):
                raise LogError(f"{source.name} holds no log yet: say with --database where it is.")
    except BaseException:
        source.close()
        raise
    return source


def read_log(database: str) -> Log:
    """The log that is there, as it is. Raises `LogError` where there is none, or one of an earlier release."""
    source = open_to_read(database)
    try:
        with source.speaking(), source.reading() as connection:
            if revision_of(connection, source) != SCHEMA_VERSION:
                raise LogError(f"{source.name} is of an earlier Croupier: serve it once with this one, then try again.")
    finally:
        source.close()
    return Log(database)  # of this release: there is nothing to bring up to date
