"""Reading dice without a model: spots, the legal places of pips, the outline of the die around them, and doubts."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import replace

import numpy as np

from croupier.vision.classical.doubts import CUT, cut_off, doubts, without_texture
from croupier.vision.classical.face import Face, one_explanation, weigh
from croupier.vision.classical.fudge import find_fudge
from croupier.vision.classical.outline import plain, trace
from croupier.vision.classical.patterns import Candidate, find_candidates
from croupier.vision.classical.sides import pyramid
from croupier.vision.classical.spots import Spots, find_spots
from croupier.vision.flicker import without_bands
from croupier.vision.frame import Image, resized
from croupier.vision.reading import Corners, Die, Reading, enlarged

LARGEST_SIDE_PX = 1600
"""Larger pictures are read at this size: a die then still has 20 px or more."""
WORST_MISFIT = 0.45
"""A pip this far from its legal place, in pip diameters, makes no face."""
SURE = 0.72
"""A face is sure from this worth on."""
RIGHT = [0.3, 0.5, 0.6, 0.72, 0.85, 1.0], [0.05, 0.2, 0.5, 0.9, 0.97, 0.995]
"""Worth of a face → how often such faces were right, in photographs from a dozen people."""
ODD_SIZE = 1.45
"""A doubtful face that is larger or smaller than the sure ones by this much is no die."""
SMALLEST_PIP = 0.12
"""Across, in edges of the die."""
ROUGHLY = 1.5
"""By this factor pips alone tell a die's size wrongly, at most."""
FOUND = 0.3
"""Candidates below this are no dice."""

SIDE = "it may be the side of a die: look more from above"
TEXTURE = "the table is full of spots like pips: use a plain ground"


class ClassicalReader:
    """The reader that needs no model. With `most_traced` it gives up a picture with more spots, or more groups of them
    that may be faces, than that: the time that it takes is bounded then."""

    def __init__(self, most_traced: int | None = None) -> None:
        self._most = most_traced

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        """Read the pip dice in `image`; see `Reader.read`. Fudge dice are found but not read."""
        whole = image
        if max(image.shape[:2]) > LARGEST_SIDE_PX:
            image = resized(image, LARGEST_SIDE_PX / max(image.shape[:2]))
        image = without_bands(image)
        if edge:
            edge *= max(image.shape[:2]) / max(whole.shape[:2])
        spots = find_spots(image, SMALLEST_PIP * edge / 2 if edge else 0.0)
        if kind == "dF":
            return Reading(find_fudge(spots.scaled(max(whole.shape[:2]) / max(image.shape[:2]))))
        if self._gives_up(spots):
            return Reading((), (TEXTURE,))
        candidates = [c for c in find_candidates(spots) if c.misfit < WORST_MISFIT]
        if edge:
            candidates = [c for c in candidates if edge / 2 / ROUGHLY < c.edge < edge * 2 * ROUGHLY]
        candidates = plain(image, spots, candidates)
        if self._gives_up(candidates):
            return Reading((), (TEXTURE,))
        faces = find_faces(image, spots, candidates)
        reasons = doubts(image, spots, faces, candidates)
        faces, patterned = without_texture(faces, spots)
        if patterned:
            reasons += (TEXTURE,)
        dice = []
        for face in faces:
            if cut_off(face, image.shape):
                face = replace(face, worth=min(face.worth, 0.5), why=CUT)
            dice.append(enlarged(_die(face), image, whole))
        return Reading(tuple(dice), reasons)

    def _gives_up(self, things: Sized) -> bool:
        return self._most is not None and len(things) > self._most


def find_faces(image: Image, spots: Spots, candidates: Sequence[Candidate]) -> list[Face]:
    """The faces that explain the spots best; no two share a place."""
    levels = pyramid(image)
    judged = []
    for candidate in candidates:
        outline = trace(levels, spots, candidate)
        if outline is not None:
            judged.append(weigh(spots, candidate, outline))
    judged = one_explanation([face for face in judged if face.worth > FOUND / 3])
    chosen: list[Face] = []
    for face in sorted(judged, key=lambda f: -f.worth - 0.02 * f.candidate.face):
        if face.worth > FOUND and not any(_same_place(face, other) for other in chosen):
            chosen.append(face)
    return _tops(chosen)


def _tops(faces: Sequence[Face]) -> list[Face]:
    """`faces` without the sides of dice and without what cannot be a die beside the sure ones."""
    sure = [face.edge for face in faces if face.worth >= SURE]
    usual = float(np.median(sure)) if sure else 0.0
    kept = []
    for face in faces:
        beside = [f for f in faces if f.worth > face.worth and f.away(face.outline.center[None])[0] < 2.2]
        if any(face.edge < 0.87 * other.edge for other in beside):
            continue
        if sure and face.worth < SURE and not usual / ODD_SIZE < face.edge < ODD_SIZE * usual:
            continue
        if beside and face.lengths[1] > 1.25 * face.lengths[0]:
            face = replace(face, worth=min(face.worth, 0.5), why=SIDE)
        kept.append(face)
    return kept


def _same_place(one: Face, other: Face) -> bool:
    if set(one.candidate.pips) & set(other.candidate.pips):
        return True
    centers = one.outline.center[None], other.outline.center[None]
    return bool(other.away(centers[0])[0] < 0.9 or one.away(centers[1])[0] < 0.9)


def _die(face: Face) -> Die:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    points = square @ face.outline.frame.T + face.outline.center
    corners: Corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)  # type: ignore[assignment]
    confidence = round(float(np.interp(face.worth, *RIGHT)), 3)
    sure = face.worth >= SURE
    return Die("d6", face.candidate.face, corners, confidence, sure, "" if sure else face.why)
