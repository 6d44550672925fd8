"""Table tops and prints as bitmaps that repeat seamlessly: cloth, wood, stone, leather, tiles, print, dots and more."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Bitmap = npt.NDArray[np.uint8]
Radiance = npt.NDArray[np.float32]
Random: TypeAlias = np.random.Generator
Rgb = tuple[float, float, float]

SIDE_PX = 768


def colour(rng: Random, light: tuple[float, float] = (0.05, 0.95), vivid: float = 0.8) -> Rgb:
    """Red, green, blue 0…1 as shown on a screen: any hue, lightness within `light`, saturation up to `vivid`."""
    return colorsys.hls_to_rgb(rng.random(), rng.uniform(*light), vivid * rng.random())


def ground(rng: Random) -> Bitmap:
    """(S, S, 3) uint8 RGB: a table top of any kind."""
    kinds = list(GROUNDS.values())
    return kinds[rng.integers(len(kinds))](rng)


def clouds(rng: Random, roughness: float = 1.0, stretch: tuple[float, float] = (1.0, 1.0)) -> Array:
    """(S, S) noise of mean 0 and spread 1 that repeats; a larger `roughness` is smoother, `stretch` draws it out."""
    y, x = np.meshgrid(np.fft.fftfreq(SIDE_PX), np.fft.rfftfreq(SIDE_PX), indexing="ij")
    far = np.hypot(x * stretch[0], y * stretch[1])
    far[0, 0] = np.inf
    spectrum = np.fft.rfft2(rng.standard_normal((SIDE_PX, SIDE_PX))) / far**roughness
    noise = np.fft.irfft2(spectrum, (SIDE_PX, SIDE_PX))
    return np.asarray(noise / noise.std())


def _between(one: Rgb, other: Rgb, share: Array) -> Bitmap:
    """Colours from `one` to `other` as `share` goes from 0 to 1."""
    share = np.clip(share, 0, 1)[..., None]
    return np.rint(255 * (np.array(one) * (1 - share) + np.array(other) * share)).astype(np.uint8)


def _near(rng: Random, base: Rgb, by: float = 0.12) -> Rgb:
    moved = np.clip(np.array(base) + rng.uniform(-by, by) + rng.uniform(-by, by, 3) / 3, 0, 1)
    return float(moved[0]), float(moved[1]), float(moved[2])


def _plain(rng: Random) -> Bitmap:
    base = colour(rng)
    return _between(base, _near(rng, base, 0.05), 0.5 + 0.2 * clouds(rng, 1.2))


def _felt(rng: Random) -> Bitmap:
    base = colour(rng, (0.08, 0.6))
    return _between(base, _near(rng, base, 0.3), 0.5 + 0.18 * clouds(rng, 0.3) + 0.1 * clouds(rng, 1.3))


def _wood(rng: Random) -> Bitmap:
    base = colorsys.hls_to_rgb(rng.uniform(0.04, 0.12), rng.uniform(0.12, 0.7), rng.uniform(0.2, 0.6))
    dark = (base[0] * 0.5, base[1] * 0.45, base[2] * 0.4)
    rings = np.sin(rng.uniform(4, 14) * clouds(rng, 1.8, (0.08, 1.0)))
    share = 0.35 + 0.25 * rings + 0.12 * clouds(rng, 0.6, (0.03, 1.0))
    if rng.random() < 0.5:
        planks = int(rng.integers(3, 7))
        row = np.arange(SIDE_PX) * planks / SIDE_PX
        share = share + (0.2 * rng.standard_normal(planks))[row.astype(int)][:, None]
        share[(row % 1) < 0.02] = 1.2
    return _between(base, dark, share)


def _weave(rng: Random) -> Bitmap:
    base = colour(rng, (0.1, 0.9))
    threads = int(rng.integers(60, 190))
    wave = np.sin(2 * math.pi * threads * np.arange(SIDE_PX) / SIDE_PX)
    share = 0.5 + 0.3 * np.where((wave[:, None] > 0) ^ (wave[None] > 0), wave[:, None], wave[None])
    return _between(base, _near(rng, base, 0.35), share + 0.1 * clouds(rng, 0.5))


def _checks(rng: Random) -> Bitmap:
    number = 2 * int(rng.integers(2, 9))
    row = (np.arange(SIDE_PX) * number // SIDE_PX) % 2
    share = (row[:, None] + row[None]) / 2 if rng.random() < 0.5 else (row[:, None] ^ row[None]).astype(float)
    return _between(colour(rng), colour(rng), share + 0.05 * clouds(rng, 0.7))


def _stone(rng: Random) -> Bitmap:
    base, vein = colour(rng, (0.1, 0.95), 0.25), colour(rng, (0.1, 0.95), 0.3)
    share = 1.1 - 1.6 * np.abs(clouds(rng, 1.7)) ** 0.6 + 0.1 * clouds(rng, 0.4)
    return _between(base, vein, share)


def _specks(rng: Random) -> Bitmap:
    base, speck = colour(rng), colour(rng)
    return _between(base, speck, 3 * (clouds(rng, rng.uniform(0.5, 1.0)) - rng.uniform(0.8, 1.6)))


def _leather(rng: Random) -> Bitmap:
    base = colour(rng, (0.06, 0.5), 0.6)
    cells = np.asarray(cv2.GaussianBlur(np.abs(clouds(rng, 0.9)), (0, 0), 2.5), float)
    return _between(base, _near(rng, base, 0.4), 0.2 + 0.8 * cells)


def _tiles(rng: Random) -> Bitmap:
    number = int(rng.integers(3, 12))
    row = (np.arange(SIDE_PX) * number / SIDE_PX) % 1
    joint = (row[:, None] < 0.05) | (row[None] < 0.05)
    base = colour(rng)
    shade = cv2.resize(rng.standard_normal((number, number)), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_NEAREST)
    return _between(base, colour(rng), np.where(joint, 1.0, 0.1 * shade + 0.05 * clouds(rng, 0.8)))


def _dots(rng: Random) -> Bitmap:
    """Rows of round dots, the size of pips or larger: what a pip counter takes for faces."""
    image = _between(colour(rng), colour(rng), np.zeros((SIDE_PX, SIDE_PX)))
    number = int(rng.integers(8, 22))
    step = SIDE_PX / number
    radius = round(step * rng.uniform(0.12, 0.35))
    ink = [round(255 * c) for c in colour(rng)]
    for row in range(number):
        for place in range(number):
            cv2.circle(image, (round((place + 0.5) * step), round((row + 0.5) * step)), radius, ink, -1, cv2.LINE_AA)
    return image


def _print(rng: Random) -> Bitmap:
    """A printed page: lines of letters, headings, boxes, and signs that look like those of Fudge dice."""
    paper = colour(rng, (0.7, 0.98), 0.3)
    image = _between(paper, _near(rng, paper, 0.05), 0.5 + 0.2 * clouds(rng, 1.0))
    ink = [round(255 * c) for c in colour(rng, (0.02, 0.4))]
    letters = "abcdefghiklmnoprstuvw  ,.+-=:0123456789 "
    y = 20
    while y < SIDE_PX - 20:
        size = rng.choice([0.45, 0.45, 0.6, 1.3])
        words = "".join(letters[k] for k in rng.integers(len(letters), size=70))
        cv2.putText(image, words, (12, y), cv2.FONT_HERSHEY_SIMPLEX, float(size), ink, round(2 * size), cv2.LINE_AA)
        y += round(45 * size)
        if rng.random() < 0.06:
            corner = int(rng.integers(20, 400)), y
            cv2.rectangle(image, corner, (corner[0] + int(rng.integers(60, 300)), y + 80), ink, 2, cv2.LINE_AA)
    return np.ascontiguousarray(image[::-1])


GROUNDS: dict[str, Callable[[Random], Bitmap]] = {
    "plain": _plain,
    "felt": _felt,
    "wood": _wood,
    "weave": _weave,
    "checks": _checks,
    "stone": _stone,
    "specks": _specks,
    "leather": _leather,
    "tiles": _tiles,
    "dots": _dots,
    "print": _print,
}
