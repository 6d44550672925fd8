"""`croupier export`: a game of the log as a file, with what everybody may know of it."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from croupier.rules.settings import shorten
from croupier.server.folders import default_database
from croupier.server.history.export import MEDIA_TYPES, Format


class ExportError(OSError):
    """A file that cannot be written as it was asked for."""


def _known(form: str | None) -> str | None:
    if form is not None and form not in MEDIA_TYPES:
        raise typer.BadParameter(f"takes {' or '.join(MEDIA_TYPES)}, not {shorten(form)}.")
    return form


def export(
    out: Annotated[Path | None, typer.Argument(help="The file to write; without it, the output.")] = None,
    game: Annotated[
        int | None, typer.Option(min=1, help="The game's number, as on /history; without it, the newest.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="json|csv", help="Without it as the file's name ends, else json.", callback=_known
        ),
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Where the log is kept: a SQLite file, or a database's URL.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Write over a file that is there already.")] = False,
) -> None:
    """Write a game of the log as JSON or CSV: its steps with their dice and what became of them since."""
    from croupier.server.history.export import export
    from croupier.server.history.shelf import Shelf
    from croupier.server.history.steps import steps_of
    from croupier.server.log.reading import read_log

    if out is not None and not overwrite:
        _refuse_present(out)
    log = read_log(str(default_database()) if database is None else database)
    try:
        shelf = Shelf(log)
        number = shelf.newest() if game is None else game
        replay, played = shelf.replay(number), shelf.game(number)
        steps = steps_of(replay)
    finally:
        log.close()
    whole = export(played, steps, _format(form, out))
    if out is None:
        typer.echo(whole, nl=False)
        return
    _put(whole, out, overwrite)
    so_many = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
    typer.echo(f"Wrote game {number}, {played.title} with {so_many}, to {out}.")


def _put(whole: bytes, out: Path, overwrite: bool) -> None:
    """The whole file or none, and what was there before as long as the new one is not whole. Raises `ExportError`."""
    file = Path(os.path.realpath(out))  # a link goes on pointing where it does
    if file.exists() and not file.is_file():  # the output, a pipe or a folder
        file.write_bytes(whole)
        return
    new = file.with_name(f".{file.name[:50]}-{secrets.token_hex(4)}")
    try:
        with new.open("xb") as written:
            written.write(whole)
            written.flush()
            os.fsync(written.fileno())
        if not overwrite:
            _refuse_present(out)
        elif file.exists():
            shutil.copymode(file, new)
        new.replace(file)
    except OSError as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        if isinstance(error, ExportError):
            raise
        raise ExportError(f"{out} cannot be written ({error.strerror or error}): name another file.") from error


def _refuse_present(out: Path) -> None:
    if os.path.lexists(out):  # also a link to nowhere
        raise ExportError(f"{out} is there already: name another file, or say --overwrite.")


def _format(form: str | None, out: Path | None) -> Format:
    ending = "" if out is None else out.suffix.lower().removeprefix(".")
    return "csv" if (form or ending) == "csv" else "json"
