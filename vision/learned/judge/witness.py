"""The second witness: it counts pips at their legal places, or looks for bars, and knows nothing of the namer.

It may say that it cannot tell. A face is cut out of its relief (what a square brush larger than a pip fills in or wipes
out), in three greys, and in how far the colour is from that of most of the face: red pips on grey are as light as it.
None of these changes when red and blue are swapped.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.learned.flatten import flattened
from croupier.vision.learned.judge.places import misfit
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

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
ENOUGH = 2
"""After so many testimonies for the face, and none for another, no more are asked for."""
AGREES, DISAGREES = 1.0, -1.0

Grey = npt.NDArray[np.uint8]


class Mark(NamedTuple):
    """A mark of a face: its middle in edges from the face's, its area in faces, length over width, angle in radians,
    and fill: its area over that of the ellipse with the same moments, 1 for a round pip and less for letters and
    crosses."""

    x: float
    y: float
    area: float
    long: float
    angle: float
    fill: float


def witness(picture: Halves, top: Top, kind: str, face: int) -> float:
    """1: it sees the same face; −1: it sees another one; between: it is not sure, or (0) cannot tell.

    It never sees a blank: a sign that is worn or lies in the shade stands out as little as one that is not there.
    """
    patch = flattened(picture, top, PATCH_EDGES, PATCH_PX)
    seen: Counter[int] = Counter()
    testified = (said for grey, relief in _reliefs(patch) for said in testimonies(grey, relief, kind))
    for said in (said for said in testified if said is not None):
        seen[said] += 1
        if len(seen) == 1 and seen[face] >= ENOUGH:
            return AGREES
    if not seen:
        return 0.0
    other = max((votes for said, votes in seen.items() if said != face), default=0)
    return (seen[face] - other) / max(seen[face], other)


def testimonies(grey: Grey, relief: int, kind: str) -> Iterator[int | None]:
    """What the `relief` of a flattened face shows, `cv2.MORPH_BLACKHAT` or `_TOPHAT`, cut at each depth."""
    stands_out = np.asarray(cv2.morphologyEx(grey, relief, BRUSH), np.uint8)
    deepest = float(np.partition(stands_out[INSIDE], -12)[-12])
    if deepest < LEAST_DEPTH:
        return
    for share in CUTS:
        _, mask = cv2.threshold(stands_out, share * deepest, 1, cv2.THRESH_BINARY)
        marks = _marks(np.asarray(mask, np.uint8))
        yield _pips(marks) if kind == "d6" else _bars(marks)


def _reliefs(patch: Image) -> Iterator[tuple[Grey, int]]:
    """Three greys, first with the relief that the marks on a face as light or dark are likelier to be, then with the
    other; at last the colours, as what is unlike most of the face."""
    smooth = cv2.blur(patch, (3, 3))
    blue, green, red = cv2.split(smooth)
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    greys = [np.asarray(grey, np.uint8) for grey in (cv2.addWeighted(low, 0.5, high, 0.5, 0), low, high)]
    face = greys[0][INSIDE]
    mostly_light = 2 * np.count_nonzero(face > face.mean()) > face.size
    reliefs = (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)
    for relief in reliefs if mostly_light else reliefs[::-1]:
        for grey in greys:
            yield grey, relief
    body = [np.median(channel[INSIDE]) for channel in (blue, green, red)]
    off = np.sqrt((smooth - body) ** 2 @ np.full(3, 1 / 3))
    yield np.clip(STRONGER * off, 0, 255).astype(np.uint8), cv2.MORPH_TOPHAT


_AXIS = (np.arange(PATCH_PX) + 0.5 - PATCH_PX / 2) / EDGE_PX
INSIDE = np.hypot(*np.meshgrid(_AXIS, _AXIS)) < REACH


def _marks(mask: Grey) -> list[Mark]:
    """The marks of a face."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if tree is None:
        return []
    marks = []
    for outline, inside in zip(outlines, tree.reshape(-1, 4)[:, 3].tolist(), strict=True):
        if inside >= 0:  # a lamp mirrored in a mark leaves a hole
            continue
        n = cv2.contourArea(outline)
        area = (n + len(outline) / 2) / EDGE_PX**2
        if n < 3 or not SMALLEST < area < LARGEST_SIGN:
            continue
        m = cv2.moments(outline)
        x, y = (m["m10"] / n + 0.5 - PATCH_PX / 2) / EDGE_PX, (m["m01"] / n + 0.5 - PATCH_PX / 2) / EDGE_PX
        if x * x + y * y > REACH**2:
            continue
        xx, xy, yy = m["mu20"] / n, m["mu11"] / n, m["mu02"] / n
        root = math.hypot(xx - yy, 2 * xy)
        longer, shorter = (xx + yy + root) / 2, max((xx + yy - root) / 2, 1e-6)
        long, angle = ((longer + 0.1) / (shorter + 0.1)) ** 0.5, 0.5 * math.atan2(2 * xy, xx - yy)
        marks.append(Mark(x, y, area, long, angle, n / (4 * math.pi * (longer * shorter) ** 0.5)))
    return marks


def _pips(marks: Sequence[Mark]) -> int | None:
    """The face that `marks` make as pips, or None."""
    count = len(marks)
    if not 1 <= count <= 6:
        return None
    if count == 2 and min(one.long for one in marks) > LONG and abs(math.sin(marks[0].angle - marks[1].angle)) < 0.3:
        return 6  # each row of three has run together
    areas = [one.area for one in marks]
    if max(areas) > min(ALIKE * min(areas), LARGEST):
        return None
    longest = LONG if count > 1 else LONG_ONE
    if any(one.long > longest or one.fill < FULL for one in marks):
        return None
    if math.hypot(sum(one.x for one in marks), sum(one.y for one in marks)) > OFF_MIDDLE * count:
        return None
    return count if count == 1 or misfit(np.array([one[:2] for one in marks])) < MISFIT else None


def _bars(marks: Sequence[Mark]) -> int | None:
    """The Fudge face that `marks` make: a bar is −, a cross +; or None."""
    large = [one for one in marks if one.area > 0.03]
    if len(large) != 1 or math.hypot(large[0].x, large[0].y) > 0.16:
        return None
    if large[0].long > LONG:
        return -1
    return 1 if large[0].long < 1.35 and large[0].area > 0.05 else None
