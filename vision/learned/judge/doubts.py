"""What speaks against trusting a whole picture: things that may be dice, bad light, blur, too much to look at."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from croupier.vision.classical.light import too_dark
from croupier.vision.frame import Image
from croupier.vision.learned.judge.confidence import BLURRED
from croupier.vision.learned.judge.evidence import Evidence

DARK = "the picture is too dark"
BLUR = "the picture is blurred"
UNREAD = "something on the table is not read"
STRAY = "there are pips that belong to no die that is read"
DETAIL = "there is too much small detail to look at all of it: come closer"


def doubts(
    image: Image, evidence: Sequence[Evidence], unread: int, left_out: bool, stray_pips: bool
) -> tuple[str, ...]:
    """Reasons in plain words, none when the picture can be trusted. `unread` things may be dice and are not read."""
    told = {
        DARK: too_dark(image),
        BLUR: bool(evidence) and statistics.median(row.softness for row in evidence) > BLURRED,
        UNREAD: unread > 0,
        STRAY: stray_pips,
        DETAIL: left_out,
    }
    return tuple(words for words, is_so in told.items() if is_so)
