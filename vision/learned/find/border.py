"""What the picture's edge cuts: mirrored there, a die of which half is seen looks whole, and the finder finds it."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from croupier.vision.learned.find.plan import Plan
from croupier.vision.learned.find.search import Candidate, ChancesIn, Finder, most_likely
from croupier.vision.learned.pixels import Halves

BEYOND, WITHIN = 1.1, 1.5
"""How far the mirror image goes on, and what of the picture is looked at with it, in edges of a die."""
LOOK_PX = 22.0
"""The edge at which dice are looked at here: small, since it is only asked whether there is one."""
NEAR = 0.45
"""A die in the mirror has its middle so near to it, in edges; one that lies whole in the picture does not."""
SIZES = 0.5, 1.6
"""Its edge, in edges of the other dice: mirrored, less than half of a die looks short and more looks long."""


def cut_off(finder: Finder, chances: ChancesIn, picture: Halves, edge: float) -> float:
    """0…1: how much of a die of about `edge` px is seen that the picture's edge cuts."""
    most = 0.0
    for side in range(4):
        turned = np.rot90(picture.image, side)[: round(WITHIN * edge)]
        beyond = min(round(BEYOND * edge), len(turned))
        mirrored = cv2.copyMakeBorder(np.ascontiguousarray(turned), beyond, 0, 0, 0, cv2.BORDER_REFLECT)
        strip = Halves(np.asarray(mirrored, np.uint8))
        on_it = partial(_on_the_mirror, beyond, edge)
        most = max(most, most_likely(finder, strip, Plan((LOOK_PX / edge,)), chances, on_it))
    return most


def _on_the_mirror(beyond: float, edge: float, found: Candidate) -> bool:
    """Whether `found` lies on the line at `beyond` px at which the picture is mirrored, and is as large as its dice."""
    return abs(found.top.center[1] - beyond) < NEAR * edge and SIZES[0] < found.top.edge / edge < SIZES[1]
