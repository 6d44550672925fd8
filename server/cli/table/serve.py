"""`croupier serve`: a table with its camera, log and pages."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from croupier.rules import named_so
from croupier.rules.game import BadOption
from croupier.server.cli.play import parse_options
from croupier.server.folders import default_database
from croupier.server.status.lines import Format, Level, begin

if TYPE_CHECKING:
    from croupier.server.course import Course
    from croupier.server.table import Table

DEFAULT_PLAYERS = "Player 1,Player 2"
MEGABYTE = 1_000_000


def serve(
    camera: Annotated[
        str | None,
        typer.Option(help="Where the dice are seen: usb:0, phone:, video:FILE, images:FOLDER, demo:."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game to play; without it, it is chosen on the page.")] = None,
    players: Annotated[str | None, typer.Option(help="The players' names in seat order, with commas between.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A setting of the game, as name=value. May be repeated.")
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let other devices on the network open the table.")] = False,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    database: Annotated[
        str | None, typer.Option(help="Where the log is kept: a SQLite file, or a PostgreSQL database's URL.")
    ] = None,
    pictures_mb: Annotated[
        int,
        typer.Option(
            help="How much room pictures of rolls may take, in megabytes; beyond it the oldest go, but none of the "
            "game in play.",
            min=0,
        ),
    ] = 500,
    https: Annotated[
        bool, typer.Option("--https", help="Serve under https, with a certificate of the table's own.")
    ] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="Another name that the table goes by, as behind a reverse proxy on this machine; that has to pass on "
            "Host, X-Forwarded-For and X-Forwarded-Proto. May be repeated."
        ),
    ] = None,
    log_format: Annotated[Format, typer.Option(help="How the lines about what happens look.")] = Format.TEXT,
    log_level: Annotated[Level, typer.Option(help="From which weight on something is worth a line.")] = Level.WARNING,
) -> None:
    """Serve a table: its camera, its log and its pages.

    When the log ends with an unfinished game that fits --game, --players and --option, the table goes on with it.
    """
    from croupier.server.cli.table.secured import door, look_at_token, tell_of_certificate
    from croupier.server.house import House, open_camera_first
    from croupier.server.https.addresses import way_out
    from croupier.server.log import Log
    from croupier.server.web.gate import plain
    from croupier.server.web.run import listen

    begin(log_format, log_level)
    options = parse_options(option or [])
    look_at_token(lan or bool(allow_host))
    way_in = door(https, allow_host or [])
    first = open_camera_first(camera)
    with ExitStack() as opened:
        place = opened.enter_context(listen("0.0.0.0" if lan else "127.0.0.1", port))
        kept = str(made_ready(default_database())) if database is None else database
        log = opened.enter_context(closing(Log(kept, pictures_mb * MEGABYTE)))
        house = opened.enter_context(House(log, camera, open_camera=first))
        typer.echo(seat(house.table, game, players, options))
        host = way_out() or socket.gethostname() if lan else "localhost"
        address = f"{'https' if https else 'http'}://{host}:{port}"
        announce(house.operator_token, address)
        tell_of_certificate(way_in)
        if lan:
            typer.echo(f"Everybody on this network can see the table and take a free seat at {address}/play.")
            typer.echo("Only the operator's link can change everything: keep it to yourself.")
        elif allow_host:
            known_as = plain(allow_host[0])
            typer.echo(f"Others find it behind the proxy, as {known_as}: links and QR codes lead there.")
            address = f"//{known_as}"
        else:
            typer.echo("Only this computer can open it; --lan opens it to the network.")
        house.serve(place, address, way_in)


def seat(table: Table, game: str | None, players: str | None, options: dict[str, str]) -> str:
    """Go on with the game on the table if it is the one asked for, else start that; says which."""
    course = table.playing
    names = None if players is None else tuple(name.strip() for name in players.split(","))
    if game is None:
        if names or options:
            raise BadOption("Say with --game which game the players and options are for.")
        return _going_on(course) if course else "No game yet: choose one on the page."
    game = named_so(game)
    if course and course.started.name == game and course.game.prompts(course.state):
        same_players = names is None or names == course.started.players
        if same_players and (not options or course.game.start(course.started.players, options) == course.first):
            return _going_on(course)
    table.start(game, names or tuple(DEFAULT_PLAYERS.split(",")), options)
    return f"A new game of {table.course.game.title}."


def announce(operator_token: str, base: str) -> None:
    """Print where everything is."""
    typer.echo(f"Board:    {base}/board")
    typer.echo(f"Operator: {base}/table?token={quote(operator_token, safe='')}")


def made_ready(file: Path) -> Path:
    """The file, in a folder that is made if need be; the log says what is wrong where it cannot be."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
    return file


def _going_on(course: Course) -> str:
    known = sum(not step.secret for step in course.steps)
    actions = "1 action" if known == 1 else f"{known} actions"
    return f"Going on with {course.game.title}, {actions} in, for {' and '.join(course.started.players)}."
