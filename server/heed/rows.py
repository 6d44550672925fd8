"""What the table makes of dice that the camera saw come to rest: rows for its log. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from croupier.rules.wire import to_json
from croupier.server.course import Course
from croupier.server.die import die_json
from croupier.server.heed.again import (
    as_asked,
    lie_as_came,
    lie_as_counted,
    lie_where_they_lay,
    show_what_was_typed,
    with_those_asked_about,
)
from croupier.server.heed.asked import question, witnessed
from croupier.server.heed.fit import answer, lying_now
from croupier.vision.roll import LAY_HERE, Origin, Roll

READ_AGAIN = "The table was read again: do these dice count as a roll?"
LOOKED_LATE = "I have only begun to look: were these dice thrown just now?"
TYPED_IN = "These dice show what was typed in: were they thrown once more?"
STILL_THERE = "Dice of the throw that was asked about lie there still: do they count with these?"


@dataclass(frozen=True, slots=True)
class Row:
    """A row for the log; `pictured` if the roll's picture is its evidence."""

    kind: str
    payload: Mapping[str, Any]
    pictured: bool = True


def nothing_new(course: Course, roll: Roll) -> bool:
    """Whether these are the dice that the table knows, seen again: they lay there, or a person had them read again.

    Where a question is open, reading again is to answer it.
    """
    if roll.origin == Origin.REREAD:
        return course.question is None and lie_as_counted(course, roll)
    if roll.seen_anew:
        return lie_as_counted(course, roll) or lie_as_came(course, roll)
    return False


def rows_of(course: Course, roll: Roll) -> tuple[Row, ...]:
    """What a roll comes to: an action if there is no doubt, else a question; a die turned over by hand is kept too."""
    roll, held = _with_what_is_held(course, roll)
    meant, lying = answer(course, roll), lying_now(course)
    if meant.action is not None:
        dice = [die_json(roll.dice[i]) for i in meant.order if i is not None]
        return (Row("action", {"action": to_json(meant.action), "dice": dice}),)
    rows = list[Row]()
    if meant.witnessed.touches:
        rows.append(Row("touch", witnessed(roll, meant, lying)))
    if meant.ask:
        photo = {"photo": True} if roll.origin == Origin.PHOTO and not held else {}
        rows.append(Row("question", {**question(roll, meant, lying), "held": list(held), **photo}))
    elif meant.closes and not rows and course.question is not None:
        rows.append(Row("dismiss", {}, pictured=False))
    return tuple(rows)


def _with_what_is_held(course: Course, roll: Roll) -> tuple[Roll, tuple[str, ...]]:
    """The roll with what is asked of it whatever is read, and that alone: only a person may settle it.

    It is asked for as long as those dice lie there; to read them again settles no more than how they are read.
    """
    asked = course.question.payload if course.question else {}
    held = tuple(asked.get("held", ()))
    if roll.origin == Origin.PHOTO:  # it is taken to be read as a roll; lenses move, so places tell nothing
        held = () if asked.get("photo") else held
    elif not roll.seen_anew:
        if lie_where_they_lay(course, roll):
            return replace(roll, ask=(*roll.ask, LOOKED_LATE)), (LOOKED_LATE,)
        if show_what_was_typed(course, roll):
            return replace(roll, ask=(*roll.ask, TYPED_IN)), (TYPED_IN,)
        joined = with_those_asked_about(course, roll)
        if joined is None:
            return roll, ()
        held = (*held, STILL_THERE) if roll.thrown else held
        roll = joined
    else:
        roll = as_asked(course, roll)
        if roll.origin == Origin.LAY:
            held = (*held, LAY_HERE)
        elif roll.origin == Origin.THROWN:
            held = (*held, LOOKED_LATE) if _dice_came_before(course) else ()
        elif not asked or (roll.thrown and lying_now(course) and len(roll.thrown) != len(asked["thrown"])):
            held = (*held, READ_AGAIN)
    held = tuple(dict.fromkeys(held))
    return replace(roll, ask=tuple(dict.fromkeys((*roll.ask, *held)))), held


def _dice_came_before(course: Course) -> bool:
    """Whether dice were on the table in this game, and may lie there still."""
    return any(told.dice or told.entry.kind == "question" for told in course.told)
