"""Where the pips of a face may lie."""

from __future__ import annotations

import math

import numpy as np
import pytest

from croupier.vision.learned.judge.places import LAYOUTS, misfit
from croupier.vision.learned.top import Floats, rotation


def lying(count: int, turn: float = 0.0, wide: float = 0.25) -> Floats:
    """(count, 2): the pips of a face, its corners `wide` from the middle along both axes, somewhere and turned."""
    at = LAYOUTS[count]
    return np.stack([at.real, at.imag], axis=1) * wide @ rotation(math.radians(turn)).T + (0.1, -0.2)


@pytest.mark.parametrize("turn", [0, 10, 45, 90, 133])
@pytest.mark.parametrize("count", LAYOUTS)
def test_pips_at_their_places_fit_at_any_turn(count: int, turn: int) -> None:
    assert misfit(lying(count, turn)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_a_pip_off_its_place_misfits_by_its_way(count: int) -> None:
    moved = lying(count, 20)
    moved[-1] += (0.08, 0.05)
    assert 0.03 < misfit(moved) < 0.4


@pytest.mark.parametrize("wide", [0.1, 0.4])
def test_pips_too_narrow_or_too_wide_fit_nowhere(wide: float) -> None:
    assert misfit(lying(4, wide=wide)) == 1


def test_other_places_are_told_from_those_of_as_many_pips() -> None:
    row = np.stack([np.linspace(-0.35, 0.35, 4), np.zeros(4)], axis=1)
    assert misfit(row) > 0.5
