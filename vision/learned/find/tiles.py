"""Parts of a picture at a scale: how they are cut, and where what is seen in them lies in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import CELL_PX, Peaks
from croupier.vision.learned.pixels import Box, Halves, resample
from croupier.vision.learned.top import Floats

MULTIPLE_PX = 32
"""The finder takes pictures whose sides are multiples of this."""
TILE_PX = 960
"""Sides of parts; larger ones are cut up, to bound the memory."""
OVERLAP_PX = 96
"""How far tiles overlap: the largest face that the finder finds is whole in one of them."""
AROUND_PX = 48
"""What is looked at around each place that asks for it: a small die with its sides and surroundings."""
WHOLE = 0.75
"""A face this many edges or nearer to a seam may be cut by it; it is whole in the neighbouring tile."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of a picture as looked at: `box` in px of the picture, shown `size` px large (without its padding).

    `asked` is the box that was asked for; a row or a column at its end may be missing from what is shown.
    """

    box: Box
    size: tuple[int, int]
    asked: Box

    def scale(self) -> Floats:
        """(2,) pixels looked at, per pixel of the picture, across and down."""
        x0, y0, x1, y1 = self.box
        return np.array([self.size[0] / (x1 - x0), self.size[1] / (y1 - y0)])

    def place(self, points: Floats) -> Floats:
        """`points` (N, 2) of the view in px of the picture."""
        return np.asarray((points + 0.5) / self.scale() + self.box[:2] - 0.5)


def view(picture: Halves, box: Box, scale: float) -> tuple[Image, View]:
    """The part of `picture` in `box` at `scale`, padded to multiples of 32 with its edge pixels."""
    width, height = (max(1, round((box[i + 2] - box[i]) * scale)) for i in (0, 1))
    image, shown = resample(picture, box, (width, height))
    right, below = -width % MULTIPLE_PX, -height % MULTIPLE_PX
    padded = cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8), View(shown, (width, height), box)


def placed(peaks: Peaks, seen: View, picture: tuple[int, int], scale: float) -> Peaks:
    """`peaks` of a view in px of the picture, without those in the padding or cut by a seam."""
    away = np.concatenate([peaks.center, np.array(seen.size) - 1 - peaks.center], axis=1)
    x0, y0, x1, y1 = seen.asked
    seam = np.array([x0 > 0, y0 > 0, x1 < picture[0] - 2, y1 < picture[1] - 2])
    inside = np.where(seam, away - WHOLE * peaks.edge[:, None], away + 2) > 0
    across, down = seen.scale()
    kept = peaks.pick(np.flatnonzero(np.all(inside, axis=1)))
    return Peaks(
        kept.heat, seen.place(kept.center), kept.edge / np.sqrt(across * down), kept.stretch, kept.turn, kept.down,
        kept.tilt, np.full(len(kept), scale),
    )  # fmt: skip


class Asked:
    """How much the finder asks to look closer at one scale of a picture, cell by cell, 0…1."""

    def __init__(self, picture: tuple[int, int], scale: float) -> None:
        self._picture, self._cell = picture, CELL_PX / scale
        self._wish = np.zeros([int(side / self._cell) + 1 for side in picture[::-1]], np.float32)

    def add(self, wish: Floats, least: float, seen: View) -> None:
        """What a view (h, w) asks for by at least `least`."""
        rows, columns = np.nonzero(wish > least)
        cells = np.stack([columns, rows], axis=1).astype(np.float64)
        points = seen.place((cells + 0.5) * CELL_PX - 0.5)
        x, y = (np.clip((points[:, i] / self._cell).astype(int), 0, self._wish.shape[1 - i] - 1) for i in (0, 1))
        np.maximum.at(self._wish, (y, x), wish[rows, columns])

    def leave_out(self, faces: Peaks) -> None:
        """Ask for nothing within `faces`: what is small there are pips."""
        for (x, y), edge in zip((faces.center / self._cell).tolist(), (faces.edge / self._cell).tolist(), strict=True):
            half = max(edge / 2, 0.5)
            rows, columns = (slice(max(0, round(at - half)), max(0, round(at + half))) for at in (y, x))
            self._wish[rows, columns] = 0

    def add_faces(self, faces: Peaks) -> None:
        """Ask for `faces`."""
        x, y = (np.clip((faces.center[:, i] / self._cell).astype(int), 0, self._wish.shape[1 - i] - 1) for i in (0, 1))
        np.maximum.at(self._wish, (y, x), faces.heat.astype(np.float32))

    def boxes(self, scale: float) -> list[Box]:
        """Boxes of the picture that show all asked places, and what is around them, each a tile at `scale`.

        What is asked for most comes first.
        """
        margin = AROUND_PX / scale
        reach = 2 * int(np.ceil(margin / self._cell)) + 1
        asked = (self._wish > 0).astype(np.uint8)
        grown = cv2.dilate(asked, np.ones((reach, reach), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
        wished = []
        for x, y, width, height in stats[1:count, :4].tolist():
            area = x * self._cell, y * self._cell, (x + width) * self._cell, (y + height) * self._cell
            for box in cut(area, self._picture, scale):
                wish = self._strongest(box, margin / 2)
                if wish > 0:
                    wished.append((wish, box))
        return [box for _, box in sorted(wished, reverse=True)]

    def _strongest(self, box: Box, margin: float) -> float:
        x0, y0 = (max(0, int((box[i] + margin * (box[i] > 0)) / self._cell)) for i in (0, 1))
        x1, y1 = (int((box[i + 2] - margin * (box[i + 2] < self._picture[i])) / self._cell) + 1 for i in (0, 1))
        return float(self._wish[y0:y1, x0:x1].max(initial=0.0))


def cut(area: Box, picture: tuple[int, int], scale: float) -> Iterator[Box]:
    """`area` within the picture as boxes of at most `TILE_PX` at `scale`, overlapping by `OVERLAP_PX`."""
    spans = []
    for i in (0, 1):
        low, high = max(0.0, area[i]), min(float(picture[i]), area[i + 2])
        longest, overlap = TILE_PX / scale, OVERLAP_PX / scale
        pieces = max(1, int(np.ceil((high - low - overlap) / (longest - overlap))))
        length = (high - low + (pieces - 1) * overlap) / pieces
        spans.append([(low + n * (length - overlap), low + n * (length - overlap) + length) for n in range(pieces)])
    for y0, y1 in spans[1]:
        for x0, x1 in spans[0]:
            yield x0, y0, x1, y1
