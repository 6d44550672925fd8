"""`croupier doctor`: looks at this machine and says what is wrong, and what to do.

It loads nothing that may be broken before it has said so, and starts where other commands do not.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from croupier.hardware import checkup, devices
from croupier.hardware.checkup import Finding, Level
from croupier.models import TELLS_NOBODY
from croupier.server.errors import LogError
from croupier.server.folders import data_folder

OPENCV_WHEELS = tuple(f"opencv-{extra}python{end}" for extra in ("", "contrib-") for end in ("", "-headless"))
PORT = 8000
PI_MODEL = Path("/proc/device-tree/model")
LOADS_WITHIN_S = 60
TRACEBACK = "Traceback (most recent call last)"
"""Python's own word on a library that does not load; one that ends the process leaves none."""
COLOURS = {Level.OK: typer.colors.GREEN, Level.CHECK: typer.colors.YELLOW, Level.FAIL: typer.colors.RED}


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False) -> None:
    """Look at this machine: each line is ok, check or fail, and says what to do. Exit status 1 if anything fails."""
    found = []
    for finding in look():
        found.append(finding)
        if not as_json:
            level = typer.style(f"{finding.level:<5}", fg=COLOURS[finding.level])
            typer.echo(f"{level}  {finding.about:<12} {finding.text}")
    well = all(finding.level != Level.FAIL for finding in found)
    if as_json:
        told = [{"about": finding.about, "level": finding.level, "text": finding.text} for finding in found]
        typer.echo(json.dumps({"ok": well, "findings": told}))
    if not well:
        raise typer.Exit(1)


def look() -> Iterator[Finding]:
    """All findings, as they come."""
    yield checkup.python(sys.version_info[:2], 8 * struct.calcsize("P"))
    yield checkup.environment(_on_a_pi(), sys.prefix != sys.base_prefix, _sees_system_packages(), _has("picamera2"))
    wheels = [wheel for wheel in OPENCV_WHEELS if _version(wheel)]
    yield checkup.opencv(wheels)
    shows = reads = runs = True  # whether pictures can be opened, read by any reader, and read with the models
    compiled = {"numpy": "numpy", "cv2": wheels[0] if wheels else checkup.HEADLESS, "onnxruntime": "onnxruntime"}
    for name, package in compiled.items():
        error = error_of_loading(name)
        finding = checkup.library(name, package, _version(package), error)
        if finding.level == Level.FAIL:
            runs = False
            shows = shows and name == "onnxruntime"
            # Without onnxruntime another reader reads, unless loading it ends the process.
            reads = shows and TRACEBACK in error
        yield finding
    urls = devices.cameras()
    yield checkup.cameras(urls, {url: devices.holders(Path(url.removeprefix("usb:"))) for url in urls})
    yield _disk()
    yield checkup.port(PORT, is_free(PORT))
    yield _samples() if shows else checkup.not_done("samples", "a library does not load")
    yield _models(runs)
    yield _reading() if reads else checkup.not_done("reading", "a library does not load")


def _disk() -> Finding:
    try:
        kept = data_folder()
    except LogError as error:
        return checkup.no_folder(str(error))
    made = next(folder for folder in (kept, *kept.absolute().parents) if folder.is_dir())
    return checkup.disk(str(kept), shutil.disk_usage(made).free)


def _samples() -> Finding:
    from croupier.hardware.sources.demo import session_names

    return checkup.samples(session_names())


def _models(runs: bool) -> Finding:
    """Whether the models are there and, where they can be run, are those that the reader knows."""
    from croupier.models.store import ModelsError, open_store

    try:
        open_store()
        if runs:
            from croupier.vision.learned import open_learned

            open_learned()
    except ModelsError as error:
        return checkup.models(str(error))
    return checkup.models("")


def _reading() -> Finding:
    """Read the first roll of the recorded session, in the middle of its rest."""
    from croupier.hardware.camera import CameraError, open_camera
    from croupier.hardware.sources.demo import USUAL, session_folder
    from croupier.vision.reader import open_reader

    try:
        roll = json.loads((session_folder(USUAL) / "truth.json").read_text(encoding="utf-8"))["rolls"][0]
        middle = (roll["first"] + roll["last"]) // 2
        with open_camera(f"demo:{USUAL}") as camera:
            frame = next(frame for frame in camera if frame.index == middle)
        reader = open_reader(notice=lambda _: None)  # what hinders the models has been said
        began = time.perf_counter()
        read = reader.read(frame.image)
    except CameraError as error:
        return checkup.not_done("reading", str(error).rstrip("."))
    except (OSError, ValueError, LookupError, StopIteration) as error:
        return checkup.not_done("reading", f"the recorded session is damaged: {error}")
    ms = 1000 * (time.perf_counter() - began)
    return checkup.reading(roll["faces"], [die.face for die in read.dice], read.sure, ms)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def error_of_loading(name: str) -> str:
    """What trying to load a module says, in a process of its own, where it may die; "" if it loads."""
    command = [sys.executable, "-c", f"import {name}"]
    try:
        ran = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LOADS_WITHIN_S,
            env={**os.environ, **TELLS_NOBODY},
        )
    except subprocess.TimeoutExpired:
        return f"it does not load within {LOADS_WITHIN_S} s"
    if ran.returncode < 0:
        return signal.strsignal(-ran.returncode) or f"signal {-ran.returncode}"
    return (ran.stderr.strip() or "it fails without a word") if ran.returncode else ""


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _on_a_pi() -> bool:
    return PI_MODEL.exists() and "Raspberry Pi" in PI_MODEL.read_text(errors="replace")


def _sees_system_packages() -> bool:
    settings = Path(sys.prefix) / "pyvenv.cfg"
    return settings.exists() and "include-system-site-packages = true" in settings.read_text().lower()


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
