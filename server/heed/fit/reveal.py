"""Dice shown in several pictures, a player at a time: each of them counts once. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from croupier.rules.game import Throw
from croupier.server.course import Course, Dice
from croupier.server.heed.fit import words
from croupier.server.heed.fit.places import nearest_to
from croupier.vision.roll import Roll


def shown_before(course: Course, throw: Throw, roll: Roll) -> str:
    """What to ask where dice that came may be some of those shown before; "" where none can be.

    Dice shown before lie where they lay, or they may be among those that came. Of those typed in nobody knows where
    they lay: they may be any that show their faces. All dice at once take the place of what was shown.
    """
    if not throw.beside or len(roll.thrown) == throw.counts[-1]:
        return ""
    pictures = _pictures(course)
    placed = [die for dice in pictures for die in dice if die.get("corners")]
    still = replace(roll, dice=tuple(die for i, die in enumerate(roll.dice) if i not in roll.thrown))
    if len(nearest_to(placed, still)) < len(placed):
        return words.SHOWN_MOVED
    came = Counter(roll.dice[i].face for i in roll.thrown)
    typed = (Counter(die["face"] for die in dice) for dice in pictures if not any(die.get("corners") for die in dice))
    return words.SHOWN_ALIKE if any(faces <= came for faces in typed) else ""


def _pictures(course: Course) -> list[Dice]:
    """The dice of each picture so far, of throws that may come in several."""
    pictures = []
    for step in reversed(course.steps):
        if step.secret:
            continue
        if step.thrown is None or not step.thrown.throw.beside or len(step.thrown.throw.counts) == 1:
            break
        pictures.append(step.dice)
    return pictures
