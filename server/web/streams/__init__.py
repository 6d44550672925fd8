"""What goes on and on: server-sent events and the live picture.

Each reader gets the newest, never a backlog. What many read is made once, and who takes nothing any more is dropped.
"""

from croupier.server.web.streams.feed import BOUNDARY, COME_BACK_MS, KEEP_ALIVE_S, Feed, Newest
from croupier.server.web.streams.line import Line

__all__ = ["BOUNDARY", "COME_BACK_MS", "KEEP_ALIVE_S", "Feed", "Line", "Newest"]
