"""The course of a game: what the rows of its log add up to, row by row. Pure.

A correction puts another action in an earlier one's place and replays what followed; an undo takes back the last
action or correction that still counts. A question is open as long as no other row follows it. An action that is its
seat's secret counts, but is none of these rows to anybody: an undo of what came before takes it along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.rules.game import Action, Event, Game, IllegalAction, RulesError
from croupier.rules.secrecy import is_secret, public_events
from croupier.rules.settings import shorten
from croupier.rules.wire import action_from_json, to_json
from croupier.server.errors import TableError
from croupier.server.log import Entry, StartedGame


@dataclass(frozen=True, slots=True)
class Step:
    """An action that counts, the row it came with, the state it led to, and what is told of it.

    After a throw `dice` are those that lie there, as JSON, in the state's order and with the faces that now count.
    """

    entry: Entry
    action: Action
    state: Any
    events: tuple[Event, ...]
    text: str
    dice: tuple[Mapping[str, Any], ...] = ()
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A row that changed what counts, what it is called, and the steps as they were before it."""

    entry: Entry
    text: str
    before: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the log, what was told of it when it was written ("" for rows that only ask), and the dice it threw.

    Of a `secret` one nobody may know.
    """

    entry: Entry
    text: str
    dice: tuple[Mapping[str, Any], ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its first state on."""

    started: StartedGame
    game: Game
    first: Any
    steps: tuple[Step, ...] = ()
    moves: tuple[Move, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].state if self.steps else self.first

    @property
    def lying(self) -> tuple[Mapping[str, Any], ...]:
        """The dice thrown last, as JSON."""
        return next((step.dice for step in reversed(self.steps) if step.dice), ())

    @property
    def newest(self) -> Entry | None:
        """The newest row that everybody may know of."""
        return next((told.entry for told in reversed(self.told) if not told.secret), None)

    @property
    def version(self) -> int:
        """The newest row's id; a secret moves it no more than anything else that others see."""
        return self.newest.id if self.newest else 0

    @property
    def question(self) -> Entry | None:
        """The row that asks, while it is open."""
        return self.newest if self.newest and self.newest.kind == "question" else None


def follow(course: Course, entry: Entry) -> Course:
    """The course after one more row. Raises `RulesError` or `TableError` for a row that cannot be."""
    match entry.kind:
        case "action":
            step = _step(course, course.state, entry, action_from_json(course.game, entry.payload["action"]))
            if is_secret(step.action):
                return _told(replace(course, steps=(*course.steps, step)), entry, "", secret=True)
            return _moved(course, (*course.steps, step), entry, step.text, step.text, step.dice)
        case "undo":
            if not course.moves or course.moves[-1].entry.id != entry.payload["entry"]:
                raise TableError("There is nothing to undo.")
            *moves, last = course.moves
            back = replace(course, steps=last.before, moves=tuple(moves))
            return _told(back, entry, f"Undone: {last.text}")
        case "correct":
            return _correct(course, entry)
        case "dismiss":
            if course.question is None:
                raise TableError("There is no open question.")
        case "start" | "question":
            pass
        case unknown:
            raise TableError(f"A row of the kind {shorten(unknown)} is not known here.")
    return _told(course, entry, "")


def came_last(course: Course) -> list[int] | None:
    """The faces of the last dice that came, sorted, undone since or not."""
    return next((_faces(told.dice) for told in reversed(course.told) if told.dice), None)


def counted_last(course: Course) -> list[int] | None:
    """The faces of the last dice that count, sorted."""
    return _faces(course.lying) if course.lying else None


def _correct(course: Course, entry: Entry) -> Course:
    action = action_from_json(course.game, entry.payload["action"])
    open_steps = (i for i, step in enumerate(course.steps) if not is_secret(step.action))
    place = next((i for i in open_steps if course.steps[i].entry.id == entry.payload["entry"]), None)
    if place is None:
        raise TableError(f"Entry {entry.payload['entry']} is no action that counts; it may have been undone.")
    if is_secret(action):
        raise TableError("What only its seat may know cannot take another action's place: undo what came after it.")
    old = course.steps[place]
    before = course.steps[place - 1].state if place else course.first
    new = _step(course, before, old.entry, action, corrected=True)
    steps = [*course.steps[:place], new]
    for step in course.steps[place + 1 :]:
        try:
            again = _step(course, steps[-1].state, step.entry, step.action, step.corrected)
        except RulesError as error:
            if is_secret(step.action):
                raise TableError("Something that came later would no longer be possible: undo instead.") from error
            legal = error.legal if isinstance(error, IllegalAction) else ()
            raise IllegalAction(f"“{step.text}” would no longer be possible: {error}", legal) from error
        steps.append(again)
    text = f"Corrected: {new.text}{_total(course, new, steps[-1])}"
    return _moved(course, tuple(steps), entry, f"the correction “{new.text}”", text)


def _faces(dice: Sequence[Mapping[str, Any]]) -> list[int]:
    return sorted(die["face"] for die in dice)


def _total(course: Course, new: Step, last: Step) -> str:
    """The corrected player's total, where later steps have moved it on."""
    if new is last:
        return ""
    standings = course.game.standings(last.state)
    return "".join(f" Now {s.player} has {s.score}." for s in standings if s.seat == new.action.seat)


def _step(course: Course, before: Any, entry: Entry, action: Action, corrected: bool = False) -> Step:
    state, events = course.game.apply(before, action)
    text = " ".join(course.game.tell(state, event) for event in public_events(events))
    return Step(entry, action, state, events, text, _thrown(course.game, before, entry, action), corrected)


def _thrown(game: Game, before: Any, entry: Entry, action: Action) -> tuple[Mapping[str, Any], ...]:
    """The dice that lie there after a throw, in the state's order: what was seen of them, with the faces that count.

    None for a hidden throw.
    """
    prompts = (p for p in game.prompts(before) if (p.seat, p.kind) == (action.seat, action.kind))
    throw = next((prompt.throw for prompt in prompts if prompt.throw is not None), None)
    said = to_json(action)
    shown = [said["face"]] if "face" in said else said.get("faces")
    if throw is None or throw.hidden or shown is None:
        return ()
    stayed = {*throw.fixed, *said.get("bind", ())}
    loose = [place for place in range(len(throw.lying) or len(shown)) if place not in stayed]
    thrown = said.get("dice", loose)
    faces = dict(enumerate(throw.lying)) | dict(zip(thrown, shown, strict=True))
    seen = entry.payload.get("dice", ())
    if len(seen) != len(faces):
        seen = [{"kind": throw.dice}] * len(faces)
    return tuple({**die, "face": faces[place]} for place, die in enumerate(seen))


def _moved(
    course: Course,
    steps: tuple[Step, ...],
    entry: Entry,
    name: str,
    text: str,
    dice: tuple[Mapping[str, Any], ...] = (),
) -> Course:
    moves = (*course.moves, Move(entry, name, course.steps))
    return _told(replace(course, steps=steps, moves=moves), entry, text, dice)


def _told(
    course: Course, entry: Entry, text: str, dice: tuple[Mapping[str, Any], ...] = (), secret: bool = False
) -> Course:
    return replace(course, told=(*course.told, Told(entry, text, dice, secret)))
