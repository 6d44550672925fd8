"""The log that a table adds up to."""

from croupier.server.log.log import Log
from croupier.server.log.rows import Draft, Entry, StartedGame

__all__ = ["Draft", "Entry", "Log", "StartedGame"]
