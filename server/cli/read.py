"""`croupier read`: the dice of picture files, in the order given."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.console import Console
from rich.text import Text

from croupier.server.cli.dice import Kind, die_json
from croupier.vision.picture import PictureError, load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reader, Reading

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""What counts as a picture in a folder, by its name."""


def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE…", help="Picture files, or folders of them.")],
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
        if not path.is_dir():
            yield path
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
        if not inside:
            raise PictureError(f"The folder {path} has no pictures; give one with JPEG or PNG files.")
        yield from inside


def _results(files: Sequence[Path], one: partial[dict[str, Any]], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1 or len(files) < 2:
        yield from map(one, files)
        return
    # Each process reads with one thread, or they would get into each other's way.
    with ProcessPoolExecutor(min(jobs, len(files)), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(one, files)


def _tell_json(result: dict[str, Any]) -> None:
    typer.echo(json.dumps(result))


def _tell_words(result: dict[str, Any]) -> None:
    line = Text(overflow="fold")
    if "error" in result:
        line.append("error  ", "red").append(_printable(result["error"]))
    else:
        dice = " ".join("?" if d["face"] is None else f"{d['face']}{'' if d['sure'] else '?'}" for d in result["dice"])
        line.append("sure   " if result["sure"] else "unsure ", "green" if result["sure"] else "yellow")
        line.append(f"{_printable(result['file'])}: ").append(dice or "no dice", "bold")
        line.append("".join(f"\n       {_printable(why)}" for why in result["why"]), "dim")
    Console(highlight=False, soft_wrap=True).print(line)


def _printable(text: str) -> str:
    """File names may hold bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode()
