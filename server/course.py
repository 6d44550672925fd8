"""The course of a game: what the rows of its log add up to, row by row. Pure.

An undo takes the last action that counts away; a correction puts another in an action's place and replays what
followed. A question is open as long as no other row follows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.rules.game import Action, Event, Game, IllegalAction, RulesError
from croupier.rules.wire import action_from_json, to_json
from croupier.server.errors import TableError
from croupier.server.log import Entry, StartedGame


@dataclass(frozen=True, slots=True)
class Step:
    """An action that counts, the row it came with, the state it led to, and what is told of it.

    `dice` are those that the action was read from, as JSON, with the faces that now count.
    """

    entry: Entry
    action: Action
    state: Any
    events: tuple[Event, ...]
    text: str
    dice: tuple[Mapping[str, Any], ...] = ()
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the log, and what was told of it when it was written ("" for rows that only ask)."""

    entry: Entry
    text: str


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its first state on."""

    started: StartedGame
    game: Game
    first: Any
    steps: tuple[Step, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].state if self.steps else self.first

    @property
    def version(self) -> int:
        """The newest row's id."""
        return self.told[-1].entry.id if self.told else 0

    @property
    def question(self) -> Entry | None:
        """The row that asks, while it is open."""
        newest = self.told[-1].entry if self.told else None
        return newest if newest is not None and newest.kind == "question" else None


def follow(course: Course, entry: Entry) -> Course:
    """The course after one more row. Raises `RulesError` or `TableError` for a row that cannot be."""
    match entry.kind:
        case "action":
            dice = tuple(entry.payload.get("dice", ()))
            step = _step(course, course.state, entry, action_from_json(course.game, entry.payload["action"]), dice)
            return _told(course, (*course.steps, step), entry, step.text)
        case "undo":
            if not course.steps or course.steps[-1].entry.id != entry.payload["entry"]:
                raise TableError("There is nothing to undo.")
            return _told(course, course.steps[:-1], entry, f"Undone: {course.steps[-1].text}")
        case "correct":
            return _correct(course, entry)
        case "dismiss":
            if course.question is None:
                raise TableError("There is no open question.")
    return _told(course, course.steps, entry, "")


def with_faces(dice: Sequence[Mapping[str, Any]], action: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The dice with the faces that an action states, where it states one for each (or for each one thrown again)."""
    faces, thrown = action.get("faces"), action.get("dice", range(len(dice)))
    if faces is None or len(thrown) != len(faces) or not all(0 <= place < len(dice) for place in thrown):
        return ()
    shown = dict(zip(thrown, faces, strict=True))
    return tuple({**die, "face": shown.get(place, die.get("face"))} for place, die in enumerate(dice))


def came_last(course: Course) -> list[int] | None:
    """The faces of the last dice that came, sorted, undone since or not."""
    actions = (told.entry.payload for told in reversed(course.told) if told.entry.kind == "action")
    return next((faces for said in actions if (faces := _faces(said["action"], said.get("dice")))), None)


def counted_last(course: Course) -> list[int] | None:
    """The faces of the last dice that count, sorted."""
    steps = reversed(course.steps)
    return next((faces for step in steps if (faces := _faces(to_json(step.action), step.dice))), None)


def _correct(course: Course, entry: Entry) -> Course:
    action = action_from_json(course.game, entry.payload["action"])
    place = next((i for i, step in enumerate(course.steps) if step.entry.id == entry.payload["entry"]), None)
    if place is None:
        raise TableError(f"Entry {entry.payload['entry']} is no action that counts; it may have been undone.")
    old = course.steps[place]
    before = course.steps[place - 1].state if place else course.first
    new = _step(course, before, old.entry, action, with_faces(old.dice, to_json(action)), corrected=True)
    steps = [*course.steps[:place], new]
    for step in course.steps[place + 1 :]:
        try:
            again = _step(course, steps[-1].state, step.entry, step.action, step.dice, step.corrected)
        except RulesError as error:
            legal = error.legal if isinstance(error, IllegalAction) else ()
            raise IllegalAction(f"“{step.text}” would no longer be possible: {error}", legal) from error
        steps.append(again)
    return _told(course, tuple(steps), entry, f"Corrected: {new.text}{_total(course, new, steps[-1])}")


def _faces(action: Mapping[str, Any], dice: Sequence[Mapping[str, Any]] | None) -> list[int]:
    """The faces that lay there after an action, sorted; empty when it threw no dice."""
    return sorted(die["face"] for die in dice) if dice else sorted(action.get("faces", ()))


def _total(course: Course, new: Step, last: Step) -> str:
    """The corrected player's total, where later steps have moved it on."""
    if new is last:
        return ""
    standings = course.game.standings(last.state)
    return "".join(f" Now {s.player} has {s.score}." for s in standings if s.seat == new.action.seat)


def _step(
    course: Course,
    before: Any,
    entry: Entry,
    action: Action,
    dice: tuple[Mapping[str, Any], ...],
    corrected: bool = False,
) -> Step:
    state, events = course.game.apply(before, action)
    text = " ".join(course.game.tell(state, event) for event in events)
    return Step(entry, action, state, events, text, dice, corrected)


def _told(course: Course, steps: tuple[Step, ...], entry: Entry, text: str) -> Course:
    return replace(course, steps=steps, told=(*course.told, Told(entry, text)))
