"""The log that a table adds up to: rows are inserted, never changed, and an acknowledged row survives a crash.

SQLite by default, PostgreSQL by URL.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log import tables
from croupier.server.log.database import open_database
from croupier.server.log.migrations import bring_up_to_date
from croupier.server.log.pictures import Pictures, taken_bytes
from croupier.server.log.rows import Draft, Entry, StartedGame
from croupier.server.log.writer import Done, Writer

LARGEST = 2**63 - 1
"""The largest number of a database."""


class Log:
    """One open database. Every method returns once its rows are on the disk, or raises `LogError` and writes none.

    The one exception is `OutcomeUnknown`: the connection was lost while the database was writing.
    """

    def __init__(self, database: str, pictures_bytes: int | None = None) -> None:
        """`database` is a URL (`sqlite:///…`, `postgresql://…`) or the path of a SQLite file; pictures of games before
        the newest go where all of them take more than `pictures_bytes`.

        Looks for damage, and brings an older database up to date.
        """
        self._database = open_database(database)
        self._pictures = Pictures(pictures_bytes)
        self.last_write_s = 0.0
        """How long the newest write took, until it was safe."""
        self.trouble: LogError | None = None
        """Why the newest write failed, until one succeeds."""
        try:
            self._database.check()
            bring_up_to_date(self._database)
            self._writer = Writer(self._database)
        except BaseException:
            self.close()
            raise

    @property
    def database(self) -> str:
        """Its name, as people know it."""
        return self._database.name

    @property
    def file(self) -> str | None:
        """The whole path of the file that it is; None on a server."""
        return self._database.file

    @property
    def lasting(self) -> bool:
        """Whether rows outlive this program; SQLite's databases in memory do not."""
        return self._database.lasting

    @property
    def revision(self) -> str:
        """Which revision of the schema the database has."""
        return str(tables.SCHEMA_VERSION)

    @property
    def size_bytes(self) -> int:
        """How much the database takes up. Raises `LogError`."""
        return self._database.size_bytes

    @property
    def pictures_bytes(self) -> int:
        """How much of that the evidence pictures take. Raises `LogError`."""
        with self._database.speaking(), self._database.reading() as connection:
            return taken_bytes(connection)

    def claim(self) -> None:
        """From now on nobody else writes to it, and it is known that this log can. Without it, the first write claims.

        Raises `LogError` where another Croupier has it, or where it cannot be written.
        """
        self._writer.claim()
        gone = False
        while self._write(self._pictures.make_room):
            gone = True
        if gone:
            self._database.give_back()

    def start_game(
        self,
        name: str,
        players: tuple[str, ...],
        options: Mapping[str, str],
        author: str,
        at: float,
        payload: Mapping[str, Any] | None = None,
        seated: Mapping[int, str] | None = None,
    ) -> Entry:
        """A new game, its `start` row, and the seats that are taken from the beginning (hashes of their tokens)."""

        def insert(connection: sa.Connection) -> Entry:
            row = {"name": name, "players": json.dumps(players), "options": json.dumps(dict(options)), "started": at}
            game = _key(connection.execute(sa.insert(tables.games), row))
            for seat, token_hash in (seated or {}).items():
                _seat(connection, game, seat, token_hash, at)
            return _insert(connection, game, at, Draft("start", author, payload or {}))

        return self._write(insert)

    def append(self, game: int, at: float, drafts: Sequence[Draft], jpeg: bytes | None = None) -> tuple[Entry, ...]:
        """New rows, all of them or none; `jpeg` is written along as the evidence of those whose picture is new."""

        def insert(connection: sa.Connection) -> tuple[Entry, ...]:
            new = None
            if jpeg is not None and any(draft.new for draft in drafts):
                new = self._pictures.insert(connection, at, jpeg)
            entries = tuple(_insert(connection, game, at, draft, new) for draft in drafts)
            if new is not None:
                self._pictures.make_room(connection)
            return entries

        return self._write(insert)

    def seat(self, game: int, seat: int, token_hash: str, at: float) -> None:
        """Whoever has the token of this hash has the seat from now on, and nobody else."""
        self._write(lambda connection: _seat(connection, game, seat, token_hash, at))

    def settle(self) -> bool:
        """After `OutcomeUnknown`: whether the change was kept. Raises `LogError` as long as nobody can tell."""
        return self._writer.settle()

    def seated(self, game: int) -> dict[int, str]:
        """The hash that counts for each seat of a game that was taken."""
        query = sa.select(tables.seats).where(tables.seats.c.game == game).order_by(tables.seats.c.id)
        with self._database.speaking(), self._database.reading() as connection:
            return {row.seat: row.token_hash for row in connection.execute(query)}

    def newest_game(self) -> StartedGame | None:
        """The game that was started last."""
        games = self._games(tables.games.select().order_by(tables.games.c.id.desc()).limit(1))
        return games[0] if games else None

    def game(self, number: int) -> StartedGame | None:
        """The game of this id, or None."""
        games = self._games(tables.games.select().where(tables.games.c.id == _any(number)))
        return games[0] if games else None

    def games(self) -> tuple[StartedGame, ...]:
        """Every game, the newest first."""
        return self._games(tables.games.select().order_by(tables.games.c.id.desc()))

    def entries(self, game: int) -> tuple[Entry, ...]:
        """Every row of a game, oldest first."""
        query = sa.select(tables.entries).where(tables.entries.c.game == _any(game)).order_by(tables.entries.c.id)
        with self._database.speaking(), self._database.reading() as connection:
            rows = connection.execute(query).all()
            return tuple(Entry(r.id, r.game, r.at, r.kind, r.author, json.loads(r.payload), r.picture) for r in rows)

    def picture(self, number: int) -> bytes | None:
        """An evidence picture as JPEG; None where there never was one, or where it has made room for newer ones."""
        with self._database.speaking(), self._database.reading() as connection:
            found: bytes | None = connection.scalar(
                sa.select(tables.pictures.c.jpeg).where(tables.pictures.c.id == _any(number))
            )
        return found or None

    def close(self) -> None:
        self._database.close()

    def _games(self, query: sa.Select[Any]) -> tuple[StartedGame, ...]:
        with self._database.speaking(), self._database.reading() as connection:
            return tuple(_started(row) for row in connection.execute(query))

    def _write(self, work: Callable[[sa.Connection], Done]) -> Done:
        began = time.perf_counter()
        try:
            done = self._writer.write(work)
        except BaseException as error:
            self._pictures.forget()
            if isinstance(error, LogError):
                self.trouble = error
            raise
        self.trouble = None
        self.last_write_s = time.perf_counter() - began
        return done


