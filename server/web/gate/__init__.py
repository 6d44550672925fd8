"""What stands before the table on the web: its door, how much may come through it at once and how punctually, and who
counts what went through it."""

from croupier.server.web.gate.door import Door, is_local, ours, plain
from croupier.server.web.gate.limits import ROOMS, STRANGE_UPLOADS, UPLOADS, Limits, Room, TooMuch
from croupier.server.web.gate.line import PunctualLine

__all__ = [
    "ROOMS",
    "STRANGE_UPLOADS",
    "UPLOADS",
    "Door",
    "Limits",
    "PunctualLine",
    "Room",
    "TooMuch",
    "is_local",
    "ours",
    "plain",
]
