"""Linear light → the 8-bit picture of a strange camera: lens, sensor, and what the phone made of it."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.scenes.stage.values import Film
from croupier.vision.frame import Image

Light = npt.NDArray[Any]

METERED = 0.3
"""The mean light that a metering camera aims at, as a share of white."""
BRIGHT = 0.9
"""Light above this share of white spills into its neighbourhood."""


def develop(light: Light, film: Film, size: tuple[int, int], rng: np.random.Generator) -> Image:
    """(H, W, 3) linear blue-green-red → 8-bit sRGB of `size`."""
    light = cv2.resize(light, size, interpolation=cv2.INTER_AREA) if film.stretch != 1 else light
    light = light * np.array(film.cast[::-1], np.float32)
    light = light * np.float32(film.exposure * (METERED / max(float(light.mean()), 1e-3)) ** film.meter)
    if film.defocus > 0.3:
        light = cv2.filter2D(light, -1, _disc(film.defocus))
    if film.motion[0] > 1:
        light = cv2.filter2D(light, -1, _stroke(*film.motion))
    if film.bloom:
        spilt = cv2.resize(
            np.minimum(np.maximum(light - BRIGHT, 0), 6), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA
        )
        spilt = cv2.GaussianBlur(spilt, (0, 0), 2.5) + 0.5 * cv2.GaussianBlur(spilt, (0, 0), 9)
        light = light + film.bloom * cv2.resize(spilt, size, interpolation=cv2.INTER_LINEAR)
    light = light * _falloff(film, size)[..., None]
    if film.shrink < 1:
        light = cv2.resize(light, None, fx=film.shrink, fy=film.shrink, interpolation=cv2.INTER_AREA)
    return _printed(_bent(light, film), film, size, rng)


def _bent(light: Light, film: Film) -> Light:
    """Linear light → 0…255: highlights bend above the shoulder, then the screen's curve and the phone's contrast."""
    knee = film.shoulder
    over = np.maximum(light - knee, 0)
    bent = np.minimum(light, knee)
    if knee < 1:
        bent = bent + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    level = np.clip(bent, 0, 1) ** np.float32(1 / 2.2)
    curved = level * level * (3 - 2 * level)
    return np.asarray(255 * (level + film.contrast * (curved - level)), np.float32)


def _printed(level: Light, film: Film, size: tuple[int, int], rng: np.random.Generator) -> Image:
    if film.bands:
        rows = np.sin(np.arange(level.shape[0]) * rng.uniform(0.01, 0.06) + rng.uniform(0, 6))
        level = level * (1 + film.bands * rows[:, None, None]).astype(np.float32)
    if film.noise:
        grain = rng.standard_normal(level.shape, np.float32)
        if rng.random() < 0.4:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 2.2
        level = level + film.noise * grain * (1.25 - level / 512)
    if film.sharpen:
        level = level + film.sharpen * (level - cv2.GaussianBlur(level, (0, 0), 1.2))
    picture = np.clip(np.round(level), 0, 255).astype(np.uint8)
    if film.jpeg:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, film.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    if film.shrink < 1:
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return picture


def _falloff(film: Film, size: tuple[int, int]) -> Light:
    x, y = np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    return np.asarray(1 / (1 + film.vignette * (x[None] ** 2 + y[:, None] ** 2)) ** 2, np.float32)


def _disc(radius: float) -> Light:
    """A lens's blur: a disc with a soft rim, adding up to 1."""
    reach = math.ceil(radius + 1)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _stroke(length: float, angle: float) -> Light:
    """A straight smear of that length in pixels, adding up to 1."""
    reach = math.ceil(length / 2) + 1
    stroke = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * reach):
        x, y = reach + step * math.cos(angle), reach + step * math.sin(angle)
        stroke[round(y), round(x)] += 1
    stroke = np.asarray(cv2.GaussianBlur(stroke, (0, 0), 0.6), np.float32)
    return np.asarray(stroke / stroke.sum(), np.float32)