def _started(row: sa.Row[Any]) -> StartedGame:
    """A game; without players where the row is damaged, so that the others can be read."""
    try:
        players, options = json.loads(row.players), json.loads(row.options)
    except (ValueError, TypeError):
        players, options = None, {}
    return StartedGame(row.id, row.name, tuple(players) if isinstance(players, list) else (), options, row.started)


def _any(number: int) -> sa.ColumnElement[int]:
    """A number that somebody asks for: it may be larger than any id, and than any number a database knows."""
    return sa.literal(max(-LARGEST, min(number, LARGEST)), sa.BigInteger)


def _insert(connection: sa.Connection, game: int, at: float, draft: Draft, new_picture: int | None = None) -> Entry:
    text, picture = json.dumps(dict(draft.payload)), new_picture if draft.new else draft.picture
    row = {"game": game, "at": at, "kind": draft.kind, "author": draft.author, "payload": text, "picture": picture}
    number = _key(connection.execute(sa.insert(tables.entries), row))
    return Entry(number, game, at, draft.kind, draft.author, json.loads(text), picture)


def _key(result: sa.CursorResult[Any]) -> int:
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


def _seat(connection: sa.Connection, game: int, seat: int, token_hash: str, at: float) -> None:
    connection.execute(sa.insert(tables.seats), {"game": game, "seat": seat, "token_hash": token_hash, "at": at})
