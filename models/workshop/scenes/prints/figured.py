"""Table tops with figures that may pass for dice: print, boards, maps, grilles, keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from croupier.models.workshop.scenes.prints.grounds import colored, fine, finished
from croupier.models.workshop.studio.surfaces import SIZE, Plane, clouds
from croupier.vision.frame import Image

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
LETTERS = list("abcdefghiklmnoprstuvwy    .,")
SIGNS = list("ABCDEFGHKLMNPRSTUVWXYZ0123456789+-=.:;!?*#%&/<>")


def ink(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> tuple[float, ...]:
    """A colour that OpenCV draws with."""
    return tuple(float(c) for c in colored(rng, low, high))


def sheet(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> Image:
    """(SIZE, SIZE, 3): a sheet of one colour, a little uneven."""
    return finished(colored(rng, low, high, 0.6) * (1 + 0.08 * (clouds(rng, layers=3) - 0.5))[..., None])


def _page(rng: np.random.Generator) -> Image:
    """A printed page: columns of text, headings, a box or two."""
    page = finished(np.full(3, rng.uniform(195, 245)) * (1 + 0.02 * (clouds(rng, layers=3) - 0.5))[..., None])
    dark = (rng.uniform(10, 90),) * 3
    scale = rng.uniform(0.35, 1.1)
    font, row = int(rng.choice(FONTS)), 0
    while row < SIZE - 20:
        heading = rng.random() < 0.07
        size = scale * (rng.uniform(2, 4) if heading else 1)
        row += int(46 * size)
        text = "".join(rng.choice(LETTERS, 90))
        text = text.upper()[:14] if heading else text
        cv2.putText(page, text, (12, row), font, size, dark, max(1, int(size * 1.4)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        x, y, w, h = (int(v) for v in rng.integers(60, SIZE // 2, 4))
        cv2.rectangle(page, (x, y), (x + w, y + h), ink(rng), -1 if rng.random() < 0.5 else 4)
    return page


def _squares(rng: np.random.Generator) -> Image:
    """Cutting mats, battle maps, squared and dotted paper."""
    image = sheet(rng)
    color, step = ink(rng), SIZE // int(rng.choice([4, 8, 16, 32]))
    dotted, thick = rng.random() < 0.25, int(rng.integers(1, max(2, step // 16)))
    for at in range(0, SIZE, step):
        if dotted:
            for other in range(0, SIZE, step):
                cv2.circle(image, (at, other), thick * 2, color, -1, cv2.LINE_AA)
        else:
            cv2.line(image, (at, 0), (at, SIZE), color, thick)
            cv2.line(image, (0, at), (SIZE, at), color, thick)
    for _ in range(int(rng.integers(0, 9))):
        walk = np.cumsum(rng.normal(0, 60, (14, 2)), axis=0) + rng.uniform(0, SIZE, 2)
        cv2.polylines(image, [walk.astype(np.int32)], False, ink(rng), int(rng.integers(2, 9)), cv2.LINE_AA)
    return finished(image * (1 + 0.02 * fine(rng)[..., None]))


def _board(rng: np.random.Generator) -> Image:
    """A game board: circles, fields, icons, numbers, tracks."""
    image = sheet(rng, 0.2, 0.95)
    for _ in range(int(rng.integers(8, 40))):
        figure(image, rng, rng.uniform(0, SIZE, 2), rng.uniform(14, 110))
    return finished(image * (1 + 0.015 * fine(rng)[..., None]))


def figure(image: Image, rng: np.random.Generator, at: Plane, size: float) -> None:
    """Draw one printed thing there: a spot, a box, a sign, a row of dots, a cross, a grille."""
    x, y, r = int(at[0]), int(at[1]), int(size)
    color, form = ink(rng), int(rng.integers(8))
    if form == 0:
        cv2.circle(image, (x, y), r // 2, color, -1, cv2.LINE_AA)
        cv2.circle(image, (x, y), int(r * 0.4), ink(rng), max(1, r // 14), cv2.LINE_AA)
        sign(image, rng, (x, y), r * 0.5)
    elif form == 1:
        corners = cv2.boxPoints(((x, y), (r * rng.uniform(0.5, 2), r), float(rng.uniform(0, 180)))).astype(np.int32)
        cv2.fillPoly(image, [corners], color, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.polylines(image, [corners], True, ink(rng), 3, cv2.LINE_AA)
    elif form == 2:
        text = "".join(rng.choice(SIGNS, int(rng.integers(1, 9))))
        cv2.putText(image, text, (x, y), int(rng.choice(FONTS)), r / 35, color, max(1, r // 18), cv2.LINE_AA)
    elif form == 3:
        for column in range(int(rng.integers(1, 6))):
            for row in range(int(rng.integers(1, 5))):
                cv2.circle(image, (x + column * r // 3, y + row * r // 3), max(2, r // 10), color, -1, cv2.LINE_AA)
    elif form == 4:
        cv2.ellipse(image, (x, y), (r, int(r * rng.uniform(0.3, 1))), float(rng.uniform(0, 180)), 0, 360, color, 3)
    elif form == 5:
        pips(image, rng, (x, y), r)
    elif form == 6:
        sign(image, rng, (x, y), r)
    else:
        walk = np.cumsum(rng.normal(0, r, (9, 2)), axis=0) + at
        cv2.polylines(image, [walk.astype(np.int32)], False, color, int(rng.integers(2, 14)), cv2.LINE_AA)


def sign(image: Image, rng: np.random.Generator, at: tuple[int, int], size: float) -> None:
    """Draw a plus, a minus, a digit, a heart or nothing much."""
    x, y, r = *at, max(2, int(size * 0.4))
    color, thick, form = ink(rng), max(1, int(size * rng.uniform(0.06, 0.2))), int(rng.integers(5))
    if form < 2:
        cv2.line(image, (x - r, y), (x + r, y), color, thick)
        if form == 0:
            cv2.line(image, (x, y - r), (x, y + r), color, thick)
    elif form == 2:
        text = str(int(rng.integers(1, 21)))
        cv2.putText(image, text, (x - r, y + r), int(rng.choice(FONTS)), r / 12, color, max(1, r // 6), cv2.LINE_AA)
    elif form == 3:
        cv2.circle(image, (x, y), r, color, -1, cv2.LINE_AA)
    else:
        corners = np.array([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], np.int32)
        cv2.fillPoly(image, [corners], color, cv2.LINE_AA)


def pips(image: Image, rng: np.random.Generator, at: tuple[int, int], size: int) -> None:
    """Draw a flat die: printed, so no die."""
    x, y, r = *at, size // 2
    cv2.rectangle(image, (x - r, y - r), (x + r, y + r), ink(rng), -1)
    color = ink(rng)
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            if rng.random() < 0.45:
                cv2.circle(image, (x + column * r // 2, y + row * r // 2), max(2, r // 5), color, -1, cv2.LINE_AA)


def _grille(rng: np.random.Generator) -> Image:
    """Holes or slots in rows: speakers, vents, perforated metal, drain trays."""
    image = sheet(rng)
    step = SIZE // int(rng.choice([16, 24, 32, 48]))
    hole, dark = int(step * rng.uniform(0.2, 0.42)), (rng.uniform(0, 40),) * 3
    slots, shifted = rng.random() < 0.4, rng.random() < 0.5
    for row in range(0, SIZE, step):
        for column in range(0, SIZE, step):
            at = (column + (step // 2 if shifted and row // step % 2 else 0), row)
            if slots:
                cv2.rectangle(image, at, (at[0] + hole, at[1] + hole * 2), dark, -1)
            else:
                cv2.circle(image, at, hole, dark, -1, cv2.LINE_AA)
    return image


def _ornament(rng: np.random.Generator) -> Image:
    """Printed cloth: blobs and bands of two or three colours."""
    image = np.tile(colored(rng), (SIZE, SIZE, 1)).astype(float)
    for _ in range(int(rng.integers(1, 4))):
        waves = np.sin(clouds(rng, int(rng.integers(3, 12)), int(rng.integers(3, 12)), 3) * rng.uniform(10, 60))
        inside = cv2.GaussianBlur((waves > rng.uniform(-0.5, 0.6)).astype(np.float32), (0, 0), 1.5)[..., None]
        image = image * (1 - inside) + colored(rng) * inside
    return finished(image * (1 + 0.03 * fine(rng)[..., None]))


def _polka(rng: np.random.Generator) -> Image:
    """Dots in rows, as on cloth: as many as pips, and no die."""
    image = sheet(rng)
    step, color = SIZE // int(rng.choice([6, 8, 12, 16])), ink(rng)
    size = int(step * rng.uniform(0.1, 0.35))
    for row, y in enumerate(range(step // 2, SIZE, step)):
        for x in range(step // 2 + (step // 2 if row % 2 else 0), SIZE, step):
            cv2.circle(image, (x, y), size, color, -1, cv2.LINE_AA)
    return finished(image * (1 + 0.03 * fine(rng)[..., None]))


DRAWERS: Mapping[str, Callable[[np.random.Generator], Image]] = {
    "page": _page,
    "squares": _squares,
    "board": _board,
    "grille": _grille,
    "ornament": _ornament,
    "polka": _polka,
}
"""Each draws one tile (SIZE, SIZE, 3)."""
