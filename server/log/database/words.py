"""What a database says, as a sentence for whoever runs the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WRITE_PROTECTED = "may not be written: change its permissions, or name another file with --database"
_DAMAGED = "is damaged: keep it to be rescued, and go on with a backup of it or another one, with --database"
_SQLITE = (
    ("readonly", _WRITE_PROTECTED),
    ("read-only", _WRITE_PROTECTED),
    ("permission denied", _WRITE_PROTECTED),
    ("unable to open", "cannot be opened: check the path and its permissions, or name another file with --database"),
    ("not a database", "is no database: name another file with --database"),
    ("malformed", _DAMAGED),
    ("no such table", _DAMAGED),
    ("no such column", _DAMAGED),
    ("locked", "is locked by another program: close that one, then try again"),
    ("full", "cannot grow, the disk is full: free some space, then try again"),
    ("disk i/o", "cannot be written, the disk fails: check it, or name another file with --database"),
)
_AWAY = "does not answer: check that its server runs and can be reached, then try again"
_STARTING = "is not ready, its server is just starting or stopping: try again in a moment"
_POSTGRES = (
    ("password authentication failed", "refuses the password or the user: check both in the URL of --database"),
    ("no password supplied", "asks for a password: write it into the URL of --database, as user:password@host"),
    ("authentication failed", "refuses the user: check the user in the URL of --database, and who may log in there"),
    ("no pg_hba.conf entry", "refuses this computer or user: allow it in the server’s pg_hba.conf"),
    ('role "', "does not know the user: make it with `createuser`, or check the URL of --database"),
    ("starting up", _STARTING),
    ("shutting down", _STARTING),
    ("recovery", _STARTING),
    ("resolve", "is at an address that is not known: check the host in the URL of --database"),
    ("translate host name", "is at an address that is not known: check the host in the URL of --database"),
    ("too many", "has no connection left: close other programs that use its server, then try again"),
    ("connection slots", "has no connection left: close other programs that use its server, then try again"),
    ("lock timeout", "is locked by another program: close that one, then try again"),
    ("permission denied for schema", "does not let its user make tables: make the user the database’s owner"),
    ("permission denied", "may not be written: give its user the right to, or name another one with --database"),
    ("must be owner", "does not let its user change its tables: name the user who made them in --database"),
    ("read-only", "may not be written, its server only reads: name the one that writes with --database"),
    ("no space left", "cannot grow, its server’s disk is full: free some space there, then try again"),
    ("malformed", _DAMAGED),
    ("invalid page", _DAMAGED),
    ('relation "', _DAMAGED),
    ('column "', _DAMAGED),
    # whatever else is said of a connection
    ("connection", _AWAY),
    ("server closed", _AWAY),
    ("timeout expired", _AWAY),
    ("ssl", _AWAY),
)


def of_sqlite(database: str, reason: str) -> str:
    """What SQLite says."""
    return _sentence(_SQLITE, database, reason)


def of_postgres(database: str, reason: str) -> str:
    """What PostgreSQL says, or the way to it."""
    if re.search('database ".*" does not exist', reason):
        return f"The log {database} is not there: make the database with `createdb`, or check the URL of --database."
    return _sentence(_POSTGRES, database, reason)


def _sentence(sayings: Sequence[tuple[str, str]], database: str, reason: str) -> str:
    for sign, saying in sayings:
        if sign in reason.lower():
            return f"The log {database} {saying}."
    said = (reason.strip().splitlines() or ["no reason given"])[0].rstrip(".")
    return f"The log {database} cannot be used ({said}): check it, then try again."
