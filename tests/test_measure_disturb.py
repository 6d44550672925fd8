"""Disturbances: each does to a picture what its name says, and leaves the picture it was given alone."""

from __future__ import annotations

import numpy as np
import pytest

from croupier.models.workshop.drawn import Drawn, table
from croupier.models.workshop.measuring.disturb import DISTURBANCES, disturb
from croupier.vision.frame import Image


@pytest.fixture
def drawn() -> Image:
    return table([Drawn(5, (120, 90))], size=(240, 180))


@pytest.mark.parametrize("name", DISTURBANCES)
def test_a_disturbed_picture_is_a_new_one_of_the_same_kind(drawn: Image, name: str) -> None:
    before = drawn.copy()
    disturbed = disturb(drawn, name)
    assert np.array_equal(drawn, before)
    assert disturbed.dtype == np.uint8
    assert sorted(disturbed.shape) == sorted(drawn.shape)
    assert disturbed.flags.c_contiguous
    assert not np.array_equal(disturbed, drawn)


def test_an_unknown_disturbance_is_refused_with_those_there_are(drawn: Image) -> None:
    with pytest.raises(ValueError, match="turn90, turn180"):
        disturb(drawn, "earthquake")


def test_two_quarter_turns_are_a_half_turn_and_two_half_turns_are_none(drawn: Image) -> None:
    assert np.array_equal(disturb(disturb(drawn, "turn90"), "turn90"), disturb(drawn, "turn180"))
    assert np.array_equal(disturb(disturb(drawn, "turn180"), "turn180"), drawn)


def test_a_quarter_turn_is_clockwise(drawn: Image) -> None:
    turned = disturb(drawn, "turn90")
    assert np.array_equal(turned[0, -1], drawn[0, 0])


def test_a_swap_changes_red_for_blue_and_leaves_green(drawn: Image) -> None:
    swapped = disturb(drawn, "swap")
    assert np.array_equal(swapped[..., 0], drawn[..., 2])
    assert np.array_equal(swapped[..., 1], drawn[..., 1])


def test_flicker_is_bands_a_third_brighter_and_darker() -> None:
    bands = disturb(np.full((400, 6, 3), 100, np.uint8), "flicker")
    assert (bands == bands[:, :1]).all()
    assert (int(bands.min()), int(bands.max())) == (65, 135)
    assert disturb(np.full((400, 6, 3), 220, np.uint8), "flicker").max() == 255


def test_a_poor_jpeg_is_near_the_picture_and_not_the_same(drawn: Image) -> None:
    assert 0.5 < np.abs(disturb(drawn, "jpeg20").astype(int) - drawn).mean() < 12


def test_motion_smears_a_dot_over_eleven_pixels_of_its_row() -> None:
    dot = np.zeros((9, 41, 3), np.uint8)
    dot[4, 20] = 220
    smeared = disturb(dot, "motion11")
    assert smeared[4, 15:26].min() == smeared[4, 15:26].max() == 20
    assert smeared.sum() == 3 * 11 * 20
