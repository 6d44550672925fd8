"""A die that was seen, as JSON for the log and the pages."""

from __future__ import annotations

from typing import Any

from croupier.vision.reading import FACES, Die

_LOOKALIKES: dict[str, dict[int, tuple[int, ...]]] = {
    "d6": {1: (3, 2), 2: (3, 1), 3: (2, 5, 1), 4: (5, 6, 2), 5: (4, 6, 3), 6: (5, 4)},
    "dF": {1: (-1, 0), 0: (-1, 1), -1: (0, 1)},
}
"""The faces that one is most often taken for, where its reader ranks none."""


def die_json(die: Die) -> dict[str, Any]:
    """A die as the pages take it. `corners` in pixels; `likely` faces come likeliest first."""
    return {
        "kind": die.kind,
        "face": die.face,
        "confidence": round(die.confidence, 4),
        "sure": die.sure,
        "why": die.why,
        "corners": [[round(x, 1), round(y, 1)] for x, y in die.corners],
        "likely": likely(die),
    }


def likely(die: Die) -> list[int]:
    """Every legal face of the die, likeliest first: as its reader ranks them, or by what readers confuse."""
    faces = FACES.get(die.kind, ())
    first = () if die.face is None else (die.face,)
    usual = _LOOKALIKES.get(die.kind, {}).get(die.face, ()) if die.face is not None else ()
    return list(dict.fromkeys((*first, *die.likely, *usual, *faces)))
