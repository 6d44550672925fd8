"""What the commands that read dice share: the `--kind` option and a die's JSON."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from croupier.vision.reading import FACES, Die

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
