"""Pictures to learn from, rendered or photographed, as one kind of value: a picture and the dice known in it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.training.repair import repaired
from croupier.vision.frame import Image
from croupier.vision.learned.top import Top, top_of
from croupier.vision.picture import load_picture

Array = npt.NDArray[np.float64]

SOURCES: Mapping[str, float] = {
    "NikitaMensh": 1.0,
    "matteop65": 1.0,
    "DamianTab": 0.8,
    "skovy": 0.5,
    "KamilPiechowiak": 0.4,
    "rsandrini": 0.4,
}
"""Photographs that may be trained on, and how often each source is drawn: by its variety, not its size."""
LARGEST_PX = 1300
"""Photographs are shrunk to this on the long side: dice still have 20 px or more."""
HALF_PX = 0.5
"""Labels count from the picture's corner, the reader from the middle of its first pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A die whose place is known. `middle` (2,) px of its top face, `edge` px.

    `face` is None when it is not known, or when there is none to be read: the die is cocked. `top` (4, 2) px and
    `down` (2,) px are told where they are known. `counts` is false for a die that is neither to be found nor to be
    passed over, `whole` is false for one whose face is partly hidden. `sides` are the corners (4, 2) of side faces in
    view.
    """

    middle: Array
    edge: float
    kind: str = "d6"
    face: int | None = None
    top: Array | None = None
    down: Array | None = None
    counts: bool = True
    whole: bool = True
    sides: tuple[Array, ...] = ()

    @property
    def face_up(self) -> Top:
        """Its top face; a photograph whose labels tell no shape is taken as seen from straight above."""
        if self.top is None or self.down is None:
            return Top((float(self.middle[0]), float(self.middle[1])), self.edge)
        return top_of(self.top, (float(self.down[0]), float(self.down[1])))


@dataclass(frozen=True, slots=True)
class Example:
    """A picture on disk. `faces` is the multiset that lies in it, where only that is known and `dice` is None."""

    path: Path
    source: str
    dice: tuple[Known, ...] | None
    faces: tuple[int, ...] = ()
    scale: float = 1.0
    """Known places are in pixels of the picture shrunk by this."""

    def load(self) -> Image:
        """(H, W, 3) BGR, shrunk by `scale`."""
        image = load_picture(self.path)
        if self.scale == 1.0:
            return image
        return np.asarray(cv2.resize(image, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA), np.uint8)

    def shrunk(self, folder: Path) -> Example:
        """The same as a smaller file in `folder`, made there when it is not: large ones are slow to decode."""
        path = folder / f"{self.source}-{self.path.parent.name}-{self.path.stem}.jpg"
        if not path.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(path), self.load(), [cv2.IMWRITE_JPEG_QUALITY, 96])
        return replace(self, path=path, scale=1.0)

    def placed(self, dice: tuple[Known, ...]) -> Example:
        return replace(self, dice=dice)


def renders(folder: Path, skip: int = 0) -> Iterator[Example]:
    """The rendered scenes of `folder` after the first `skip`; it may still grow."""
    truth = folder / "labels.jsonl"
    if not truth.is_file():
        return
    with truth.open() as lines:
        for number, line in enumerate(lines):
            if number >= skip and line.endswith("\n"):
                row = json.loads(line)
                yield Example(folder / row["file"], "renders", tuple(_rendered(die) for die in row["dice"]))


def _rendered(row: Mapping[str, Any]) -> Known:
    top = np.array(row["top"], float) - HALF_PX
    edge = math.sqrt(_area(top))
    seen = float(row["visible"])
    return Known(
        middle=top.mean(axis=0),
        edge=edge,
        kind=row["kind"],
        face=int(row["face"]) if row["flat"] else None,
        top=top,
        down=np.array(row["down"], float),
        counts=seen > 0.55,
        whole=seen > 0.9,
        sides=tuple(np.array(side["corners"], float) - HALF_PX for side in row["sides"] if side["visible"] > 0.5),
    )


def photographs(folder: Path, without: frozenset[str] = frozenset()) -> Iterator[Example]:
    """The photographs of `folder` that may be trained on, but for the sources named in `without`."""
    for line in (folder / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        source = row["source"].split("/")[0]
        if not row.get("training_allowed") or source not in SOURCES or source in without:
            continue
        if row["kind"] not in ("d6", "numerals"):
            continue
        width, height = row["size"]
        scale = min(1.0, LARGEST_PX / max(width, height))
        boxes = np.array(row.get("boxes") or np.zeros((0, 5)), float)
        boxes[:, :4] *= scale
        boxes[:, :2] -= HALF_PX
        dice: tuple[Known, ...] | None = None
        if row["kind"] == "numerals":
            dice = ()
        elif len(boxes):
            dice = tuple(
                Known(middle, edge, face=int(face))
                for middle, edge, face in repaired(source, boxes, (width * scale, height * scale), scale)
            )
        faces = tuple(int(face) for face in row["faces"]) if row["kind"] == "d6" else ()
        yield Example(folder / row["file"], source, dice, faces, scale)


def _area(corners: Array) -> float:
    x, y = corners.T
    return abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2
