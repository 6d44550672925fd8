"""What an open question keeps a seat from doing. Pure."""

from __future__ import annotations

from croupier.rules.game import Action
from croupier.server.course.course import Course
from croupier.server.errors import TableError

SETTLE_FIRST = "A throw of {player} is asked about: the operator settles that first."


def refuse_unsettled(course: Course, action: Action) -> None:
    """A seat that goes on while a throw of it is asked about. Raises `TableError`; what is not legal, `RulesError`."""
    course.game.apply(course.state, action)
    asked = course.question.payload if course.question else {}
    if not asked.get("thrown") or asked.get("alone") or asked.get("early"):
        return
    throws = (p for p in course.game.prompts(course.state) if p.throw is not None and not p.throw.hidden)
    if any(prompt.seat == action.seat for prompt in throws):
        raise TableError(SETTLE_FIRST.format(player=course.started.players[action.seat]))
