"""Spots → candidate faces: groups of spots that lie as the pips of 1 to 6 do, seen from any side at any turn.

Four corner pips are two pairs with one middle, so they are found under any slant; a pip in that middle makes five, pips
half-way along two sides make six. Three is a pair with its middle, two a pair, one a spot: these say nothing of the
slant, and the outline of the die must confirm them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.vision.classical.spots import Floats, Spots

PITCH = 0.53
"""From a face's middle to its corner pips along an edge, in half edges; from catalogue and photographed dice."""
PITCH_OF_SIX = 0.47
"""The same between the two columns of a 6, which stand closer on some dice."""
PIP_OF_ONE = 0.25
"""Diameter of the pip of a 1, in edges: the outline, looked for from 0.62 to 1.65 times as far, tells the rest."""
NEAR, FAR = 1.25, 6.2
"""Distances of two pips of a face, in pip diameters."""
SIZES = 1.6
"""Largest ratio of two pips' diameters on a face."""
MIDDLE = 0.32
"""How far a middle may be off, in pip diameters."""
MOST_SPOTS = 400
MOST_PAIRS = 4000
"""Bounds on the work for a picture full of texture."""

Index = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Spots `pips` that may be the face `face`: its `center` (2,) px, `frame` (2, 2) half-edge vectors as columns, and
    `misfit`, the largest distance of a pip from its legal place in pip diameters."""

    face: int
    pips: tuple[int, ...]
    center: Floats
    frame: Floats
    misfit: float

    @property
    def edge(self) -> float:
        """Of the face, in px, as its pips tell it."""
        return 2 * math.sqrt(abs(float(np.linalg.det(self.frame))))


LEGAL: dict[int, Floats] = {
    1: np.array([[0.0, 0.0]]),
    2: np.array([[-1.0, -1.0], [1.0, 1.0]]),
    3: np.array([[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]),
    4: np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]),
    5: np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [0.0, 0.0]]),
    6: np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, 0.0], [1.0, 0.0]]),
}
"""Legal places of the pips of each face, in pitches from the middle."""


def find_candidates(spots: Spots) -> list[Candidate]:
    """Every group of `spots` that may be a face. Groups overlap: choosing between them needs the outline."""
    if len(spots) == 0:
        return []
    first, second = _pairs(spots)
    middle = (spots.centers[first] + spots.centers[second]) / 2
    half = (spots.centers[second] - spots.centers[first]) / 2
    size = (spots.diameter[first] + spots.diameter[second]) / 2
    candidates = [_face(spots, 1, (i,)) for i in range(min(len(spots), MOST_SPOTS))]
    for k in range(len(first)):
        a, b = int(first[k]), int(second[k])
        candidates.append(_face(spots, 2, (a, b)))
        between = _spot_at(spots, middle[k], a, MIDDLE * size[k])
        if between is not None:
            candidates.append(_face(spots, 3, (a, between, b)))
    candidates += _four_corners(spots, first, second, middle, half, size)
    return candidates


def _pairs(spots: Spots) -> tuple[Index, Index]:
    """Pairs of spots alike enough, and far enough apart, to be pips of one face."""
    n = min(len(spots), MOST_SPOTS)
    centers, diameter = spots.centers[:n], spots.diameter[:n]
    size = (diameter[:, None] + diameter[None, :]) / 2
    apart = np.linalg.norm(centers[:, None] - centers[None, :], axis=2)
    alike = (spots.dark[:n, None] == spots.dark[None, :n]) & _similar(diameter, SIZES)
    depth = np.minimum(spots.depth[:n, None], spots.depth[None, :n])
    for colour in (spots.ink[:n], spots.body[:n]):
        alike &= np.linalg.norm(colour[:, None] - colour[None, :], axis=2) / np.sqrt(3) < 0.6 * depth + 8
    alike &= (apart > NEAR * size) & (apart < FAR * size)
    first, second = np.nonzero(np.triu(alike, 1))
    if len(first) > MOST_PAIRS:
        best = np.argsort(first + second, kind="stable")[:MOST_PAIRS]
        first, second = first[best], second[best]
    return first, second


def _similar(values: Floats, ratio: float) -> npt.NDArray[np.bool_]:
    relation = values[:, None] / values[None, :]
    result: npt.NDArray[np.bool_] = (relation < ratio) & (relation > 1 / ratio)
    return result


def _spot_at(spots: Spots, point: Floats, like: int, within: float) -> int | None:
    """The spot at `point` that looks like spot `like`."""
    apart = np.linalg.norm(spots.centers - point, axis=1)
    ratio = spots.diameter / spots.diameter[like]
    fits = (apart < within) & (spots.dark == spots.dark[like]) & (ratio < SIZES) & (ratio > 1 / SIZES)
    if not fits.any():
        return None
    return int(np.argmin(np.where(fits, apart, np.inf)))


def _four_corners(
    spots: Spots, first: Index, second: Index, middle: Floats, half: Floats, size: Floats
) -> list[Candidate]:
    """Fours, fives and sixes: two pairs that share their middle."""
    if len(first) < 2:
        return []
    apart = np.linalg.norm(middle[:, None] - middle[None, :], axis=2)
    shared = np.triu(apart < MIDDLE * np.minimum(size[:, None], size[None, :]), 1)
    candidates = []
    for k, m in zip(*np.nonzero(shared), strict=True):
        p, q = half[k], half[m]
        if p @ q < 0:
            q = -q
        u, v = (p + q) / 2, (p - q) / 2
        long, short = max(np.hypot(*u), np.hypot(*v)), min(np.hypot(*u), np.hypot(*v))
        across = abs(u[0] * v[1] - u[1] * v[0]) / max(long * short, 1e-9)
        if long > 2.4 * short or across < 0.6 or short < 0.6 * size[k]:
            continue
        corners = (int(first[k]), int(second[k]), int(first[m]), int(second[m]))
        if len(set(corners)) < 4 or _unlike(spots, corners):
            continue
        within = MIDDLE * 1.3 * float(size[k])
        center = (middle[k] + middle[m]) / 2
        candidates.append(_cornered(spots, 4, corners, u, v))
        inner = _spot_at(spots, center, corners[0], within)
        if inner is not None:
            candidates.append(_cornered(spots, 5, (*corners, inner), u, v))
        for side, other in ((u, v), (v, u)):
            ends = [_spot_at(spots, center + sign * side, corners[0], within) for sign in (1, -1)]
            if None not in ends:
                pips = (*corners, *[e for e in ends if e is not None])
                candidates.append(_cornered(spots, 6, pips, side, other))
    return candidates


def _unlike(spots: Spots, pips: tuple[int, ...]) -> bool:
    sizes = spots.diameter[list(pips)]
    return bool(sizes.max() > SIZES * sizes.min())


def _face(spots: Spots, face: int, pips: tuple[int, ...]) -> Candidate:
    """Place a 1, 2 or 3 over its `pips`."""
    points = spots.centers[list(pips)]
    size = float(np.mean(spots.diameter[list(pips)]))
    if face == 1:
        shape = _slant(spots, pips)
        return Candidate(1, pips, points[0], shape * (size / PIP_OF_ONE / 2), 0.0)
    if face in (2, 3):
        ends = points[[0, -1]]
        p = (ends[1] - ends[0]) / 2
        shape = _slant(spots, pips)
        flat = np.linalg.solve(shape, p)
        turned = np.array([[flat[0] + flat[1], flat[0] - flat[1]], [flat[1] - flat[0], flat[0] + flat[1]]]) / 2
        frame = shape @ turned / PITCH
        center = ends.mean(axis=0)
        misfit = 0.0 if face == 2 else float(np.linalg.norm(points[1] - center)) / size
        return Candidate(face, pips, center, frame, misfit)
    raise ValueError(f"A {face} is placed by its corners.")


def _cornered(spots: Spots, face: int, pips: tuple[int, ...], u: Floats, v: Floats) -> Candidate:
    """Place a 4, 5 or 6 whose corner pips lie at ±u ± v; the extra pips of a 6 lie at ±u."""
    points = spots.centers[list(pips)]
    center = points.mean(axis=0)
    if u[0] * v[1] < u[1] * v[0]:
        v = -v
    pitch = np.stack([u, v], axis=1)
    off = np.linalg.norm((points - center)[:, None] - LEGAL[face] @ pitch.T, axis=2)
    misfit = float(off.min(axis=1).max() / spots.diameter[list(pips)].mean())
    reach = np.array([PITCH_OF_SIX if face == 6 else PITCH, PITCH])
    return Candidate(face, pips, center, pitch / reach, misfit)


def _slant(spots: Spots, pips: tuple[int, ...]) -> Floats:
    """The mean shape of `pips` as a matrix of determinant 1: the identity for round ones."""
    axes = spots.axes[list(pips)]
    shape = np.mean(axes @ np.swapaxes(axes, 1, 2), axis=0)
    values, vectors = np.linalg.eigh(shape)
    lengths = np.sqrt(np.maximum(values, 1e-9))
    if lengths[1] < 1.2 * lengths[0] or lengths[1] < 3.0:
        return np.eye(2)
    root: Floats = vectors @ np.diag(lengths / np.sqrt(lengths[0] * lengths[1])) @ vectors.T
    return root
