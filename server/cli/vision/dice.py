"""What the commands that read dice share: the `--kind` option, a die's JSON and its words, and the order of dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from croupier.rules.words import FUDGE_SIGNS
from croupier.vision.reading import FACES, Die

IN_A_ROW = 0.6
"""Dice lie in one row when their middles are no more than this lower than the row's first, in edges."""


_KINDS = ("auto", *FACES)


def _known(kind: str) -> str:
    if kind not in _KINDS:
        raise typer.BadParameter(f"{kind!r} is none of {', '.join(_KINDS)}.")
    return kind


Kind = Annotated[str, typer.Option(help=f"The dice to look for: {', '.join(_KINDS)}.", callback=_known)]


def die_json(die: Die) -> dict[str, Any]:
    """A die as `read --json` and `watch --json` print it; `corners` in pixels, clockwise."""
    corners = [[round(x, 1), round(y, 1)] for x, y in die.corners]
    confidence = round(die.confidence, 3)
    return {"kind": die.kind, "face": die.face, "confidence": confidence, "sure": die.sure, "corners": corners}


def face_words(die: Die) -> str:
    """What a die shows, as people write it: 5, + or 0. A `?` stands for no face, and after one that is not sure."""
    if die.face is None:
        return "?"
    face = FUDGE_SIGNS[die.face] if die.kind == "dF" else str(die.face)
    return face if die.sure else f"{face}?"


def in_rows(dice: Sequence[Die]) -> tuple[Die, ...]:
    """`dice` in the order in which one reads: row by row from the top of the picture, each row from the left."""
    rows: list[list[Die]] = []
    for die in sorted(dice, key=lambda die: die.center[1]):
        if rows and die.center[1] - rows[-1][0].center[1] <= IN_A_ROW * rows[-1][0].edge:
            rows[-1].append(die)
        else:
            rows.append([die])
    return tuple(die for row in rows for die in sorted(row, key=lambda die: die.center[0]))
