"""What a database says, as a sentence for whoever runs the table."""

from __future__ import annotations

_SAYINGS = (
    ("readonly", "may not be written: change its permissions, or name another file with --database"),
    ("read-only", "may not be written: change its permissions, or name another file with --database"),
    ("permission denied", "may not be written: change its permissions, or name another file with --database"),
    ("unable to open", "cannot be opened: check the path and its permissions, or name another file with --database"),
    ("not a database", "is no database: name another file with --database"),
    ("malformed", "is damaged: name another file with --database, and keep this one to be rescued"),
    ("locked", "is locked by another program: close that one, then try again"),
    ("full", "cannot grow, the disk is full: free some space, then try again"),
    ("disk i/o", "cannot be written, the disk fails: check it, or name another file with --database"),
)


def sentence(database: str, reason: str) -> str:
    for sign, saying in _SAYINGS:
        if sign in reason.lower():
            return f"The log {database} {saying}."
    return (
        f"The log {database} cannot be used ({reason.strip().splitlines()[0].rstrip('.')}): check it, then try again."
    )
