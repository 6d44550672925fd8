"""PostgreSQL too refuses to change what was written, and of a picture nothing may go but its bytes.

Whoever deletes a picture's row in SQLite, which is possible once it is empty, has to put it back while entries name it.
"""

from __future__ import annotations

from alembic import op

revision = "3"
down_revision = "2"

SAME_BUT_EMPTY = "NEW.id = OLD.id AND NEW.at = OLD.at AND length(NEW.jpeg) = 0"
REFUSE_SQLITE = "BEGIN SELECT RAISE(ABORT, 'the log is insert-only'); END"
REFUSE_POSTGRES = """
CREATE FUNCTION the_log_is_insert_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the log is insert-only'; END $$
"""


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER pictures_no_delete BEFORE DELETE ON pictures WHEN length(OLD.jpeg) > 0 {REFUSE_SQLITE}"
        )
        op.execute(
            f"CREATE TRIGGER pictures_no_update BEFORE UPDATE ON pictures WHEN NOT ({SAME_BUT_EMPTY}) {REFUSE_SQLITE}"
        )
        return
    op.execute(REFUSE_POSTGRES)
    for table in ("games", "entries", "seats", "pictures"):
        for change, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            when = f"WHEN (NOT ({SAME_BUT_EMPTY}))" if (table, change) == ("pictures", "UPDATE") else ""
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"FOR EACH {each} {when} EXECUTE FUNCTION the_log_is_insert_only()"
            )
