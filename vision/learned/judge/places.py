"""Where the pips of a face may lie, at whatever turn."""

from __future__ import annotations

import numpy as np

from croupier.vision.learned.top import Floats

SPREAD = (0.22, 0.47)
"""Distance of the farthest pips from the middle, in edges."""
COMPLEX = np.array([1, 1j])
LAYOUTS = {
    2: np.array([1 + 1j, -1 - 1j]),
    3: np.array([1 + 1j, 0, -1 - 1j]),
    4: np.array([1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j]),
    5: np.array([1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j, 0]),
    6: np.array([1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j, 1j, -1j]),
}
"""The places of so many pips, x + yi."""
CORNERS = {2: 1, 3: 1, 4: 1, 5: 1, 6: 2}
"""Corners of each that a turn of it does not bring to where another one was."""
TURNED = {
    count: layout / layout[0] * (layout[0] / layout[np.abs(layout) > 1.2][: CORNERS[count]])[:, None]
    for count, layout in LAYOUTS.items()
}
"""(C, N): the places, the farthest 1 from the middle, turned so that one of its C corners lies at 1."""


def misfit(points: Floats) -> float:
    """How far two to six `points` (N, 2), in edges, are off the legal places of so many pips, wherever and at whatever
    turn these are: as a share of the farthest one's distance from the middle, and 1 where they lie too wide or narrow.
    """
    at = points @ COMPLEX
    at = at - at.mean()
    away = np.abs(at)
    farthest = float(away.max())
    if not SPREAD[0] < farthest < SPREAD[1]:
        return 1.0
    far = away > 0.8 * farthest
    ways, turned = at[far] / away[far], TURNED[len(at)]
    places = (ways[:, None, None] * turned).reshape(-1, 1, len(at))
    off = np.abs((at / farthest)[:, None] - places)
    worst = np.maximum(off.min(axis=2).max(axis=1), off.min(axis=1).max(axis=1))
    return float(worst.min(initial=1.0))
