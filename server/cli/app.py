"""`croupier`: the commands put together, and every foreseen error turned into one sentence on stderr."""

from __future__ import annotations

import sys

import typer

from croupier.hardware.camera import CameraError
from croupier.hardware.recorder import RecordingError
from croupier.rules.game import RulesError
from croupier.server.cli.demo import demo
from croupier.server.cli.doctor import doctor
from croupier.server.cli.play import ScriptError, play
from croupier.server.cli.read import read
from croupier.server.cli.record import record
from croupier.server.cli.serve import serve
from croupier.server.cli.watch import watch
from croupier.server.errors import LogError, PortError
from croupier.vision.picture import PictureError

FORESEEN = (CameraError, RecordingError, RulesError, PictureError, ScriptError, LogError, PortError)

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Croupier reads real dice through a camera, keeps the game and shows a live scoreboard.",
)


@app.callback()
def croupier() -> None:
    """Croupier reads real dice through a camera, keeps the game and shows a live scoreboard."""


app.command("demo")(demo)
app.command("doctor")(doctor)
app.command("play")(play)
app.command("serve")(serve)
app.command("read")(read)
app.command("record")(record)
app.command("watch")(watch)


def main() -> None:
    """Run the command line; foreseen errors end with exit status 1 and one sentence."""
    try:
        app()
    except FORESEEN as error:
        typer.echo(f"croupier: {error}", err=True)
        sys.exit(1)
