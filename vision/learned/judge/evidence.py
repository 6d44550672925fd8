"""All that speaks for and against each die of a picture, as one row of plain numbers a die."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from croupier.vision.learned.judge.fuse import Judged, size_off
from croupier.vision.learned.judge.plane import Plane, agreed, misfit
from croupier.vision.learned.judge.sharp import glare, outline, patch, softness
from croupier.vision.learned.judge.witness import AGREES, witness
from croupier.vision.learned.name import FACES
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Floats, Top, corners
from croupier.vision.reading import Die

RIM = 0.08
"""The outer part of a face, as a share of its half edge, that may lie beyond the picture: corners are round."""
PLAINLY = 0.35
"""A die falls plainly by so much, in edges, or more: it is seen at about 20° or more."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one die. 0…1: the finder's `heat`, `seen` (the share of scales that show it which found
    it), the namer's `not_a_face`, `chance` of the face it names, `agree` (the share of
    its looks that name it), `side` (how far it lies where another die's side is) and `glare`. `witness` −1…1.
    `size`: log of its edge over the usual one. `plane`, `fall`, `cube`: disagreement with the table's plane,
    see `misfit`; `slant` in radians, of that plane there or of the view, whichever is more; `askew`, see there.
    `edge` px; `softness` above 1 is blurred; `outline`, the share of it that is seen; `crowd`, the share of
    what may be dice here that is not read. `cut`: the picture ends within its face. `other`: the face that it
    shows if not the one named.
    """

    heat: float
    seen: float
    not_a_face: float
    chance: float
    agree: float
    witness: float
    size: float
    plane: float
    fall: float
    cube: float
    slant: float
    askew: float
    side: float
    edge: float
    softness: float
    glare: float
    outline: float
    crowd: float
    cut: bool
    other: int | None = None
    inside: float = 0.0


def gather(picture: Halves, dice: Sequence[Judged], unread: int) -> list[Evidence]:
    """The evidence of `dice`, in their order; `unread` more things may be dice."""
    tops = [die.top for die in dice]
    plane: Plane = agreed(tops, [die.exists for die in dice], max(picture.size))
    off, falls, cubes = misfit(tops, plane)
    # A side taken for the top leans as it likes, but how slanted the view is, is seen even then.
    tilt = statistics.median(top.tilt for top in tops) if tops else 0.0
    slants = np.maximum(plane.slant, tilt)
    rows = []
    for n, (die, size) in enumerate(zip(dice, size_off(dice), strict=True)):
        face = patch(picture, die.top)
        rows.append(
            Evidence(
                heat=die.named.candidate.heat,
                seen=die.named.candidate.seen,
                not_a_face=die.named.not_a_face,
                chance=die.chance,
                agree=die.agree,
                witness=_witness(picture, die),
                size=size,
                plane=float(off[n]),
                fall=float(falls[n]),
                cube=float(cubes[n]),
                slant=float(slants[n]),
                askew=askew(plane.down[n]),
                side=die.side,
                edge=die.top.edge,
                softness=softness(face, die.top.edge),
                glare=glare(face),
                outline=outline(face),
                crowd=unread / (unread + len(dice)),
                cut=is_cut(die.top, picture.size),
                other=die.likely[1],
            )
        )
    return rows


def _witness(picture: Halves, die: Judged) -> float:
    if die.face is None:
        return 0.0
    if die.named.plain and FACES[int(die.named.faces.argmax())] == (die.kind, die.face):
        return AGREES
    return witness(picture, die.top, die.kind, die.face)


def askew(down: Floats) -> float:
    """0…1: how plainly a die seems to fall (`down` (2,), as in `Top`) other than down the picture.

    Who looks at a table at a slant holds the camera upright: a top with its front above it is a front with its top
    above.
    """
    length = math.hypot(*down)
    return (length - float(down[1])) / 2 / max(length, PLAINLY)


def without_verdict(die: Judged) -> Die:
    """`die` as the reader reports it, before anybody says how sure it is."""
    x_y = tuple((round(x, 1), round(y, 1)) for x, y in corners(die.top))
    return Die(die.kind, die.face, x_y, 0.0, False, likely=die.likely)  # type: ignore[arg-type]


def is_cut(top: Top, size: tuple[int, int]) -> bool:
    """Whether a picture of `size` (width, height) ends within the face."""
    inner = corners(replace(top, edge=(1 - RIM) * top.edge))
    return any(x < 0 or y < 0 or x > size[0] - 1 or y > size[1] - 1 for x, y in inner)
