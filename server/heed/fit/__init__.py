"""What the camera saw against what the game awaits: an action, something to ask, or a touch to keep. Pure."""

from dataclasses import replace

from croupier.server.course import Course
from croupier.server.heed.fit.meaning import not_awaited, of_throw
from croupier.server.heed.fit.outcome import Answer, Touch
from croupier.server.heed.fit.places import SAME_PLACE, lying_now, nearest_to
from croupier.server.heed.fit.touch import of_touch, still_asked
from croupier.vision.roll import Origin, Roll

__all__ = ["SAME_PLACE", "Answer", "Touch", "answer", "lying_now", "nearest_to", "not_awaited", "still_asked"]


def answer(course: Course, roll: Roll) -> Answer:
    """What a roll means at the table now.

    When the table is read again and no dice lie there that count, all of them are in question, however they came.
    """
    if roll.origin == Origin.REREAD and not lying_now(course):
        roll = replace(roll, thrown=tuple(range(len(roll.dice))), stayed=(), touched=())
    return of_touch(course, roll) if roll.touched and not roll.thrown else of_throw(course, roll)
