"""One game gone through row by row: what everybody was told of it, and the board as it was after each of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.server.course import Course, Step, follow
from croupier.server.course.course import Told
from croupier.server.errors import NotInHistory
from croupier.server.show import SHOWN, board_of

MARK_EVERY = 50  # rows; from one of these on a board of any row is reached


@dataclass(frozen=True, slots=True)
class Moment:
    """A row that everybody may know of, how many rows there were with it, and the action as it was taken with it."""

    told: Told
    rows: int
    step: Step | None = None


class Replay:
    """A game as far as it went. It grows with the game; rows that were gone through are never looked at again.

    Steps count from 1 on, a number each for what everybody may know of, undone since or not; 0 is the beginning. These
    numbers stay what they are for ever, as a log only grows.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.moments: list[Moment] = []
        self._walked = Course(course.started, course.game, course.first)
        self._marks = [self._walked]
        self.grow(course)

    def grow(self, course: Course) -> None:
        """Take in what has happened since, up to the `course` of the same game."""
        for told in course.told[len(self._walked.told) :]:
            self._walked = follow(self._walked, told.entry)
            rows = len(self._walked.told)
            if rows % MARK_EVERY == 0:
                self._marks.append(self._walked)
            if told.entry.kind in SHOWN and not told.secret:
                self.moments.append(Moment(told, rows, _step_of(self._walked, told)))
        self.course = course  # last: whoever reads it meanwhile finds the moments that it needs

    def board(self, step: int) -> dict[str, Any]:
        """The board as everybody saw it after this step. Raises `NotInHistory`."""
        if not 0 <= step <= len(self.moments):
            raise NotInHistory(f"This game has {len(self.moments)} steps so far: there is no step {step}.")
        rows = self.moments[step - 1].rows if step else min(1, len(self.course.told))  # the first row is its start
        course = self._marks[rows // MARK_EVERY]
        for told in self.course.told[len(course.told) : rows]:
            course = follow(course, told.entry)
        return board_of(course)


def _step_of(course: Course, told: Told) -> Step | None:
    """The action that came with the newest row, if one did; secrets that waited for it may have followed it."""
    return next((step for step in reversed(course.steps) if step.entry.id == told.entry.id), None)
