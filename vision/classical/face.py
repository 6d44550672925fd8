"""A candidate face weighed against its outline: how far three witnesses agree.

The pips lie at legal places, the body around them is plain and ends in a square of the right size, and nothing on the
face is left over. Each check gives 0…1; the worst one names the doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from croupier.vision.classical.outline import Outline
from croupier.vision.classical.patterns import PITCH, PITCH_OF_SIX, Candidate
from croupier.vision.classical.spots import Floats, Spots

RIVAL = 0.4
"""A group that takes in all pips of a smaller one wins when it is worth at least this share of it."""

WORDS: Mapping[str, str] = {
    "outline": "the die's outline is not clear: lay it apart, on a plainer ground",
    "slant": "the die is seen from the side: look more from above",
    "size": "the pips are an odd size: look more from above, or take away what is no die",
    "face": "the pips make no face: look more from above, or take away what is no die",
    "uneven": "the pips differ in size: look more from above, with light from all sides",
    "colour": "the pips differ in colour: give light from all sides",
    "plain": "the die's face is not plain: give light from all sides",
    "missed": "a pip may be missed: give more light",
    "more": "there is more on the face than its pips: give light from all sides",
}
TWO_WAYS = "the pips can be read in two ways: lay the dice apart"


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A candidate with its outline, how well they agree (`worth`, 0…1), and in words what speaks most against it."""

    candidate: Candidate
    outline: Outline
    worth: float
    why: str

    @property
    def edge(self) -> float:
        """Mean edge in pixels."""
        return float(2 * np.sqrt(abs(np.linalg.det(self.outline.frame))))

    @property
    def lengths(self) -> tuple[float, float]:
        """The shorter and the longer edge in pixels."""
        one, other = 2 * np.linalg.norm(self.outline.frame, axis=0)
        return float(min(one, other)), float(max(one, other))

    def local(self, points: Floats) -> Floats:
        """`points` (N, 2) px in half edges from the face's middle."""
        return (points - self.outline.center) @ np.linalg.inv(self.outline.frame).T

    def away(self, points: Floats) -> Floats:
        """(N,) how far `points` are from the middle along the farther axis: 1 is on the outline."""
        farthest: Floats = np.abs(self.local(points)).max(axis=1)
        return farthest


def weigh(spots: Spots, candidate: Candidate, outline: Outline) -> Face:
    """How well `candidate` and its `outline` agree."""
    face = Face(candidate, outline, 0.0, "the pips make no face")
    if face.edge < 4:
        return face
    pips = list(candidate.pips)
    size, depth = spots.diameter[pips], spots.depth[pips]
    right, lower, left, upper = outline.sides
    lean = max(abs(right - left) / (right + left), abs(lower - upper) / (lower + upper))
    short, long = face.lengths
    across = abs(float(np.linalg.det(outline.frame))) * 4 / (short * long)
    share = size.mean() / face.edge
    legal = _legal(candidate, face.local(spots.centers[pips]))
    checks = {
        "outline": rise(outline.seen.mean(), 0.35, 0.85) * rise(outline.seen.min(), -0.3, 0.5),
        "slant": rise(lean, 0.3, 0.13) * rise(long / short, 1.8, 1.35) * rise(across, 0.75, 0.9),
        "size": rise(share, 0.08, 0.12) * rise(share, 0.42, 0.36 if candidate.face == 1 else 0.3),
        "face": rise(candidate.misfit, 0.45, 0.22) * legal,
        "uneven": rise(size.max() / size.min(), 1.8, 1.4),
        "colour": rise(depth.min() / depth.max(), 0.35, 0.6),
        "plain": rise(outline.even, 0.7, 0.95),
        "missed": rise(outline.stray, 0.8, 0.4),
        "more": 0.3 if _left_over(spots, face) else 1.0,
    }
    why = WORDS[min(checks, key=lambda name: checks[name])]
    return Face(candidate, outline, float(np.prod(list(checks.values()))), why)


def one_explanation(faces: Sequence[Face]) -> list[Face]:
    """`faces` without those whose pips are all part of a better or equally good larger one.

    Four pips of a six make a four, two of a three a two. A larger group that is possible but worse leaves the smaller
    one in doubt: that is a question, not an answer.
    """
    groups = [frozenset(face.candidate.pips) for face in faces]
    kept = []
    for face, group in zip(faces, groups, strict=True):
        rivals = [f.worth for f, g in zip(faces, groups, strict=True) if group < g]
        rival = max(rivals, default=0.0)
        if rival > RIVAL * face.worth:
            continue
        if rival:
            face = replace(face, worth=min(face.worth, 0.6), why=TWO_WAYS)
        kept.append(face)
    return kept


def rise(value: float, none: float, full: float) -> float:
    """0 at `none`, 1 at `full`, a straight line between."""
    return float(np.clip((value - none) / (full - none), 0.0, 1.0))


def _legal(candidate: Candidate, places: Floats) -> float:
    """1 when the pips lie at legal places within the outline, falling to 0."""
    if candidate.face == 1:
        return rise(float(np.abs(places).max()), 0.4, 0.2)
    ends = np.abs(places[[0, -1]] if candidate.face < 4 else places[:4])
    off = np.abs(ends - PITCH)
    if candidate.face == 6:
        # Makers differ in how far apart the two columns stand.
        off[:, 0] = np.abs(ends[:, 0] - np.clip(ends[:, 0], 2 * PITCH_OF_SIX - PITCH, PITCH))
    return rise(float(off.max()), 0.45, 0.2)


def _left_over(spots: Spots, face: Face) -> bool:
    pips = list(face.candidate.pips)
    size, depth = spots.diameter[pips].mean(), spots.depth[pips].mean()
    ratio = spots.diameter / size
    same = (spots.dark == spots.dark[pips[0]]) & (ratio > 0.5) & (ratio < 1.8) & (spots.depth > 0.35 * depth)
    same[pips] = False
    if not same.any():
        return False
    away = face.away(spots.centers)
    # The side of the die may show its pips at the very edge, but narrow ones.
    whole = (spots.elongation < 1.25) & (ratio > 0.85)
    return bool((same & ((away < 0.85) | ((away < 1.0) & whole))).any())
