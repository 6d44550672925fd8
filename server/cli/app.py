"""`croupier`: the commands put together, and every foreseen error turned into one sentence on stderr."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

import typer

from croupier.hardware.camera import CameraError
from croupier.hardware.recorder import RecordingError
from croupier.models.store import ModelsError
from croupier.rules.game import RulesError
from croupier.rules.settings import shorten
from croupier.server.cli.advise import app as advise
from croupier.server.cli.doctor import doctor
from croupier.server.cli.log.backup import backup
from croupier.server.cli.log.export import ExportError, export
from croupier.server.cli.play import ScriptError, play
from croupier.server.cli.table.demo import demo
from croupier.server.cli.table.serve import serve
from croupier.server.cli.usage import UsageError, asks_for_help, in_a_sentence
from croupier.server.cli.vision.read import read
from croupier.server.cli.vision.record import record
from croupier.server.cli.vision.watch import watch
from croupier.server.errors import (
    CertificateError,
    HostError,
    LogError,
    NotInHistory,
    PortError,
    TokenError,
    in_one_line,
)
from croupier.vision.picture import PictureError

FORESEEN = (
    *(CameraError, RecordingError, RulesError, PictureError, ModelsError),
    *(ExportError, NotInHistory, ScriptError, LogError, PortError, TokenError, HostError, CertificateError),
)
REFUSED, USAGE = 1, 2  # exit statuses

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Croupier reads real dice through a camera, keeps the game and shows a live scoreboard.",
)


@app.callback()
def croupier() -> None:
    """Croupier reads real dice through a camera, keeps the game and shows a live scoreboard."""


app.add_typer(advise, name="advise")
app.command("backup")(backup)
app.command("demo")(demo)
app.command("doctor")(doctor)
app.command("export")(export)
app.command("play")(play)
app.command("serve")(serve)
app.command("read")(read)
app.command("record")(record)
app.command("watch")(watch)


def main() -> None:
    """Run the command line; bad input ends with one sentence and exit status 1, or 2 where it cannot be read at all."""
    status: object = 0
    try:
        status = app(prog_name="croupier", standalone_mode=False)
    except UsageError as error:
        if asks_for_help(error):
            typer.echo(str(error), err=True, nl=bool(str(error)))  # nothing, where it was printed already
            sys.exit(USAGE)
        _end(in_a_sentence(error), USAGE)
    except typer.Abort:
        sys.exit(REFUSED)
    except FORESEEN as error:
        _end(str(error))
    except OSError as error:  # a path or an output that nobody had better words for
        place = shorten(str(error.filename)) if error.filename else "The output"
        if not error.filename:  # what is still to be written would fail once more when Python ends
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _end(f"{place} cannot be used ({error.strerror or error}): check it, then try again.")
    sys.exit(status if isinstance(status, int) else 0)


def _end(sentence: str, status: int = REFUSED) -> NoReturn:
    typer.echo(f"croupier: {in_one_line(sentence)}", err=True)
    sys.exit(status)
