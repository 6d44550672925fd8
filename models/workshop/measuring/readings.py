"""What a reader makes of pictures: every die of each, on several processes, kept in a file and read back."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from croupier.models.workshop.measuring.disturb import disturb
from croupier.models.workshop.measuring.lines import Line, MeasureError, lines
from croupier.models.workshop.measuring.pictures import Picture, weighed
from croupier.vision.classical import ClassicalReader
from croupier.vision.learned import open_learned
from croupier.vision.picture import PictureError, load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Die, Reader

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """Which reader: the `best` that is installed, the `classical` or the `learned` one, the latter with the models in
    `models` if they are not to be the installed ones."""

    reader: str = "best"
    models: Path | None = None

    def open(self) -> Reader:
        """That reader, ready. Raises `ModelsError` when its models cannot be used."""
        if self.reader == "learned" or self.models:
            return open_learned(self.models) if self.models else open_learned()
        return ClassicalReader() if self.reader == "classical" else open_reader()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the reader made of a picture; `seconds` of processor time."""

    picture: Picture
    dice: tuple[Die, ...] = ()
    why: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def shown(self) -> tuple[Die, ...]:
        """The dice that show a face; of a `mixed` picture those with pips, for it tells no others."""
        return tuple(d for d in self.dice if d.face is not None and (d.kind == "d6" or self.picture.kind != "mixed"))

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self.shown if die.face is not None))

    @property
    def sure(self) -> bool:
        return not self.why and all(die.sure for die in self.dice)

    @property
    def exact(self) -> bool:
        """Every die right, kind and face, and none besides."""
        return self.faces == self.picture.faces and all(of_kind(die, self.picture) for die in self.shown)

    @property
    def right(self) -> int:
        """How many dice are right, as a multiset."""
        read = Counter(die.face for die in self.shown if of_kind(die, self.picture))
        return sum((read & Counter(self.picture.faces)).values())


def of_kind(die: Die, picture: Picture) -> bool:
    """Whether a die is of the kind that the picture shows."""
    return die.kind == ("dF" if picture.kind == "dF" else "d6")


def measure(
    pictures: Iterable[Picture],
    choice: Choice | None = None,
    disturbance: str = "",
    processes: int = PROCESSES,
    notice: Callable[[str], object] | None = None,
) -> Iterator[Outcome]:
    """What the reader makes of each picture, in order; of each `disturbance` of it when one is named.

    One process is this one; more are started for it. A picture that cannot be opened is left out and goes to `notice`
    as a sentence; without `notice`, `PictureError` is raised.
    """
    work = partial(_tried, choice=choice or Choice(), disturbance=disturbance)
    with ExitStack() as pools:
        if processes == 1:
            found: Iterable[Outcome | PictureError] = map(work, pictures)
        else:
            # Started afresh: a fork of a process in which OpenCV's threads ran hangs.
            pool = ProcessPoolExecutor(processes, get_context("spawn"), cv2.setNumThreads, (1,))
            found = pools.enter_context(pool).map(work, pictures, chunksize=2)
        for one in found:
            if isinstance(one, Outcome):
                yield one
            elif notice is None:
                raise one
            else:
                notice(str(one))


def _tried(picture: Picture, choice: Choice, disturbance: str) -> Outcome | PictureError:
    try:
        return outcome(picture, choice, disturbance)
    except PictureError as error:
        return error


def outcome(picture: Picture, choice: Choice, disturbance: str = "") -> Outcome:
    """What the reader makes of one picture. Raises `PictureError` when it cannot be opened."""
    reader = _opened(choice)
    image = load_picture(picture.path)
    if disturbance:
        image = disturb(image, disturbance)
    began = time.process_time()
    reading = reader.read(image, "dF" if picture.kind == "dF" else "auto")
    return Outcome(picture, reading.dice, reading.why, time.process_time() - began)


@cache
def _opened(choice: Choice) -> Reader:
    return choice.open()


def reweighed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The same, each picture weighing its part of the throw as far as it was read."""
    pictures = weighed([o.picture for o in outcomes])
    return [replace(o, picture=picture) for o, picture in zip(outcomes, pictures, strict=True)]


def check_to_save(file: Path) -> None:
    """Raise `MeasureError` when there is no place for `file`: long work would be lost."""
    try:
        fits = file.absolute().parent.is_dir() and not file.is_dir()
    except OSError:
        fits = False
    if not fits:
        raise MeasureError(f"{file} cannot be written; name a file in a folder that is there.")


def save(outcomes: Sequence[Outcome], file: Path) -> None:
    """Keep what was read, a line a picture. Raises `MeasureError` when it cannot be written."""
    rows = [
        {"name": o.picture.name, "dice": [asdict(d) for d in o.dice], "why": o.why, "seconds": round(o.seconds, 4)}
        for o in outcomes
    ]
    try:
        file.write_bytes("".join(json.dumps(row) + "\n" for row in rows).encode())
    except OSError as error:
        raise MeasureError(f"{file} cannot be written ({error.strerror}); name another file.") from error


def saved(file: Path, pictures: Iterable[Picture]) -> list[Outcome]:
    """What `save` kept of those of `pictures` that are in it. Raises `MeasureError` when it cannot be used."""
    kept = {line.text("name"): line for line in lines(file)}
    return [
        Outcome(p, tuple(map(_die, line.within("dice"))), line.texts("why"), line.number("seconds"))
        for p in pictures
        if (line := kept.get(p.name)) is not None
    ]


def _die(line: Line) -> Die:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = line.corners("corners").tolist()
    return Die(
        kind=line.text("kind"),
        face=line.whole("face") if "face" in line else None,
        corners=((ax, ay), (bx, by), (cx, cy), (dx, dy)),
        confidence=line.number("confidence"),
        sure=line.truth("sure"),
        why=line.text("why") if line.told.get("why") else "",
    )
