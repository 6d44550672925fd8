"""A correction told by faces alone: the action that they stand for, of whatever game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.rules.game import Action, RulesError
from croupier.rules.secrecy import with_hidden_faces
from croupier.rules.words import so_many_dice
from croupier.server.course.course import Course, Step


def mended(course: Course, number: int, faces: Sequence[int]) -> tuple[Step, Action]:
    """The step to correct, and the action to put in its place, when the dice of entry `number` showed these faces.

    A die that stayed in that throw is put right where it was thrown, or turned. Those of a hidden throw are put right
    blind. Raises `TableError` or `RulesError`.
    """
    step = course.step(number)
    count = step.covered or len(step.dice)
    if not count:
        raise RulesError(f"Entry {number} shows no dice: correct it by its action.")
    if len(faces) != count:
        raise RulesError(f"Entry {number} is of {so_many_dice(count)}: give as many faces, in the order of its dice.")
    if step.covered:
        return step, with_hidden_faces(step.action, faces)
    changed = {place for place, die in enumerate(step.dice) if die["face"] != faces[place]}
    while not changed <= _moved(course, step):
        if changed & _moved(course, step):
            raise RulesError("These dice were not all thrown together: correct one throw after the other.")
        step = _before(course, step)
    shown = tuple(faces[place] if place in changed else die["face"] for place, die in enumerate(step.dice))
    if step.thrown is None:
        return step, _turning(step, shown)
    return step, course.game.from_roll(step.thrown.prompt, shown, tuple(sorted(step.thrown.places)))


def _moved(course: Course, step: Step) -> set[int]:
    """The places of the dice that a step threw, or turned."""
    if step.thrown is not None:
        return set(step.thrown.places)
    return {place for place, die in enumerate(_before(course, step).dice) if die["face"] != step.dice[place]["face"]}


def _before(course: Course, step: Step) -> Step:
    """The step after which the dice lay there before this one threw or turned some of them."""
    earlier = course.steps[: course.steps.index(step)]
    return next(other for other in reversed(earlier) if other.dice)


def _turning(step: Step, shown: Sequence[int]) -> Action:
    """The action that turns its die, with another face."""
    action: Any = step.action
    if not (hasattr(action, "die") and hasattr(action, "face")):
        raise RulesError(f"“{step.text}” turned that die: correct it by its action.")
    turned: Action = replace(action, face=shown[action.die])
    return turned
