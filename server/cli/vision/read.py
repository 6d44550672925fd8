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
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.console import Console
from rich.text import Text

from croupier.hardware.sources.images import PICTURES
from croupier.models.store import ModelsError
from croupier.server.cli.vision.dice import Kind, die_json, in_rows
from croupier.server.cli.vision.overheard import open_picture
from croupier.server.cli.vision.words import closing_words, picture_words, reasons
from croupier.server.errors import in_one_line
from croupier.vision.frame import Image
from croupier.vision.picture import PictureError
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
    ends: Counter[str] = Counter()
    tell = _tell_json if as_json else _tell_words
    for outcome in _results(files, partial(read_file, kind=kind), jobs):
        ends[tell(outcome, expect)] += 1
    if not as_json and ends.total() > 1:
        _print(Text(closing_words(ends)))
    if ends["error"]:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a picture file, or of a folder without any: a reading that took `ms`, or else the sentence that
    says why there is none."""

    file: Path
    reading: Reading | None = None
    ms: float = 0.0
    error: str = ""


def read_file(file: Path, kind: str = "auto") -> Outcome:
    """The dice in `file`, in rows."""
    try:
        image = _picture(file)
        began = time.perf_counter()
        reading = _reader().read(image, kind)
        took = time.perf_counter() - began
    except (PictureError, ModelsError) as error:
        return Outcome(file, error=str(error))
    except (MemoryError, cv2.error) as error:
        if isinstance(error, cv2.error) and error.code != cv2.Error.StsNoMem:
            raise
        words = f"There is too little memory to read {file}; close other programs, or save it smaller and try again."
        return Outcome(file, error=words)
    return Outcome(file, replace(reading, dice=in_rows(reading.dice)), round(1000 * took, 1))


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
        return open_picture(file)
    try:
        os.listdir(file)
    except OSError as error:
        raise PictureError(f"The folder {file} cannot be opened ({error.strerror}); check its permissions.") from error
    raise PictureError(f"The folder {file} has no pictures; give one with JPEG or PNG files.")


def _results(files: Sequence[Path], one: partial[Outcome], jobs: int) -> Iterator[Outcome]:
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


def _tell_json(outcome: Outcome, expect: int | None) -> str:
    """Print `outcome` as a line of JSON; whether it is "sure", "unsure" or an "error"."""
    told: dict[str, Any] = {"file": str(outcome.file)}
    if outcome.reading is None:
        told["error"] = outcome.error
    else:
        why = reasons(outcome.reading, expect)
        dice = [die_json(die) for die in outcome.reading.dice]
        told |= {"dice": dice, "sure": not why, "why": why, "ms": outcome.ms}
    typer.echo(json.dumps(told))
    return "error" if outcome.reading is None else "unsure" if told["why"] else "sure"


def _tell_words(outcome: Outcome, expect: int | None) -> str:
    """Print `outcome` for a person to read, an error on stderr; whether it is "sure", "unsure" or an "error"."""
    if outcome.reading is None:
        typer.echo(f"croupier: {in_one_line(outcome.error)}", err=True)
        return "error"
    why = reasons(outcome.reading, expect)
    _print(picture_words(str(outcome.file), outcome.reading, why))
    return "unsure" if why else "sure"


def _print(text: Text) -> None:
    Console(highlight=False, soft_wrap=True, width=WIDE).print(text)
