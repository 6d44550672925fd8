"""What the finder learns from: a square view of an example at a random scale and turn, and the maps it should give."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import Known
from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import CELL_PX, TILT
from croupier.vision.learned.find.plan import CLOSER_PX, LEAST_PX, MOST_PX
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import rotation, top_of

Array = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

SIDE = 256
"""Pixels across a view."""
IN_RANGE, TOO_LARGE = 0.74, 0.12
"""Shares of views with a die in range, and one too large, so that a pip is not taken for a die. The rest are small."""
UPRIGHT, QUARTER = 0.45, 0.3
"""Shares of views turned hardly at all, and by whole quarters. Where a camera leans, a die's front is below its top in
the picture: only a view that is mostly upright can teach that. The rest, turned as it likes, teaches not to need it."""
LEANS = 0.12
"""The spread, in radians, of views that are turned hardly at all."""
TOLD_TILT = TILT - 2
"""The map of the tilt among those told, which begin after heat and closer."""
BODY = 0.9
"""How far about its middle, in edges of its top, a die is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """`picture` (SIDE, SIDE, 3) uint8. `heat` and `closer` (G, G) wished maps, `heat_weight` and `closer_weight` say
    where they count; `told` (10, G, G) are the other maps, `told_weight` says where each is known."""

    picture: Image
    heat: Map
    heat_weight: Map
    closer: Map
    closer_weight: Map
    told: Map
    told_weight: Map


def view(image: Halves, dice: tuple[Known, ...], rng: np.random.Generator, disturb: Disturber) -> View:
    """A random view of `image`, in which all dice are known."""
    way, shift = _framing(image, dice, rng)
    picture = disturb(_look(image, way, shift, rng))
    grid = SIDE // CELL_PX
    cells_y, cells_x = np.mgrid[:grid, :grid].astype(np.float32)
    heat, heat_weight = np.zeros((grid, grid), np.float32), np.ones((grid, grid), np.float32)
    closer, closer_weight = np.zeros((grid, grid), np.float32), np.ones((grid, grid), np.float32)
    told, told_weight = np.zeros((10, grid, grid), np.float32), np.zeros((10, grid, grid), np.float32)
    grown = math.sqrt(abs(np.linalg.det(way)))
    for die in dice:
        middle = (way @ die.middle + shift) / CELL_PX
        edge_px = die.edge * grown
        edge = edge_px / CELL_PX
        if not (-edge < middle[0] < grid + edge and -edge < middle[1] < grid + edge):
            continue
        away = (cells_x + 0.5 - middle[0]) ** 2 + (cells_y + 0.5 - middle[1]) ** 2
        _look_closer(closer, closer_weight, away, edge_px, die.counts)
        if edge_px > MOST_PX * 1.35 or edge_px < LEAST_PX * 0.65:
            continue
        inside = min(middle[0], middle[1], grid - middle[0], grid - middle[1])
        # A die that the picture's edge cuts is to be found too, so that it can be asked about.
        if not die.counts or edge_px > MOST_PX * 1.08 or edge_px < LEAST_PX * 0.9 or inside <= 0:
            heat_weight[away < (0.6 * edge) ** 2] = 0
            continue
        column, row = int(middle[0]), int(middle[1])
        spread = max(0.7, edge * 0.12)
        around = (cells_x - column) ** 2 + (cells_y - row) ** 2
        heat = np.maximum(heat, np.exp(-around / (2 * spread * spread)))
        heat[row, column] = 1
        _tell(told, told_weight, die, way, middle, edge)
    heat[heat_weight == 0] = np.minimum(heat[heat_weight == 0], 0.99)
    return View(picture, heat, heat_weight, closer, closer_weight, told, told_weight)


def any_turn(rng: np.random.Generator) -> float:
    """Radians by which a picture is turned: mostly as a camera is held, now and then by quarters or at random."""
    draw = rng.random()
    if draw < UPRIGHT + QUARTER:
        return rng.normal(0, LEANS) + math.pi / 2 * (0 if draw < UPRIGHT else int(rng.integers(1, 4)))
    return rng.uniform(0, 2 * math.pi)


