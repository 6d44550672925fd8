"""The steps of a game in words and dice: as they were told then, and what counts now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.server.course import Step
from croupier.server.history.replay import Moment, Replay
from croupier.server.show import story_of


@dataclass(frozen=True, slots=True)
class HistoryDie:
    """A die as it lay after a step; `thrown` with it, or lying there from before. `confidence` 0…1 of the camera's."""

    kind: str
    face: int | None
    thrown: bool
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One step. `at` in seconds since 1970; `entry` its number in the log.

    `text` and `dice` are as they were told then; `now` and `dice_now` what counts since a correction, where it is
    something else. `action` is what counts, without what is its seat's alone; `covered` how many dice that was. An undo
    or a correction is `of` an earlier step. `picture` is the evidence's address, which may be gone by now.
    """

    step: int
    entry: int
    at: float
    author: str
    kind: str
    seat: int | None
    text: str
    dice: list[HistoryDie]
    now: str | None
    dice_now: list[HistoryDie] | None
    covered: int
    picture: str | None
    undone: bool
    corrected: bool
    of: int | None
    action: dict[str, Any] | None


def steps_of(replay: Replay, first: int = 1, last: int | None = None) -> list[HistoryStep]:
    """The steps with numbers from `first` to `last`, both included; all there are by default."""
    course = replay.course
    rows = story_of(course)
    numbers = {moment.told.entry.id: number for number, moment in enumerate(replay.moments, 1)}
    counted = {step.entry.id: step for step in course.steps}
    chosen = range(max(first, 1), min(len(rows), len(rows) if last is None else last) + 1)
    return [_told(n, rows[n - 1], replay.moments[n - 1], numbers, counted) for n in chosen]


def _told(
    number: int, row: Mapping[str, Any], moment: Moment, numbers: Mapping[int, int], counted: Mapping[int, Step]
) -> HistoryStep:
    entry, then = moment.told.entry, moment.step
    now = counted.get(entry.id) if row["corrected"] else None
    return HistoryStep(
        step=number,
        entry=row["entry"],
        at=row["at"],
        author=row["author"],
        kind=row["kind"],
        seat=then.action.seat if then else None,
        text=then.text if then else row["text"],
        dice=_dice(then) if then else [_die(die, False) for die in row["dice"]],
        now=now.text if now else None,
        dice_now=_dice(now) if now else None,
        covered=then.covered if then else 0,
        picture=row["picture"],
        undone=row["undone"],
        corrected=row["corrected"],
        of=numbers.get(entry.payload["entry"]) if row["kind"] in ("undo", "correct") else None,
        action=row["action"],
    )


def _dice(step: Step) -> list[HistoryDie]:
    places: Sequence[int] = step.thrown.places if step.thrown else ()
    return [_die(die, place in places) for place, die in enumerate(step.dice)]


def _die(die: Mapping[str, Any], thrown: bool) -> HistoryDie:
    return HistoryDie(die["kind"], die["face"], thrown, die.get("confidence"))
