"""Pips that belong to no die that is read: a die that the finder passed over is told by its pips alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from croupier.vision.frame import Image
from croupier.vision.learned.judge.places import misfit
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Floats, Top, laid

EDGE_PX = 30.0
"""Dice are looked at at this edge."""
LEAST_EDGE_PX = 18.0
"""Where dice are so small even in the largest picture looked at, their pips cannot be told."""
LONGEST_PX = 960
BRUSH = 0.47
"""Side of the brush that a pip fits in and a face does not, in edges."""
LEAST_DEPTH = 24
"""Grey levels by which pips stand out."""
CUT = 0.5
"""Share of the depth of the dice's own pips at which others are cut out."""
SMALLEST, LARGEST = 0.008, 0.1
"""Areas of a pip, in areas of the face."""
LARGEST_PIP = 0.35
"""No part of a pip is farther from its middle than this, in edges."""
LONG = 1.7
"""A pip is not longer than this many times its width, once the table's slant is undone."""
ALIKE = 2.0
"""Areas of pips, the dice's own and the others', differ by less than this ratio."""
OWN = 0.5
"""Spots nearer than this to the middle of a die that is read, in edges, are its pips."""
AROUND = 1.15
"""Nearer than this to the middle of a die that is read, in edges, pips are its own or its sides'."""
FITS = 0.17
"""Pips of no die lie this near to legal places, as in `misfit`."""
FEWEST = 3
"""Two spots in a pair are seen on every second table."""
NEAREST, FARTHEST = 0.3, 0.95
"""The two pips of a face that are farthest apart are so far apart, in edges."""
SLACK = 0.08
"""How much farther from the middle between these two than they are the other pips of the face may lie, in edges."""
PATTERN = 400
"""So many pips that belong to no die are a pattern that would hide dice: it is told, not searched."""


def strays(picture: Halves, dice: Sequence[Top]) -> bool:
    """Whether somewhere in `picture` pips of a size with those of `dice` lie as on a face, and on none of `dice`, or
    are so many that nobody could tell."""
    if not dice:
        return False
    usual = sorted(dice, key=lambda die: die.edge)[len(dice) // 2]
    width, height = picture.size
    scale = min(EDGE_PX / usual.edge, LONGEST_PX / max(picture.size))
    edge = usual.edge * scale
    if edge < LEAST_EDGE_PX:
        return False
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    image, _ = picture.level(max(0, int(math.log2(1 / scale))))
    grey = np.asarray(cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size), np.uint8)
    side = 2 * round(BRUSH * edge / 2) + 1
    middles = (np.array([die.center for die in dice]) + 0.5) * np.divide(size, picture.size) - 0.5
    (a, b), (c, d) = laid(usual, 0.0)
    to_table = np.array([[d, -b], [-c, a]]) / (2 * scale * (a * d - b * c))
    elsewhere = _elsewhere(grey.shape, middles, edge)
    for operation in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        relief = np.asarray(cv2.morphologyEx(grey, operation, np.ones((side, side), np.uint8)), np.uint8)
        depth = _depth(relief, middles, edge)
        if depth < LEAST_DEPTH:
            continue
        _, mask = cv2.threshold(relief, CUT * depth, 1, cv2.THRESH_BINARY)
        if not cv2.countNonZero(cv2.bitwise_and(mask, elsewhere)):
            continue
        others = _like_pips(_spots(mask, edge), middles, edge)
        if len(others) >= PATTERN or _faces(others, to_table):
            return True
    return False


def _elsewhere(shape: tuple[int, ...], middles: Floats, edge: float) -> Image:
    """`shape`: 1 where a pip that is not on a die has some of it, 0 on the dice."""
    elsewhere = np.ones(shape, np.uint8)
    for x, y in np.rint(middles).astype(int).tolist():
        cv2.circle(elsewhere, (x, y), int((AROUND - LARGEST_PIP) * edge), 0, cv2.FILLED)
    return elsewhere


def _depth(relief: Image, middles: Floats, edge: float) -> float:
    """By how much the pips of the dice stand out: the median of the deepest relief on each."""
    half = max(1, round(0.4 * edge))
    deepest = []
    for x, y in np.rint(middles).astype(int).tolist():
        face = relief[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1].ravel()
        if face.size:
            rank = face.size - 1 - face.size * 3 // 100
            deepest.append(float(np.partition(face, rank)[rank]))
    return float(np.median(deepest or [0.0]))


def _like_pips(spots: Floats, middles: Floats, edge: float) -> Floats:
    """Those of `spots` that lie on no die, and are as large as the pips of those that are read."""
    if not len(spots):
        return spots
    away = np.hypot(*np.moveaxis(spots[:, None, :2] - middles[None], 2, 0)).min(axis=1) / edge
    usual = float(np.median(spots[away < OWN, 2])) if (away < OWN).any() else 0.0
    alike = (spots[:, 2] < ALIKE * usual) & (spots[:, 2] > usual / ALIKE)
    return np.asarray(spots[alike & (away > AROUND)])


def _spots(mask: cv2.typing.MatLike, edge: float) -> Floats:
    """Middle px and area, in faces, of each spot: (N, 3)."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rows = []
    for outline in outlines:
        n = cv2.contourArea(outline)
        area = (n + len(outline) / 2) / edge**2
        if n < 2 or not SMALLEST < area < LARGEST:
            continue
        m = cv2.moments(outline)
        xx, xy, yy = m["mu20"] / n, m["mu11"] / n, m["mu02"] / n
        root = math.hypot(xx - yy, 2 * xy)
        if xx + yy + root + 0.2 > LONG**2 * (xx + yy - root + 0.2):
            continue
        rows.append((m["m10"] / n, m["m01"] / n, area))
    return np.array(rows).reshape(-1, 3)


def _faces(spots: Floats, to_table: Floats) -> bool:
    """Whether some of `spots` lie as the pips of a face do."""
    points = spots[:, :2] @ to_table.T
    for n in range(len(points)):
        away = np.hypot(*(points - points[n]).T)
        around = np.flatnonzero(away < FARTHEST + SLACK)
        for m in around[(around > n) & (away[around] > NEAREST) & (away[around] < FARTHEST)].tolist():
            middle = (points[n] + points[m]) / 2
            group = around[np.hypot(*(points[around] - middle).T) < away[m] / 2 + SLACK]
            areas = spots[group, 2]
            if FEWEST <= len(group) <= 6 and areas.max() < ALIKE * areas.min() and misfit(points[group]) < FITS:
                return True
    return False
