"""The second witness: it counts pips at their legal places, or looks for bars, and knows nothing of the namer.

It may say that it cannot tell. A face is cut out of its relief (what a square brush larger than a pip fills in or wipes
out), in three greys, and in how far the colour is from that of most of the face: red pips on grey are as light as it.
None of these changes when red and blue are swapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.learned.flatten import flattened
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Floats, Top

PATCH_PX, PATCH_EDGES = 64, 1.25
EDGE_PX = PATCH_PX / PATCH_EDGES
BRUSH = np.ones((21, 21), np.uint8)
"""Wider than a pip or a bar."""
CUTS = (0.4, 0.6)
"""Shares of the deepest relief at which marks are cut out."""
LEAST_DEPTH = 16
"""Grey levels; what stands out less is no mark."""
STRONGER = 1.5
"""A difference in one colour counts as much as about the same one in grey."""
REACH = 0.47
"""Marks of a face have their middles nearer than this to the face's, in edges; those of its sides lie farther out."""
SMALLEST, LARGEST = 0.004, 0.14
"""Areas of a pip, in areas of the face."""
LARGEST_SIGN = 0.45
"""Area of a +; larger things are the die before its table, or the table around it."""
ALIKE = 2.4
"""Areas of the pips of one face differ by less than this ratio."""
LONG = 2.1
"""A mark longer than this many times its width is a bar."""
LONG_ONE = 1.6
"""A lone mark in the middle is no pip when it is longer than this: many things bear one mark."""
FULL = 0.82
"""Marks with less fill are no pips."""
MISFIT = 0.28
"""How far a pip may be off its legal place, as a share of the farthest one's distance from the middle."""
OFF_MIDDLE = 0.15
"""How far the middle of a face's pips may be off the face's, in edges."""
SPREAD = (0.22, 0.47)
"""Distance of the farthest pips from the middle, in edges."""
ENOUGH = 2
"""After so many testimonies for the face, and none for another, no more are asked for."""
AGREES, DISAGREES = 1.0, -1.0

Grey = npt.NDArray[np.uint8]

LAYOUTS: dict[int, Floats] = {
    2: np.array([[1.0, 1.0], [-1.0, -1.0]]),
    3: np.array([[1.0, 1.0], [0.0, 0.0], [-1.0, -1.0]]),
    4: np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]),
    5: np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]]),
    6: np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [0.0, 1.0], [0.0, -1.0]]),
}


def witness(picture: Halves, top: Top, kind: str, face: int) -> float:
    """1: it sees the same face; −1: it sees another one; between: it is not sure, or (0) cannot tell.

    It never sees a blank: a sign that is worn or lies in the shade stands out as little as one that is not there.
    """
    patch = flattened(picture, top, PATCH_EDGES, PATCH_PX)
    seen: Counter[int] = Counter()
    for said in (said for grey in _greys(patch) for said in testimonies(grey, kind) if said is not None):
        seen[said] += 1
        if len(seen) == 1 and seen[face] >= ENOUGH:
            return AGREES
    if not seen:
        return 0.0
    other = max((votes for said, votes in seen.items() if said != face), default=0)
    return (seen[face] - other) / max(seen[face], other)


def testimonies(grey: Grey, kind: str) -> Iterator[int | None]:
    """What each relief of a flattened face shows, cut at each depth."""
    for operation in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        relief = cv2.morphologyEx(grey, operation, BRUSH)
        inner = relief[INSIDE]
        deepest = float(np.partition(inner, -12)[-12])
        if deepest < LEAST_DEPTH:
            continue
        for share in CUTS:
            _, mask = cv2.threshold(relief, share * deepest, 1, cv2.THRESH_BINARY)
            marks = _marks(mask.astype(np.uint8))
            yield _pips(marks) if kind == "d6" else _bars(marks)


def _greys(patch: Image) -> Iterator[Grey]:
    smooth = cv2.blur(patch, (3, 3))
    blue, green, red = cv2.split(smooth)
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    for grey in (cv2.addWeighted(low, 0.5, high, 0.5, 0), low, high):
        yield np.asarray(grey, np.uint8)
    body = np.median(smooth[INSIDE], axis=0)
    off = np.linalg.norm(smooth - body, axis=2) / np.sqrt(3)
    yield np.clip(STRONGER * off, 0, 255).astype(np.uint8)


