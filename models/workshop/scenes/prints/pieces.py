"""What is printed on things: coins, cards, tokens, keys, tiles, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from croupier.models.workshop.scenes.prints.figured import FONTS, SIGNS, figure, ink, pips, sign
from croupier.models.workshop.scenes.prints.grounds import colored
from croupier.vision.frame import Image

SIDE = 256
"""Pixels across a print."""
SHEET = 640
"""Pixels across a sheet of signs."""


def _blank(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> Image:
    return _full(colored(rng, low, high))


def _full(color: object) -> Image:
    return np.tile(np.clip(np.asarray(color), 0, 255).astype(np.uint8), (SIDE, SIDE, 1))


def _done(image: Image, rng: np.random.Generator) -> Image:
    worn = image + rng.normal(0, 2, (SIDE, SIDE, 1))
    return np.clip(worn, 0, 255).astype(np.uint8)


def _token(rng: np.random.Generator) -> Image:
    """A round token: rim, ring, and a plus, minus, number, dots or picture in it."""
    image = _blank(rng, 0.1, 1.0)
    mid = (SIDE // 2, SIDE // 2)
    if rng.random() < 0.8:
        cv2.circle(image, mid, int(rng.uniform(80, 118)), ink(rng), int(rng.choice([-1, 3, 8, 16])), cv2.LINE_AA)
    form = rng.random()
    if form < 0.6:
        sign(image, rng, mid, rng.uniform(120, 230))
    elif form < 0.75:
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / rng.integers(2, 9)):
            at = (int(128 + 70 * np.cos(angle)), int(128 + 70 * np.sin(angle)))
            cv2.circle(image, at, int(rng.uniform(8, 22)), ink(rng), -1, cv2.LINE_AA)
    else:
        figure(image, rng, np.array([128.0, 128.0]), 130)
    return _done(image, rng)


def _coin(rng: np.random.Generator) -> Image:
    """A struck coin: rim, a head's outline, letters around."""
    tone = colored(rng, 0.4, 0.9, 0.5)
    image = _full(tone)
    dark = tuple((tone * 0.6).tolist())
    cv2.circle(image, (128, 128), 116, dark, 6, cv2.LINE_AA)
    blob = np.cumsum(rng.normal(0, 26, (10, 2)), axis=0)
    blob = 128 + 62 * blob / np.abs(blob).max()
    cv2.fillPoly(image, [blob.astype(np.int32)], tuple((tone * 1.25).tolist()), cv2.LINE_AA)
    cv2.polylines(image, [blob.astype(np.int32)], True, dark, 4, cv2.LINE_AA)
    for angle in np.arange(0, 2 * np.pi, 0.35):
        at = (int(120 + 92 * np.cos(angle)), int(134 + 92 * np.sin(angle)))
        cv2.putText(image, str(rng.choice(SIGNS)), at, FONTS[1], 0.7, dark, 2, cv2.LINE_AA)
    return _done(image, rng)


def _card(rng: np.random.Generator) -> Image:
    """A playing card with suit pips in columns, or a card of a game."""
    image = _full(np.full(3, rng.uniform(225, 252)))
    red = (30.0, 30.0, 190.0) if rng.random() < 0.5 else (20.0, 20.0, 20.0)
    if rng.random() < 0.6:
        rows = int(rng.integers(1, 5))
        form = int(rng.integers(3))
        for column in _columns(rng):
            for row in range(rows):
                _suit(image, form, (128 + 46 * column, int(SIDE * (row + 0.8) / (rows + 0.6))), 18, red)
        for corner, way in (((14, 44), 1), ((SIDE - 34, SIDE - 16), -1)):
            cv2.putText(image, str(rng.integers(1, 11)), corner, FONTS[1], 1.0 * abs(way), red, 2, cv2.LINE_AA)
    elif rng.random() < 0.5:
        image[:] = colored(rng).astype(np.uint8)
        cv2.rectangle(image, (14, 14), (SIDE - 14, SIDE - 14), (240, 240, 240), 5)
        for at in range(30, SIDE - 20, 22):
            cv2.line(image, (at, 20), (SIDE - at, SIDE - 20), ink(rng), 2, cv2.LINE_AA)
    else:
        cv2.rectangle(image, (10, 10), (SIDE - 10, 150), ink(rng), -1)
        for _ in range(4):
            figure(image, rng, rng.uniform(30, 140, 2), rng.uniform(15, 70))
        for row in range(170, SIDE - 8, 16):
            cv2.line(image, (20, row), (int(rng.integers(140, SIDE - 20)), row), (60, 60, 60), 3)
    return _done(image, rng)


def _columns(rng: np.random.Generator) -> tuple[int, ...]:
    return ((0,), (-1, 1), (-1, 1), (-1, 0, 1))[int(rng.integers(4))]


