"""From any released schema to the present one, a revision after the other, in one transaction."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from croupier.server.errors import LogError
from croupier.server.log.database import Database
from croupier.server.log.tables import SCHEMA_VERSION, about, entries, everything, games, pictures

VERSIONS = "alembic_version"
"""Alembic's own table. Logs from before it have the number in `about` alone, which earlier Croupiers still read."""


def bring_up_to_date(database: Database) -> None:
    """Give a database the present schema. Raises `LogError`, and leaves the database as it was then."""
    with database.speaking():
        with database.reading() as connection:
            found = revision_of(connection, database)
        if found != SCHEMA_VERSION:
            database.claim()
            database.settle_in()
            with database.writing() as connection, connection.begin():
                _upgrade(connection, revision_of(connection, database))


def revision_of(connection: sa.Connection, database: Database) -> int:
    """The number of the database's schema; 0 where there is none yet. Raises `LogError` for what is no log of ours."""
    look = sa.inspect(connection)
    known = set(look.get_table_names())
    if not known and not look.get_view_names():
        return 0
    if about.name not in known and {entries.name, games.name, VERSIONS} <= known:
        raise database.damaged()
    if about.name not in known or about.c.keys() != [column["name"] for column in look.get_columns(about.name)]:
        raise LogError(f"{database.name} holds something else than Croupier's log: name another file.")
    version = connection.scalar(sa.select(about.c.schema_version))
    if version is None:
        if games.name in known and connection.scalar(sa.select(games.c.id).limit(1)):
            raise database.damaged()
        return 0  # an earlier Croupier, whose tables were not all made at once, ended while it made them
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise LogError(f"{database.name} is of a newer Croupier: update this one, or name another file.")
    if not _whole(look, known, version):
        raise database.damaged()
    return version


def _whole(look: sa.Inspector, known: set[str], version: int) -> bool:
    """Whether every table is there; of the present schema, with every column."""
    if version < SCHEMA_VERSION:
        return {entries.name, games.name, pictures.name} <= known
    return known.issuperset(everything.tables) and all(
        set(table.c.keys()) <= {column["name"] for column in look.get_columns(table.name)}
        for table in everything.sorted_tables
    )


def _upgrade(connection: sa.Connection, found: int) -> None:
    from alembic import command  # takes a moment to load, and most starts do without
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if not found:
        everything.drop_all(connection)
    elif VERSIONS not in sa.inspect(connection).get_table_names():
        command.stamp(config, str(found))
    command.upgrade(config, "head")
