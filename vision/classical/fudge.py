"""Fudge dice: found, but not read. Their signs are no pips, so every one is a question."""

from __future__ import annotations

import numpy as np

from croupier.vision.classical.doubts import LEAST_OBJECT_PX, OBJECT_DEPTH
from croupier.vision.classical.spots import Spots
from croupier.vision.reading import Corners, Die

NOT_READ = "Fudge signs are not read yet: say what it shows"
SQUARE = 0.89
"""Half the edge of a square over the semi-axis of the ellipse with the same area."""


def find_fudge(spots: Spots) -> tuple[Die, ...]:
    """A die with no face for each compact thing that lies in no other."""
    things = np.flatnonzero((spots.depth > OBJECT_DEPTH) & (spots.diameter > LEAST_OBJECT_PX))
    found: list[int] = []
    for i in things[np.argsort(-spots.diameter[things])].tolist():
        near = np.linalg.norm(spots.centers[found] - spots.centers[i], axis=1) < 0.6 * spots.diameter[found]
        if not near.any():
            found.append(i)
    return tuple(Die("dF", None, _around(spots, i), 0.0, False, NOT_READ) for i in found)


def _around(spots: Spots, thing: int) -> Corners:
    x, y = spots.centers[thing].tolist()
    half = SQUARE * float(spots.diameter[thing]) / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
