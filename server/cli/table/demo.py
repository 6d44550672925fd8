"""`croupier demo`: a recorded game, played through the whole pipeline onto the pages."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

CAMERA = "demo:"
GAME = "rift"
PLAYERS = ("Ada", "Bo")
ENCORE_S = 30.0
"""A finished game stays on the board this long before the next one begins."""


def demo(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    speed: Annotated[
        float, typer.Option(help="How many times as fast as recorded; 0 is as fast as it can be read.", min=0)
    ] = 1.0,
    loop: Annotated[bool, typer.Option(help="Begin again a while after the game is over.")] = True,
    database: Annotated[
        str | None, typer.Option(help="Where to keep the log; without it, nothing is left afterwards.")
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Serve under https, with a certificate of the table's own.")
    ] = False,
) -> None:
    """Play a game of Rift from a rendered film with no camera: rolls are read and scored as they happen.

    The film knows no answers; which category to score is chosen by a simple stand-in for the two players. The game
    begins again half a minute after its end.
    """
    from croupier.server.cli.table.secured import door, look_at_token, tell_of_certificate
    from croupier.server.cli.table.serve import announce
    from croupier.server.cli.table.stand_in import StandIn
    from croupier.server.house import House, open_camera_first
    from croupier.server.log import Log
    from croupier.server.status.lines import begin
    from croupier.server.web.run import listen

    look_at_token(others=False)
    way_in = door(https, [])
    begin()
    place = listen("127.0.0.1", port)
    address = f"{'https' if https else 'http'}://localhost:{port}"
    first = open_camera_first(CAMERA)
    with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
        log = Log(str(Path(folder) / "demo.db") if database is None else database)
        house = House(
            log,
            CAMERA,
            first,
            speed=speed,
            pause_for_questions=True,
            onlooker=StandIn(),
            encore_s=ENCORE_S if loop else None,
        )
        with house:
            house.table.start(GAME, PLAYERS, {})
            announce(house.operator_token, address)
            tell_of_certificate(way_in)
            typer.echo("Ctrl-C ends the demo.")
            house.serve(place, address, way_in)
