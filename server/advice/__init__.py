"""What a player may be told on the own phone: the best choices of a seat and their odds, exactly.

Nothing that other seats hide is looked at: of Liar's Dice the own dice and how many the others have.
"""

from __future__ import annotations

from croupier.server.advice import fate, liars_dice, odds, three_dice
from croupier.server.advice.values import Advice, Option
from croupier.server.course import Course

__all__ = ["Advice", "Option", "advise"]

OVER = "The game is over: there is nothing left to decide."
NOT_NOW = "It is not your turn: there is nothing to decide now."


def advise(course: Course, seat: int) -> Advice:
    """For what a seat may do now, by its prompts; secret ones are never spoken of."""
    offered = course.game.prompts(course.state)
    if not any(prompt.seat == seat and not prompt.secret for prompt in offered):
        return Advice(NOT_NOW if offered else OVER)
    match course.started.name:
        case "rift" | "crag":
            return three_dice.advice(course.state, seat)
        case "fate":
            return fate.advice(course.state, seat)
        case "liars-dice":
            return liars_dice.advice(course.state, seat)
        case "attributes":
            return odds.of_attribute(course.state)
        case "4df":
            return odds.of_ladder(course.state)
    return Advice("There is no advice on this game.")
