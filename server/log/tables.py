"""The tables of the log as they are now. How they came to be, and what refuses to change a row, is in `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA_VERSION = 3
"""The newest revision in `migrations`; a database of an older one is upgraded, of a newer one refused."""

everything = sa.MetaData()
about = sa.Table("about", everything, sa.Column("schema_version", sa.Integer, nullable=False))
games = sa.Table(
    "games",
    everything,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sqlite_autoincrement=True,
)
pictures = sa.Table(
    "pictures",
    everything,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sqlite_autoincrement=True,
)
entries = sa.Table(
    "entries",
    everything,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("picture", sa.ForeignKey("pictures.id")),
    sqlite_autoincrement=True,
)
seats = sa.Table(
    "seats",
    everything,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_autoincrement=True,
)
"""Who may act for a seat of a game: the newest row of each. A token itself is in no row."""