_AXIS = (np.arange(PATCH_PX) + 0.5 - PATCH_PX / 2) / EDGE_PX
INSIDE = np.hypot(*np.meshgrid(_AXIS, _AXIS)) < REACH


def _marks(mask: Grey) -> Floats:
    """The marks of a face: rows of x, y in edges from its middle, area in faces, length over width, angle, and fill:
    its area over that of the ellipse with the same moments, 1 for a round pip and less for letters and crosses."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if tree is None:
        return np.zeros((0, 6))
    rows = []
    for outline, inside in zip(outlines, tree.reshape(-1, 4)[:, 3].tolist(), strict=True):
        if inside >= 0:  # a lamp mirrored in a mark leaves a hole
            continue
        m = cv2.moments(outline)
        n = m["m00"]
        if n < 3:
            continue
        x, y = ((m[name] / n + 0.5 - PATCH_PX / 2) / EDGE_PX for name in ("m10", "m01"))
        area = (n + len(outline) / 2) / EDGE_PX**2
        if x * x + y * y > REACH**2 or not SMALLEST < area < LARGEST_SIGN:
            continue
        xx, xy, yy = m["mu20"] / n, m["mu11"] / n, m["mu02"] / n
        root = float(np.hypot(xx - yy, 2 * xy))
        longer, shorter = (xx + yy + root) / 2, max((xx + yy - root) / 2, 1e-6)
        long, angle = ((longer + 0.1) / (shorter + 0.1)) ** 0.5, 0.5 * float(np.arctan2(2 * xy, xx - yy))
        rows.append((x, y, area, long, angle, n / (4 * np.pi * (longer * shorter) ** 0.5)))
    return np.array(rows).reshape(-1, 6)


def _pips(marks: Floats) -> int | None:
    """The face that `marks` make as pips, or None."""
    count = len(marks)
    if count == 2 and marks[:, 3].min() > LONG and abs(np.sin(marks[0, 4] - marks[1, 4])) < 0.3:
        return 6  # each row of three has run together
    if not 1 <= count <= 6 or marks[:, 2].max() > min(ALIKE * marks[:, 2].min(), LARGEST):
        return None
    if marks[:, 3].max() > (LONG if count > 1 else LONG_ONE) or marks[:, 5].min() < FULL:
        return None
    points = marks[:, :2]
    if np.hypot(*points.mean(axis=0)) > OFF_MIDDLE:
        return None
    return count if count == 1 or misfit(points) < MISFIT else None


def misfit(points: Floats) -> float:
    """How far two to six `points` (N, 2), in edges, are off the legal places of so many pips, wherever and at whatever
    turn these are: as a share of the farthest one's distance from the middle, and 1 where they lie too wide or narrow.
    """
    points = points - points.mean(axis=0)
    farthest = float(np.hypot(*points.T).max())
    if not SPREAD[0] < farthest < SPREAD[1]:
        return 1.0
    points = points / farthest
    layout = LAYOUTS[len(points)] / np.hypot(*LAYOUTS[len(points)].T).max()
    at = points[:, 0] + 1j * points[:, 1]
    places = layout[:, 0] + 1j * layout[:, 1]
    far = at[np.abs(at) > 0.8]
    turns = np.exp(1j * (np.angle(far)[:, None] - np.angle(places)[None, np.abs(places) > 0.8])).ravel()
    off = np.abs(at[None, :, None] - turns[:, None, None] * places[None, None, :])
    worst = np.maximum(off.min(axis=2).max(axis=1), off.min(axis=1).max(axis=1))
    return float(worst.min(initial=1.0))


def _bars(marks: Floats) -> int | None:
    """The Fudge face that `marks` make: a bar is −, a cross +; or None."""
    large = marks[marks[:, 2] > 0.03]
    if len(large) != 1 or np.hypot(*large[0, :2]) > 0.16:
        return None
    area, long = large[0, 2:4]
    if long > LONG:
        return -1
    return 1 if long < 1.35 and area > 0.05 else None
