"""Whether a mark on a face is a die itself: one on a square note or tile looks like a large die with a single pip."""

from __future__ import annotations

from croupier.vision.learned.find.plan import Plan
from croupier.vision.learned.find.search import Candidate, ChancesIn, Finder, most_likely
from croupier.vision.learned.flatten import flattened
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

FEW_PIPS = 2
"""So many dice may lie on a note as the pips of a face would."""
FACE_PX = 192
"""The face is looked at so large that a die as large as a pip is found."""
SMALLEST, LARGEST = 0.08, 0.6
"""Edges of a die on a note, in edges of the note."""


def die_inside(finder: Finder, chances: ChancesIn, picture: Halves, top: Top) -> float:
    """0…1: how much of a die is seen within the face `top`."""
    face = Halves(flattened(picture, top, 1.0, FACE_PX))
    return most_likely(finder, face, Plan((1.0,)), chances, _as_large_as_a_pip)


def _as_large_as_a_pip(found: Candidate) -> bool:
    return SMALLEST < found.top.edge / FACE_PX < LARGEST
