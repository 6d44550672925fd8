"""What every database of a log can do, whichever it is."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from croupier.server.errors import LogError

LOCK_WAIT_S = 2.0
"""How long a write waits for another program that holds the database."""


class Database(ABC):
    """One open database: `name` as people know it, with no password, and the engines to read and to write by."""

    def __init__(self, name: str, reader: sa.Engine, writer: sa.Engine, words: Callable[[str, str], str]) -> None:
        """`words` turns the name and what the database said into a sentence."""
        self.file: str | None = None
        """The whole path of the file that it is; None for a server, and in memory."""
        self.name, self._reader, self._writer, self._words = name, reader, writer, words

    @property
    def lasting(self) -> bool:
        """Whether rows outlive this program; SQLite's databases in memory do not."""
        return True

    @property
    @abstractmethod
    def size_bytes(self) -> int:
        """How much it takes up on the disk, or in memory. Raises `LogError`."""

    @abstractmethod
    def claim(self) -> None:
        """From now on nobody else writes. Raises `LogError` where somebody else does; twice is as good as once."""

    @abstractmethod
    def check(self) -> None:
        """Raise `LogError` for a database that is damaged, as far as a short look shows."""

    @abstractmethod
    def settle_in(self) -> None:
        """A database that holds a log, or is to hold one, is set up as a log wants it. Raises `LogError`."""

    @abstractmethod
    def refuse_if_moved(self) -> None:
        """Raise `LogError` where rows would be written to what nobody finds again."""

    @abstractmethod
    def give_back(self) -> None:
        """Room that is no longer needed goes back to the disk, as far as the database can."""

    def reading(self) -> sa.Connection:
        """A connection to read by."""
        return self._reader.connect()

    def writing(self) -> sa.Connection:
        """A connection to write by, as the only one who does. Raises as `claim`."""
        return self._writer.connect()

    def close(self) -> None:
        self._reader.dispose()
        self._writer.dispose()

    def damaged(self) -> LogError:
        """The error that tells of rows that make no sense."""
        return LogError(self._words(self.name, "malformed"))

    def claimed_by_another(self) -> LogError:
        """The error that tells of another Croupier on the same log."""
        return LogError(f"Another Croupier writes to {self.name}: stop it, or name another log with --database.")

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Turn what a database may say into a sentence for a player."""
        try:
            yield
        except DBAPIError as error:
            raise LogError(self._words(self.name, str(error.orig))) from error
        except SQLAlchemyError as error:
            raise LogError(self._words(self.name, str(error))) from error
        except json.JSONDecodeError as error:
            raise self.damaged() from error
