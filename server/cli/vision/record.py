"""`croupier record`: frames of a camera kept in a folder, to be replayed and to test with."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from croupier.hardware.camera import open_camera
from croupier.hardware.recorder import Recorder, limited, recording_folder


def record(
    name: Annotated[str, typer.Argument(help="The recording's name: a new folder.")],
    camera: Annotated[str, typer.Option(help="Where frames come from, e.g. usb:0, video:FILE, images:FOLDER, demo:")],
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Stop after so much of the camera's time.")] = None,
    frames: Annotated[int | None, typer.Option(min=1, help="Stop after so many frames.")] = None,
    into: Annotated[Path, typer.Option(help="The folder that recordings go into.", readable=False)] = Path(
        "recordings"
    ),
    lossless: Annotated[bool, typer.Option("--lossless", help="PNG, exact and many times larger, not JPEG.")] = False,
) -> None:
    """Record what a camera sees: numbered pictures, their times, and a truth to fill in. Ctrl-C ends it."""
    folder = recording_folder(name, into)
    with open_camera(camera, _tell) as source:
        recorder = Recorder(folder, None if source.live else 0.0, lossless)
        try:
            with recorder, suppress(KeyboardInterrupt), Console(stderr=True).status("Recording…") as status:
                for frame in limited(source, seconds, frames):
                    recorder.keep(frame)
                    status.update(f"Recording: {len(recorder.times)} frames. Ctrl-C ends it.")
        finally:  # a camera that is lost, or a disk that is full, leaves what was kept
            if recorder.times:
                typer.echo(
                    f"Kept {len(recorder.times)} frames ({recorder.times[-1]:.1f} s) in {folder}: "
                    f"play them with --camera images:{folder}"
                )
    if not recorder.times:
        _tell("No frame came, so nothing was kept.")
        raise typer.Exit(1)


def _tell(text: str) -> None:
    typer.echo(f"croupier: {text}", err=True)
