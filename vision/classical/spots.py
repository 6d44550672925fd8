"""Pip-like spots: small, round, closed blobs darker or lighter than their surroundings, of any size and colour.

Each level of an image pyramid is searched for spots of a few pixels with a black-hat and a top-hat (what a small
square brush fills in or wipes out), so a spot's depth does not depend on what lies beyond the die. The searched maps
are symmetric in blue, green and red: a camera that swaps channels gives the same spots.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image, resized

Floats = npt.NDArray[np.float64]
Grey = npt.NDArray[np.uint8]

SMALLEST_PX = 3.4
"""Diameter of the smallest spot searched for, in pixels of its pyramid level."""
BRUSH_PX = 21
"""Side of the square brush, in pixels of the level: spots up to about two thirds of it are found there."""
DEPTHS = (14, 26, 46, 80)
"""Grey levels a spot may be cut at; the cut nearest to half its depth is kept."""
LARGEST_SHARE = 1 / 6
"""Largest spot, as a share of the picture's shorter side."""
LONGEST_AXES = 2.4
"""A pip seen at a slant is an ellipse; longer ones are bars, not pips."""
LEAST_FILL = 0.80
"""Area over the area of the ellipse with the same moments: 1 for an ellipse, less for stars and crosses."""
LEAST_RING = 0.45
"""A spot is closed: all around, the ring is at least this share of the spot's depth away from its inside."""
LEAST_RIM, MOST_RIM = 7, 4 * BRUSH_PX
"""Length of a spot's rim in pixels of the level."""
TEXTURE = 1500
"""A cut that leaves more blobs than this shows only the grain of the table."""
OPEN = 2
"""So many of the ring's samples may miss: the pips of a 6 nearly touch."""
MOST_SPOTS = 1500
"""More than this is texture; the deepest are kept, to bound the time a picture takes."""
SMALL_PICTURE_PX = 800
"""A picture no longer than this is also searched at twice its size, for dice of 20 px."""
NO_BLOBS = np.zeros((0, 7))
RING_ANGLES = np.arange(16) * (2 * np.pi / 16)


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """N spots: `centers` (N, 2) px; `axes` (N, 2, 2) semi-axes as columns; `diameter` (N,) px; `dark` (N,) bool;
    `depth` (N,) grey levels between ring and inside; `fill` (N,); `ink` and `body` (N, 3) BGR inside and around."""

    centers: Floats
    axes: Floats
    diameter: Floats
    dark: npt.NDArray[np.bool_]
    depth: Floats
    fill: Floats
    ring: Floats
    ink: Floats
    body: Floats

    def __len__(self) -> int:
        return len(self.centers)

    @property
    def elongation(self) -> Floats:
        """(N,) longer over shorter axis: 1 for round spots."""
        lengths = np.linalg.norm(self.axes, axis=1)
        longer: Floats = lengths.max(axis=1) / np.maximum(lengths.min(axis=1), 1e-6)
        return longer

    def pick(self, index: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Spots:
        """The spots at `index`."""
        return Spots(*(getattr(self, name)[index] for name in self.__slots__))

    def scaled(self, factor: float) -> Spots:
        """The same spots in a picture `factor` times as large, but for half a pixel: its doubts were chosen so."""
        return Spots(
            self.centers * factor, self.axes * factor, self.diameter * factor,
            self.dark, self.depth, self.fill, self.ring, self.ink, self.body,
        )  # fmt: skip


def find_spots(image: Image, least_px: float = 0.0) -> Spots:
    """All spots in `image` (H, W, 3 BGR) from `least_px` across, the most distinct first, each once."""
    found: list[Spots] = []
    level, scale = image, 1.0
    if max(image.shape[:2]) <= SMALL_PICTURE_PX:
        level, scale = resized(image, 2.0), 0.5
    largest = LARGEST_SHARE * min(image.shape[:2])
    while min(level.shape[:2]) > 2 * BRUSH_PX and SMALLEST_PX * scale < largest:
        # A level is left out where the next one shows the smallest ones too.
        if least_px < 2 * SMALLEST_PX * scale:
            found.append(_spots_of_level(level).scaled(scale))
        level = resized(level, 0.5)
        scale *= 2
    if not found:
        return _measure(image, NO_BLOBS)
    spots = Spots(*(np.concatenate([getattr(s, name) for s in found]) for name in Spots.__slots__))
    return _each_once(spots.pick(spots.diameter >= least_px))


def _maps(level: Image) -> list[Grey]:
    blue, green, red = cv2.split(level)
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    mean = cv2.transform(level, np.full((1, 3), 1 / 3, np.float32))
    return [grey.astype(np.uint8, copy=False) for grey in (mean, low, high)]


def _spots_of_level(level: Image) -> Spots:
    brush = np.ones((BRUSH_PX, BRUSH_PX), np.uint8)
    rows: list[tuple[float, ...]] = []
    for grey in _maps(level):
        for dark, kind in ((True, cv2.MORPH_BLACKHAT), (False, cv2.MORPH_TOPHAT)):
            relief = cv2.morphologyEx(grey, kind, brush).astype(np.uint8, copy=False)
            for cut in DEPTHS:
                rows += _cut(relief, cut, dark)
    return _measure(level, np.array(rows) if rows else NO_BLOBS)


def _cut(relief: Grey, cut: int, dark: bool) -> list[tuple[float, ...]]:
    """Blobs of `relief` above `cut`: rows of x, y, three second moments, fill, dark.

    Outer contours only: what a lamp mirrored in a glossy pip leaves open is filled.
    """
    _, mask = cv2.threshold(relief, cut, 255, cv2.THRESH_BINARY)
    contours, hierarchy = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if hierarchy is None or len(contours) > TEXTURE:
        return []
    rows: list[tuple[float, ...]] = []
    for contour, inside in zip(contours, hierarchy.reshape(-1, 4)[:, 3].tolist(), strict=True):
        if inside >= 0 or not LEAST_RIM <= len(contour) <= MOST_RIM:
            continue
        _, _, w, h = cv2.boundingRect(contour)
        small, large = (w, h) if w < h else (h, w)
        if small < SMALLEST_PX - 1 or large > BRUSH_PX or large > LONGEST_AXES * small:
            continue
        m = cv2.moments(contour)
        n = m["m00"]
        if n < 2:
            continue
        xx, xy, yy = m["mu20"] / n, m["mu11"] / n, m["mu02"] / n
        fill = n / (4 * np.pi * max(xx * yy - xy * xy, 1e-6) ** 0.5)
        if fill >= LEAST_FILL:
            rows.append((m["m10"] / n, m["m01"] / n, xx, xy, yy, fill, float(dark)))
    return rows


def _measure(level: Image, table: Floats) -> Spots:
    """Axes, inside and ring of the blobs in `table`; those that are no closed spot are left out."""
    centers = table[:, :2]
    covariance = np.stack([table[:, [2, 3]], table[:, [3, 4]]], axis=1)
    values, vectors = np.linalg.eigh(covariance)
    # A contour runs through the centres of the outermost pixels: half a pixel is missing all around.
    lengths = 2 * np.sqrt(np.maximum(values, 1e-6)) + 0.5
    axes = vectors * lengths[:, None, :]
    diameter = 2 * np.sqrt(lengths[:, 0] * lengths[:, 1])
    circle = np.stack([np.cos(RING_ANGLES), np.sin(RING_ANGLES)])
    inside = _look(level, centers, axes @ (0.45 * circle))
    margin = 1.2 + 1.4 / np.maximum(diameter, 1)
    ring = _look(level, centers, (axes * margin[:, None, None]) @ circle)
    ink, body = np.median(inside, axis=1), np.median(ring, axis=1)
    toward = body - ink
    depth = np.linalg.norm(toward, axis=1) / np.sqrt(3)
    along = np.einsum("nkc,nc->nk", ring - ink[:, None, :], toward) / np.maximum((toward**2).sum(1), 1e-6)[:, None]
    closed = np.sort(along, axis=1)[:, OPEN]
    dark = table[:, 6] > 0
    keep = (depth >= DEPTHS[0]) & (closed >= LEAST_RING) & (lengths[:, 1] <= LONGEST_AXES * lengths[:, 0])
    spots = Spots(centers, axes, diameter, dark, depth, table[:, 5], closed, ink, body)
    return spots.pick(keep)


def _look(image: Image, centers: Floats, offsets: Floats) -> Floats:
    """Colours (N, K, 3) at `centers` (N, 2) + `offsets` (N, 2, K)."""
    points = centers[:, :, None] + offsets
    x = np.clip(np.rint(points[:, 0]).astype(np.intp), 0, image.shape[1] - 1)
    y = np.clip(np.rint(points[:, 1]).astype(np.intp), 0, image.shape[0] - 1)
    return image[y, x].astype(np.float64)


def _each_once(spots: Spots) -> Spots:
    """Drop repeats of a spot found at several levels, cuts and maps: the deepest, roundest, most closed stays."""
    worth = np.minimum(spots.fill, 1) ** 4 * np.clip(spots.ring, 0, 1) * spots.depth
    order = np.argsort(-worth)[: 8 * MOST_SPOTS]
    spots = spots.pick(order)
    alive = np.ones(len(spots), bool)
    kept: list[int] = []
    for i in range(len(spots)):
        if not alive[i]:
            continue
        kept.append(i)
        apart = np.hypot(*(spots.centers - spots.centers[i]).T)
        ratio = spots.diameter / spots.diameter[i]
        alive &= ~((apart < 0.5 * np.minimum(spots.diameter, spots.diameter[i]) + 0.5) & (ratio < 2.2) & (ratio > 0.45))
        if len(kept) >= MOST_SPOTS:
            break
    return spots.pick(np.array(kept, np.intp))
