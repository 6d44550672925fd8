"""`croupier read`: the dice of picture files, in the order given."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
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

from croupier.server.cli.dice import Kind, die_json
from croupier.server.errors import in_one_line
from croupier.vision.picture import PictureError, load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reader, Reading

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""What counts as a picture in a folder, by its name."""


def read(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="PICTURE…", help="Picture files, or folders of them.", readable=False)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a picture, one a line.")] = False,
    kind: Kind = "auto",
    expect: Annotated[int | None, typer.Option(min=0, help="How many dice there should be.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="How many pictures to read at a time.")] = 1,
) -> None:
    """Read the dice in pictures. What is not sure is said to be unsure, with the reason.

    A picture that cannot be opened is reported and the rest go on; the exit status is then 1.
    """
    files = list(_files(pictures))
    failed = False
    tell = _tell_json if as_json else _tell_words
    for result in _results(files, partial(read_file, kind=kind, expect=expect), jobs):
        failed |= "error" in result
        tell(result)
    if failed:
        raise typer.Exit(1)


def read_file(file: Path, kind: str = "auto", expect: int | None = None) -> dict[str, Any]:
    """What `read --json` prints for `file`."""
    try:
        image = load_picture(file)
    except PictureError as error:
        return {"file": str(file), "error": str(error)}
    began = time.perf_counter()
    reading = _reader().read(image, kind)
    took = time.perf_counter() - began
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
    """The pictures named, folders opened and sorted by name. Raises `PictureError` for a folder without pictures."""
    for path in given:
        if not os.path.isdir(path):  # unlike Path.is_dir, no error for a path that may not be looked at
            yield path
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
        if not inside:
            raise PictureError(f"The folder {path} has no pictures; give one with JPEG or PNG files.")
        yield from inside


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
    Console(highlight=False, soft_wrap=True).print(line)
