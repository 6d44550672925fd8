"""What an open question keeps a seat from doing. Pure."""

from __future__ import annotations

from croupier.server.course.course import Course


def waits_for(course: Course, seat: int) -> bool:
    """Whether a throw of the seat is asked about, so that nothing else of it can be done before that is settled."""
    asked = course.question.payload if course.question else {}
    if not asked.get("thrown") or asked.get("alone") or asked.get("early"):
        return False
    throws = (p for p in course.game.prompts(course.state) if p.throw is not None and not p.throw.hidden)
    return any(prompt.seat == seat for prompt in throws)