def _suit(image: Image, form: int, at: tuple[int, int], r: int, color: tuple[float, ...]) -> None:
    x, y = at
    if form == 0:
        cv2.fillPoly(image, [np.array([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], np.int32)], color, cv2.LINE_AA)
    else:
        flip = 1 if form == 1 else -1
        for side in (-1, 1):
            cv2.circle(image, (x + side * r // 2, y - flip * r // 3), int(r * 0.55), color, -1, cv2.LINE_AA)
        tip = np.array([(x - r, y - flip * r // 6), (x + r, y - flip * r // 6), (x, y + flip * r)], np.int32)
        cv2.fillPoly(image, [tip], color, cv2.LINE_AA)


def _key(rng: np.random.Generator) -> Image:
    """A key's cap: a letter or sign, mostly light on dark or dark on light."""
    dark = rng.random() < 0.6
    image = _full(np.full(3, rng.uniform(15, 60) if dark else rng.uniform(190, 245)))
    color = (rng.uniform(190, 255),) * 3 if dark else (rng.uniform(10, 90),) * 3
    at, size = ((40, 130), 2.6) if rng.random() < 0.5 else ((82, 176), 3.6)
    cv2.putText(image, str(rng.choice(SIGNS)), at, FONTS[int(rng.integers(2))], size, color, 8, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.putText(image, str(rng.choice(SIGNS)), (150, 230), FONTS[0], 2.0, color, 5, cv2.LINE_AA)
    return _done(image, rng)


def _tile(rng: np.random.Generator) -> Image:
    """A domino: two halves with dots."""
    ground = (rng.uniform(210, 250),) * 3 if rng.random() < 0.7 else (rng.uniform(10, 40),) * 3
    image = _full(ground)
    color = (20.0, 20.0, 20.0) if ground[0] > 128 else (240.0, 240.0, 240.0)
    cv2.line(image, (128, 20), (128, SIDE - 20), color, 5)
    for half in (64, 192):
        for column in (-1, 0, 1):
            for row in (-1, 0, 1):
                if rng.random() < 0.45:
                    cv2.ellipse(
                        image, (half + 34 * column, 128 + 68 * row), (10, 20), 0, 0, 360, color, -1, cv2.LINE_AA
                    )
    return _done(image, rng)


def _note(rng: np.random.Generator) -> Image:
    """A slip with writing, a sticker, a screen with icons."""
    image = _blank(rng, 0.5, 1.0)
    for row in range(40, SIDE - 10, int(rng.integers(24, 60))):
        text = "".join(rng.choice(list("aeioumnlrstkv "), 12))
        cv2.putText(image, text, (16, row), FONTS[4], rng.uniform(0.8, 1.6), ink(rng, 0, 0.5), 3, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 3))):
        pips(image, rng, (int(rng.integers(40, 216)), int(rng.integers(40, 216))), int(rng.integers(20, 80)))
    return _done(image, rng)


def _button(rng: np.random.Generator) -> Image:
    """A button with two or four holes, or a stud."""
    image = _blank(rng)
    holes = ((-1, -1), (1, -1), (-1, 1), (1, 1))[: 4 if rng.random() < 0.6 else 2]
    cv2.circle(image, (128, 128), 92, ink(rng), 5, cv2.LINE_AA)
    for x, y in holes:
        cv2.circle(image, (128 + 28 * x, 128 + 28 * y), 13, (10, 10, 10), -1, cv2.LINE_AA)
    return _done(image, rng)


def _signs(rng: np.random.Generator) -> Image:
    """A sheet of 5 × 5 numbers or letters in one ink, clear between them: for dice of other kinds and for keys."""
    cell, letters = SHEET // 5, rng.random() < 0.3
    color = (rng.uniform(200, 255),) * 3 if rng.random() < 0.6 else ink(rng)
    image = np.zeros((SHEET, SHEET, 4), np.uint8)
    image[..., :3] = color
    mask = np.zeros((SHEET, SHEET), np.uint8)
    font, thick = FONTS[int(rng.integers(len(FONTS)))], int(rng.integers(2, 6))
    for number in range(25):
        text = str(rng.choice(SIGNS)) if letters else str(number + 1)
        (wide, high), _ = cv2.getTextSize(text, font, 1.0, thick)
        scale = min(0.6 * cell / wide, 0.5 * cell / high)
        x = int(number % 5 * cell + (cell - wide * scale) / 2)
        y = int(SHEET - number // 5 * cell - (cell - high * scale) / 2)
        cv2.putText(mask, text, (x, y), font, scale, 255, thick, cv2.LINE_AA)
    image[..., 3] = mask
    return image


DRAWERS: Mapping[str, Callable[[np.random.Generator], Image]] = {
    "token": _token,
    "coin": _coin,
    "card": _card,
    "key": _key,
    "tile": _tile,
    "note": _note,
    "button": _button,
    "signs": _signs,
}
"""Each draws one print, (SIDE, SIDE, 3), or the sheet of signs, (SHEET, SHEET, 4)."""
