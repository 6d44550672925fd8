"""The shape of a top face, and the crops in which it lies flat."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from croupier.vision.frame import Image
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Floats, Top, corners, fall, rotation, top_of

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)


def seen(edge: float, turn: float, slant: float, toward: float, middle: tuple[float, float] = (320, 240)) -> Floats:
    """Corners (4, 2) of a square of a table seen at `slant` degrees, leaning toward `toward` degrees."""
    plane = rotation(math.radians(toward)) @ np.diag([1, math.cos(math.radians(slant))])
    plane = plane @ rotation(-math.radians(toward))
    return np.asarray(SQUARE * edge / 2 @ rotation(math.radians(turn)).T @ plane.T + middle)


def same_corners(one: Floats, other: Floats) -> bool:
    return any(np.allclose(np.roll(one, k, axis=0), other, atol=1e-4) for k in range(4))


@pytest.mark.parametrize("turn", [0, 17, 45, 80])
@pytest.mark.parametrize(("slant", "toward"), [(0, 0), (30, 0), (45, 100), (60, 217)])
def test_a_face_keeps_its_corners_and_tells_its_slant(turn: int, slant: int, toward: int) -> None:
    shown = seen(50, turn, slant, toward)
    top = top_of(shown)
    assert same_corners(np.array(corners(top)), shown)
    assert math.degrees(top.slant) == pytest.approx(slant, abs=0.01)


def test_faces_of_one_table_are_stretched_alike_however_they_are_turned() -> None:
    stretches = [top_of(seen(40 + turn, turn, 50, 30)).stretch for turn in range(0, 90, 10)]
    assert np.ptp(np.array(stretches), axis=0) == pytest.approx([0, 0], abs=1e-6)


def test_corners_go_round_clockwise() -> None:
    (ax, ay), (bx, by), (cx, cy), _ = corners(Top((100, 100), 40, (0.3, -0.2), 0.4))
    assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0


def test_down_is_as_long_as_the_slant_says() -> None:
    assert fall(0) == 0
    assert fall(math.radians(45)) == pytest.approx(math.sqrt(0.5) / 0.5**0.25)


def four_quarters(shown: Floats) -> Image:
    """A face whose quarters are black, white, white and black, on grey."""
    image = np.full((480, 640, 3), 128, np.uint8)
    middle = shown.mean(axis=0)
    for n, shade in enumerate((0, 255, 0, 255)):
        a, b, c = shown[n], (shown[n] + shown[(n + 1) % 4]) / 2, (shown[n] + shown[n - 1]) / 2
        cv2.fillConvexPoly(image, np.rint([a, b, middle, c]).astype(np.int32), (shade, shade, shade))
    return image


@pytest.mark.parametrize("edge", [30, 100, 300])
@pytest.mark.parametrize("slant", [0, 50])
def test_a_crop_shows_the_face_as_a_square_of_the_same_size(edge: int, slant: int) -> None:
    shown = seen(edge, 0, slant, 0)
    near, wide = crops(Halves(four_quarters(shown)), top_of(shown))
    for crop, half in ((near, 20), (wide, 10)):
        grey = crop[:, :, 0].astype(int)
        assert (np.abs(grey[[2, 2, -3, -3], [2, -3, 2, -3]] - 128) < 12).all()
        at = 32 + np.array([-half // 2, half // 2])
        values = grey[np.ix_(at, at)]
        assert abs(values[0, 0] - values[1, 1]) < 30
        assert abs(values[0, 0] - values[0, 1]) > 200
        inside = np.abs(grey - 128) > 60
        assert inside.mean() == pytest.approx((2 * half / 64) ** 2, rel=0.25)


def test_a_crop_beyond_the_picture_goes_on_with_its_edge() -> None:
    image = np.full((40, 40, 3), 77, np.uint8)
    near, wide = crops(Halves(image), Top((1, 39), 30))
    assert (near == 77).all()
    assert (wide == 77).all()


def test_a_large_face_is_shrunk_without_aliasing() -> None:
    image = np.zeros((1200, 1200, 3), np.uint8)
    image[:, ::2] = 255
    near, _ = crops(Halves(image), Top((600, 600), 500))
    assert near.std() < 8
    assert abs(float(near.mean()) - 127) < 4


def test_a_picture_one_pixel_wide_has_no_halves() -> None:
    assert Halves(np.zeros((300, 1, 3), np.uint8)).level(5)[1] == 0
