"""What a photograph of the table means as a roll: it shows what lies there, and not how that came about. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from croupier.server.course import Course
from croupier.server.heed.again import lie_as_came, lie_as_counted
from croupier.server.heed.fit import lying_now
from croupier.vision.frame import Frame
from croupier.vision.reading import Die, Reading
from croupier.vision.roll import Origin, Roll
from croupier.vision.rolls.vote import distance

ALIKE = "These dice show what came last: were they thrown anew?"
WHICH = "A photograph does not show which dice were thrown again: was it those that show another face now?"
NOT_SURE = "I am not sure of this die."
ON_TOP = 1.5
"""Dice of several photographs that lie within so many edges of each other cannot be told by their places."""


def roll_of(course: Course, reading: Reading, frame: Frame) -> Roll | None:
    """The roll that the dice of `reading`, taken from `frame`, are; None where they lie as they were counted last.

    All of them were thrown, unless some dice that lie there may be thrown again: then those that show a face that lay
    there stayed, and it is asked whether that is so. What is thrown anew and shows what came last is asked about too.
    """
    throws = [prompt.throw for prompt in course.game.prompts(course.state) if prompt.throw and not prompt.throw.hidden]
    lying = lying_now(course) if any(throw.lying and not throw.beside for throw in throws) else ()
    dice, alike = _in_their_places(reading.dice, lying)
    stayed = () if _on_top_of_each_other(lying) else alike
    thrown = tuple(i for i in range(len(dice)) if i not in stayed)
    roll = Roll(
        dice=dice,
        thrown=thrown,
        stayed=stayed,
        at=frame.at,
        evidence=frame,
        origin=Origin.PHOTO,
    )
    ask = [die.why or NOT_SURE for die in dice if not die.sure]
    ask += reading.why
    if (course.question is None or by_photo(course)) and (lie_as_counted(course, roll) or lie_as_came(course, roll)):
        if all(throw.lying for throw in throws):
            return None
        ask.append(ALIKE)
    if alike:
        ask.append(WHICH)
    return replace(roll, ask=tuple(dict.fromkeys(ask)))


def by_photo(course: Course) -> bool:
    """Whether the open question is about a photograph: another one takes its place."""
    return course.question is not None and bool(course.question.payload.get("photo"))


def _in_their_places(
    dice: Sequence[Die], lying: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Die, ...], tuple[int, ...]]:
    """The dice in the order of those that lie there, and which of them show faces that lay there.

    These are said to lie where they were seen before: no two photographs are taken from one place.
    """
    free = list(dice)
    kept: list[Die | None] = []
    for known in lying:
        die = next((die for die in free if (die.kind, die.face) == (known["kind"], known["face"])), None)
        if die is not None:
            free.remove(die)
            die = replace(die, corners=known.get("corners") or die.corners)
        kept.append(die)
    order = [(die or (free.pop(0) if free else None), die is not None) for die in kept]
    there = [(die, stayed) for die, stayed in order if die is not None] + [(die, False) for die in free]
    return tuple(die for die, _ in there), tuple(i for i, (_, stayed) in enumerate(there) if stayed)


def _on_top_of_each_other(lying: Sequence[Mapping[str, Any]]) -> bool:
    placed = [Die("", None, known["corners"], 0.0, False) for known in lying if known.get("corners")]
    return any(distance(one, other) < ON_TOP for one, other in combinations(placed, 2))
