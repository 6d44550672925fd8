"""Table tops with no figures on them: woven, grown, plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from croupier.models.workshop.studio.surfaces import SIZE, Plane, clouds
from croupier.vision.frame import Image

STRONG = 0.3
"""The share of colours that may be as strong as colours get."""


def colored(rng: np.random.Generator, low: float = 0.0, high: float = 1.0, strength: float = 1.0) -> Plane:
    """(3,) any colour, 0…255, with its value between `low` and `high` and at most that strongly coloured."""
    hue, value = rng.uniform(0, 180), rng.uniform(low, high)
    # Weak colours are more frequent than strong ones, on tables as on prints.
    strength *= 1.0 if rng.random() < STRONG else 0.5
    hsv = np.array([[[hue, 255 * strength * rng.uniform(0, 1), 255 * value]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], float)


def fine(rng: np.random.Generator, blur: float = 0.8) -> Plane:
    """(SIZE, SIZE) noise of strength 1 that tiles."""
    wrapped = np.pad(rng.standard_normal((SIZE, SIZE), np.float32), 8, mode="wrap")
    noise = cv2.GaussianBlur(wrapped, (0, 0), blur)[8:-8, 8:-8]
    return np.asarray(noise / noise.std(), float)


def mixed(share: Plane, first: Plane, second: Plane) -> Plane:
    """(SIZE, SIZE, 3): from the first colour to the second."""
    return np.asarray(first + (second - first) * share[..., None])


def finished(plane: Plane) -> Image:
    """8-bit."""
    return np.clip(plane, 0, 255).astype(np.uint8)


def _felt(rng: np.random.Generator) -> Image:
    fibers = rng.uniform(0.02, 0.1) * fine(rng) + rng.uniform(0, 0.07) * fine(rng, 2.2)
    return finished(colored(rng, 0.08, 0.85) * (1 + fibers + 0.16 * (clouds(rng, layers=4) - 0.5))[..., None])


def _wood(rng: np.random.Generator) -> Image:
    dark = np.array([40.0, 66, 100]) * rng.uniform(0.5, 1.9) + rng.normal(0, 8, 3)
    light = dark * rng.uniform(1.1, 1.7) + rng.uniform(5, 30)
    across = np.linspace(0, 2 * np.pi, SIZE, endpoint=False)[:, None]
    rings = 0.5 + 0.5 * np.sin(rng.integers(2, 12) * across + rng.uniform(3, 14) * clouds(rng, 1, 3, 4))
    image = mixed(np.clip(0.45 * rings + 0.55 * clouds(rng, 2, 60, 4), 0, 1), dark, light)
    for _ in range(int(rng.integers(0, 3))):
        x, y, size = *rng.integers(100, SIZE - 100, 2), int(rng.integers(12, 40))
        cv2.ellipse(image, (int(x), int(y)), (size * 2, size), 0, 0, 360, (dark * 0.6).tolist(), -1)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), float)
    planks = int(rng.choice([0, 0, 3, 5, 8]))
    for plank in range(planks):
        band = slice(plank * SIZE // planks, (plank + 1) * SIZE // planks)
        image[band] = np.roll(image[band], int(rng.integers(SIZE)), axis=1) * rng.uniform(0.8, 1.15)
        image[band][:4] *= 0.4
    return finished(image * (1 + 0.03 * fine(rng, 0.7)[..., None]))


def _cloth(rng: np.random.Generator) -> Image:
    step = int(rng.choice([8, 16, 32]))
    thread = np.sin(np.arange(SIZE) * 2 * np.pi / step)
    weave = 0.5 + 0.25 * thread[None] * np.sign(thread[:, None] + 0.01) + 0.25 * thread[:, None]
    depth = rng.uniform(0.1, 0.45)
    return finished(colored(rng, 0.15, 0.95) * (1 - depth + depth * weave + 0.05 * fine(rng))[..., None])


def _stripes(rng: np.random.Generator) -> Image:
    """Tartan, napkins, tea towels."""
    image = np.tile(colored(rng, 0.3, 1.0), (SIZE, SIZE, 1)).astype(float)
    for _ in range(int(rng.integers(1, 5))):
        color, at, wide = colored(rng), int(rng.integers(0, 230)), int(rng.integers(6, 110))
        for start in range(at, SIZE, 256):
            image[start : start + wide] = 0.5 * image[start : start + wide] + 0.5 * color
            if rng.random() < 0.8:
                image[:, start : start + wide] = 0.5 * image[:, start : start + wide] + 0.5 * color
    return finished(image * (1 + 0.04 * fine(rng)[..., None]))


def _leather(rng: np.random.Generator) -> Image:
    """Grained hide, as trays are lined with."""
    seeds = (rng.random((SIZE, SIZE)) > 0.9965).astype(np.uint8)
    far = cv2.distanceTransform(1 - seeds, cv2.DIST_L2, 5)
    grain = np.clip(far / 12, 0, 1)
    color = colored(rng, 0.1, 0.6, 0.8)
    return finished(color * (1.12 - 0.35 * grain + 0.02 * fine(rng) + 0.15 * (clouds(rng, layers=4) - 0.5))[..., None])


def _carpet(rng: np.random.Generator) -> Image:
    loops = np.clip(0.5 + 0.32 * fine(rng, rng.uniform(2.5, 6)), 0, 1)
    first, second = colored(rng, 0.2, 0.8, 0.6), colored(rng, 0.2, 0.8, 0.6)
    share = (clouds(rng, 8, 8, 3) > 0.5).astype(float) if rng.random() < 0.4 else clouds(rng, layers=3)
    return finished(mixed(share, first, second) * (0.45 + 0.75 * loops)[..., None])


def _cardboard(rng: np.random.Generator) -> Image:
    color = np.array([120.0, 160, 190]) * rng.uniform(0.7, 1.15)
    ribs = 0.02 * np.sin(np.arange(SIZE) * 2 * np.pi / 16)[:, None]
    return finished(color * (1 + ribs + 0.025 * fine(rng) + 0.1 * (clouds(rng) - 0.5))[..., None])


def _stone(rng: np.random.Generator) -> Image:
    veins = np.sqrt(np.abs(clouds(rng, layers=7) - 0.5) * 2)
    dark = colored(rng, 0.05, 0.8, 0.25)
    return finished(mixed(veins, dark, np.clip(dark + rng.uniform(20, 90), 0, 250)) + 3 * fine(rng)[..., None])


def _terrazzo(rng: np.random.Generator) -> Image:
    """Chips in a plain ground: worktops, gravel, granite."""
    image = np.tile(colored(rng, 0.3, 1.0, 0.3), (SIZE, SIZE, 1)).astype(float)
    largest = rng.uniform(4, 30)
    for _ in range(900):
        x, y = rng.integers(0, SIZE, 2)
        axes = tuple(int(a) for a in rng.uniform(1, largest, 2))
        cv2.ellipse(
            image, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360, colored(rng, 0, 1, 0.5).tolist(), -1
        )
    return finished(image)


def _plain(rng: np.random.Generator) -> Image:
    """Paper, painted board, plastic: one colour, barely uneven; mostly near white, grey or black."""
    color = (
        colored(rng, *(0.0, 1.0)) if rng.random() < 0.4 else np.full(3, rng.choice([250, 240, 225, 128, 40, 22, 12]))
    )
    uneven = rng.uniform(0.0, 0.1) * (clouds(rng) - 0.5) + rng.uniform(0, 0.02) * fine(rng)
    return finished(color * (1 + uneven)[..., None])


def _sheet(rng: np.random.Generator) -> Image:
    """White, for a table that is tinted in any colour."""
    return finished(np.full(3, 250.0) * (1 + rng.uniform(0, 0.08) * (clouds(rng) - 1) + 0.01 * fine(rng))[..., None])


def _towel(rng: np.random.Generator) -> Image:
    """Paper towel or quilted cloth: embossed."""
    x, y = np.meshgrid(np.arange(SIZE), np.arange(SIZE))
    step = 2 * np.pi * int(rng.integers(8, 40)) / SIZE
    dents = np.sin(x * step + y * step) * np.sin(x * step - y * step)
    return finished(colored(rng, 0.5, 1.0, 0.4) * (1 + 0.09 * dents + 0.03 * fine(rng, 1.5))[..., None])


DRAWERS: Mapping[str, Callable[[np.random.Generator], Image]] = {
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "stripes": _stripes,
    "leather": _leather,
    "carpet": _carpet,
    "cardboard": _cardboard,
    "stone": _stone,
    "terrazzo": _terrazzo,
    "bare": _plain,
    "sheet": _sheet,
    "towel": _towel,
}
"""Each draws one tile (SIZE, SIZE, 3)."""
