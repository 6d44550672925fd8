"""The course of a game, row by row. Pure.

A correction puts another action in an earlier one's place and replays what followed; an undo takes back the last
action or correction that still counts. A question is open as long as no other row follows it. An action that is its
seat's secret counts, but is none of these rows to anybody, and nothing that others see depends on it: an undo leaves
it where it can stand (the row says which), and a correction drops it where it no longer can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.rules.game import Action, IllegalAction, RulesError
from croupier.rules.secrecy import is_secret, public_events
from croupier.rules.settings import shorten
from croupier.rules.wire import action_from_json
from croupier.server.course.course import Course, Move, Step, Told
from croupier.server.course.throws import dice_of, read_throw
from croupier.server.errors import TableError
from croupier.server.log import Entry


def follow(course: Course, entry: Entry) -> Course:
    """The course after one more row. Raises `RulesError` or `TableError` for a row that cannot be."""
    match entry.kind:
        case "action":
            step = _step(course, course.state, entry, action_from_json(course.game, entry.payload["action"]))
            if step.secret:
                return _kept_quiet(replace(course, steps=(*course.steps, step)), entry)
            return _moved(course, (*course.steps, step), entry, step.text, step.text, step)
        case "undo":
            if not course.moves or course.moves[-1].entry.id != entry.payload["entry"]:
                raise TableError("There is nothing to undo.")
            *moves, last = course.moves
            steps = _again(course, last.before, entry.payload.get("keeps", ()))
            return _told(replace(course, steps=steps, moves=tuple(moves)), entry, f"Undone: {last.text}")
        case "correct":
            return _correct(course, entry)
        case "dismiss":
            if course.question is None:
                raise TableError("There is no open question.")
        case "start" | "question" | "touch":
            pass
        case unknown:
            raise TableError(f"A row of the kind {shorten(unknown)} is not known here.")
    return _told(course, entry, "")


def kept_by_undo(course: Course) -> list[int]:
    """The secrets since the last move that can stand without it, by their rows: what they were tried on lies there."""
    if not course.moves:
        return []
    before = course.moves[-1].before
    known = {step.entry.id for step in before}
    since = [step.entry.id for step in course.steps if step.secret and step.entry.id not in known]
    kept: list[int] = []
    for entry in since:
        try:
            _again(course, before, [*kept, entry])
        except RulesError:
            continue
        kept.append(entry)
    return kept


def _correct(course: Course, entry: Entry) -> Course:
    action = action_from_json(course.game, entry.payload["action"])
    open_steps = (i for i, step in enumerate(course.steps) if not step.secret)
    place = next((i for i in open_steps if course.steps[i].entry.id == entry.payload["entry"]), None)
    if place is None:
        raise TableError("What is corrected is no action that counts; it may have been undone.")
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
            if step.secret:
                continue
            legal = error.legal if isinstance(error, IllegalAction) else ()
            raise IllegalAction(f"“{step.text}” would no longer be possible: {error}", legal) from error
        steps.append(again)
    text = f"Corrected: {new.text}{_total(course, new, next(step for step in reversed(steps) if not step.secret))}"
    return _moved(course, tuple(steps), entry, f"the correction “{new.text}”", text)


def _total(course: Course, new: Step, last: Step) -> str:
    """The corrected player's total, where later steps have moved it on."""
    if new is last:
        return ""
    standings = course.game.standings(last.state)
    return "".join(f" Now {s.player} has {s.score}." for s in standings if s.seat == new.action.seat)


def _step(course: Course, before: Any, entry: Entry, action: Action, corrected: bool = False) -> Step:
    state, events = course.game.apply(before, action)
    text = " ".join(course.game.tell(state, event) for event in public_events(events))
    thrown = read_throw(course.game, before, action)
    dice = dice_of(thrown, entry.payload.get("dice", ()))
    return Step(entry, action, state, events, text, thrown, dice, corrected)


def _again(course: Course, before: tuple[Step, ...], entries: Sequence[int]) -> tuple[Step, ...]:
    """The steps `before`, and after them once more those of these rows. Raises `RulesError`."""
    steps = before
    for step in course.steps:
        if step.entry.id in entries:
            state = steps[-1].state if steps else course.first
            steps = (*steps, _step(course, state, step.entry, step.action))
    return steps


def _moved(
    course: Course, steps: tuple[Step, ...], entry: Entry, name: str, text: str, step: Step | None = None
) -> Course:
    moves = (*course.moves, Move(entry, name, course.steps))
    return _told(replace(course, steps=steps, moves=moves), entry, text, step)


def _told(course: Course, entry: Entry, text: str, step: Step | None = None) -> Course:
    number = course.version + 1 if course.told else entry.payload.get("number", entry.id)
    beside = step is not None and step.thrown is not None and step.thrown.throw.beside
    told = Told(entry, number, text, step.dice if step else (), beside)
    return replace(course, told=(*course.told, told))


def _kept_quiet(course: Course, entry: Entry) -> Course:
    return replace(course, told=(*course.told, Told(entry, 0, "")))
