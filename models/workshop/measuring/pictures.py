"""Pictures whose truth is known: which faces lie in them, of which throw, how slanted the view is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from croupier.models.workshop.measuring.lines import Line, MeasureError, lines

TRUTHS = ("labels.jsonl", "truth.jsonl")
KINDS = ("d6", "dF", "mixed", "none")
"""What a reader of dice can be measured on. `mixed` tells the pip dice only; in `none` there are no dice."""
ALIKE_FROM = 3
"""Pictures of one source that show the same faces, and at least this many, are taken for pictures of one throw."""
SLANTED_FROM_DEG = 45.0
TOLD_SLANT = re.compile(r"slant (\d+(?:\.\d+)?) degrees")
BANDS_DEG = (0, 15, 30, 45, 50, 55, 60, 65, 90)

HALF_PX = 0.5
"""Labels count from the picture's corner, the reader from the middle of its first pixel."""

Place = tuple[float, float, float, int]
"""The middle of a die, in pixels as the reader counts them, how far from it its top's middle may be, and its face."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and the faces that lie in it, sorted.

    `places` tells where each lies, where that is known. `slant` is in degrees off the vertical, None when not told;
    `slanted` is what the notes say in words. `weight` is what it counts: 1/n for one of n pictures of a throw.
    """

    path: Path
    source: str
    kind: str
    faces: tuple[int, ...]
    name: str = ""
    places: tuple[Place, ...] = ()
    slant: float | None = None
    slanted: bool = False
    throw: str = ""
    weight: float = 1.0

    @property
    def band(self) -> str:
        """How slanted the view is: `45–50°`; `slanted` or `not told slanted` where no degrees are told."""
        if self.slant is None:
            return "slanted" if self.slanted else "not told slanted"
        for low, high in pairwise(BANDS_DEG):
            if low <= self.slant < high:
                return f"{low}–{high}°"
        return f"over {BANDS_DEG[-1]}°"


def pictures_in(folder: Path, kinds: Collection[str] = ("d6",)) -> list[Picture]:
    """The pictures of `folder` whose truth is known and whose kind is one of `kinds`; kind "empty" is "none".

    Raises `MeasureError` when there is no truth, or when it cannot be used.
    """
    try:
        truth = next((folder / name for name in TRUTHS if (folder / name).exists()), None)
    except OSError as error:
        raise MeasureError(
            f"{folder} cannot be opened ({error.strerror}); give a folder of labelled pictures."
        ) from error
    if truth is None:
        raise MeasureError(f"{folder} has neither {' nor '.join(TRUTHS)}; give a folder of labelled pictures.")
    pictures = [_picture(folder, line) for line in lines(truth)]
    return [picture for picture in pictures if picture.kind in kinds]


def chosen(
    pictures: Iterable[Picture], sources: Collection[str] = (), without: Collection[str] = (), every: int = 1
) -> list[Picture]:
    """Every `every`-th of the pictures whose source is one of `sources` (all, if none is named) and not of `without`.

    A source is named by any part of its name. Raises `MeasureError` when a name fits no source.
    """
    pictures = list(pictures)
    there = {picture.source for picture in pictures}
    for name in (*sources, *without):
        if not any(name in source for source in there):
            raise MeasureError(f"No source is called {name}; there are {', '.join(sorted(there)) or 'none'}.")
    kept = [p for p in pictures if not sources or any(name in p.source for name in sources)]
    return [p for p in kept if not any(name in p.source for name in without)][::every]


def weighed(pictures: Sequence[Picture]) -> list[Picture]:
    """The same pictures, those of one throw with equal parts of its weight 1.

    One throw is what the truth tells to be one (`throw`), else pictures of one source that show the same three or
    more faces: people photograph a throw several times, and n such pictures say hardly more than one.
    """
    throws = [_throw(picture) for picture in pictures]
    count = Counter(throws)
    return [replace(p, weight=1 / count[throw]) for p, throw in zip(pictures, throws, strict=True)]


def _throw(picture: Picture) -> tuple[object, ...]:
    if picture.throw:
        return (picture.source, picture.throw)
    if len(picture.faces) >= ALIKE_FROM:
        return (picture.source, picture.kind, picture.faces)
    return (picture.source, picture.path)


def _picture(folder: Path, line: Line) -> Picture:
    notes = line.text("notes") if line.told.get("notes") else ""
    in_words = TOLD_SLANT.search(notes)
    slant = line.number("slant") if "slant" in line else float(in_words[1]) if in_words else None
    file, kind, faces = line.text("file"), line.text("kind"), tuple(sorted(line.wholes("faces")))
    places = _places(line)
    return Picture(
        path=folder / file,
        source=line.text("source") if "source" in line else folder.name,
        kind="none" if kind == "empty" else kind,
        faces=faces,
        name=f"{folder.name}/{file}",
        places=places if tuple(sorted(face for *_, face in places)) == faces else (),
        slant=slant,
        slanted=slant >= SLANTED_FROM_DEG if slant is not None else "slanted" in notes,
        throw=str(line.told["throw"]) if "throw" in line else "",
    )


def _places(line: Line) -> tuple[Place, ...]:
    """From the top faces' corners, else from boxes around whole dice, in which the top may be off the middle."""
    places = []
    if "dice" in line:
        for die in line.within("dice"):
            corners = die.corners("corners")
            x, y = corners.mean(axis=0) - HALF_PX
            reach = float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())
            if reach == 0:
                die.refuse("corners", "are all in one place")
            places.append((float(x), float(y), 0.7 * reach, die.whole("face")))
        return tuple(places)
    for left, top, width, height, face in boxes(line).tolist():
        places.append((left + width / 2 - HALF_PX, top + height / 2 - HALF_PX, max(width, height) / 2, int(face)))
    return tuple(places)


def boxes(line: Line) -> npt.NDArray[np.float64]:
    """(N, 5): left, top, width, height and face of each die that a line boxes. Raises `MeasureError`."""
    if "boxes" not in line:
        return np.zeros((0, 5))
    told = line.rows("boxes", 5)
    if (told[:, 2:4] <= 0).any():
        line.refuse("boxes", "are not all wider and higher than nothing")
    return told
