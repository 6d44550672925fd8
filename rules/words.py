"""How dice are spoken of in the sentences of every game."""

from __future__ import annotations

from collections.abc import Mapping

FUDGE_SIGNS: Mapping[int | None, str] = {-1: "−", 0: "0", 1: "+"}
"""How the faces of Fudge dice are written."""


def so_many_dice(count: int) -> str:
    """1 die, 2 dice, …"""
    return "1 die" if count == 1 else f"{count} dice"
