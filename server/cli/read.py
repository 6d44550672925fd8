"""`croupier read`: the dice of picture files, in the order given."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.console import Console
from rich.text import Text

from croupier.hardware.sources.images import PICTURES
from croupier.models.store import ModelsError
from croupier.server.cli.dice import Kind, die_json
from croupier.server.errors import in_one_line
from croupier.vision.frame import Image
from croupier.vision.picture import PictureError, load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reader, Reading

WIDE = 80
"""Lines are as long as they are, whatever the width; but of no width at all nothing is printed."""


def _named(name: str) -> Path:
    if not name:
        raise typer.BadParameter("A picture's name is empty.")
    return Path(name)


def read(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="PICTURE…", help="Picture files, or folders of them.", parser=_named)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a picture, one a line.")] = False,
    kind: Kind = "auto",
    expect: Annotated[int | None, typer.Option(min=0, help="How many dice there should be.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="How many pictures to read at a time.")] = 1,
) -> None:
    """Read the dice in pictures. What is not sure is said to be unsure, with the reason.

    A picture or folder that cannot be opened is reported and the rest go on; the exit status is then 1.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    files = list(_files(pictures))
    failed = False
    tell = _tell_json if as_json else _tell_words
    for result in _results(files, partial(read_file, kind=kind, expect=expect), jobs):
        failed |= "error" in result
        tell(result)
    if failed:
        raise typer.Exit(1)


def read_file(file: Path, kind: str = "auto", expect: int | None = None) -> dict[str, Any]:
    """What `read --json` prints for `file`, which may be a folder that gave no pictures."""
    try:
        image = _picture(file)
        began = time.perf_counter()
        reading = _reader().read(image, kind)
        took = time.perf_counter() - began
    except (PictureError, ModelsError) as error:
        return {"file": str(file), "error": str(error)}
    except (MemoryError, cv2.error) as error:
        if isinstance(error, cv2.error) and error.code != cv2.Error.StsNoMem:
            raise
        words = f"There is too little memory to read {file}; close other programs, or save it smaller and try again."
        return {"file": str(file), "error": words}
    why = reasons(reading, expect)
    return {
        "file": str(file),
        "dice": [die_json(die) for die in reading.dice],
        "sure": not why,
        "why": why,
        "ms": round(1000 * took, 1),
    }


def reasons(reading: Reading, expect: int | None = None) -> list[str]:
    """All that speaks against the reading, in plain words, each once; empty when it is sure."""
    why = [*reading.why, *(die.why or "a die is not sure" for die in reading.dice if not die.sure)]
    if expect is not None and len(reading.dice) != expect:
        why.append(f"{expect} {'die' if expect == 1 else 'dice'} expected, {len(reading.dice)} seen")
    return list(dict.fromkeys(why))


@cache
def _reader() -> Reader:
    """One reader a process."""
    return open_reader()


def _files(given: Sequence[Path]) -> Iterator[Path]:
    """The pictures named, folders opened and sorted by name; a folder that gives none stands for itself."""
    for path in given:
        yield from (_inside(path) or [path]) if os.path.isdir(path) else [path]


def _inside(folder: Path) -> list[Path]:
    """The files with a picture's name, whatever they are; none when the folder cannot be looked into."""
    try:
        paths = (folder / name for name in sorted(os.listdir(folder)))
    except OSError:
        return []
    # Unlike Path.is_dir, no error for a path that may not be looked at.
    return [path for path in paths if path.suffix.lower() in PICTURES and not os.path.isdir(path)]


def _picture(file: Path) -> Image:
    """The picture in `file`. Raises `PictureError`, also for a folder without pictures."""
    if str(file) == "-" and not file.exists():
        raise PictureError("Standard input is not read; save the picture to a file and give that.")
    if not os.path.isdir(file):
        return load_picture(file)
    try:
        os.listdir(file)
    except OSError as error:
        raise PictureError(f"The folder {file} cannot be opened ({error.strerror}); check its permissions.") from error
    raise PictureError(f"The folder {file} has no pictures; give one with JPEG or PNG files.")


def _results(files: Sequence[Path], one: partial[dict[str, Any]], jobs: int) -> Iterator[dict[str, Any]]:
    _reader()  # whatever hinders it is told here, once, and not by each process
    if jobs == 1 or len(files) < 2:
        yield from map(one, files)
        return
    # Spawned, not forked: OpenCV's threads do not live on in a fork, and it would wait for them for ever.
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(files)), spawned, initializer=_begin_work) as pool:
        try:
            yield from pool.map(one, files)
        except BrokenProcessPool as error:
            raise PictureError("Reading broke off, perhaps for lack of memory: try again with fewer --jobs.") from error


def _begin_work() -> None:
    """In each process that reads: one thread, or they get into each other's way; told to end, it does so silently."""
    cv2.setNumThreads(1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed tells nobody: its processes would wait for more pictures for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _tell_json(result: dict[str, Any]) -> None:
    typer.echo(json.dumps(result))


def _tell_words(result: dict[str, Any]) -> None:
    line = Text(overflow="fold")
    if "error" in result:
        line.append("error  ", "red").append(in_one_line(result["error"]))
    else:
        dice = " ".join("?" if d["face"] is None else f"{d['face']}{'' if d['sure'] else '?'}" for d in result["dice"])
        line.append("sure   " if result["sure"] else "unsure ", "green" if result["sure"] else "yellow")
        line.append(f"{in_one_line(result['file'])}: ").append(dice or "no dice", "bold")
        line.append("".join(f"\n       {in_one_line(why)}" for why in result["why"]), "dim")
    Console(highlight=False, soft_wrap=True, width=WIDE).print(line)
