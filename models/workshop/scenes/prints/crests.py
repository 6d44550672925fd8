"""Small one-colour prints for dice: makers' logos and the digits, letters and words beside pips."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np

from croupier.vision.frame import Image

CELL = 96
"""Pixels across one of the 8 × 8 cells."""
LOGOS = 32
SMALL = 32

CELLS = {
    **{f"logo {number}": number for number in range(LOGOS)},
    **{f"small {number}": LOGOS + number for number in range(SMALL)},
}
"""The cell of every print."""


@cache
def crests() -> Image:
    """(8 · CELL, 8 · CELL, 1): all cells, rows from below, as textures count them."""
    sheet = np.zeros((8 * CELL, 8 * CELL, 1), np.uint8)
    for name, cell in CELLS.items():
        rng = np.random.default_rng(cell)
        drawn = _logo(rng) if name.startswith("logo") else _small(rng, cell - LOGOS)
        row, column = 7 - cell // 8, cell % 8
        sheet[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL, 0] = drawn
    return sheet


def _logo(rng: np.random.Generator) -> Image:
    """A mark that might stand on the 1 of a club's or a maker's dice."""
    cell = np.zeros((CELL, CELL), np.uint8)
    mid, far = (CELL // 2, CELL // 2), CELL * 0.4
    form = int(rng.integers(6))
    if form == 0:
        points = int(rng.integers(4, 9))
        angle = np.arange(2 * points) * math.pi / points
        size = np.where(np.arange(2 * points) % 2, far * rng.uniform(0.3, 0.6), far)
        star = np.column_stack([mid[0] + size * np.cos(angle), mid[1] + size * np.sin(angle)])
        cv2.fillPoly(cell, [star.astype(np.int32)], 255, cv2.LINE_AA)
    elif form == 1:
        for size in np.linspace(far, far * 0.2, int(rng.integers(2, 5))):
            cv2.circle(cell, mid, int(size), 255, int(rng.integers(3, 8)), cv2.LINE_AA)
    elif form == 2:
        letters = "".join(rng.choice(list("ABCDEGHKMNPRSTVWXZ"), int(rng.integers(1, 4))))
        _write(cell, letters, 3 if len(letters) > 1 else 6)
    elif form == 3:
        cv2.ellipse(cell, mid, (int(far), int(far * 0.8)), 0, 0, 360, 255, -1, cv2.LINE_AA)
        for side in (-1, 1):
            cv2.circle(cell, (int(mid[0] + side * far * 0.4), int(mid[1] - 4)), int(far * 0.22), 0, -1, cv2.LINE_AA)
        cv2.rectangle(cell, (mid[0] - 10, mid[1] + 12), (mid[0] + 10, mid[1] + 22), 0, -1)
    elif form == 4:
        turn = np.linspace(0, rng.uniform(2, 4) * 2 * math.pi, 120)
        size = far * turn / turn[-1]
        spiral = np.column_stack([mid[0] + size * np.cos(turn), mid[1] + size * np.sin(turn)])
        cv2.polylines(cell, [spiral.astype(np.int32)], False, 255, 6, cv2.LINE_AA)
    else:
        walk = np.cumsum(rng.normal(0, 11, (9, 2)), axis=0)
        walk = mid + far * walk / np.abs(walk).max()
        cv2.fillPoly(cell, [walk.astype(np.int32)], 255, cv2.LINE_AA)
    return cell


def _small(rng: np.random.Generator, number: int) -> Image:
    cell = np.zeros((CELL, CELL), np.uint8)
    if number < 10:
        _write(cell, str(number), 5)
    else:
        letters = list("abcdefghikmnoprstuvwxyz")
        _write(cell, "".join(rng.choice(letters, int(rng.integers(2, 6)))).title(), 2)
    return cell


def _write(cell: Image, text: str, thick: int) -> None:
    """The text, as large as it fits."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.0, thick)
    scale = min(0.86 * CELL / width, 0.7 * CELL / height)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    at = ((CELL - width) // 2, (CELL + height) // 2)
    cv2.putText(cell, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
