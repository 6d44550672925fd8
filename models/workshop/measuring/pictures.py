"""Pictures whose truth is known: which faces lie in them, of which throw, how slanted the view is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

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
    """The pictures of `folder` whose truth is known and whose kind is one of `kinds`; kind "empty" is "none"."""
    truth = next((folder / name for name in TRUTHS if (folder / name).is_file()), None)
    if truth is None:
        raise FileNotFoundError(f"{folder} has neither {' nor '.join(TRUTHS)}; give a folder of labelled pictures.")
    rows = [json.loads(line) for line in truth.read_text().splitlines() if line.strip()]
    pictures = [_picture(folder, row) for row in rows]
    return [picture for picture in pictures if picture.kind in kinds]


def chosen(
    pictures: Iterable[Picture], sources: Collection[str] = (), without: Collection[str] = (), every: int = 1
) -> list[Picture]:
    """Every `every`-th of the pictures whose source is one of `sources` (all, if none is named) and not of `without`.

    A source is named by any part of its name. Raises `ValueError` when a name fits no source.
    """
    pictures = list(pictures)
    there = {picture.source for picture in pictures}
    for name in (*sources, *without):
        if not any(name in source for source in there):
            raise ValueError(f"No source is called {name}; there are {', '.join(sorted(there)) or 'none'}.")
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


def _picture(folder: Path, row: dict[str, Any]) -> Picture:
    notes = row.get("notes") or ""
    told = TOLD_SLANT.search(notes)
    slant = row.get("slant", float(told[1]) if told else None)
    faces = tuple(sorted(row["faces"]))
    places = _places(row)
    return Picture(
        path=folder / row["file"],
        source=row.get("source", folder.name),
        kind="none" if row["kind"] == "empty" else row["kind"],
        faces=faces,
        name=f"{folder.name}/{row['file']}",
        places=places if tuple(sorted(face for *_, face in places)) == faces else (),
        slant=slant,
        slanted=slant >= SLANTED_FROM_DEG if slant is not None else "slanted" in notes,
        throw=str(row.get("throw", "")),
    )


def _places(row: dict[str, Any]) -> tuple[Place, ...]:
    """From the top faces' corners, else from boxes around whole dice, in which the top may be off the middle."""
    places = []
    if "dice" in row:
        for die in row["dice"]:
            corners = np.array(die["corners"], float)
            x, y = corners.mean(axis=0) - HALF_PX
            reach = float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())
            places.append((float(x), float(y), 0.7 * reach, int(die["face"])))
        return tuple(places)
    for left, top, width, height, face in row.get("boxes", ()):
        places.append((left + width / 2 - HALF_PX, top + height / 2 - HALF_PX, max(width, height) / 2, int(face)))
    return tuple(places)
