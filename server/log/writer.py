"""One who writes to a log: transactions that are kept whole or not at all, and of which it is known which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.server.errors import LogError, OutcomeUnknown
from croupier.server.log import tables
from croupier.server.log.database import Database

Done = TypeVar("Done")
Mark = tuple[int, int]
"""How far a log has come: the ids of its newest entry and of its newest row about a seat. Every write adds to one."""


class Writer:
    """The only one on its database, from `claim` or its first write on."""

    def __init__(self, database: Database) -> None:
        """Raises `LogError`."""
        self._database = database
        self._mark = self._look()
        self._doubt: Mark | None = None

    def claim(self) -> None:
        """Be the only one from now on, and know that it can be written. Raises `LogError`."""
        with self._database.speaking():
            self._database.claim()
            self._database.settle_in()
            with self._database.writing() as connection, connection.begin() as trial:
                connection.execute(sa.insert(tables.about), {"schema_version": tables.SCHEMA_VERSION})
                trial.rollback()
        self._mark = self._look()

    def write(self, work: Callable[[sa.Connection], Done]) -> Done:
        """One transaction; when it ends well, its rows are safe. None where nobody would find it again, and none where
        somebody else has written: whoever reads this log would not know of it.

        Raises `LogError`, and has written nothing then; but for `OutcomeUnknown`.
        """
        self.settle()
        self._database.refuse_if_moved()
        mark: Mark | None = None
        with self._database.speaking():
            try:
                with self._database.writing() as connection, connection.begin() as transaction:
                    if _mark(connection) != self._mark:
                        raise self._database.claimed_by_another()
                    done = work(connection)
                    mark = _mark(connection)
                    transaction.commit()
            except SQLAlchemyError:
                if mark is None or mark == self._mark or not self._kept(mark):  # nobody could tell without a new row
                    raise
            self._mark = mark
        return done

    def settle(self) -> bool:
        """After `OutcomeUnknown`: whether the change was kept. Raises `LogError` as long as nobody can tell."""
        expected, mark = self._doubt, self._mark
        if expected is None:
            return False
        # the session that was cut off has ended by the time that this one may write
        with self._database.speaking(), self._database.writing() as connection, connection.begin():
            mark = _mark(connection)
        kept = mark == expected
        self._doubt, self._mark = None, expected if kept else self._mark
        return kept

    def _kept(self, mark: Mark) -> bool:
        """Whether a commit that failed was kept all the same."""
        self._doubt = mark
        try:
            return self.settle()
        except LogError as error:
            raise OutcomeUnknown(str(error)) from error

    def _look(self) -> Mark:
        with self._database.speaking(), self._database.reading() as connection:
            return _mark(connection)


def _mark(connection: sa.Connection) -> Mark:
    newest = (sa.select(sa.func.max(table.c.id)).scalar_subquery() for table in (tables.entries, tables.seats))
    entry, seat = connection.execute(sa.select(*newest)).one()
    return entry or 0, seat or 0
