"""`croupier backup`: a copy of the log, also while a table is served from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from croupier.server.cli.table.serve import MEGABYTE
from croupier.server.folders import default_database


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.", metavar="FILE")],
    database: Annotated[
        str | None, typer.Option(help="The log to copy: a SQLite file, or a PostgreSQL database's URL.")
    ] = None,
) -> None:
    """Copy the log, with its pictures, as it is at this moment; a table may go on meanwhile.

    The copy is a SQLite file. To go on from it, serve it: croupier serve --database FILE.
    """
    from croupier.server.log.backup import back_up

    source = str(default_database()) if database is None else database
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Copying", total=1.0)
        back_up(source, file, lambda part: bar.update(task, completed=part))
    typer.echo(f"Copied the log into {file}, {file.stat().st_size / MEGABYTE:.1f} MB.")
