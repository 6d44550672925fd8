"""What a table can run into, each in one sentence that says what to do. Imports nothing: commands start fast."""

from __future__ import annotations


class TableError(ValueError):
    """Something that the table cannot do."""


class Stale(TableError):
    """An action that was meant for an older board."""


class NoGame(TableError):
    """Nothing is played yet."""


class LogError(OSError):
    """A log that cannot be opened, read or written."""


class PortError(OSError):
    """A port that cannot be listened on."""
