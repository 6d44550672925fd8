"""What Alembic runs for every upgrade: on the connection that it is given, within its transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo

from croupier.server.log.tables import about, everything


def note(ctx: MigrationContext, step: MigrationInfo, heads: Collection[Any], run_args: Mapping[str, Any]) -> None:
    """Tell earlier Croupiers as well which schema it is, so that they refuse it."""
    assert ctx.connection is not None
    ctx.connection.execute(sa.delete(about))
    ctx.connection.execute(sa.insert(about), {"schema_version": int(step.up_revision_id or 0)})


if not __name__.startswith("croupier."):  # Alembic runs it by a name of its own; imported by its path it does nothing
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=everything,
        transactional_ddl=True,
        on_version_apply=note,
    )
    context.run_migrations()
