"""Pictures to learn from, rendered or photographed, as one kind of value: a picture and the dice known in it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.measuring.lines import Line, MeasureError, lines
from croupier.models.workshop.measuring.pictures import HALF_PX, boxes
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
LABELS = "labels.jsonl"
FACES = frozenset(range(1, 7))
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
    """The rendered scenes of `folder`, by their files: several processes tell of them in the order of timing.

    Raises `MeasureError` when what is told of them cannot be used, as `seeds` and `photographs` do.
    """
    for line in sorted(_scenes(folder), key=lambda line: line.text("file")):
        yield Example(folder / line.text("file"), "renders", tuple(_rendered(die) for die in line.within("dice")))


def seeds(folder: Path) -> frozenset[int]:
    """The seeds from which the scenes of `folder` were rendered."""
    return frozenset(line.whole("seed") for line in _scenes(folder))


def _scenes(folder: Path) -> list[Line]:
    """What the labels of rendered scenes tell; a last line may still be being written."""
    return lines(folder / LABELS, growing=True)


def _rendered(die: Line) -> Known:
    top = die.corners("top") - HALF_PX
    seen = die.number("visible")
    face = die.whole("face")
    return Known(
        middle=top.mean(axis=0),
        edge=math.sqrt(_area(top)),
        kind=die.text("kind"),
        face=face if die.truth("flat") else None,
        top=top,
        down=die.numbers("down", 2),
        counts=seen > 0.55,
        whole=seen > 0.9,
        sides=tuple(side.corners("corners") - HALF_PX for side in die.within("sides") if side.number("visible") > 0.5),
    )


def photographs(
    folder: Path, without: frozenset[str] = frozenset(), largest_px: float = LARGEST_PX
) -> Iterator[Example]:
    """The photographs of `folder` that may be trained on, but for the sources named in `without`; larger ones than
    `largest_px` on the long side are shrunk to it."""
    for line in lines(folder / LABELS):
        source = line.text("source").split("/")[0]
        allowed = "training_allowed" in line and line.truth("training_allowed")
        if allowed and source in SOURCES and source not in without and line.text("kind") in ("d6", "numerals"):
            yield _photograph(folder, line, source, largest_px)


def _photograph(folder: Path, line: Line, source: str, largest_px: float) -> Example:
    width, height = line.numbers("size", 2).tolist()
    if min(width, height) < 1:
        line.refuse("size", "is not that of a picture")
    scale = min(1.0, largest_px / max(width, height))
    path = folder / line.text("file")
    if line.text("kind") == "numerals":
        return Example(path, source, (), (), scale)
    faces, boxed = line.wholes("faces"), boxes(line)
    if not {*faces, *boxed[:, 4].tolist()} <= FACES:
        line.refuse("boxes" if set(faces) <= FACES else "faces", "tell a face that no die with pips has")
    if not len(boxed):
        return Example(path, source, None, faces, scale)
    boxed[:, :4] *= scale
    boxed[:, :2] -= HALF_PX
    try:
        found = list(repaired(source, boxed, (width * scale, height * scale), scale))
    except ValueError as error:
        raise MeasureError(f"{line.place}: {error}") from error
    return Example(path, source, tuple(Known(middle, edge, face=face) for middle, edge, face in found), faces, scale)


def _area(corners: Array) -> float:
    x, y = corners.T
    return abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2
