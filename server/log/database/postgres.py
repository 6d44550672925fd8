"""A log in PostgreSQL: everything is written over one session, which holds the lock of the only writer."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log.database import base
from croupier.server.log.database.base import Database
from croupier.server.log.database.words import of_postgres

CONNECT_S = 5
"""How long a server may take to answer at all."""
SILENCE_MS = 10_000
"""How long a server may leave unanswered what was sent, before the connection counts as lost."""
CLAIM = 0x43726F75
"""The first half of the number of the advisory lock; the other half is the schema's, as each may hold a log."""

_SETTINGS = (
    "SET lock_timeout = {lock_ms}",
    # what was acknowledged is on the disk also where the server's own setting is less careful
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    # a computer that lost its power gives its lock back soon
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


class Postgres(Database):
    """One database of a PostgreSQL server."""

    def __init__(self, url: sa.URL, name: str) -> None:
        """Raises `LogError`; connects with nobody yet."""
        arguments = {"connect_timeout": CONNECT_S, "tcp_user_timeout": SILENCE_MS}
        try:
            reader = sa.create_engine(url, pool_pre_ping=True, connect_args=arguments)
            writer = sa.create_engine(url, pool_pre_ping=True, connect_args=arguments, pool_size=1, max_overflow=0)
        except ImportError as error:
            raise LogError(
                f'{name} needs a driver that is missing: run `python -m pip install "psycopg[binary]"` where Croupier '
                f"is installed."
            ) from error
        super().__init__(name, reader, writer, of_postgres)
        sa.event.listen(reader, "connect", _careful)
        sa.event.listen(writer, "connect", self._claim)

    @property
    def size_bytes(self) -> int:
        with self.speaking(), self.reading() as connection:
            return int(connection.scalar(sa.text("SELECT pg_database_size(current_database())")))

    def claim(self) -> None:
        with self.speaking(), self._writer.connect():
            pass  # the session has the lock, or has just got it

    def check(self) -> None:
        """The server looks after its files itself; whether it can be read shows here."""
        with self.speaking(), self.reading() as connection:
            connection.exec_driver_sql("SELECT 1")

    def settle_in(self) -> None:
        """Each session has its settings already."""

    def refuse_if_moved(self) -> None:
        """The server keeps its files where they are."""

    def give_back(self) -> None:
        """The server does so by itself, in its own time."""

    def _claim(self, connection: Any, record: object) -> None:
        """A session that writes is the only one. It waits a moment for one that was cut off and has not ended yet."""
        _careful(connection, record)
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT pg_advisory_lock({CLAIM}, hashtext(coalesce(current_schema(), '')))")
            connection.commit()
        except BaseException as error:
            connection.close()
            if getattr(error, "sqlstate", None) == "55P03":  # the time for a lock is over
                raise self.claimed_by_another() from error
            raise


def _careful(connection: Any, _record: object) -> None:
    """Settings of every new session."""
    try:
        with connection.cursor() as cursor:
            for setting in _SETTINGS:
                cursor.execute(setting.format(lock_ms=max(1, int(base.LOCK_WAIT_S * 1000))))
        connection.commit()
    except BaseException:
        connection.close()
        raise
