"""The course of a game, row by row. Pure.

A correction puts another action in an earlier one's place and replays what followed; an undo takes back the last
action or correction that still counts. A question is open as long as no other row follows it.

An action that is its seat's secret counts, but is none of these rows to anybody, and nothing that others see depends
on it. It goes with the throw of its seat that came before it: as long as that counts, no undo and no correction takes
the secret away, so that none can be tried twice. While it cannot stand (a cup is not complete), it waits until it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier.rules.game import Action, IllegalAction, RulesError
from croupier.rules.secrecy import is_secret, public_events
from croupier.rules.settings import shorten
from croupier.rules.wire import action_from_json
from croupier.server.course.course import Course, Move, Step, Told, lying
from croupier.server.course.cups import keeping_hidden
from croupier.server.course.throws import dice_of, read_throw, turned
from croupier.server.errors import TableError
from croupier.server.log import Entry


def follow(course: Course, entry: Entry) -> Course:
    """The course after one more row. Raises `RulesError` or `TableError` for a row that cannot be."""
    match entry.kind:
        case "action":
            step = _step(course, course.steps, entry, action_from_json(course.game, entry.payload["action"]))
            if step.secret:
                step = replace(step, tied_to=_throw_of(course, step.action.seat))
                return _kept_quiet(replace(course, steps=(*course.steps, step)), entry)
            after = _with_secrets(replace(course, steps=(*course.steps, step)), course.waiting)
            return _moved(course, after, entry, step.text, step.text, step)
        case "undo":
            if not course.moves or course.moves[-1].entry.id != entry.payload["entry"]:
                raise TableError("There is nothing to undo.")
            *moves, last = course.moves
            back = replace(course, steps=last.before, moves=tuple(moves), waiting=())
            if entry.payload.get("keeps"):  # a log of before took along what came since
                secrets = (step for step in (*course.steps, *course.waiting) if step.secret)
                known = {step.entry.id for step in last.before}
                back = _with_secrets(back, [step for step in secrets if step.entry.id not in known])
            return _told(back, entry, f"Undone: {last.text}")
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


def _correct(course: Course, entry: Entry) -> Course:
    action = action_from_json(course.game, entry.payload["action"])
    open_steps = (i for i, step in enumerate(course.steps) if not step.secret)
    place = next((i for i in open_steps if course.steps[i].entry.id == entry.payload["entry"]), None)
    if place is None:
        raise TableError("What is corrected is no action that counts; it may have been undone.")
    if is_secret(action):
        raise TableError("What only its seat may know cannot take another action's place: undo what came after it.")
    old = course.steps[place]
    new = _step(course, course.steps[:place], old.entry, action, corrected=True)
    steps, waiting = [*course.steps[:place], new], list(course.waiting)
    check = keeping_hidden(course)
    check(place, steps[-2].state if place else course.first, new.state)
    for at, step in enumerate(course.steps[place + 1 :], place + 1):
        try:
            again = _again(course, steps, step)
        except RulesError as error:
            if step.secret:
                waiting.append(step)
                continue
            legal = error.legal if isinstance(error, IllegalAction) else ()
            raise IllegalAction(f"“{step.text}” would no longer be possible: {error}", legal) from error
        check(at, steps[-1].state, again.state)
        steps.append(again)
    said = course.game.tell(new.state, new.events[0]) if new.covered else new.text  # no bidding is opened anew by it
    total = _total(course, new, next(step for step in reversed(steps) if not step.secret))
    after = _with_secrets(replace(course, steps=tuple(steps)), waiting)
    moved = _moved(course, after, entry, f"the correction “{said}”", f"Corrected: {said}{total}")
    told = replace(moved.told[-1], in_full=f"Corrected: {_not_before(said, old, new)}{total}")
    return replace(moved, told=(*moved.told[:-1], told))


def _not_before(said: str, old: Step, new: Step) -> str:
    """What is said of a correction, with the faces that the dice were told to show before; no hidden ones are."""
    before, now = (" ".join(str(die["face"]) for die in step.dice) for step in (old, new))
    if not now or before == now or f" {now}" not in said or new.covered or old.covered:
        return said
    head, tail = said.split(f" {now}", 1)
    return f"{head} {now}, not {before}{'' if tail[:1] in '.,;:' else ','}{tail}"


def _total(course: Course, new: Step, last: Step) -> str:
    """The corrected player's total, where later steps have moved it on; dice that lie hidden are in none."""
    if new is last or new.covered:
        return ""
    standings = course.game.standings(last.state)
    return "".join(f" Now {s.player} has {s.score}." for s in standings if s.seat == new.action.seat)


def _step(course: Course, since: Sequence[Step], entry: Entry, action: Action, corrected: bool = False) -> Step:
    before = since[-1].state if since else course.first
    state, events = course.game.apply(before, action)
    text = " ".join(course.game.tell(state, event) for event in public_events(events))
    thrown = read_throw(course.game, before, action)
    seen = entry.payload.get("dice", ())
    dice = dice_of(thrown, seen) if thrown else turned(course.game, lying(since), before, state)
    return Step(entry, action, state, events, text, thrown, dice, corrected)


def _again(course: Course, since: Sequence[Step], step: Step) -> Step:
    """The same step after others than before. Raises `RulesError`."""
    again = _step(course, since, step.entry, step.action, step.corrected)
    return replace(again, tied_to=step.tied_to)


def _with_secrets(course: Course, secrets: Sequence[Step]) -> Course:
    """The course with those of the `secrets` that can stand there. Others wait, while nothing newer was thrown."""
    waiting = []
    for step in secrets:
        if step.tied_to != _throw_of(course, step.action.seat):
            continue
        try:
            course = replace(course, steps=(*course.steps, _again(course, course.steps, step)))
        except RulesError:
            waiting.append(step)
    return replace(course, waiting=tuple(waiting))


def _throw_of(course: Course, seat: int) -> int | None:
    """The row of the last throw of a seat."""
    throws = (step for step in reversed(course.steps) if step.action.seat == seat and step.thrown is not None)
    return next((step.entry.id for step in throws), None)


def _moved(before: Course, after: Course, entry: Entry, name: str, text: str, step: Step | None = None) -> Course:
    moves = (*before.moves, Move(entry, name, before.steps))
    return _told(replace(after, moves=moves), entry, text, step)


def _told(course: Course, entry: Entry, text: str, step: Step | None = None) -> Course:
    number = course.version + 1 if course.told else entry.payload.get("number", entry.id)
    beside = step is not None and step.thrown is not None and step.thrown.throw.beside
    told = Told(entry, number, text, step.dice if step and step.thrown else (), beside)
    return replace(course, told=(*course.told, told))


def _kept_quiet(course: Course, entry: Entry) -> Course:
    return replace(course, told=(*course.told, Told(entry, 0, "")))
