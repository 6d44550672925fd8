"""The outline of a die around a candidate face, looked for on the flattened face.

Each candidate is flattened by its own frame, its pips are painted over in the body's colour, and the four sides are
where the patch changes along a straight line. One rule serves every size, turn and slant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from croupier.vision.classical.patterns import PITCH, PITCH_OF_SIX, Candidate
from croupier.vision.classical.sides import GRID, PATCH_PX, PX, REACH, Patch, flatten, four_sides, strongest
from croupier.vision.classical.spots import Floats, Spots
from croupier.vision.frame import Image

TURNS = np.radians([-8.0, -4.0, 4.0, 8.0])
"""A face may lie turned this much from what its pips foretell."""
COARSE_TURNS_OF_ONE = np.radians([-30.0, 0.0, 30.0])
FINE_TURNS_OF_ONE = np.radians([-15.0, -10.0, -5.0, 5.0, 10.0, 15.0])
"""One pip foretells nothing."""
HOPELESS = 0.2
"""Below this an outline is not worth turning."""
PLAIN = 0.8
"""The face is expected to be plain up to here, in half edges."""
PLAIN_SHARE = 0.75
"""Share of PLAIN_PLACES that must have the body's colour for a closer look."""

CIRCLE = np.stack([np.cos(np.arange(16) * np.pi / 8), np.sin(np.arange(16) * np.pi / 8)])
PLAIN_PLACES = np.array(
    [(x, y) for x in (-0.75, -0.25, 0.0, 0.25, 0.75) for y in (-0.75, -0.25, 0.0, 0.25, 0.75) if (x, y) != (0, 0)]
).T
_CORNERS = [(PITCH, PITCH), (-PITCH, PITCH), (PITCH, -PITCH), (-PITCH, -PITCH)]
_SIDES = [(PITCH_OF_SIX, 0.0), (-PITCH_OF_SIX, 0.0), (0.0, PITCH_OF_SIX), (0.0, -PITCH_OF_SIX)]
_MIDDLE = [(0.0, 0.0)]
EMPTY_PLACES = {1: _CORNERS, 2: _MIDDLE + _CORNERS[1:3], 3: _CORNERS[1:3], 4: _MIDDLE + _SIDES, 5: [], 6: _MIDDLE}
"""Places where other faces have a pip and this one has none, in half edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The four sides of a die's top face.

    `center` (2,) px and `frame` (2, 2) half-edge vectors as the outline corrects them; `sides` (4,) distance of the
    right, lower, left and upper side in the candidate's half edges; `seen` (4,) share of each side that was seen;
    `even` share of the face that has the body's colour; `step` grey levels at the weakest side; `stray`, the largest
    share of a pip's depth found at a place where another face has a pip and this one has none.
    """

    center: Floats
    frame: Floats
    sides: Floats
    seen: Floats
    even: float
    step: float
    stray: float


def trace(levels: Sequence[Image], spots: Spots, candidate: Candidate) -> Outline | None:
    """The outline around `candidate` in the picture whose `pyramid` is `levels`; None where there plainly is none."""
    one, ink = candidate.face == 1, _ink(spots, candidate)
    looks = [_look_at(levels, candidate, ink, turn) for turn in (COARSE_TURNS_OF_ONE if one else (0.0,))]
    best = max(looks, key=lambda look: look.worth)
    if best.worth < HOPELESS:
        return None
    turns = best.turn + (FINE_TURNS_OF_ONE if one else TURNS)
    looks = [_look_at(levels, candidate, ink, turn) for turn in turns.tolist()]
    best = max([best, *looks], key=lambda look: look.worth)
    return _outline(candidate, ink, best)


