"""What the table makes of dice that the camera saw come to rest, and of its questions when a person acts. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from croupier.rules.secrecy import hides
from croupier.rules.wire import to_json
from croupier.server.course import Course
from croupier.server.fit import answer, lying_now, still_asked
from croupier.server.lying import lie_as_came, lie_as_counted
from croupier.server.question import asked_on, die_json, question, witnessed
from croupier.vision.roll import Origin, Roll

READ_AGAIN = "The table was read again: do these dice count as a roll?"
THROWN_EARLY = "These dice were thrown early: do they count now?"


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
    match roll.origin:
        case Origin.LAY:
            return lie_as_counted(course, roll) or lie_as_came(course, roll)
        case Origin.REREAD:
            return course.question is None and lie_as_counted(course, roll)
    return False


def rows_of(course: Course, roll: Roll) -> tuple[Row, ...]:
    """What a roll comes to: an action if there is no doubt, else a question; a die turned over by hand is kept too."""
    if roll.origin == Origin.REREAD and course.question is None:
        roll = replace(roll, ask=(*roll.ask, READ_AGAIN))
    meant, lying = answer(course, roll), lying_now(course)
    if meant.action is not None:
        dice = [die_json(roll.dice[i]) for i in meant.order if i is not None]
        return (Row("action", {"action": to_json(meant.action), "dice": dice}),)
    rows = list[Row]()
    if meant.witnessed.touches:
        rows.append(Row("touch", witnessed(roll, meant, lying)))
    if meant.ask:
        rows.append(Row("question", question(roll, meant, lying)))
    elif meant.closes and not rows and course.question is not None:
        rows.append(Row("dismiss", {}, pictured=False))
    return tuple(rows)


def answers(course: Course, action: Mapping[str, Any]) -> bool:
    """Whether an action answers a prompt that awaits dice on the table: those of an open question are its evidence."""
    throws = {p.kind: p.throw for p in course.game.prompts(course.state) if p.throw is not None}
    return action["kind"] in throws and not throws[action["kind"]].hidden


def asked_still(before: Course, after: Course) -> tuple[Mapping[str, Any], ...]:
    """The questions that an open one leaves, as their payloads, where an action that did not answer it came between."""
    asked = before.question
    if asked is None or after.question is not None or hides(after.state):
        return ()
    left = still_asked(after, asked.payload)
    early = asked.payload["early"] and after.game.prompts(after.state)
    return (
        *((asked_on(asked.payload, left),) if left else ()),
        *(({**asked.payload, "ask": [THROWN_EARLY]},) if early else ()),
    )
