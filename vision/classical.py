"""Reading dice without a model: spots, the legal places of pips, and the outline of the die around them.

Three independent witnesses have to agree before a die is sure: the pips lie at legal places, the body around them is
plain and ends in a square of the right size, and nothing on the face is left over. Everything else is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from croupier.vision.frame import Image
from croupier.vision.outline import Outline, pyramid, trace
from croupier.vision.patterns import Candidate, find_candidates
from croupier.vision.reading import Corners, Die, Reading
from croupier.vision.spots import Floats, Spots, find_spots, resized

LARGEST_SIDE_PX = 1600
"""Larger pictures are read at this size: a die then still has 20 px or more."""
SURE = 0.9
"""A die is sure from this confidence on."""
FOUND = 0.3
"""Candidates below this are no dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A candidate with its outline and how well the two agree, 0…1."""

    candidate: Candidate
    outline: Outline
    worth: float
    why: str


class ClassicalReader:
    """The reader that needs no model."""

    def read(self, image: Image, kind: str = "auto") -> Reading:
        """Read the pip dice in `image`; see `Reader.read`."""
        scale = min(1.0, LARGEST_SIDE_PX / max(image.shape[:2]))
        if scale < 1:
            image = resized(image, scale)
        spots = find_spots(image)
        faces = find_faces(image, spots)
        dice = tuple(_die(face, 1 / scale) for face in faces)
        return Reading(dice, ())


def find_faces(image: Image, spots: Spots) -> list[Face]:
    """The faces that explain the spots best; no two share a place."""
    candidates = find_candidates(spots)
    outlines = trace(pyramid(image), spots, candidates)
    judged = [_judge(spots, c, o) for c, o in zip(candidates, outlines, strict=True)]
    judged = sorted((f for f in judged if f.worth > FOUND), key=lambda f: -f.worth - 0.02 * f.candidate.face)
    chosen: list[Face] = []
    for face in judged:
        if not any(_same_place(face, other) for other in chosen):
            chosen.append(face)
    return chosen


def _same_place(one: Face, other: Face) -> bool:
    if set(one.candidate.pips) & set(other.candidate.pips):
        return True
    return _within(one.outline.center, other.outline, 0.9) or _within(other.outline.center, one.outline, 0.9)


def _within(point: Floats, outline: Outline, reach: float) -> bool:
    return bool(np.abs(_local(point[None], outline)).max() < reach)


def _local(points: Floats, outline: Outline) -> Floats:
    """`points` (N, 2) in half edges of the face."""
    return np.linalg.solve(outline.frame, (points - outline.center).T).T.astype(np.float64)


def _judge(spots: Spots, candidate: Candidate, outline: Outline) -> Face:
    if abs(np.linalg.det(outline.frame)) < 1:
        return Face(candidate, outline, 0.0, "")
    pips = list(candidate.pips)
    size = spots.diameter[pips]
    edge = 2 * np.sqrt(abs(np.linalg.det(outline.frame)))
    checks: dict[str, float] = {}
    share = np.sort(outline.seen)
    checks["the die's outline is not clear"] = _rise(share.mean(), 0.35, 0.85) * _rise(share[0], -0.3, 0.5)
    sides = outline.sides / np.mean(outline.sides)
    checks["the die is seen from the side: look more from above"] = _rise(np.abs(sides - 1).max(), 0.45, 0.15)
    checks["the pips are an odd size"] = _rise(size.mean() / edge, 0.09, 0.13) * _rise(size.mean() / edge, 0.42, 0.30)
    places = _local(spots.centers[pips], outline)
    checks["the pips make no face"] = _rise(candidate.misfit, 0.45, 0.2) * _legal(candidate.face, places)
    checks["the pips differ in size"] = _rise(size.max() / size.min(), 1.6, 1.25)
    checks["the die's face is not plain"] = _rise(outline.even, 0.7, 0.95)
    checks["there is more on the face than its pips"] = 0.3 if _left_over(spots, candidate, outline) else 1.0
    worth = float(np.prod(list(checks.values())))
    why = min(checks, key=lambda name: checks[name])
    return Face(candidate, outline, worth, why)


def _legal(face: int, places: Floats) -> float:
    """1 when the pips lie at the places of `face` within the outline, falling to 0."""
    radius = np.abs(places).max(axis=1)
    if face == 1:
        return _rise(float(radius[0]), 0.4, 0.2)
    corners = np.abs(places[: 4 if face > 3 else 2 if face == 2 else 3])
    if face == 3:
        corners = corners[[0, 2]]
    off = np.abs(corners - 0.53).max()
    return _rise(float(off), 0.35, 0.2)


def _left_over(spots: Spots, candidate: Candidate, outline: Outline) -> bool:
    pips = list(candidate.pips)
    size, depth = spots.diameter[pips].mean(), spots.depth[pips].mean()
    ratio = spots.diameter / size
    same = (spots.dark == spots.dark[pips[0]]) & (ratio > 0.5) & (ratio < 1.8) & (spots.depth > 0.35 * depth)
    same[pips] = False
    if not same.any():
        return False
    return bool((np.abs(_local(spots.centers[same], outline)).max(axis=1) < 0.85).any())


def _rise(value: float, none: float, full: float) -> float:
    """0 at `none`, 1 at `full`, a straight line between."""
    return float(np.clip((value - none) / (full - none), 0.0, 1.0))


def _die(face: Face, scale: float) -> Die:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    points = (square @ face.outline.frame.T + face.outline.center) * scale
    corners: Corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)  # type: ignore[assignment]
    confidence = round(face.worth, 3)
    sure = confidence >= SURE
    return Die("d6", face.candidate.face, corners, confidence, sure, "" if sure else face.why)