def plain(image: Image, spots: Spots, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates whose face is plain around the pips: a cheap look that spares tracing most false ones."""
    if not candidates:
        return []
    pips = [list(c.pips) for c in candidates]
    centers = np.array([c.center for c in candidates])
    frames = np.array([c.frame for c in candidates])
    points = centers[:, :, None] + frames @ PLAIN_PLACES
    x = np.clip(np.rint(points[:, 0]), 0, image.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(points[:, 1]), 0, image.shape[0] - 1).astype(np.intp)
    seen = image[y, x].astype(np.float64)
    body = np.array([np.median(spots.body[p], axis=0) for p in pips])
    depth = np.array([spots.depth[p].mean() for p in pips])
    off = np.linalg.norm(seen - body[:, None], axis=2) / np.sqrt(3)
    even = off < np.maximum(0.3 * depth, 8.0)[:, None]
    for k, candidate in enumerate(candidates):
        for pip in candidate.pips:
            even[k] |= ((points[k] - spots.centers[pip][:, None]) ** 2).sum(axis=0) < spots.diameter[pip] ** 2
    share = even.mean(axis=1)
    return [c for c, s in zip(candidates, share, strict=True) if s >= PLAIN_SHARE]


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The candidate flattened at one turn (radians), its pips painted over, and the four sides seen there."""

    turn: float
    frame: Floats
    patch: Patch
    sides: Floats
    seen: Floats
    steps: Floats
    worth: float


@dataclass(frozen=True, slots=True, eq=False)
class _Ink:
    """A candidate's pips: the colour (3,) of the body around them, how much they differ from it, in grey levels, and
    points (pips, 2, 16) on their rims and a little beyond, in px from the candidate's middle."""

    body: Floats
    depth: float
    rims: Floats


def _ink(spots: Spots, candidate: Candidate) -> _Ink:
    pips = list(candidate.pips)
    beyond = 1.3 + 1.4 / spots.diameter[pips]
    rims = spots.axes[pips] @ CIRCLE * beyond[:, None, None] + (spots.centers[pips] - candidate.center)[:, :, None]
    return _Ink(np.median(spots.body[pips], axis=0), float(np.mean(spots.depth[pips])), rims)


def _look_at(levels: Sequence[Image], candidate: Candidate, ink: _Ink, turn: float) -> _Look:
    frame = candidate.frame @ _turn(turn)
    patch = flatten(levels, candidate.center, frame)
    _paint_over(patch, np.linalg.inv(frame) @ ink.rims, ink.body)
    sides, seen, steps = four_sides(patch, ink.depth, candidate.face == 1)
    # The pips foretell how the face lies, except a lone one.
    unexpected = 0.0 if candidate.face == 1 else 0.1 * abs(turn)
    worth = float(seen.mean() - 0.3 * (sides.max() / sides.min() - 1) - unexpected)
    return _Look(turn, frame, patch, sides, seen, steps, worth)


def _outline(candidate: Candidate, ink: _Ink, look: _Look) -> Outline:
    right, lower, left, upper = look.sides
    middle, reach = np.array([right - left, lower - upper]) / 2, np.array([right + left, lower + upper]) / 2
    off = strongest(cv2.absdiff(look.patch, np.full_like(look.patch, ink.body.astype(np.uint8))))
    inside = (np.abs(GRID - middle[:, None, None]) < PLAIN * reach[:, None, None]).all(axis=0)
    return Outline(
        center=candidate.center + look.frame @ middle,
        frame=look.frame * reach,
        sides=look.sides,
        seen=look.seen,
        even=float(np.mean(off[inside] < max(0.4 * ink.depth, 12.0))),
        step=float(look.steps.min()),
        stray=_stray(off, np.array(EMPTY_PLACES[candidate.face]).reshape(-1, 2) * reach + middle) / ink.depth,
    )


def _stray(off: Patch, places: Floats) -> float:
    """The largest mean difference from the body at `places`."""
    worst = 0.0
    for x, y in np.clip(np.rint((places + REACH) / PX - 0.5).astype(int), 1, PATCH_PX - 2).tolist():
        worst = max(worst, float(off[y - 1 : y + 2, x - 1 : x + 2].mean()))
    return worst


def _turn(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _paint_over(patch: Patch, rims: Floats, body: Floats) -> None:
    """Paint what lies within `rims` (pips, 2, 16), in half edges from the middle, in the body's colour."""
    points, colour = np.rint((rims + REACH) / PX - 0.5).swapaxes(1, 2).astype(np.int32), body.tolist()
    for rim in points:
        cv2.fillConvexPoly(patch, rim, colour)