def _framing(image: Halves, dice: tuple[Known, ...], rng: np.random.Generator) -> tuple[Array, Array]:
    """The affine map, (2, 2) and (2,), from the picture to the view."""
    width, height = image.size
    die = dice[int(rng.integers(len(dice)))] if dice else None
    edge = die.edge if die else math.exp(rng.uniform(math.log(20), math.log(90)))
    draw = rng.random()
    if draw < IN_RANGE:
        low, high = LEAST_PX, MOST_PX
    elif draw < IN_RANGE + TOO_LARGE:
        low, high = MOST_PX, 230.0
    else:
        low, high = CLOSER_PX, LEAST_PX
    scale = math.exp(rng.uniform(math.log(low), math.log(high))) / edge
    angle, flip = any_turn(rng), rng.choice((-1.0, 1.0))
    stretch, shear = math.exp(rng.normal(0, 0.07)), rng.normal(0, 0.05)
    way = scale * rotation(angle) @ np.diag([flip * stretch, 1 / stretch]) @ np.array([[1, shear], [0, 1]])
    if die is not None and rng.random() < 0.85:
        middle = die.middle + rng.normal(0, 1, 2) * SIDE * 0.22 / scale
    else:
        middle = rng.uniform(0.05, 0.95, 2) * (width, height)
    return way, np.full(2, SIDE / 2) - way @ middle


def _look(picture: Halves, way: Array, shift: Array, rng: np.random.Generator) -> Image:
    scale = math.sqrt(abs(np.linalg.det(way)))
    # Warping alone would skip pixels where it shrinks much: start from the picture at about that size.
    image, level = picture.level(max(0, int(math.log2(1 / scale))))
    shift = shift + way @ np.full(2, (2**level - 1) / 2)
    way = way * 2**level
    border = cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REPLICATE
    color = tuple(float(v) for v in rng.integers(0, 256, 3))
    matrix = np.hstack([way, shift[:, None]])
    return np.asarray(cv2.warpAffine(image, matrix, (SIDE, SIDE), borderMode=border, borderValue=color), np.uint8)


def _look_closer(closer: Map, weight: Map, away: Map, edge_px: float, counts: bool) -> None:
    near = away < max(1.0, 0.5 * edge_px / CELL_PX) ** 2
    if counts and CLOSER_PX * 0.9 < edge_px < LEAST_PX * 1.02:
        closer[near] = 1
        # The ring about it may answer as it likes.
        weight[(away < max(2.5, edge_px / CELL_PX) ** 2) & (closer == 0)] = 0
    elif CLOSER_PX * 0.6 < edge_px < LEAST_PX * 1.4:
        weight[(away < max(2.5, edge_px / CELL_PX) ** 2) & (closer == 0)] = 0


def _tell(told: Map, weight: Map, die: Known, way: Array, middle: Array, edge: float) -> None:
    grid = told.shape[1]
    column, row = int(middle[0]), int(middle[1])
    rows = slice(max(0, row - 1), min(grid, row + 2))
    columns = slice(max(0, column - 1), min(grid, column + 2))
    y, x = np.mgrid[rows, columns]
    told[1, rows, columns], told[2, rows, columns] = middle[0] - x, middle[1] - y
    if die.top is None or die.down is None:
        # Photographs tell the place well enough, the edge roughly, and nothing of the shape.
        told[0, rows, columns] = math.log(edge)
        weight[0, rows, columns] = 0.15
        weight[1:3, rows, columns] = 0.5
        return
    down = way @ die.down / CELL_PX
    top = top_of(die.top @ way.T / CELL_PX, (float(down[0]), float(down[1])))
    told[0, rows, columns] = math.log(top.edge)
    turn = math.cos(4 * top.turn), math.sin(4 * top.turn)
    for number, value in enumerate((*top.stretch, *turn, *top.down), start=3):
        told[number, rows, columns] = value
    weight[:TOLD_TILT, rows, columns] = 1
    weight[5:7, rows, columns] = 0.5
    # Where a side is taken for the top the vectors above point anywhere; how slanted the view is, is plain even there.
    # A cocked die's own top tells nothing of it.
    if die.face is not None:
        y, x = np.mgrid[:grid, :grid]
        body = np.hypot(x - middle[0] - down[0] / 2, y - middle[1] - down[1] / 2) < BODY * edge
        told[TOLD_TILT, body], weight[TOLD_TILT, body] = die.face_up.slant, 1
