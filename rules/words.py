"""How dice, numbers and names are spoken of in the sentences of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

FUDGE_SIGNS: Mapping[int | None, str] = {-1: "−", 0: "0", 1: "+"}
"""How the faces of Fudge dice are written."""
LARGEST_SAID = 10**9


def so_many(count: int, what: str) -> str:
    """1 point, 2 points, …"""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def so_many_dice(count: int) -> str:
    """1 die, 2 dice, …"""
    return "1 die" if count == 1 else f"{count} dice"


def in_a_row(faces: Sequence[object]) -> str:
    """What dice show, as it is read out: 3 5 6."""
    return " ".join(str(face) for face in faces)


def listed(words: Sequence[object], joiner: str = "and") -> str:
    """Ada; Ada and Bo; Ada, Bo and Cy."""
    *first, last = map(str, words)
    return f"{', '.join(first)} {joiner} {last}" if first else last


def written(number: int, sign: bool = False) -> str:
    """A number with a true minus; with `sign` a plus too, where it is more than 0."""
    return f"+{number}" if sign and number > 0 else str(number).replace("-", "−")


def said(number: object) -> str:
    """A number that was given, as a refusal repeats it; one that nobody would read out is only pointed at."""
    return str(number) if type(number) is int and abs(number) <= LARGEST_SAID else "that"
