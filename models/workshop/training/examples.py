"""Pictures to learn from, rendered or photographed, as one kind of value: a picture and the dice known in it."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.measuring.pictures import HALF_PX
from croupier.models.workshop.stopped import write_whole
from croupier.models.workshop.training.repair import repaired
from croupier.vision.frame import Image, resized
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.pixels import Halves
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
"""Photographs to learn from are shrunk to this on the long side: dice still have 20 px or more."""
TURNS = (0.0, 0.8)
"""In radians: how a face is shown to a namer that learns nothing from it."""


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
        return image if self.scale == 1.0 else resized(image, self.scale)

    def shrunk(self, folder: Path) -> Example:
        """The same as a smaller file in `folder`, made there when it is not: large ones are slow to decode."""
        own = hashlib.sha256(str(self.path.resolve()).encode()).hexdigest()[:10]
        path = folder / f"{self.source}-{self.path.stem}-{own}.jpg"
        if not path.is_file():
            written, content = cv2.imencode(".jpg", self.load(), [cv2.IMWRITE_JPEG_QUALITY, 96])
            if not written:
                raise OSError(f"{self.path} cannot be written as a JPEG; leave it out of the photographs.")
            write_whole(path, content.tobytes())
        return replace(self, path=path, scale=1.0)

    def placed(self, dice: tuple[Known, ...]) -> Example:
        return replace(self, dice=dice)


def face_crops(picture: Halves, dice: Sequence[Known]) -> tuple[Image, Image]:
    """Near and wide crops, (2N, 64, 64, 3) each, of the top faces of N `dice`: each at two turns, one after the other.
    There must be one."""
    near, wide = zip(*(crops(picture, die.face_up, turn) for die in dice for turn in TURNS), strict=True)
    return np.stack(near), np.stack(wide)


def renders(folder: Path) -> Iterator[Example]:
    """The rendered scenes of `folder`, by their files: several processes tell of them in the order of timing."""
    for row in sorted(_told(folder), key=lambda row: str(row["file"])):
        yield Example(folder / row["file"], "renders", tuple(_rendered(die) for die in row["dice"]))


def seeds(folder: Path) -> frozenset[int]:
    """The seeds from which the scenes of `folder` were rendered."""
    return frozenset(int(row["seed"]) for row in _told(folder))


def _told(folder: Path) -> Iterator[dict[str, Any]]:
    """What the labels of rendered scenes tell; a last line may still be being written."""
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.endswith("\n"))


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


def photographs(
    folder: Path, without: frozenset[str] = frozenset(), largest_px: float = LARGEST_PX
) -> Iterator[Example]:
    """The photographs of `folder` that may be trained on, but for the sources named in `without`; larger ones than
    `largest_px` on the long side are shrunk to it."""
    for line in (folder / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        source = row["source"].split("/")[0]
        if not row.get("training_allowed") or source not in SOURCES or source in without:
            continue
        if row["kind"] not in ("d6", "numerals"):
            continue
        width, height = row["size"]
        scale = min(1.0, largest_px / max(width, height))
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
