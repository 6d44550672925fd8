"""The log that a table adds up to."""

from croupier.server.log.log import Entry, Log, StartedGame

__all__ = ["Entry", "Log", "StartedGame"]
