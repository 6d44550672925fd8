"""A drawn table: dice on green felt, hands and throws as frames, and a reader that knows these dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import pytest

from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Corners, Die, Reading
from croupier.vision.rolls import motion, phases
from croupier.vision.rolls.motion import Glance

FPS = 30
EDGE = 48
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
Drawn = tuple[int, int, int]
"""A die on the stage: x, y of its middle in pixels, and its face."""

THREE: list[Drawn] = [(120, 100, 3), (300, 140, 5), (480, 300, 6)]
AWAY: list[Drawn] = []


def draw(dice: Iterable[Drawn], light: float = 1.0, hand: int | None = None, noise: int = 0) -> Image:
    """A green table with white dice, perhaps a hand reaching in from the left up to x = `hand`."""
    image = np.full((480, 640, 3), (60, 120, 40), np.uint8)
    for x, y, face in dice:
        cv2.rectangle(image, (x - EDGE // 2, y - EDGE // 2), (x + EDGE // 2, y + EDGE // 2), (235, 235, 235), -1)
        for u, v in PIPS[face]:
            cv2.circle(image, (x + u * 13, y + v * 13), 5, (20, 20, 20), -1)
    if hand is not None:
        cv2.ellipse(image, (hand - 120, 380), (120, 50), 0, 0, 360, (120, 150, 210), -1)
    if noise:
        grain = np.random.default_rng(noise).normal(0, 4, image.shape)
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    return image if light == 1 else np.clip(image * light, 0, 255).astype(np.uint8)


class DrawnReader:
    """Reads the drawn dice, and nothing else; `doubt` are faces it is never sure of, `blind` ones it never sees."""

    def __init__(self, doubt: Sequence[int] = (), blind: Sequence[int] = ()) -> None:
        self.doubt, self.blind, self.calls = doubt, blind, 0

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        self.calls += 1
        white = cv2.inRange(image, (91, 91, 91), (255, 255, 255))
        found, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        dice = []
        for outline in found:
            x, y, width, height = cv2.boundingRect(outline)
            if abs(width - EDGE) > 4 or abs(height - EDGE) > 4:
                continue
            dark = cv2.inRange(image[y : y + height, x : x + width], (0, 0, 0), (59, 59, 59))
            face = cv2.connectedComponents(dark)[0] - 1
            if face not in self.blind:
                dice.append(self._die(face, x, y, x + width, y + height))
        return Reading(dice=tuple(dice))

    def _die(self, face: int, x0: int, y0: int, x1: int, y1: int) -> Die:
        corners: Corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        doubt = face in self.doubt
        return Die("d6", face, corners, 0.5 if doubt else 0.99, not doubt, "worn pips" if doubt else "")


def glance_once(patch: pytest.MonkeyPatch) -> None:
    """Until the `patch` is taken back, a picture that is shown in several frames is looked at for motion only once."""
    glances: dict[int, tuple[Image, Glance]] = {}

    def glance(image: Image) -> Glance:
        if id(image) not in glances:
            glances[id(image)] = image, motion.glance(image)  # whoever is kept here shares its number with no other
        return glances[id(image)][1]

    patch.setattr(phases, "glance", glance)


def show(*stretches: tuple[float, Image | list[Image]]) -> list[Frame]:
    """Frames at `FPS`: each stretch is seconds of one picture, or of several shown over and over."""
    frames: list[Frame] = []
    for seconds, pictures in stretches:
        several = pictures if isinstance(pictures, list) else [pictures]
        for n in range(round(seconds * FPS)):
            frames.append(Frame(several[n % len(several)], len(frames) / FPS, len(frames)))
    return frames


def tumble(faces: Sequence[int], stay: Sequence[Drawn] = ()) -> list[Image]:
    """Dice in flight: elsewhere in every frame, over those that stay."""
    return [draw([*stay, *((60 + 37 * n + 140 * i, 420 - 40 * n, f) for i, f in enumerate(faces))]) for n in range(5)]


THROW = ((0.4, draw(AWAY)), (0.3, tumble((1, 2, 3))), (0.6, draw(THREE)))
"""Three dice come onto the empty table."""
