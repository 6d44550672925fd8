"""A game is its list of actions: replaying the list gives the same state, so a correction is a replay too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.rules.game import Action, Game, IllegalAction, Prompt


class BrokenReplay(IllegalAction):
    """An action in a list is not legal where it stands: `at` is its index, `action` the action itself."""

    def __init__(self, message: str, legal: tuple[Prompt, ...], at: int, action: Action) -> None:
        super().__init__(message, legal)
        self.at = at
        self.action = action


def replay(game: Game, players: tuple[str, ...], options: Mapping[str, str], actions: Iterable[Action]) -> Any:
    """The state after `actions`. Raises `BadOption`, or `BrokenReplay` at the first action that is not legal."""
    state = game.start(players, options)
    for at, action in enumerate(actions):
        try:
            state, _ = game.apply(state, action)
        except IllegalAction as error:
            message = f"Action {at + 1} ({action.kind}) is not legal there: {error}"
            raise BrokenReplay(message, error.legal, at, action) from error
    return state
