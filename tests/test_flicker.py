"""Bands of a flickering lamp are taken out of a picture, and nothing else is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from croupier.models.workshop.drawn import Drawn, table
from croupier.vision.flicker import without_bands
from croupier.vision.frame import Image

DICE = [Drawn(face, (80 + 160 * ((face - 1) % 3), 100 + 160 * ((face - 1) // 3)), 60) for face in range(1, 7)]


def grainy(image: Image) -> Image:
    """As a camera sees it: no picture is quite plain."""
    noise = np.random.default_rng(1).normal(0, 4, image.shape)
    return np.asarray(np.clip(0.7 * image + noise, 0, 255), np.uint8)


def banded(image: Image, bands: float, strength: float) -> Image:
    rows = np.linspace(0, 2 * np.pi * bands, len(image), endpoint=False)
    gain = 1 + strength * np.sin(rows + 0.7)[:, None, None]
    return np.asarray(np.clip(np.rint(image * gain), 0, 255), np.uint8)


PICTURE = grainy(table(DICE, (480, 360)))


@pytest.mark.parametrize("bands", [3.5, 4.0, 9.3, 20.0])
@pytest.mark.parametrize("strength", [0.2, 0.35])
def test_bands_of_any_width_are_taken_out(bands: float, strength: float) -> None:
    seen = banded(PICTURE, bands, strength)
    before = np.abs(seen.astype(float) - PICTURE).mean()
    after = np.abs(without_bands(seen).astype(float) - PICTURE).mean()
    assert after < 0.4 * before


@pytest.mark.parametrize("picture", [
    PICTURE,
    np.ascontiguousarray(np.rot90(banded(PICTURE, 4, 0.35))),
    banded(PICTURE, 4, 0.05),
    banded(PICTURE, 1, 0.35),
    np.full((300, 400, 3), 128, np.uint8),
    np.zeros((300, 400, 3), np.uint8),
    cv2.resize(PICTURE, (40, 5)),
    PICTURE[:1, :1],
], ids=["no bands", "bands across", "faint bands", "one side lit", "grey", "black", "small", "a pixel"])  # fmt: skip
def test_a_picture_without_bands_stays_as_it_is(picture: Image) -> None:
    assert without_bands(picture) is picture


def test_rows_of_dice_are_no_bands() -> None:
    rows = [Drawn(5, (40 + 61 * (n % 10), 40 + 61 * (n // 10)), 40) for n in range(80)]
    picture = grainy(table(rows, (630, 510)))
    assert without_bands(picture) is picture
