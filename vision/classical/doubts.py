"""What speaks against trusting a whole picture: pips that no die explains, things that may be dice, bad light.

A missed die is as wrong as a misread one, so whatever might be a die and is not read makes the picture unsure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from croupier.vision.classical.face import Face
from croupier.vision.classical.light import blurred, too_dark
from croupier.vision.classical.patterns import Candidate
from croupier.vision.classical.spots import Spots
from croupier.vision.frame import Image

PIP_SIZES = 1.7
"""A spot within this ratio of the dice's pips may be a pip."""
DIE_SIZES = 1.35
"""Edges of the dice of one picture differ by no more than this."""
LEAST_OBJECT_PX = 13
"""Things smaller than this are crumbs, not dice."""
OBJECT_DEPTH = 22
"""A thing that may be a die stands out from the table by this many grey levels."""

LIKE_PIPS = 12
"""So many spots like a face's pips, all over the table, are a pattern."""
PIPS_AROUND = 3
"""More than this right around the face, as round and as large as its own, are a pattern too."""
MARKS = 9.0
"""A thing whose colour varies by this many grey levels has something on it."""
STEPS = np.linspace(-0.7, 0.7, 15)
INSIDE = np.array([(x, y) for x in STEPS for y in STEPS if x * x + y * y < 0.5]).T

DARK = "the picture is too dark: give more light"
BLUR = "the picture is blurred: keep the camera still and in focus, or give more light"
SIZES = "the dice seem to be of different sizes: look more from above, or lay out dice of one size"
STRAY = "there are pips that belong to no die that is read: lay the dice flat and apart, on a plain ground"
NO_OUTLINE = "there are pips, but no die's outline: use a plain ground of another colour than the dice"
UNREAD = "something on the table is not read: lay every die flat and apart, and take away what is no die"
CUT = "the die is cut off by the edge of the picture: slide it further in"

Bools = npt.NDArray[np.bool_]


def doubts(image: Image, spots: Spots, faces: Sequence[Face], candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Reasons in plain words; none when the picture can be trusted."""
    reasons = []
    if too_dark(image):
        reasons.append(DARK)
    if blurred(image, spots, faces):
        reasons.append(BLUR)
    if faces:
        edges = [face.edge for face in faces]
        if max(edges) > DIE_SIZES * min(edges):
            reasons.append(SIZES)
    free = _unexplained(spots, faces)
    if _pips_without_die(spots, faces, free):
        reasons.append(STRAY)
    elif not faces and _pattern_without_die(spots, candidates):
        reasons.append(NO_OUTLINE)
    if _things(image, spots, faces, free):
        reasons.append(UNREAD)
    return tuple(reasons)


def without_texture(faces: Sequence[Face], spots: Spots) -> tuple[list[Face], bool]:
    """The faces that stand out from a patterned table, and whether others did not."""
    kept = [face for face in faces if not _in_texture(face, spots, faces)]
    return kept, len(kept) < len(faces)


def _in_texture(face: Face, spots: Spots, faces: Sequence[Face]) -> bool:
    """Is the table full of spots like the pips of `face`?"""
    pips = list(face.candidate.pips)
    size, depth = spots.diameter[pips].mean(), spots.depth[pips].mean()
    like = _unexplained(spots, faces) & (spots.dark == spots.dark[pips[0]]) & (spots.depth > 0.5 * depth)
    like &= (spots.diameter < PIP_SIZES * size) & (spots.diameter > size / PIP_SIZES)
    around = like & (face.away(spots.centers) < 2.4) & (spots.diameter > 0.85 * size) & (spots.elongation < 1.25)
    for other in faces:
        like &= other.away(spots.centers) > 2.4
    return bool(like.sum() > LIKE_PIPS or around.sum() > PIPS_AROUND)


def cut_off(face: Face, shape: tuple[int, ...]) -> bool:
    """Does the die reach the edge of the picture?"""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 1.03
    corners = square @ face.outline.frame.T + face.outline.center
    return bool((corners < 1).any() or (corners > np.array([shape[1], shape[0]]) - 2).any())


def _unexplained(spots: Spots, faces: Sequence[Face]) -> Bools:
    """The spots that lie on no die."""
    free = np.ones(len(spots), bool)
    for face in faces:
        free &= face.away(spots.centers) > 1.0
        free[list(face.candidate.pips)] = False
    return free


def _pips_without_die(spots: Spots, faces: Sequence[Face], free: Bools) -> bool:
    """Is there a free spot that looks like the pips of a die that is read, and is not on that die's side?"""
    long = spots.elongation
    odd = free & (spots.fill > 0.88) & (long < 1.7) & (spots.ring > 0.6)
    for face in faces:
        # The sides of a die that is seen at a slant show their own pips, narrower and smaller.
        away, size = face.away(spots.centers), spots.diameter[list(face.candidate.pips)].mean()
        narrow = (long > 1.25) | (spots.diameter < 0.85 * size)
        odd &= ~((away < 2.4) & narrow)
    for face in faces:
        pips = list(face.candidate.pips)
        size, depth = spots.diameter[pips].mean(), spots.depth[pips].mean()
        like = odd & (spots.dark == spots.dark[pips[0]]) & (spots.depth > 0.5 * depth)
        like &= (spots.diameter < PIP_SIZES * size) & (spots.diameter > size / PIP_SIZES)
        like &= np.linalg.norm(spots.body - spots.body[pips].mean(axis=0), axis=1) / np.sqrt(3) < 0.4 * depth
        if like.any():
            return True
    return False


def _pattern_without_die(spots: Spots, candidates: Sequence[Candidate]) -> bool:
    for candidate in candidates:
        pips = list(candidate.pips)
        if candidate.face >= 3 and candidate.misfit < 0.25 and spots.depth[pips].min() > 30:
            return True
    return False


def _things(image: Image, spots: Spots, faces: Sequence[Face], free: Bools) -> bool:
    """Is there a compact thing of a die's size that is no die that is read, nor a die's shadow?"""
    things = free & (spots.depth > OBJECT_DEPTH) & (spots.fill > 0.85)
    if faces:
        edge = float(np.median([face.edge for face in faces]))
        things &= (spots.diameter > 0.7 * edge) & (spots.diameter < 2.0 * edge)
        for face in faces:
            away = face.away(spots.centers)
            things &= ~((away < 1.6) | (spots.dark & (away < 2.6)))
    else:
        things &= spots.diameter > LEAST_OBJECT_PX
    return any(_has_marks(image, spots, int(i)) for i in np.flatnonzero(things))


def _has_marks(image: Image, spots: Spots, thing: int) -> bool:
    """Is there anything on the thing? A plain one shows no pips."""
    points = (spots.axes[thing] @ INSIDE).T + spots.centers[thing]
    x = np.clip(np.rint(points[:, 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(points[:, 1]).astype(int), 0, image.shape[0] - 1)
    return bool(image[y, x].std(axis=0).max() > MARKS)
