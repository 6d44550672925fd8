"""Whether dice that are read once more are those that came last, and so no throw. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Any

from croupier.rules.secrecy import hides
from croupier.server.course import Course, Dice
from croupier.server.fit import SAME_PLACE, lying_now
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

Known = Mapping[str, Any]
"""A die that lay there, as JSON."""


def lie_as_counted(course: Course, roll: Roll) -> bool:
    """Whether a roll shows the dice as they count now. Those thrown beside older ones may lie there with them."""
    since_covered = takewhile(lambda step: not hides(step.state), reversed(course.steps))
    throws = [(step.dice, step.thrown.throw.beside) for step in since_covered if step.dice and step.thrown]
    now = tuple(lying_now(course))
    if throws and len(now) == len(throws[0][0]):  # a die may have been turned since it was thrown
        throws[0] = (now, throws[0][1])
    return _the_same(throws, roll)


def lie_as_came(course: Course, roll: Roll) -> bool:
    """Whether a roll shows the dice as they came last, undone since or not."""
    return _the_same(((told.dice, told.beside) for told in reversed(course.told) if told.dice), roll)


def _the_same(throws: Iterable[tuple[Dice, bool]], roll: Roll) -> bool:
    """`throws` come newest first, each with whether it was thrown beside what lay there.

    All dice of the last one are to be seen. What else is seen lay there before it: it did not move, or it is of an
    older throw, known by its place, or by its face where nobody saw where it lay.
    """
    last: Dice = ()
    older: Dice = ()
    beside = True
    for dice, was_beside in throws:
        if not beside:
            break
        last, older = (last, (*older, *dice)) if last else (dice, ())
        beside = was_beside
    left = [die for i, die in enumerate(roll.dice) if die.face is not None and not (older and i in roll.stayed)]
    placed = [die for die in older if die.get("corners")]
    typed = [die for die in older if not die.get("corners")]
    left = _without(left, placed, _lies_there)
    left = _without(left, missing := list(last), _shows)
    return bool(last) and not missing and not _without(left, typed, _shows)


def _without(
    seen: list[Die], known: list[Mapping[str, Any]], same: Callable[[Die, Mapping[str, Any]], bool]
) -> list[Die]:
    """The dice seen that are none of those known; these are taken out of `known` as they are found."""
    left = []
    for die in seen:
        found = next((other for other in known if same(die, other)), None)
        if found is None:
            left.append(die)
        else:
            known.remove(found)
    return left


def _shows(die: Die, known: Known) -> bool:
    return bool(die.face == known["face"])


def _lies_there(die: Die, known: Known) -> bool:
    x, y = (sum(axis) / len(known["corners"]) for axis in zip(*known["corners"], strict=True))
    return _shows(die, known) and math.dist((x, y), die.center) < SAME_PLACE * die.edge
