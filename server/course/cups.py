"""A correction shows no dice that lie hidden now: what it was refused for would tell of them. Pure."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from croupier.rules.game import RulesError
from croupier.rules.secrecy import covered
from croupier.server.course.course import Course

STAYS_DOWN = (
    "A correction shows no dice that lie hidden now while later actions count: undo those, and go on from there."
)


def keeping_hidden(course: Course) -> Callable[[int, Any, Any], None]:
    """A check for a replay of the course's steps, of each by its place with the states before and after it now.

    It raises `RulesError`, with the same words whatever the dice show, where a step would show dice that still lay
    hidden after it and do to this day. As the last thing done it may: what follows then is there for all to see.
    """
    seats = range(len(course.started.players))
    since = [_covered_since(course, seat) for seat in seats]
    last = max((place for place, step in enumerate(course.steps) if not step.secret), default=0)

    def check(place: int, before: Any, after: Any) -> None:
        if place < last and any(
            place >= since[seat] and covered(before, seat) and not covered(after, seat) for seat in seats
        ):
            raise RulesError(STAYS_DOWN)

    return check


def _covered_since(course: Course, seat: int) -> int:
    """The place of the step since which dice of a seat lie hidden; after the last one if none do."""
    until_now = takewhile(lambda step: covered(step.state, seat), reversed(course.steps))
    return len(course.steps) - sum(1 for _ in until_now)
