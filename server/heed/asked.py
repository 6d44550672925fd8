"""What the table asks, as JSON: about a roll that it will not guess, a die turned over by hand; and what answers it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from croupier.rules.game import RulesError
from croupier.rules.secrecy import hides
from croupier.rules.wire import action_from_json
from croupier.rules.words import so_many_dice
from croupier.server.course import Course
from croupier.server.course.throws import read_throw
from croupier.server.die import die_json, likely
from croupier.server.errors import TableError
from croupier.server.heed.fit import Answer, Touch, lying_now, not_awaited, still_asked
from croupier.server.heed.fit.places import Lying
from croupier.server.heed.fit.words import turned, which_counts
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

Told = Sequence[int | Sequence[float] | None]
"""Of each die, as a person told of it: which of the question's it is, or where it was seen in the picture, in px."""

THROWN_EARLY = "These dice were thrown early: do they count now?"


def question(roll: Roll, meant: Answer, lying: Lying) -> dict[str, Any]:
    """What is kept and shown of a doubtful roll, its dice in the order of the game's; those not seen are as they lay.

    A die that was settled before shows the face that counts; `touched` tells of those that a hand has turned over.
    """
    dice = []
    for place, i in enumerate(meant.order):
        if i is None:
            dice.append(_as_it_lay(lying[place]))
        elif place in meant.faces and meant.faces[place] != roll.dice[i].face:
            dice.append(die_json(replace(roll.dice[i], face=meant.faces[place], sure=True, why="")))
        else:
            dice.append(die_json(roll.dice[i]))
    return {
        "ask": list(meant.ask),
        "dice": dice,
        "thrown": list(meant.thrown),
        "stayed": [place for place in range(len(dice)) if place not in meant.thrown],
        "early": meant.early,
        "touched": [_touch(touch) for touch in meant.touched],
        "alone": meant.alone,
    }


def asked_on(asked: Mapping[str, Any], left: Sequence[Touch], lying: Lying) -> dict[str, Any]:
    """The question about dice that a hand has turned over, of those that are `left`; the others as they lie now."""
    kind = asked["dice"][left[0].die]["kind"]
    thrown = [touch.die for touch in left]
    stayed = [place for place in range(len(asked["dice"])) if place not in thrown]
    dice = [
        die if place in thrown or die["face"] == lying[place]["face"] else _as_it_lay(lying[place])
        for place, die in enumerate(asked["dice"])
    ]
    told = {"thrown": thrown, "stayed": stayed, "touched": [_touch(touch) for touch in left]}
    return {**asked, "ask": [which_counts(kind, left)], "dice": dice, **told}


def witnessed(roll: Roll, meant: Answer, lying: Lying) -> dict[str, Any]:
    """What is kept of dice that a hand has turned over, whatever is made of it: all of them as they show now."""
    told = meant.witnessed
    return {
        "touched": [_touch(touch) for touch in told.touches],
        "dice": [_as_it_lay(lying[p]) if i is None else die_json(roll.dice[i]) for p, i in enumerate(meant.order)],
        "back": told.back,
        "perhaps": told.perhaps,
    }


def in_words(payload: Mapping[str, Any]) -> str:
    """What is told of dice that a hand has turned over, as `witnessed` keeps it."""
    touches = [Touch(**touch) for touch in payload["touched"]]
    kind = payload["dice"][touches[0].die]["kind"]
    return f"{turned(kind, touches, perhaps=payload['perhaps'], back=payload['back'])}."


def answers(course: Course, action: Mapping[str, Any]) -> bool:
    """Whether an action is what the open question asks about, so that its dice and picture are the action's evidence.

    It throws dice on the table, at places of those asked about. One that was turned over by hand is thrown in its
    place, and it alone.
    """
    said = action_from_json(course.game, action)
    try:
        course.game.apply(course.state, said)
    except RulesError:
        return False
    thrown, asked = read_throw(course.game, course.state, said), course.question
    if asked is None or thrown is None or thrown.throw.hidden:
        return False
    places, theirs = set(thrown.places), set(asked.payload["thrown"])
    if asked.payload.get("alone"):
        return places == theirs and not thrown.throw.beside
    return places <= theirs or theirs <= places


def as_told(asked: Lying, seen: Told | None) -> list[Mapping[str, Any]]:
    """The dice of a question as a person settled them: those `asked` about, or, where it is told, what each of them is.

    One that was not among them lies where the person saw it, as large as the others. Raises `TableError` for a die that
    was not asked about.
    """
    if seen is None:
        return list(asked)
    if any(isinstance(one, int) and one >= len(asked) for one in seen):
        raise TableError(f"The question is of {so_many_dice(len(asked))}: seen counts them from 0 on.")
    return [{} if one is None else asked[one] if isinstance(one, int) else _where(one, asked) for one in seen]


def asked_still(before: Course, after: Course) -> tuple[Mapping[str, Any], ...]:
    """The questions that an open one leaves, as their payloads, where an action that did not answer it came between."""
    asked = before.question
    if asked is None or after.question is not None or hides(after.state):
        return ()
    newest = after.steps[-1] if len(after.steps) > len(before.steps) else None
    thrown = newest.thrown.places if newest and newest.thrown else ()
    left = [touch for touch in still_asked(after, asked.payload) if touch.die not in thrown]
    prompts = after.game.prompts(after.state)
    awaited = any(prompt.throw is not None for prompt in prompts)
    now = [not_awaited(after) if words == not_awaited(before) else words for words in asked.payload["ask"]]
    told = {"ask": [THROWN_EARLY], "held": [THROWN_EARLY]} if awaited else {"ask": now}
    early = {**asked.payload, **told}
    return (
        *((asked_on(asked.payload, left, lying_now(after)),) if left else ()),
        *((early,) if asked.payload["early"] and prompts else ()),
    )


def _where(place: Sequence[float], asked: Lying) -> dict[str, Any]:
    """A die that the camera missed; nobody knows where it lies who does not know how large dice are."""
    edges = [math.dist(*die["corners"][:2]) for die in asked if die.get("corners")]
    if not edges:
        return {}
    (x, y), half = place, median(edges) / 2
    return {"corners": [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]}


def _touch(touch: Touch) -> dict[str, int]:
    return {"die": touch.die, "was": touch.was, "face": touch.face}


def _as_it_lay(die: Mapping[str, Any]) -> dict[str, Any]:
    """A die that is not seen now; where it was typed in, no camera ever saw it."""
    blank = {"confidence": 1.0, "sure": True, "why": "", "corners": []}
    shown = Die(die["kind"], die["face"], ((0, 0),) * 4, 1.0, True, likely=tuple(die.get("likely", ())))
    return {**blank, **die, "likely": likely(shown)}
