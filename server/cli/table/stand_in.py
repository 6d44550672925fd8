"""A stand-in for absent players: makes the choices that no camera can see. Knows no game and no answers."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from croupier.rules.game import Action, Game
from croupier.server.errors import Stale
from croupier.server.table import Table
from croupier.vision.roll import Phase, Seen

AWAY_S = 0.9
"""Dice are taken away for good when they stay away this long (on the camera's clock); else they are thrown again."""


def choose(game: Game, state: Any) -> Action | None:
    """The choice that brings its seat the highest score at once, of equals the one offered last; None if none is."""
    choices = [choice for prompt in game.prompts(state) for choice in prompt.choices]
    if not choices:
        return None

    def brings(choice: Action) -> int:
        after, _ = game.apply(state, choice)
        return next(standing.score for standing in game.standings(after) if standing.seat == choice.seat)

    return max(reversed(choices), key=brings)


class StandIn:
    """Sits at one table and chooses once the dice have been taken away, so that whoever throws can throw again."""

    def __init__(self) -> None:
        self._away_since: float | None = None

    def look(self, table: Table, seen: Seen) -> None:
        """After each frame: choose, if it is time."""
        if seen.phase not in (Phase.TAKEN, Phase.EMPTY):
            self._away_since = None
            return
        if self._away_since is None or seen.at < self._away_since:
            self._away_since = seen.at
        if seen.at - self._away_since >= AWAY_S:
            self._choose(table)

    def end(self, table: Table) -> None:
        """No more is thrown: choose, if there is something left to choose."""
        self._choose(table)

    def _choose(self, table: Table) -> None:
        if table.asks:
            return
        course = table.course
        choice = choose(course.game, course.state)
        if choice is not None:
            with suppress(Stale):  # a person was faster
                table.do(choice, f"seat {choice.seat}", course.version)
