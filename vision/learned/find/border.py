"""What the picture's edge cuts: mirrored there, a part of a die looks whole, if need be drawn out first.

The borders are looked at twice, opposite ones together and unturned: as they are, where half a die and more looks like
one, and drawn out the more the nearer to the edge, where a quarter does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from croupier.vision.frame import Image
from croupier.vision.learned.find.plan import Plan
from croupier.vision.learned.find.search import Candidate, ChancesIn, Finder, likely_ones
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top, corners

BEYOND, WITHIN, CORNER = 1.0, 1.4, 0.9
"""How far the mirror image goes on, what is shown of the picture with it, and how far the corners' mirror images go on
at the plain look, in edges of a die."""
DRAWN_OUT = 1.3
"""Drawn out, what lies d edges within the picture is shown at the root of so many times d."""
LOOK_PX = 20.0
"""The edge at which dice are looked at here: small, since it is only asked whether there is one."""
SHARP = 1.5
"""What is shown is so much sharper than that, for the namer."""
FINER = 2.5
"""And is drawn out from what is so much sharper still, so that slivers keep what is in them."""
NEAR = 0.45
"""A die in the mirror has its middle so near to it, in edges; one that lies whole in the picture does not."""
ASIDE = 0.5
"""It falls to the left or right by less than this, in edges: a die does not, where the camera is held upright."""
SIZES = 0.5, 1.6
"""Its edge, in edges of the other dice: mirrored, less than half of a die looks short and more looks long."""
HIDES = 0.35
"""A die that lies whole in the picture and so near to its edge, in edges, leaves no room for another."""
IN_A_CORNER = 0.3
"""So near to the picture's corner, in edges, both its mirrors meet."""
SAME_PLACE = 0.5
"""What is seen at both looks so near to each other, in edges, is one die."""
BOTH = 0.8
"""How likely it is at both looks, added up, counts so much."""

Seen = list[tuple[float, float, float]]
"""What may be dice in the mirrors: where across and along the border, in edges, and how much of a die, 0…1."""


def cut_off(finder: Finder, chances: ChancesIn, picture: Halves, edge: float, dice: Sequence[Top] = ()) -> float:
    """0…1: how much of a die of about `edge` px is seen that the picture's edge cuts, beside `dice` that are read."""
    most = 0.0
    for across in (False, True):
        borders = _Borders.of(picture.image, across, edge, dice)
        plain, drawn = (_seen(finder, chances, borders, drawn_out) for drawn_out in (False, True))
        most = max(most, _most(plain, drawn))
    return most


@dataclass(frozen=True, slots=True, eq=False)
class _Borders:
    """The upper and lower border of a picture, or `across` it the left and right one, its edge on top in both; dice are
    `px` wide, and `finer` times as deep. `full`: where, in px along each, dice that are read leave no room."""

    across: bool
    px: float
    finer: float
    ends: tuple[Image, Image]
    full: tuple[list[tuple[float, float]], list[tuple[float, float]]]

    @classmethod
    def of(cls, image: Image, across: bool, edge: float, dice: Sequence[Top]) -> _Borders:
        px = min(edge, SHARP * LOOK_PX)
        scale, size = px / edge, image.shape[1 if across else 0]
        finer = min(1 / scale, FINER)
        deep = min(size, int(np.ceil(max(WITHIN, WITHIN**2 / DRAWN_OUT) * edge)) + 1)
        parts = (image[:, :deep], image[:, size - deep :]) if across else (image[:deep], image[size - deep :])
        upright = [cv2.transpose(part) if across else part for part in parts]
        shown = max(1, round(upright[0].shape[1] * scale)), max(2, round(deep * finer * scale))
        near, far = (np.asarray(cv2.resize(one, shown, interpolation=cv2.INTER_AREA), np.uint8) for one in upright)
        full: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
        for die in dice:
            top = np.array(corners(die))
            whole = np.concatenate([top, top + np.array(die.down) * die.edge])
            low, high = whole.min(axis=0), whole.max(axis=0)
            at, along = (0, 1) if across else (1, 0)
            for room, end in zip((low[at], size - 1 - high[at]), full, strict=True):
                if 0 <= room < HIDES * edge:
                    end.append((float(low[along]) * scale, float(high[along]) * scale))
        return cls(across, px, finer, (near, far[::-1]), full)

    def mirrored(self, drawn_out: bool) -> Image:
        """Both, unturned, with what lies between them left out, and their mirror images beyond."""
        deep = (np.arange(round(WITHIN * self.px)) + 0.5) / self.px
        rows = (deep**2 / DRAWN_OUT if drawn_out else deep) * self.px * self.finer - 0.5
        x, y = np.meshgrid(np.arange(self.ends[0].shape[1], dtype=np.float32), rows.astype(np.float32))
        near, far = (cv2.remap(end, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for end in self.ends)
        beyond, corner = round(BEYOND * self.px), 0 if drawn_out else self.corner
        both = cv2.copyMakeBorder(np.concatenate([near, far[::-1]]), beyond, beyond, corner, corner, cv2.BORDER_REFLECT)
        return np.asarray(cv2.transpose(both) if self.across else both, np.uint8)

    @property
    def corner(self) -> int:
        """How far the corners' mirror images go on, in px. One pair of borders is enough for them."""
        return min(round(CORNER * self.px), self.ends[0].shape[1]) if self.across else 0


def _seen(finder: Finder, chances: ChancesIn, borders: _Borders, drawn_out: bool) -> Seen:
    """What may be dice on either mirror."""
    shown, px = borders.mirrored(drawn_out), borders.px
    at, along = (0, 1) if borders.across else (1, 0)
    first, corner = round(BEYOND * px) - 0.5, 0 if drawn_out else borders.corner
    mirrors = first, shown.shape[1 - at] - 1 - first
    long = shown.shape[1 - along] - 2 * corner

    def may_be(found: Candidate) -> bool:
        away = [abs(found.top.center[at] - mirror) for mirror in mirrors]
        place = found.top.center[along] - corner
        full = any(low < place < high for low, high in borders.full[int(np.argmin(away))])
        # What runs slantwise through a corner of the picture is a square on its tip there.
        on_its_tip = corner > 0 and not IN_A_CORNER * px < place < long - IN_A_CORNER * px and _on_its_tip(found.top)
        as_large = SIZES[0] < found.top.edge / px < SIZES[1]
        return as_large and not full and not on_its_tip and min(away) < NEAR * px and abs(found.top.down[0]) < ASIDE

    found = likely_ones(finder, Halves(shown), Plan((LOOK_PX / px,)), chances, may_be)
    return [(one.top.center[at] / px, (one.top.center[along] - corner) / px, much) for one, much in found]


def _on_its_tip(top: Top) -> bool:
    return bool(np.cos(4 * top.turn) < 0)


def _most(plain: Seen, drawn: Seen) -> float:
    """How much of a die is seen at most, at the plain look or at both, 0…1."""
    most = max((much for *_, much in plain), default=0.0)
    for x, y, _ in (*plain, *drawn):
        both = (
            max((m for u, v, m in look if np.hypot(u - x, v - y) < SAME_PLACE), default=0.0) for look in (plain, drawn)
        )
        most = max(most, BOTH * sum(both))
    return most
