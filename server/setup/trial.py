"""A test roll: the dice as they were read against what lies there. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.rules.words import FUDGE_SIGNS, so_many_dice
from croupier.vision.reading import Die

PASSED = "Passed: every die was read right, and for sure."
CHECK = "Look at the picture above and at what is not good there, then roll once more."


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the test was passed, and in words what was read."""

    passed: bool
    text: str


def judge(truth: Sequence[int], dice: Sequence[Die], why: Sequence[str] = ()) -> Verdict:
    """`truth` are the faces that lie there, in any order; `dice` those read, `why` what speaks against the picture."""
    if not dice:
        return Verdict(False, f"Failed: no dice are seen. {CHECK}")
    if len(dice) != len(truth):
        lie, seen = "lies" if len(truth) == 1 else "lie", "is" if len(dice) == 1 else "are"
        there = so_many_dice(len(truth))
        return Verdict(False, f"Failed: {there} {lie} there, but {len(dice)} {seen} seen. {CHECK}")
    read, true = Counter(die.face for die in dice), Counter[int | None](truth)
    if read != true:
        kind = dice[0].kind
        missed = " and ".join(_face(kind, face) for face in (true - read).elements())
        instead = " and ".join(_face(kind, face) for face in (read - true).elements())
        return Verdict(False, f"Failed: {missed} was read as {instead}. {CHECK}")
    doubts = tuple(dict.fromkeys([die.why for die in dice if not die.sure and die.why] + list(why)))
    if doubts or not all(die.sure for die in dice):
        said = " ".join(_sentence(doubt) for doubt in doubts)
        return Verdict(False, f"Nearly: the faces are right, but you would be asked about them. {said}".strip())
    return Verdict(True, PASSED)


def _face(kind: str, face: int | None) -> str:
    if face is None:
        return "no face"
    return FUDGE_SIGNS.get(face, str(face)) if kind == "dF" else str(face)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
