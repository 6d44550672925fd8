"""What a half-trained finder makes of the photographs: places where labels tell none, and its own mistakes.

Labels of other people have gaps. A die that the finder sees clearly and that no label mentions is neither learned nor
held against it; where only the faces of a picture are known, as many finds as there are faces are taken for its dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from croupier.models.workshop.training.examples import Example, Known
from croupier.vision.frame import Image
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.name import FACES
from croupier.vision.learned.top import Top

CLEAR = 0.5
"""A find of this heat that no label mentions is a gap in the labels, before photographs were learned from."""
SAME, OTHER = 0.35, 0.8
"""Finds this near to a labelled middle are that die; those farther from every one are none. In edges."""
SIZES = 2.6
"""Dice of one picture differ by no more than this, where only their faces are known."""
STANDS_OUT = 0.65
"""The first find too many scores at most this share of the last one that is a die."""
UNLIKELY = 0.03
"""Faces less likely than this for the namer mean that the finds are not the dice of the picture."""


@dataclass(frozen=True, slots=True)
class Finds:
    """What the finder found in a picture: top faces with their class, and what it took for a face."""

    faces: tuple[tuple[Top, int], ...] = ()
    wrong: tuple[Top, ...] = ()


Find = Callable[[Image], Sequence[Candidate]]
"""All finds in a picture, best first."""


def with_gaps_closed(example: Example, find: Find) -> Example | None:
    """The example with dice placed where only faces are known (or None), and unlabelled ones that do not count."""
    if example.dice is not None and not example.faces:
        return example
    found = find(example.load())
    if example.dice is not None:
        return example.placed(example.dice + tuple(_unlabelled(example.dice, found)))
    dice = _the_dice(example, found)
    return example.placed(dice) if dice else None


def face_class(die: Known) -> int:
    """0…8: what the namer calls the face of a die whose face is known."""
    assert die.face is not None
    return FACES.index((die.kind, die.face))


def finds(example: Example, found: Sequence[Candidate]) -> Finds:
    """Which finds are which die's face, and which are none."""
    dice = example.dice or ()
    faces, wrong, used = [], [], set()
    for one in found:
        nearest, away = _nearest(dice, one.top)
        if nearest is not None and away < SAME and id(nearest) not in used and _alike(one.top.edge, nearest.edge):
            used.add(id(nearest))
            if nearest.counts and nearest.whole and nearest.face is not None:
                faces.append((one.top, face_class(nearest)))
        elif nearest is None or away > OTHER or (id(nearest) in used and away > 0.45):
            wrong.append(one.top)
    return Finds(tuple(faces), tuple(wrong))


def named(example: Example, chances: np.ndarray) -> Example | None:
    """The example with a face for each of its dice, given the namer's `chances` (N, 10) for them, or None.

    The faces that lie in the picture are known, not which die shows which: the likeliest way to hand them out is taken.
    """
    classes = np.array([face - 1 for face in example.faces])
    costs = -np.log(chances[:, classes] + 1e-6)
    rows, columns = linear_sum_assignment(costs)
    if costs[rows, columns].max() > -math.log(UNLIKELY):
        return None
    dice = list(example.dice or ())
    for row, column in zip(rows, columns, strict=True):
        dice[row] = replace(dice[row], face=example.faces[column])
    return example.placed(tuple(dice))


def _the_dice(example: Example, found: Sequence[Candidate]) -> tuple[Known, ...]:
    count = len(example.faces)
    if not count or len(found) < count:
        return ()
    if len(found) > count and found[count].heat > STANDS_OUT * found[count - 1].heat:
        return ()
    edges = [one.top.edge for one in found[:count]]
    if max(edges) > SIZES * min(edges):
        return ()
    return tuple(Known(np.array(one.top.center), one.top.edge) for one in found[:count])


def _unlabelled(dice: Sequence[Known], found: Sequence[Candidate]) -> Iterator[Known]:
    for one in found:
        _, away = _nearest(dice, one.top)
        if one.heat > CLEAR and away > OTHER:
            yield Known(np.array(one.top.center), one.top.edge, counts=False)


def _nearest(dice: Sequence[Known], top: Top) -> tuple[Known | None, float]:
    """The die nearest to the find, and how far it is in its edges."""
    aways = [float(np.linalg.norm(np.array(top.center) - die.middle)) / die.edge for die in dice]
    if not aways:
        return None, math.inf
    best = int(np.argmin(aways))
    return dice[best], aways[best]


def _alike(one: float, other: float) -> bool:
    return 1 / 1.7 < one / other < 1.7
