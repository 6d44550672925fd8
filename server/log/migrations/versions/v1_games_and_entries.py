"""The first released schema: games, their entries and the evidence. SQLite refuses to change what was written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table("about", sa.Column("schema_version", sa.Integer, nullable=False))
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "pictures",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("picture", sa.Integer, sa.ForeignKey("pictures.id")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entries_game", "entries", ["game"])
    if op.get_context().dialect.name == "sqlite":
        for table in ("games", "entries"):
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END"
                )
