"""What a table can run into, each in one sentence that says what to do. Imports nothing: commands start fast."""

from __future__ import annotations


class TableError(ValueError):
    """Something that the table cannot do."""


class Stale(TableError):
    """An action that was meant for an older board."""


class NoGame(TableError):
    """Nothing is played yet."""

    def __init__(self) -> None:
        super().__init__("No game has been started: choose one first.")


class NotYours(TableError):
    """A correction that is not the seat's to make."""

    def __init__(self) -> None:
        super().__init__("A seat puts right its own dice alone, and only while they lie hidden: ask the operator.")


class NoSuchSeat(TableError):
    """A seat, or a name, that is not in the game."""


class NotInHistory(LookupError):
    """A game, a step or a set of dice that the history does not have."""


class LogError(OSError):
    """A log that cannot be opened, read or written."""


class OutcomeUnknown(LogError):
    """A log that was lost while it wrote: whether the change is kept shows when it answers again."""


class PortError(OSError):
    """A port that cannot be listened on."""


class TokenError(ValueError):
    """An operator's token that no link can hold, or that is too easily guessed."""


class HostError(ValueError):
    """What no table can be called by."""


class CertificateError(OSError):
    """A certificate that cannot be kept."""


def in_one_line(text: str) -> str:
    """`text` with whatever does not show on a line (line ends, colours, bytes that are no text) written out."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
