"""What speaks against trusting a whole picture: things that may be dice, bad light, blur, too much to look at."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from croupier.vision.classical.light import too_dark
from croupier.vision.learned.judge.confidence import BLURRED
from croupier.vision.learned.judge.evidence import Evidence, is_cut
from croupier.vision.learned.judge.fuse import Fused, Judged, usual_edge
from croupier.vision.learned.judge.sharp import patch, softness
from croupier.vision.learned.judge.strays import strays
from croupier.vision.learned.pixels import Halves

MOVED = 1.5
"""Softness of a thing that may be a die too blurred to be found."""

FAINTEST = 0.33
"""Where no die is found at all, a thing that exists this much may be one."""
AT_THE_EDGE = 0.15
"""What reaches over the picture's edge and exists this much may be a die of which too little is seen."""
AS_LARGE = 0.3, 1.2
"""If its edge is between so many times the dice's own: what is cut looks smaller than it is, and hardly larger."""
CUT_OFF = 0.25
"""What the picture's edge cuts and is so much of a die may be one."""
OFF_STRETCH, OFF_FALL = 0.3, 0.45
"""A die this far off the table's plane (see `misfit`) tells that the others' plane may be that of sides, not tops."""

DARK = "the picture is too dark: give more light"
BLUR = "the picture is blurred: keep the camera still and in focus, or give more light"
UNREAD = "something on the table is not read: lay every die flat and apart, and take away what is no die"
STRAY = "there are pips that belong to no die that is read: lay the dice flat and apart, on a plain ground"
CUT_DIE = "a die may be cut off by the edge of the picture: slide in what lies there, or take it away"
PLANES = "the dice do not seem to lie on one table: look more from above"
DETAIL = "there is too much in the picture to look at all of it: come closer, or lay out fewer dice"


def doubts(
    picture: Halves, fused: Fused, evidence: Sequence[Evidence], left_out: bool, cut: float = 0.0
) -> tuple[str, ...]:
    """Reasons in plain words, none when the picture can be trusted; `left_out` as in `Search`, `cut` from `cut_off`."""
    told = {
        DARK: too_dark(picture.level(2)[0]),
        BLUR: _blurred(picture, fused, evidence),
        UNREAD: bool(fused.grey) or any(_may_be_a_die(one, fused, picture.size) for one in fused.faint),
        STRAY: strays(picture, [die.top for die in fused.dice]),
        CUT_DIE: cut > CUT_OFF,
        PLANES: any(row.plane > OFF_STRETCH or row.fall > OFF_FALL for row in evidence),
        DETAIL: left_out,
    }
    return tuple(words for words, is_so in told.items() if is_so)


def _may_be_a_die(faint: Judged, fused: Fused, size: tuple[int, int]) -> bool:
    """Whether a faint thing of `fused` is one to ask about, in a picture of `size` (width, height)."""
    if not fused.dice:
        return faint.exists > (AT_THE_EDGE if is_cut(faint.top, size) else FAINTEST)
    as_large = AS_LARGE[0] < faint.top.edge / usual_edge(fused.dice) < AS_LARGE[1]
    return as_large and is_cut(faint.top, size) and faint.exists >= AT_THE_EDGE


def _blurred(picture: Halves, fused: Fused, evidence: Sequence[Evidence]) -> bool:
    """Whether the dice are, or, where none is found, the thing that is most like one: it may be one that moved."""
    if evidence:
        return statistics.median(row.softness for row in evidence) > BLURRED
    return any(softness(patch(picture, one.top), one.top.edge) > MOVED for one in fused.faint[:1])
