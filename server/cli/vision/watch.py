"""`croupier watch`: the phases of the table and each roll, as they happen."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from croupier.hardware.camera import open_camera
from croupier.server.cli.vision.dice import Kind, die_json, face_words
from croupier.vision.reader import open_reader
from croupier.vision.roll import Phase, Roll, Seen
from croupier.vision.watch import Watcher


def watch(
    camera: Annotated[str, typer.Option(help="Where frames come from, e.g. usb:0, video:FILE, images:FOLDER, demo:")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")] = False,
    kind: Kind = "auto",
) -> None:
    """Watch a table and print each change of phase and each roll, once. A recording ends with exit status 0."""
    tell = _tell_json if as_json else _tell_words
    watcher = Watcher(open_reader(), kind)
    phase: Phase | None = None
    with open_camera(camera) as frames:
        for frame in frames:
            seen = watcher.see(frame)
            tell(seen, seen.phase != phase)
            phase = seen.phase
    last = watcher.finish()
    if last:
        tell(last, last.phase != phase)


def roll_json(roll: Roll) -> dict[str, Any]:
    """A roll as `watch --json` prints it. `touched`, and what these dice showed before (`was`), are there only when a
    die was turned over by hand."""
    told: dict[str, Any] = {
        "dice": [die_json(die) for die in roll.dice],
        "thrown": list(roll.thrown),
        "stayed": list(roll.stayed),
        "sure": roll.sure,
        "ask": list(roll.ask),
    }
    if not roll.touched:
        return told
    was = {turned.die: turned.before for turned in roll.turned}
    return told | {"touched": list(roll.touched), "was": [was[i] for i in roll.touched]}


def _tell_json(seen: Seen, changed: bool) -> None:
    at = round(seen.at, 3)
    if changed:
        typer.echo(json.dumps({"at": at, "phase": seen.phase}))
    if seen.roll:
        typer.echo(json.dumps({"at": at, "roll": roll_json(seen.roll)}))


def _tell_words(seen: Seen, changed: bool) -> None:
    if changed:
        typer.echo(f"{seen.at:8.2f} s  {seen.phase}")
    if seen.roll:
        dice = " ".join(map(face_words, seen.roll.dice))
        again = " (the others stayed)" if seen.roll.stayed else ""
        again += f", {len(seen.roll.touched)} turned over by hand" if seen.roll.touched else ""
        asked = "".join(f"\n            {words}" for words in seen.roll.ask)
        typer.echo(f"{seen.at:8.2f} s  {len(seen.roll.thrown)} thrown{again}: {dice}{asked}")
