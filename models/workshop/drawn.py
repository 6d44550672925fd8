"""Flat dice drawn with OpenCV, for tests of the reader: quick, exact and a little softened like a camera's picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image

Colour = tuple[int, int, int]
FELT: Colour = (60, 120, 50)
IVORY: Colour = (215, 228, 232)
INK: Colour = (25, 22, 24)
FINE = 4
"""Drawn this many times larger, then reduced."""

PLACES: dict[int, list[tuple[float, float]]] = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die to draw, or with the face 0 a plain square.

    Its face, middle and edge in pixels, turn in degrees, colours and the pips' size in edges.
    """

    face: int
    at: tuple[float, float]
    edge: float = 60
    turn: float = 0
    body: Colour = IVORY
    ink: Colour = INK
    pip: float = 0.19
    pitch: float = 0.26


def table(
    dice: Iterable[Drawn] = (), size: tuple[int, int] = (480, 360), ground: Colour = FELT, noise: float = 2.0
) -> Image:
    """A picture, `size` wide and high, of `dice` on a plain `ground`."""
    width, height = size
    image = np.full((height * FINE, width * FINE, 3), ground, np.uint8)
    for die in dice:
        _draw(image, die)
    soft = cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (3, 3), 0.7)
    grain = np.random.default_rng(7).normal(0, noise, soft.shape)
    picture: Image = np.clip(soft + grain, 0, 255).astype(np.uint8)
    return picture


def _draw(image: Image, die: Drawn) -> None:
    angle = np.radians(die.turn)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half, corner = die.edge / 2, 0.16 * die.edge
    inner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half - corner)
    rim = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 2 * np.pi, 33)]) * corner
    outline = cv2.convexHull(np.concatenate([p + rim for p in inner]).astype(np.float32)).reshape(-1, 2)
    cv2.fillPoly(image, [_fine(outline @ turn.T + die.at)], die.body, cv2.LINE_AA)
    for place in PLACES[die.face]:
        middle = _fine(turn @ (np.array(place) * die.pitch * die.edge) + die.at)
        cv2.circle(image, middle.tolist(), round(die.pip * die.edge * FINE / 2), die.ink, -1, cv2.LINE_AA)


def _fine(points: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    fine: npt.NDArray[np.int32] = np.rint(points * FINE).astype(np.int32)
    return fine
