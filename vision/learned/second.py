"""A second opinion where the finder doubts: a face that the classical reader and the namer see alike is a die's.

The two share nothing: one knows where pips lie and looks for an outline around them, the other learned from pictures.
Large dice on busy tables are the classical reader's strength, and a small picture is enough for these.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from croupier.vision.classical.read import ClassicalReader
from croupier.vision.frame import resized
from croupier.vision.learned.find.search import SAME_PLACE, Candidate
from croupier.vision.learned.judge.fuse import Fused
from croupier.vision.learned.name import FACES, Named
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top, top_of
from croupier.vision.reading import Die, enlarged

LOOKED_AT_PX = 240
"""Long side of the picture that the classical reader gets."""
LARGE = 0.125
"""Dice are large from this edge on, in long sides of the picture; the classical reader looks for four times as much at
most."""
PLAIN = 0.82
"""The finder does not doubt what is as hot as this."""
HARDLY_NONE = 0.05
"""What the namer takes for no face by more than this, it does not name."""
FROM_ABOVE = math.radians(25)
"""Faces seen from farther aside may be sides of dice: their outline alone does not tell."""
SAME_OUTLINE = 1.25
"""Faces at one place whose edges differ by less than this ratio have the same outline."""

Name = Callable[[Sequence[Candidate]], Sequence[Named]]


def in_doubt(fused: Fused, size: tuple[int, int]) -> bool:
    """Whether something that may be a large die, in a picture of `size` (width, height), is not plainly one."""
    may_be = (*fused.dice, *fused.grey, *(() if fused.dice else fused.faint))
    return any(one.named.candidate.heat < PLAIN and one.top.edge > LARGE * max(size) for one in may_be)


def seconded(picture: Halves, named: Sequence[Named], name: Name) -> list[Named]:
    """`named`, with each face that the classical reader and the namer see alike as hot as the former is sure of it.

    Faces that the finder has not seen, or saw larger or smaller, come last.
    """
    dice = [(die, top_of(die.corners)) for die in _read(picture)]
    dice = [(die, top) for die, top in dice if top.slant < FROM_ABOVE]
    known = list(named)
    for (die, _), own in zip(dice, name([Candidate(top, die.confidence) for die, top in dice]), strict=True):
        if not _shows(own, die):
            continue
        same = [n for n, one in enumerate(known) if _alike(one.candidate.top, own.candidate.top) and _shows(one, die)]
        for n in same:
            candidate = known[n].candidate
            known[n] = replace(known[n], candidate=replace(candidate, heat=max(die.confidence, candidate.heat)))
        if not same:
            known.append(own)
    return known


def _read(picture: Halves) -> list[Die]:
    """The large dice that the classical reader is sure of."""
    shrunk = resized(picture.image, min(1.0, LOOKED_AT_PX / max(picture.size)))
    reading = ClassicalReader().read(shrunk, "d6", 2 * LARGE * max(shrunk.shape[:2]))
    return [enlarged(die, shrunk, picture.image) for die in reading.dice if die.sure]


def _shows(named: Named, die: Die) -> bool:
    return FACES[int(np.argmax(named.faces))] == (die.kind, die.face) and named.not_a_face < HARDLY_NONE


def _alike(one: Top, other: Top) -> bool:
    apart = math.dist(one.center, other.center)
    return apart < SAME_PLACE * other.edge and 1 / SAME_OUTLINE < one.edge / other.edge < SAME_OUTLINE
