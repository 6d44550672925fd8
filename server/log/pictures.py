"""Evidence pictures and the room that they may take: the oldest go first, never those of the game in play.

A picture's row stays when its bytes go: entries go on naming it.
"""

from __future__ import annotations

import sqlalchemy as sa

from croupier.server.log import tables

BATCH = 100
"""So many pictures go in one step, at most."""

_BYTES = sa.func.length(tables.pictures.c.jpeg)


def taken_bytes(connection: sa.Connection) -> int:
    """How much room all pictures take."""
    return int(connection.scalar(sa.select(sa.func.sum(_BYTES))) or 0)


class Pictures:
    """Keeps the pictures of one log within `most_bytes`; None is without limit."""

    def __init__(self, most_bytes: int | None) -> None:
        self._most_bytes = most_bytes
        self._taken_bytes: int | None = None  # looked up when it is needed first
        self._gone_up_to = 0

    def forget(self) -> None:
        """What was reckoned may not be so: a transaction was not kept."""
        self._taken_bytes, self._gone_up_to = None, 0

    def insert(self, connection: sa.Connection, at: float, jpeg: bytes) -> int:
        """A new picture's id."""
        key = connection.execute(sa.insert(tables.pictures), {"at": at, "jpeg": jpeg}).inserted_primary_key
        assert key is not None
        if self._taken_bytes is not None:
            self._taken_bytes += len(jpeg)
        return int(key[0])

    def make_room(self, connection: sa.Connection) -> bool:
        """Let old pictures go until the rest fits, up to `BATCH` of them; whether any went."""
        if self._most_bytes is None:
            return False
        if self._taken_bytes is None:
            self._taken_bytes = taken_bytes(connection)
        going: list[int] = []
        for number, size_bytes in self._oldest(connection) if self._taken_bytes > self._most_bytes else ():
            if self._taken_bytes <= self._most_bytes:
                break
            going.append(number)
            self._taken_bytes -= size_bytes
        if going:
            _empty(connection, going)
            self._gone_up_to = going[-1]
        return bool(going)

    def _oldest(self, connection: sa.Connection) -> list[tuple[int, int]]:
        """Ids and sizes of pictures from before the game in play, oldest first."""
        newest_game = sa.select(sa.func.max(tables.games.c.id)).scalar_subquery()
        first_in_play = sa.select(sa.func.min(tables.entries.c.picture)).where(tables.entries.c.game == newest_game)
        before = sa.func.coalesce(first_in_play.scalar_subquery(), tables.pictures.c.id + 1)
        number = tables.pictures.c.id
        query = sa.select(number, _BYTES).where(number > self._gone_up_to, _BYTES > 0, number < before)
        return [(row[0], row[1]) for row in connection.execute(query.order_by(number).limit(BATCH))]


def _empty(connection: sa.Connection, numbers: list[int]) -> None:
    """Only the rows stay."""
    theirs = tables.pictures.c.id.in_(numbers)
    connection.execute(sa.update(tables.pictures).where(theirs).values(jpeg=b""))
    if connection.dialect.name == "sqlite":
        # a row that has shrunk keeps its page of the file; one that is written anew shares one with many
        rows = connection.execute(sa.select(tables.pictures).where(theirs)).mappings().all()
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.execute(sa.delete(tables.pictures).where(theirs))
        connection.execute(sa.insert(tables.pictures), [dict(row) for row in rows])
