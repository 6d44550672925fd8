"""The bug report: a zip of what whoever mends Croupier wants to know; no token, password or hidden die is in it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from typing import Any

from croupier.server import show
from croupier.server.live import Live
from croupier.server.status import facts, lines
from croupier.server.status.state import Status
from croupier.server.table import Table

DOCTOR = "from croupier.server.cli.start import main; main()"
DOCTOR_WITHIN_S = 90
README = """This is a bug report of Croupier:

status.json   how the table was doing
doctor.txt    what `croupier doctor` says of the machine
lines.jsonl   the last lines that Croupier wrote about itself
versions.txt  what runs here
game.json     the board and the log, as everybody may see them
frame.jpg     the newest picture of the camera; not there while dice lay hidden

No token, no password and no hidden die is in it. Players' names and the picture are: look before you send it.
"""


def report(status: Status, table: Table, live: Live) -> bytes:
    """The zip. Takes a while: the machine is looked at."""
    files: dict[str, str | bytes] = {
        "README.txt": README,
        "status.json": _json(status.whole()),
        "doctor.txt": doctor(),
        "lines.jsonl": "".join(f"{line}\n" for line in lines.last()),
        "versions.txt": facts.told(facts.software()) + "\n",
        "game.json": _json(_game(table)),
    }
    shot = live.shot
    if shot is not None and not table.hides and (jpeg := shot.jpeg()) is not None and not table.hides:
        files["frame.jpg"] = jpeg
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, lines.masked(content) if isinstance(content, str) else content)
    return packed.getvalue()


def doctor() -> str:
    """What `croupier doctor` says, in a process of its own: it loads what may not load."""
    try:
        ran = subprocess.run(
            [sys.executable, "-c", DOCTOR, "doctor"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=DOCTOR_WITHIN_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"The doctor could not be asked ({type(error).__name__}).\n"
    return ran.stdout + ran.stderr


def _game(table: Table) -> dict[str, Any]:
    if table.playing is None:
        return {"board": None, "log": []}
    return {"board": show.board(table), "log": show.story(table)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
