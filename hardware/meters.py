"""How well a camera sees the table, in words: light, glare, focus, size of the dice, slant. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.reading import Die

DARK, DIM = 80, 135
"""Grey levels of the brightest spot: below the first it is too dark; below the second, on a dim table, rather dark."""
DIM_TABLE = 60
"""The middle grey level of a dim table: one may be dark itself, but nothing on it is bright then either."""
GRAINY = 0.035
"""Noise by its share of the middle grey level, as cameras make it that lack light."""
WASHED_OUT, GLARING = 0.3, 0.005
"""The share of pure white of a picture that is overexposed, and of one in which lamps are mirrored."""
WHITE = 250
SOFT_RIM, SHARP_RIM_PX = 0.11, 3.0
"""Edges in a die's picture wider than this part of the die's are blurred, unless they are no wider than so many px."""
FEWEST_PX, FEW_PX = 24, 34
"""Edges of dice that are too small to be read for sure, and rather small."""
MOST_PART = 0.4
"""A die as large as this part of the picture leaves the others no room."""
STEEP, SLANTED = 55.0, 40.0
"""Degrees from straight above at which dice hide their faces, and at which they begin to."""


class Level(StrEnum):
    """Good; works, could be better; will not do; nothing to tell it by yet."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Meter:
    """One thing about the picture: what it is `about`, how it stands, and in words, with what to do."""

    about: str
    level: Level
    text: str


def meters(image: Image, dice: Sequence[Die], before: tuple[Image, Sequence[Die]] | None = None) -> tuple[Meter, ...]:
    """All of them, for a picture (H, W, 3) and the dice that lie still on it; without any, by those of a picture
    `before`."""
    known, lying = before if before and not dice else (image, dice)
    return light(image), glare(image), focus(known, lying), size(known, lying), slant(lying)


def light(image: Image) -> Meter:
    """Whether there is enough light, by the brightest spot and by the noise."""
    small = cv2.resize(image.max(axis=2), (160, 120), interpolation=cv2.INTER_AREA)
    brightest, middle = np.percentile(small, (99.5, 50))
    if brightest < DARK:
        return Meter("light", Level.POOR, "Too dark: add light from the side.")
    if brightest < DIM and middle < DIM_TABLE:
        return Meter("light", Level.FAIR, "Rather dark: more light from the side makes reading surer.")
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    noise = np.median(np.abs(cv2.filter2D(grey, -1, NOISE))) / 0.6745
    if noise > GRAINY * max(1.0, float(np.median(grey))):
        return Meter("light", Level.FAIR, "The picture is grainy, as with little light: add light from the side.")
    return Meter("light", Level.GOOD, "Bright enough.")


def glare(image: Image) -> Meter:
    """Whether parts of the picture are nothing but white."""
    white = float((image.min(axis=2) >= WHITE).mean())
    if white > WASHED_OUT:
        return Meter("glare", Level.POOR, "Much too bright: most of the picture is white. Turn the light down.")
    if white > GLARING:
        return Meter("glare", Level.FAIR, "A lamp is mirrored on the table: move it to the side, or use a dull ground.")
    return Meter("glare", Level.GOOD, "No glare.")


def focus(image: Image, dice: Sequence[Die]) -> Meter:
    """Whether the dice are sharp, by the width of the edges in their pictures."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    rims = [(rim, die.edge) for die in dice if (rim := _rim(grey, die)) is not None]
    if not rims:
        return Meter("focus", Level.UNKNOWN, "Lay a die on the table: its edges tell whether the picture is sharp.")
    if float(np.median([rim / max(SHARP_RIM_PX, SOFT_RIM * edge) for rim, edge in rims])) > 1:
        return Meter("focus", Level.POOR, "Blurred: focus the camera on the table, and fix it so that nothing shakes.")
    return Meter("focus", Level.GOOD, "Sharp enough.")


def size(image: Image, dice: Sequence[Die]) -> Meter:
    """Whether the dice are large enough in the picture."""
    if not dice:
        return Meter("size", Level.UNKNOWN, "Lay a die on the table: the camera tells how large it sees it.")
    edge = round(float(np.median([die.edge for die in dice])))
    if edge < FEWEST_PX:
        return Meter("size", Level.POOR, f"Dice are {edge} px: come closer, {FEW_PX} are good.")
    if edge < FEW_PX:
        return Meter("size", Level.FAIR, f"Dice are {edge} px: enough in good light, come closer if you can.")
    if edge > MOST_PART * min(image.shape[:2]):
        return Meter("size", Level.FAIR, f"Dice are {edge} px: so close, few find room. Go further away.")
    return Meter("size", Level.GOOD, f"Dice are {edge} px: large enough.")


def slant(dice: Sequence[Die]) -> Meter:
    """From how far to the side the camera looks."""
    if not dice:
        return Meter("slant", Level.UNKNOWN, "Lay a die on the table: its shape tells how steeply the camera looks.")
    degrees = float(np.median([tilt(die) for die in dice]))
    told = round(degrees / 5) * 5
    if degrees > STEEP:
        return Meter("slant", Level.POOR, f"Seen about {told}° from the side: move the camera further above the table.")
    if degrees > SLANTED:
        return Meter("slant", Level.FAIR, f"Seen about {told}° from the side: more from above is surer.")
    return Meter("slant", Level.GOOD, "Seen well from above.")


def tilt(die: Die) -> float:
    """Degrees from straight above, 0…90: a square face seen from the side is shorter one way than the other."""
    corners = np.array(die.corners)
    along = np.stack(
        [corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]]
    )
    long, short = np.linalg.svd(along, compute_uv=False)
    return float(np.degrees(np.arccos(min(1.0, short / max(long, 1e-9)))))


NOISE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Leaves of a picture what is neither flat, nor an edge: its noise, at its own strength. J. Immerkær, Fast noise
variance estimation, 1996."""


def _rim(grey: npt.NDArray[Any], die: Die) -> float | None:
    """How many px the sharpest edges around and on a die take from dark to light; None where there is too little."""
    corners = np.array(die.corners)
    left, top = np.maximum(0, corners.min(axis=0) - 0.2 * die.edge).astype(int)
    right, bottom = (corners.max(axis=0) + 0.2 * die.edge).astype(int)
    patch = grey[top:bottom, left:right]
    if min(patch.shape) < 8:
        return None
    steepness = np.hypot(cv2.Sobel(patch, cv2.CV_32F, 1, 0), cv2.Sobel(patch, cv2.CV_32F, 0, 1)) / 8
    dark, bright = np.percentile(patch, (5, 95))
    steepest = float(np.percentile(steepness, 97))
    return float(bright - dark) / steepest if steepest > 0 else None
