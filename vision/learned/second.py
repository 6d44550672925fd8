"""A second opinion where the finder doubts: a face that the classical reader and the namer see alike is a die's.

The classical reader learned nothing from pictures: it knows where pips lie and looks for an outline around them. Large
dice on busy tables are its strength, and a small picture is enough for these. It knows nothing of slant, so it is not
heard where the finder's faces make a side of what it sees, or half of a domino.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from croupier.vision.classical.read import ClassicalReader
from croupier.vision.frame import resized
from croupier.vision.learned.find.search import SAME_PLACE, SAME_SIZE, Candidate
from croupier.vision.learned.judge.fuse import ONE_DIE, SIDE, Fused, Judged
from croupier.vision.learned.judge.plane import side_of
from croupier.vision.learned.name import FACES, Named
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top, top_of
from croupier.vision.reading import Die, enlarged

LOOKED_AT_PX = 240
"""Long side of the picture that the classical reader gets."""
MOST_TRACED = 100
"""So many groups of spots are looked into: a table with more of them is patterned."""
LARGE = 0.125
"""Dice are large from this edge on, in long sides of the picture; the classical reader looks for four times as much at
most."""
PLAIN = 0.82
"""The finder does not doubt what is as hot as this."""
SURELY_NONE = 0.05
"""What the namer takes for no face by more than this, it does not name."""
FROM_ABOVE = math.radians(25)
"""Faces seen from farther aside may be sides of dice: their outline alone does not tell."""
SAME_OUTLINE = 1.25
"""Faces at one place whose edges differ by less than this ratio have the same outline."""
HARDLY = 0.15
"""What exists this much may be the top of the die whose side is seen, if it falls by so much, in edges, and is so
large, in edges of the side."""
FALLS, AS_LARGE = 0.25, 0.3
BESIDE = 1.2
"""Two faces nearer than this to each other, in edges, may be the halves of a domino."""

NameAll = Callable[[Sequence[Candidate]], Sequence[Named]]


def in_doubt(fused: Fused, size: tuple[int, int]) -> bool:
    """Whether something that may be a large die, in a picture of `size` (width, height), is not plainly one."""
    may_be = (*fused.dice, *fused.grey, *(() if fused.dice else fused.faint))
    return any(one.named.candidate.heat < PLAIN and one.top.edge > LARGE * max(size) for one in may_be)


def seconded(picture: Halves, named: Sequence[Named], name_all: NameAll) -> list[Named]:
    """`named`, with each face that the classical reader and the namer see alike as hot as the former is sure of it.

    Faces that the finder has not seen, or saw larger or smaller, come last.
    """
    dice = [(die, top_of(die.corners)) for die in _read(picture)]
    dice = [(die, top) for die, top in dice if top.slant < FROM_ABOVE and not _is_half(top, [t for _, t in dice])]
    known = list(named)
    for (die, _), own in zip(dice, name_all([_candidate(die, top, named) for die, top in dice]), strict=True):
        top = own.candidate.top
        if not _shows(own, die) or any(_makes_a_side(top, one) for one in named):
            continue
        same = [n for n, one in enumerate(known) if _alike(one.candidate.top, top) and _shows(one, die)]
        for n in same:
            candidate = known[n].candidate
            known[n] = replace(known[n], candidate=replace(candidate, heat=max(die.confidence, candidate.heat)))
        if not same:
            known.append(own)
    return known


def still_doubted(before: Fused, after: Fused) -> Fused:
    """`after`, with the dice of `before` that are none any more as things that may be dice: to be surer of one die is
    no reason to pass over another."""
    known = (*after.dice, *after.grey)
    lost = [die for die in before.dice if not any(_one_die(die, other) for other in known)]
    return replace(after, grey=(*after.grey, *lost))


def _read(picture: Halves) -> list[Die]:
    """The large dice that the classical reader is sure of."""
    shrunk = resized(picture.image, min(1.0, LOOKED_AT_PX / max(picture.size)))
    reading = ClassicalReader(MOST_TRACED).read(shrunk, "d6", 2 * LARGE * max(shrunk.shape[:2]))
    return [enlarged(die, shrunk, picture.image) for die in reading.dice if die.sure]


def _candidate(die: Die, top: Top, named: Sequence[Named]) -> Candidate:
    """`die` as the finder might have found it: of what it `named` there, the hottest tells at how many scales it is
    seen, and how it falls."""
    there = [one.candidate for one in named if math.dist(one.candidate.top.center, top.center) < SAME_PLACE * top.edge]
    there = [one for one in there if 1 / SAME_SIZE < one.top.edge / top.edge < SAME_SIZE]
    if not there:
        return Candidate(top, die.confidence, 0.0)
    best = max(there, key=lambda one: one.heat)
    return Candidate(replace(top, down=best.top.down, tilt=best.top.tilt), die.confidence, best.seen)


def _shows(named: Named, die: Die) -> bool:
    return FACES[int(np.argmax(named.faces))] == (die.kind, die.face) and named.not_a_face < SURELY_NONE


def _alike(one: Top, other: Top) -> bool:
    apart = math.dist(one.center, other.center)
    return apart < SAME_PLACE * other.edge and 1 / SAME_OUTLINE < one.edge / other.edge < SAME_OUTLINE


def _is_half(top: Top, tops: Sequence[Top]) -> bool:
    return any(0 < math.dist(top.center, other.center) < BESIDE * max(top.edge, other.edge) for other in tops)


def _makes_a_side(face: Top, other: Named) -> bool:
    """Whether `face` is a side of the die whose top `other` may be."""
    top, exists = other.candidate.top, other.candidate.heat * (1 - other.not_a_face)
    if exists < HARDLY or math.hypot(*top.down) < FALLS or top.edge < AS_LARGE * face.edge:
        return False
    return math.dist(face.center, top.center) > AS_LARGE * face.edge and side_of(face, top) > SIDE


def _one_die(one: Judged, other: Judged) -> bool:
    return math.dist(one.top.center, other.top.center) < ONE_DIE * max(one.top.edge, other.top.edge)
