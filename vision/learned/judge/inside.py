"""Whether a mark on a face is a die itself: one on a square note or tile looks like a large die with a single pip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.vision.learned.find.plan import Plan
from croupier.vision.learned.find.search import Candidate, Finder, search
from croupier.vision.learned.flatten import flattened
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

FEW_PIPS = 2
"""So many dice may lie on a note as the pips of a face would."""
FACE_PX = 192
"""The face is looked at so large that a die as large as a pip is found."""
SMALLEST, LARGEST = 0.08, 0.6
"""Edges of a die on a note, in edges of the note."""
WORTH_NAMING = 0.2
"""Heat from which on a find is shown to the namer: beneath, it cannot count."""


def die_inside(
    finder: Finder, chances: Callable[[Halves, Sequence[Candidate]], Sequence[float]], picture: Halves, top: Top
) -> float:
    """0…1: how much of a die is seen within the face `top`. `chances` tells of candidates how likely they are faces."""
    face = Halves(flattened(picture, top, 1.0, FACE_PX))
    found = search(finder, face, Plan((1.0,))).candidates
    likely = [one for one in found if one.heat > WORTH_NAMING and SMALLEST < one.top.edge / FACE_PX < LARGEST]
    return max((one.heat * chance for one, chance in zip(likely, chances(face, likely), strict=True)), default=0.0)
