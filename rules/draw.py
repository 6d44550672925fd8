"""Any action that a game offers, picked by numbers drawn elsewhere: enough to play every game at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.rules.game import JSON, Action, Field, Game, Prompt, Throw
from croupier.rules.wire import action_from_json

Pick = Callable[[int], int]
"""A whole number from 0 up to, not including, the one given."""


def draw_action(game: Game, state: Any, pick: Pick) -> Action:
    """One of the legal actions. The game must not be over."""
    offers = game.prompts(state)
    prompt = offers[pick(len(offers))]
    if prompt.choices:
        return prompt.choices[pick(len(prompt.choices))]
    if prompt.throw is not None:
        return _roll(game, prompt, prompt.throw, pick)
    filled = {field.name: _fill(field, pick) for field in prompt.fields}
    return action_from_json(game, {"kind": prompt.kind, "seat": prompt.seat, **filled})


def faces_of(dice: str) -> tuple[int, ...]:
    """The faces of a kind of die: `dF` has −1, 0, +1, and `d6` (or any other number) 1 to 6."""
    return (-1, 0, 1) if dice == "dF" else tuple(range(1, int(dice.removeprefix("d")) + 1))


def _roll(game: Game, prompt: Prompt, throw: Throw, pick: Pick) -> Action:
    faces = faces_of(throw.dice)
    count = throw.counts[pick(len(throw.counts))]
    places = [place for place in range(len(throw.lying) or count) if place not in throw.fixed]
    thrown = sorted(places.pop(pick(len(places))) for _ in range(count))
    on_table = list(throw.lying) or [0] * count
    for place in thrown:
        on_table[place] = faces[pick(len(faces))]
    return game.from_roll(prompt, tuple(on_table), tuple(thrown))


def _fill(field: Field, pick: Pick) -> JSON:
    def number() -> int | bool:
        among = field.among or sorted(range(field.low, field.high + 1), key=lambda number: (number < 0, number))
        drawn = among[pick(len(among))]
        return bool(drawn) if field.flag else drawn

    return number() if field.count is None else [number() for _ in range(field.count)]
