"""The log that a table adds up to: rows are inserted, never changed, and an acknowledged row survives a crash.

SQLite by default (write-ahead log, synchronous=FULL); any other database that SQLAlchemy knows, by URL.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log import tables
from croupier.server.log.database import Database
from croupier.server.log.rows import Draft, Entry, StartedGame
from croupier.server.log.tables import SCHEMA_VERSION
from croupier.server.log.words import sentence


class Log:
    """One open database. Every method returns once its rows are on the disk, or raises `LogError` and writes none."""

    def __init__(self, database: str) -> None:
        """`database` is a URL (`sqlite:///…`, `postgresql+psycopg://…`) or the path of a SQLite file."""
        self._newest = 0  # the id of the newest row that this log knows of
        self._database = Database(database)
        self._engine = self._database.engine
        try:
            with self._database.speaking():
                self._prepare()
        except LogError:
            self.close()
            raise
        self._database.remember()

    @property
    def database(self) -> str:
        """Its name, as people know it."""
        return self._database.name

    @property
    def lasting(self) -> bool:
        """Whether rows outlive this program; SQLite's databases in memory do not."""
        return self._database.lasting

    @property
    def revision(self) -> str:
        """Which revision of the schema the database has. Raises `LogError`."""
        with self._database.speaking(), self._engine.connect() as connection:
            return str(connection.scalar(sa.select(tables.about.c.schema_version)))

    @property
    def size_bytes(self) -> int:
        """How much the database takes up. Raises `LogError`."""
        return self._database.size_bytes

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
        with self._writing() as connection:
            row = {"name": name, "players": json.dumps(players), "options": json.dumps(dict(options)), "started": at}
            game = _key(connection.execute(sa.insert(tables.games), row))
            for seat, token_hash in (seated or {}).items():
                _seat(connection, game, seat, token_hash, at)
            entry = _insert(connection, game, at, Draft("start", author, payload or {}))
            self._refuse_strangers(connection, own=1)
            return entry

    def append(self, game: int, at: float, drafts: Sequence[Draft], jpeg: bytes | None = None) -> tuple[Entry, ...]:
        """New rows, all of them or none; `jpeg` is written along as the evidence of those whose picture is new."""
        with self._writing() as connection:
            new = None
            if jpeg is not None and any(draft.new for draft in drafts):
                new = _key(connection.execute(sa.insert(tables.pictures), {"at": at, "jpeg": jpeg}))
            entries = tuple(_insert(connection, game, at, draft, new) for draft in drafts)
            self._refuse_strangers(connection, own=len(entries))
            return entries

    def seat(self, game: int, seat: int, token_hash: str, at: float) -> None:
        """Whoever has the token of this hash has the seat from now on, and nobody else."""
        with self._writing() as connection:
            _seat(connection, game, seat, token_hash, at)
            self._refuse_strangers(connection, own=0)

    def seated(self, game: int) -> dict[int, str]:
        """The hash that counts for each seat of a game that was taken."""
        query = sa.select(tables.seats).where(tables.seats.c.game == game).order_by(tables.seats.c.id)
        with self._database.speaking(), self._engine.connect() as connection:
            return {row.seat: row.token_hash for row in connection.execute(query)}

    def newest_game(self) -> StartedGame | None:
        """The game that was started last."""
        games = self._games(tables.games.select().order_by(tables.games.c.id.desc()).limit(1))
        return games[0] if games else None

    def game(self, number: int) -> StartedGame | None:
        """The game of this id, or None."""
        games = self._games(tables.games.select().where(tables.games.c.id == number))
        return games[0] if games else None

    def games(self) -> tuple[StartedGame, ...]:
        """Every game, the newest first."""
        return self._games(tables.games.select().order_by(tables.games.c.id.desc()))

    def entries(self, game: int) -> tuple[Entry, ...]:
        """Every row of a game, oldest first."""
        query = sa.select(tables.entries).where(tables.entries.c.game == game).order_by(tables.entries.c.id)
        with self._database.speaking(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
            return tuple(Entry(r.id, r.game, r.at, r.kind, r.author, json.loads(r.payload), r.picture) for r in rows)

    def picture(self, number: int) -> bytes | None:
        """An evidence picture as JPEG, or None."""
        with self._database.speaking(), self._engine.connect() as connection:
            found: bytes | None = connection.scalar(
                sa.select(tables.pictures.c.jpeg).where(tables.pictures.c.id == number)
            )
        return found

    def close(self) -> None:
        self._engine.dispose()

    def _games(self, query: sa.Select[Any]) -> tuple[StartedGame, ...]:
        with self._database.speaking(), self._engine.connect() as connection:
            return tuple(self._started(row) for row in connection.execute(query))

    def _started(self, row: sa.Row[Any]) -> StartedGame:
        players = json.loads(row.players)
        if not isinstance(players, list):
            raise LogError(sentence(self.database, "malformed"))
        return StartedGame(row.id, row.name, tuple(players), json.loads(row.options), row.started)

    def _prepare(self) -> None:
        known = set(sa.inspect(self._engine).get_table_names())
        if known and tables.about.name not in known:
            raise LogError(f"{self.database} holds something else than Croupier's log: name another file.")
        tables.everything.create_all(self._engine)
        with self._engine.begin() as connection:
            version = connection.scalar(sa.select(tables.about.c.schema_version))
            if version is None:
                connection.execute(sa.insert(tables.about), {"schema_version": SCHEMA_VERSION})
            elif not isinstance(version, int) or version > SCHEMA_VERSION:
                raise LogError(f"{self.database} is of a newer Croupier: update this one, or name another file.")
            elif version < SCHEMA_VERSION:  # what it lacked are tables, and those are there now
                connection.execute(sa.update(tables.about).values(schema_version=SCHEMA_VERSION))
            self._newest = connection.scalar(sa.select(sa.func.max(tables.entries.c.id))) or 0
        with self._engine.connect() as connection:  # a log that cannot be written is found out now, not mid-game
            connection.execute(sa.insert(tables.about), {"schema_version": SCHEMA_VERSION})
            connection.rollback()

    def _refuse_strangers(self, connection: sa.Connection, own: int) -> None:
        """Nothing is written where somebody else writes: of the rows since the last time, all must be the `own`."""
        since = sa.select(sa.func.count()).where(tables.entries.c.id > self._newest)
        if connection.scalar(since) != own:
            raise LogError(f"Another Croupier writes to {self.database}: stop it, and start this one again.")

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """One transaction; when it ends well, its rows are safe. None where nobody would find it again."""
        with self._database.speaking(), self._engine.begin() as connection:
            self._database.refuse_if_moved()
            yield connection
            newest = connection.scalar(sa.select(sa.func.max(tables.entries.c.id))) or 0
        self._newest = newest


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
