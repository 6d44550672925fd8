"""Radiance → a camera's picture: lens, exposure, white balance, tone, noise, sharpening, 8 bits."""

from __future__ import annotations

import cv2
import numpy as np

from croupier.models.workshop.judge.grounds import Array, Radiance, Random
from croupier.vision.frame import Image

FIREFLY = 4.0
"""A pixel this many times brighter than its neighbourhood is a stray of the renderer."""
MIDDLE_GREY = 0.2


def develop(light: Radiance, rng: Random) -> Image:
    """(H, W, 3) linear red, green, blue → (H, W, 3) uint8 BGR as a camera with automatic exposure takes it."""
    light = without_fireflies(np.maximum(light, 0))
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.35, 0.9)).astype(np.float32)
    gain = MIDDLE_GREY / max(float(np.minimum(light, 4 * light.mean()).mean()), 1e-6)
    picture = light * gain * 2 ** rng.normal(0, 0.45) * np.exp(rng.normal(0, 0.05, 3))
    picture = picture * _vignette(light.shape[:2], rng.uniform(0, 0.35))[..., None]
    electrons = np.exp(rng.uniform(np.log(600), np.log(20_000)))
    noise = np.sqrt(np.minimum(picture, 1) / electrons + 1e-6) * rng.standard_normal(picture.shape)
    shoulder = rng.uniform(0.0, 0.35)
    picture = np.maximum(picture + cv2.GaussianBlur(noise, (0, 0), 0.5), 0)
    picture = picture * (1 + shoulder) / (1 + shoulder * picture)
    shown = np.clip(picture, 0, 1) ** (1 / rng.uniform(2.0, 2.4))
    soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
    shown = shown + rng.choice([0.0, 0.0, rng.uniform(0.2, 0.9)]) * (shown - soft)
    bgr: Image = np.rint(255 * np.clip(shown, 0, 1)).astype(np.uint8)[..., ::-1]
    return np.ascontiguousarray(bgr)


def without_fireflies(light: Radiance) -> Radiance:
    """The same, with lone pixels that outshine their neighbourhood brought down to it."""
    usual = np.dstack([cv2.medianBlur(np.ascontiguousarray(light[..., c]), 5) for c in range(3)])
    return np.asarray(np.minimum(light, FIREFLY * usual + 0.02 * light.mean()), np.float32)


def _vignette(size: tuple[int, ...], strength: float) -> Array:
    y, x = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]), indexing="ij")
    return np.asarray(1 - strength * (x**2 + y**2) / 2)
