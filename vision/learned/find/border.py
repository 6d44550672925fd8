"""What the picture's edge cuts: mirrored there, a die of which half is seen looks whole, and the finder finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from croupier.vision.learned.find.plan import Plan
from croupier.vision.learned.find.search import Candidate, Finder, search
from croupier.vision.learned.pixels import Halves

BEYOND, WITHIN = 1.1, 1.5
"""How far the mirror image goes on, and what of the picture is looked at with it, in edges of a die."""
LOOK_PX = 22.0
"""The edge at which dice are looked at here: small, since it is only asked whether there is one."""
NEAR = 0.45
"""A die in the mirror has its middle so near to it, in edges; one that lies whole in the picture does not."""
SIZES = 0.5, 1.6
"""Its edge, in edges of the other dice: mirrored, less than half of a die looks short and more looks long."""
WORTH_NAMING = 0.15
"""Heat from which on a find is shown to the namer."""


def cut_off(
    finder: Finder,
    chances: Callable[[Halves, Sequence[Candidate]], Sequence[float]],
    picture: Halves,
    edge: float,
) -> float:
    """0…1: how much of a die of about `edge` px is seen that the picture's edge cuts. `chances` tells of candidates how
    likely they are faces."""
    most = 0.0
    for side in range(4):
        turned = np.rot90(picture.image, side)[: round(WITHIN * edge)]
        beyond = min(round(BEYOND * edge), len(turned))
        mirrored = cv2.copyMakeBorder(np.ascontiguousarray(turned), beyond, 0, 0, 0, cv2.BORDER_REFLECT)
        strip = Halves(np.asarray(mirrored, np.uint8))
        found = [
            one
            for one in search(finder, strip, Plan((LOOK_PX / edge,))).candidates
            if one.heat > WORTH_NAMING
            and abs(one.top.center[1] - beyond) < NEAR * edge
            and SIZES[0] < one.top.edge / edge < SIZES[1]
        ]
        likely = zip(found, chances(strip, found), strict=True)
        most = max([most, *(one.heat * chance for one, chance in likely)])
    return most
