"""A correction told by faces alone: the action that they stand for, of whatever game. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.rules.game import Action, RulesError
from croupier.rules.words import so_many_dice
from croupier.server.course.course import Course, Step


def mended(course: Course, number: int, faces: Sequence[int]) -> tuple[Step, Action]:
    """The step to correct, and the action to put in its place, when the dice of entry `number` showed these faces.

    A die that stayed in that throw is put right where it was thrown. Raises `TableError` or `RulesError`.
    """
    step = course.step(number)
    if not step.dice:
        raise RulesError(f"Entry {number} shows no dice: correct it by its action.")
    if len(faces) != len(step.dice):
        dice = so_many_dice(len(step.dice))
        raise RulesError(f"Entry {number} shows {dice}: give as many faces, in the order of its dice.")
    changed = {place for place, die in enumerate(step.dice) if die["face"] != faces[place]}
    while not changed <= set(_thrown(step)):
        if changed & set(_thrown(step)):
            raise RulesError("These dice were not all thrown together: correct one throw after the other.")
        step = _before(course, step, changed)
    shown = tuple(faces[place] if place in changed else die["face"] for place, die in enumerate(step.dice))
    assert step.thrown is not None  # it has dice
    return step, course.game.from_roll(step.thrown.prompt, shown, tuple(sorted(_thrown(step))))


def _thrown(step: Step) -> tuple[int, ...]:
    return step.thrown.places if step.thrown else ()


def _before(course: Course, step: Step, places: set[int]) -> Step:
    """The throw before, after which the dice at these places lay as they did in this one."""
    earlier = course.steps[: course.steps.index(step)]
    before = next((other for other in reversed(earlier) if other.dice), None)
    if before is None or any(before.dice[place]["face"] != step.dice[place]["face"] for place in places):
        raise RulesError("That die was turned since it was thrown: correct what turned it.")
    return before
