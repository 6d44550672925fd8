"""What speaks against trusting a whole picture: things that may be dice, bad light, blur, too much to look at."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from croupier.vision.classical.light import too_dark
from croupier.vision.learned.judge.confidence import BLURRED
from croupier.vision.learned.judge.evidence import Evidence
from croupier.vision.learned.judge.fuse import Fused
from croupier.vision.learned.judge.sharp import patch, softness
from croupier.vision.learned.judge.strays import strays
from croupier.vision.learned.pixels import Halves

SMEARED = 1.5
"""Softness of a thing that may be a die too blurred to be found."""

FAINTEST = 0.33
"""Where no die is found at all, a thing that exists this much may be one."""

DARK = "the picture is too dark"
BLUR = "the picture is blurred"
UNREAD = "something on the table is not read"
STRAY = "there are pips that belong to no die that is read"
DETAIL = "there is too much small detail to look at all of it: come closer"


def doubts(picture: Halves, fused: Fused, evidence: Sequence[Evidence], left_out: bool) -> tuple[str, ...]:
    """Reasons in plain words, none when the picture can be trusted; `left_out` as in `Search`."""
    told = {
        DARK: too_dark(picture.image),
        BLUR: _blurred(picture, fused, evidence),
        UNREAD: bool(fused.grey) or (not fused.dice and any(one.exists > FAINTEST for one in fused.faint)),
        STRAY: strays(picture, [die.top for die in fused.dice]),
        DETAIL: left_out,
    }
    return tuple(words for words, is_so in told.items() if is_so)


def _blurred(picture: Halves, fused: Fused, evidence: Sequence[Evidence]) -> bool:
    """Whether the dice are, or, where none is found, the thing that is most like one: it may be one that moved."""
    if evidence:
        return statistics.median(row.softness for row in evidence) > BLURRED
    return any(softness(patch(picture, one.top), one.top.edge) > SMEARED for one in fused.faint[:1])
