"""The course of a game: what its log adds up to."""

from croupier.server.course.asked import refuse_unsettled
from croupier.server.course.course import Course, Step
from croupier.server.course.follow import follow
from croupier.server.course.mend import mended
from croupier.server.course.throws import Dice, act_of

__all__ = ["Course", "Dice", "Step", "act_of", "follow", "mended", "refuse_unsettled"]
