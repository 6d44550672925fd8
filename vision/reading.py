"""What was read off one frame: dice, how sure each is, and what is wrong with the frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from croupier.vision.frame import Image

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""The four corners of a die's top face in pixels (x right, y down), clockwise."""

FACES: Mapping[str, tuple[int, ...]] = {"d6": (1, 2, 3, 4, 5, 6), "dF": (-1, 0, 1)}
"""The legal faces of each kind of die the reader knows."""


@dataclass(frozen=True, slots=True)
class Detection:
    """Where a die's top face is, not what it shows. `score` 0…1."""

    corners: Corners
    score: float


@dataclass(frozen=True, slots=True)
class Die:
    """One die as read. `confidence` is the probability that `face` is right, 0…1.

    `face` is None when a die was found but shows no legal face: never clamped to one. A die with no face is
    never sure. `why` says in a player's words why it is not sure ("two dice touch", "the pips make no face").
    `likely` are the legal faces as the reader ranks them, likeliest first; empty where it ranks none.
    """

    kind: str
    face: int | None
    corners: Corners
    confidence: float
    sure: bool
    why: str = ""
    likely: tuple[int, ...] = field(default=(), compare=False)

    @property
    def center(self) -> Point:
        """The middle of the top face, in pixels."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @property
    def edge(self) -> float:
        """The mean edge length of the top face, in pixels."""
        total = 0.0
        for (ax, ay), (bx, by) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            total += ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        return total / 4


def enlarged(die: Die, shrunk: Image, whole: Image) -> Die:
    """`die` of the picture `shrunk` where it lies in the `whole` one, which was resized to that."""
    across, down = (whole.shape[i] / shrunk.shape[i] for i in (1, 0))
    if across == down == 1:
        return die
    corners = tuple((round((x + 0.5) * across - 0.5, 1), round((y + 0.5) * down - 0.5, 1)) for x, y in die.corners)
    return replace(die, corners=corners)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of one picture, and what is wrong with the picture as a whole.

    `why` holds plain words ("the picture is blurred", "a die is cut off by the edge"). The picture is `sure`
    when every die is and nothing is wrong. An empty table is a sure reading of no dice.
    """

    dice: tuple[Die, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        return not self.why and all(die.sure for die in self.dice)


class Reader(Protocol):
    """A picture in, a reading out. It never raises for what a picture shows; it says unsure."""

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        """Read the dice in `image` (H, W, 3 BGR). `kind` is "auto", "d6" or "dF".

        With `edge` it may look only for dice with edges of half to twice as many pixels, and be faster for it.
        """
        ...
