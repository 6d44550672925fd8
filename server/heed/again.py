"""Whether dice that are seen once more are those that came last, or were asked about, and so no new throw. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from croupier.rules.secrecy import hides
from croupier.server.course import Course, Dice
from croupier.server.heed.fit import SAME_PLACE, lying_now, nearest_to
from croupier.vision.reading import Die
from croupier.vision.roll import Roll, Turned

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


def lie_where_they_lay(course: Course, roll: Roll) -> bool:
    """Whether each of the dice that are said to be thrown lies as one of those that came last did, and just there."""
    lay = [die for die in course.lying if die.get("corners")]
    return bool(lay) and len(roll.thrown) == len(lay) and not _without(list(roll.dice), lay, _lies_there)


def show_what_was_typed(course: Course, roll: Roll) -> bool:
    """Whether the dice thrown may be those of the last throw, which somebody typed in before the camera told of it.

    It tells of every roll once, so that what it told since is another one.
    """
    last = next((step for step in reversed(course.steps) if step.thrown is not None), None)
    if last is None or last.thrown is None or not last.dice or any(die.get("corners") for die in last.dice):
        return False
    since = takewhile(lambda told: told.entry.id != last.entry.id, reversed(course.told))
    if any(told.entry.kind in ("question", "touch") for told in since):
        return False
    typed = sorted(last.dice[place]["face"] for place in last.thrown.places)
    return typed == sorted(roll.dice[i].face or 0 for i in roll.thrown)


def as_asked(course: Course, roll: Roll) -> Roll:
    """A roll of dice that nobody saw fall, as the open question has them, where they are those that it is about.

    They lie where its dice lie and show no other faces, as far as both are sure; a die turned over by hand the new one.
    """
    asked = course.question.payload if course.question else {}
    dice = asked.get("dice", ())
    near = nearest_to(dice, roll)
    shown = dict(enumerate(die["face"] for die in dice)) | {t["die"]: t["face"] for t in asked.get("touched", ())}
    sure = (place for place, i in near.items() if dice[place]["sure"] and roll.dice[i].sure)
    if not dice or not len(near) == len(dice) == len(roll.dice):
        return roll
    if any(roll.dice[near[place]].face != shown[place] for place in sure):
        return roll
    thrown = {near[place] for place in asked["thrown"]}
    touched = {near[touch["die"]]: touch["was"] for touch in asked.get("touched", ())}
    if asked.get("alone"):
        thrown = set()
    rest = [i for i in range(len(dice)) if i not in thrown and i not in touched]
    turned = tuple(Turned(i, was, was) for i, was in sorted(touched.items()))
    touched_now = tuple(i for i in sorted(touched) if i not in thrown)
    return replace(roll, thrown=tuple(sorted(thrown)), stayed=tuple(rest), touched=touched_now, turned=turned)


def with_those_asked_about(course: Course, roll: Roll) -> Roll | None:
    """A roll after which dice of a throw that is still asked about lie there: they were thrown as well. Else None."""
    asked = course.question.payload if course.question else {}
    if not asked or asked.get("alone"):
        return None
    near = nearest_to(asked["dice"], roll)
    still = {near[place] for place in asked["thrown"] if place in near and near[place] not in roll.thrown}
    if not still:
        return None
    if not roll.thrown:
        return roll
    return replace(
        roll,
        thrown=tuple(sorted({*roll.thrown, *still})),
        stayed=tuple(i for i in roll.stayed if i not in still),
        touched=tuple(i for i in roll.touched if i not in still),
    )


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
