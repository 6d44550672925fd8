"""Dice that the picture's edge cuts: where they are looked for, and that the reader asks about them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from croupier.vision.frame import Image
from croupier.vision.learned import LearnedReader
from croupier.vision.learned.find.border import cut_off
from croupier.vision.learned.find.decode import CELL_PX, EDGE, HEAT, PLACE, TURN, Maps
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.judge.doubts import CUT_DIE
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top
from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader

STILLS = Path(__file__).parent.parent / "samples" / "stills"
EDGE_PX = 60
SIZE = 400, 300
SURE_LOGIT, NO_LOGIT = 6.0, -9.0
LEAST_SQUARE = 0.65
"""Short sides of what the square finder finds, in long ones."""
SIDES = ("left", "top", "right", "bottom")


def square_finder(image: Image) -> Maps:
    """Finds light things that are about as high as wide."""
    maps = np.zeros((12, image.shape[0] // 4, image.shape[1] // 4), np.float32)
    maps[HEAT] = NO_LOGIT
    outlines, _ = cv2.findContours((image[:, :, 0] > 128).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for (x, y), (width, height), degrees in map(cv2.minAreaRect, outlines):
        if min(width, height) > LEAST_SQUARE * max(width, height):
            column, row = int(x / CELL_PX), int(y / CELL_PX)
            maps[HEAT, row, column] = SURE_LOGIT
            maps[EDGE, row, column] = np.log(np.sqrt(width * height) / CELL_PX)
            maps[TURN, row, column] = np.cos(np.radians(4 * degrees)), np.sin(np.radians(4 * degrees))
            maps[PLACE, row, column] = x / CELL_PX - column, y / CELL_PX - row
    return maps


def certain(picture: Halves, found: Sequence[Candidate]) -> list[float]:
    return [1.0] * len(found)


def seen(*squares: tuple[float, float], dice: Sequence[Top] = ()) -> float:
    """How much of a die is seen to be cut where squares, white on black, have these middles."""
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for x, y in squares:
        low, high = (np.rint((x + half, y + half)).astype(int).tolist() for half in (-EDGE_PX / 2, EDGE_PX / 2 - 1))
        cv2.rectangle(image, low, high, (255, 255, 255), -1)
    return cut_off(square_finder, certain, Halves(image), EDGE_PX, dice)


def middle(side: str, shown: float) -> tuple[float, float]:
    """Of a die at that side of the picture, of which so much is seen."""
    within = (shown - 0.5) * EDGE_PX
    width, height = SIZE
    return {
        "left": (within, 140),
        "top": (170, within),
        "right": (width - within, 140),
        "bottom": (170, height - within),
    }[side]


def test_no_die_is_cut_where_there_is_none() -> None:
    assert seen() == 0
    assert seen((200, 150)) == 0


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shown", [0.2, 0.25, 0.3, 0.45, 0.5, 0.6])
def test_a_die_that_any_side_cuts_is_seen_be_it_half_or_a_quarter(side: str, shown: float) -> None:
    assert seen(middle(side, shown)) > 0.7


@pytest.mark.parametrize("side", SIDES)
def test_a_die_that_lies_whole_at_the_edge_is_not_cut(side: str) -> None:
    assert seen(middle(side, 1.1)) == 0
    assert seen(middle(side, 1.6)) == 0


def test_a_die_that_a_corner_cuts_is_seen() -> None:
    assert seen((SIZE[0], SIZE[1])) > 0.7


@pytest.mark.parametrize("far", [25, 35])
def test_what_runs_slantwise_through_a_corner_is_no_die(far: int) -> None:
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.fillPoly(image, [np.array([[0, 0], [far, 0], [0, far]])], (255, 255, 255))
    assert cut_off(square_finder, certain, Halves(image), EDGE_PX) == 0


def test_beyond_a_die_that_is_read_whole_at_the_edge_there_is_no_other() -> None:
    sliver, beside = middle("right", 0.25), middle("right", 1.3)
    assert seen(sliver, dice=[Top((200, 140), EDGE_PX)]) > 0.7
    assert seen(sliver, dice=[Top(beside, EDGE_PX)]) == 0


def test_the_same_thing_at_both_looks_is_more_likely_a_die() -> None:
    def doubtful(picture: Halves, found: Sequence[Candidate]) -> list[float]:
        return [0.2] * len(found)

    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.rectangle(image, (0, 110), (round(0.4 * EDGE_PX) - 1, 169), (255, 255, 255), -1)
    both = cut_off(square_finder, doubtful, Halves(image), EDGE_PX)
    assert 0.25 < both < 0.4


@pytest.fixture(scope="module")
def reader() -> LearnedReader:
    opened = open_reader()
    assert isinstance(opened, LearnedReader)
    return opened


def test_beside_others_a_die_that_a_corner_cuts_is_asked_about(reader: LearnedReader) -> None:
    assert CUT_DIE in reader.read(load_picture(STILLS / "d6-6-1-cut.jpg")).why
