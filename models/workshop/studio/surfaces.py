"""Table tops, drawn from nothing but seeded noise: felt, wood, cloth, paper, stone, mats."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image

SIZE = 1024
"""Pixels across one tile."""

Plane = npt.NDArray[np.float64]
Bgr = tuple[float, float, float]


def surface(name: str) -> Image:
    """(SIZE, SIZE, 3) sRGB blue-green-red: the tile of that name, always the same. Raises `ValueError`."""
    if name not in SURFACES:
        raise ValueError(f"No table top is called {name!r}: take one of {', '.join(SURFACES)}.")
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return np.clip(SURFACES[name](rng), 0, 255).astype(np.uint8)


def clouds(rng: np.random.Generator, across: float = 4, down: float = 4, layers: int = 6) -> Plane:
    """(SIZE, SIZE) 0…1: noise in layers, each finer and fainter than the one before; it tiles without a seam."""
    total = np.zeros((SIZE, SIZE))
    for layer in range(layers):
        rows, columns = max(2, int(down * 2**layer)), max(2, int(across * 2**layer))
        grid = rng.random((rows, columns)).astype(np.float32)
        padded = np.pad(grid, 2, mode="wrap")
        # Resizing maps pixel centres; the margin of two cells is cut off again.
        height, width = SIZE * (rows + 4) // rows, SIZE * (columns + 4) // columns
        big = cv2.resize(padded, (width, height), interpolation=cv2.INTER_CUBIC)
        top, left = (height - SIZE) // 2, (width - SIZE) // 2
        total += 0.55**layer * big[top : top + SIZE, left : left + SIZE]
    return np.asarray((total - total.min()) / np.ptp(total))


def _grain(rng: np.random.Generator, blur: float = 1.0) -> Plane:
    wrapped = np.pad(rng.normal(size=(SIZE, SIZE)), 16, mode="wrap")
    noise = np.asarray(cv2.GaussianBlur(wrapped, (0, 0), blur), float)[16:-16, 16:-16]
    return np.asarray(noise / noise.std())


def _mix(share: Plane, first: Bgr, second: Bgr) -> Plane:
    return np.asarray(np.array(first) + (np.array(second) - np.array(first)) * share[..., None])


def _felt(color: Bgr) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        fibers = 0.07 * _grain(rng, 0.8) + 0.05 * _grain(rng, 2.2)
        return np.array(color) * (1 + fibers + 0.14 * (clouds(rng) - 0.5))[..., None]

    return draw


def _wood(dark: Bgr, light: Bgr, planks: int = 0) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        across = np.linspace(0, 2 * np.pi, SIZE, endpoint=False)[:, None]
        rings = 0.5 + 0.5 * np.sin(7 * across + 9 * clouds(rng, 1, 3, 4))
        pores = clouds(rng, 2, 60, 4)
        image = _mix(np.clip(0.4 * rings + 0.6 * pores, 0, 1), dark, light)
        image *= 1 + 0.03 * _grain(rng, 0.7)[..., None]
        for plank in range(planks):
            image[plank * SIZE // planks :][:4] *= 0.4
        return np.asarray(image)

    return draw


def _cloth(color: Bgr) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        thread = np.sin(np.arange(SIZE) * 2 * np.pi / 8)
        weave = 0.5 + 0.25 * thread[None] * np.sign(thread[:, None] + 0.01) + 0.25 * thread[:, None]
        return np.array(color) * (0.8 + 0.28 * weave + 0.05 * _grain(rng) + 0.1 * (clouds(rng) - 0.5))[..., None]

    return draw


def _paper(color: Bgr) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        return np.array(color) * (1 + 0.015 * _grain(rng) + 0.06 * (clouds(rng) - 0.5))[..., None]

    return draw


def _stone(dark: Bgr, light: Bgr) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        veins = np.sqrt(np.abs(clouds(rng, layers=7) - 0.5) * 2)
        return _mix(veins, dark, light)

    return draw


def _grid(color: Bgr, line: Bgr, step: int, thick: int) -> Callable[[np.random.Generator], Plane]:
    def draw(rng: np.random.Generator) -> Plane:
        image = np.array(color) * (0.93 + 0.14 * clouds(rng) + 0.01 * _grain(rng))[..., None]
        for at in range(0, SIZE, step):
            image[at : at + thick] = line
            image[:, at : at + thick] = line
        return np.asarray(image)

    return draw


def _print(rng: np.random.Generator) -> Plane:
    page = np.full((SIZE, SIZE, 3), 238, np.uint8)
    letters = np.array(list("abcdefghiklmnoprstuvwy    .,"))
    for row in range(24, SIZE, 30):
        text = "".join(rng.choice(letters, 80))
        cv2.putText(page, text, (8, row), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (46, 42, 40), 1, cv2.LINE_AA)
    return np.asarray(page, dtype=float)


SURFACES: Mapping[str, Callable[[np.random.Generator], Plane]] = {
    "green felt": _felt((50, 88, 26)),
    "blue felt": _felt((98, 52, 28)),
    "red felt": _felt((32, 26, 112)),
    "black felt": _felt((40, 37, 36)),
    "oak": _wood((84, 128, 176), (128, 176, 214)),
    "walnut": _wood((34, 52, 82), (58, 88, 128), planks=3),
    "pine planks": _wood((118, 168, 208), (158, 204, 232), planks=6),
    "linen": _cloth((176, 190, 198)),
    "denim": _cloth((104, 74, 52)),
    "white paper": _paper((238, 240, 240)),
    "kraft paper": _paper((128, 168, 200)),
    "dark mat": _paper((44, 40, 38)),
    "white marble": _stone((172, 168, 166), (236, 236, 238)),
    "slate": _stone((50, 46, 44), (92, 86, 82)),
    "cutting mat": _grid((92, 104, 34), (152, 172, 130), 64, 2),
    "battle map": _grid((152, 188, 208), (66, 76, 88), 128, 3),
    "printed page": _print,
}
