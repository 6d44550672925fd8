"""Laws of every game: whatever is offered can be done, every game ends, and odd values come out by the formula."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules import GAMES
from croupier.rules.attributes import ATTRIBUTES
from croupier.rules.attributes.state import Bonus, Roll
from croupier.rules.draw import draw_action, faces_of
from croupier.rules.game import Action, Field, Game, IllegalAction, Prompt
from croupier.rules.replay import BrokenReplay, replay
from croupier.rules.wire import action_from_json

EVERY = 7
"""One state in so many is looked at closely."""
LONGEST_GAME = 5000  # actions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def seated(game: Game, chance: Random) -> tuple[tuple[str, ...], dict[str, str]]:
    """Some players, and some of every option."""
    players = tuple("ABCD"[: chance.randint(game.seats[0], 4)])
    return players, {o.name: chance.choice(o.choices or (o.default, *o.examples)) for o in game.options}


def at_its_edges(game: Game, prompt: Prompt) -> Iterator[Action]:
    """What a prompt offers: every choice; the fewest and the most dice at each end; every field at each end."""
    yield from prompt.choices
    if prompt.throw is not None:
        faces, lying = faces_of(prompt.throw.dice), prompt.throw.lying
        for count, face in product({prompt.throw.counts[0], prompt.throw.counts[-1]}, (faces[0], faces[-1])):
            free = [place for place in range(len(lying) or count) if place not in prompt.throw.fixed]
            for thrown in (free[:count], free[-count:]):
                shown = [face if place in thrown else lying[place] for place in range(len(lying) or count)]
                yield game.from_roll(prompt, tuple(shown), tuple(thrown))
    if prompt.fields:
        for filled in {tuple(end) for end in zip(*(ends(field) for field in prompt.fields), strict=True)}:
            values = {field.name: as_asked(field, number) for field, number in zip(prompt.fields, filled, strict=True)}
            yield action_from_json(game, {"kind": prompt.kind, "seat": prompt.seat, **values})


def ends(field: Field) -> tuple[int, int, int, int]:
    """The lowest and the highest, in an order that mixes them between fields."""
    low, high = (field.among[0], field.among[-1]) if field.among else (field.low, field.high)
    return (low, high, low, high) if len(field.name) % 2 else (low, high, high, low)


def as_asked(field: Field, number: int) -> Any:
    value = bool(number) if field.flag else number
    return value if field.count is None else [value] * field.count


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
@every_game
def test_no_state_offers_what_is_not_legal_and_every_game_ends(game: Game, seed: int) -> None:
    chance = Random(seed)
    state, actions = game.start(*seated(game, chance)), 0
    while prompts := game.prompts(state):
        assert actions < LONGEST_GAME
        if actions % EVERY == 0:
            for action in (action for prompt in prompts for action in at_its_edges(game, prompt)):
                after, events = game.apply(state, action)
                assert after != state
                assert events
        state, _ = game.apply(state, draw_action(game, state, chance.randrange))
        actions += 1
    assert game.winners(state)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
@every_game
def test_correcting_any_past_action_equals_having_played_it_so(game: Game, seed: int) -> None:
    chance = Random(seed)
    players, options = seated(game, chance)
    states, actions = [game.start(players, options)], list[Action]()
    while game.prompts(states[-1]):
        actions.append(draw_action(game, states[-1], chance.randrange))
        states.append(game.apply(states[-1], actions[-1])[0])
    place = chance.randrange(len(actions))
    changed = [*actions[:place], draw_action(game, states[place], chance.randrange), *actions[place + 1 :]]
    state = states[place]
    broke = None
    for at in range(place, len(changed)):
        try:
            state, _ = game.apply(state, changed[at])
        except IllegalAction:
            broke = at
            break
    if broke is None:
        assert replay(game, players, options, changed) == state
        return
    with pytest.raises(BrokenReplay) as broken:
        replay(game, players, options, changed)
    assert (broken.value.at, broken.value.action) == (broke, changed[broke])
    assert broke > place


@pytest.mark.parametrize("rounding", ["each", "sum"])
@pytest.mark.parametrize("count", range(1, 9))
def test_an_attribute_comes_out_by_the_formula(count: int, rounding: str) -> None:
    """On 1 to 8 dice of 2 to 20 sides: the lowest and highest rolls, those about the border, and some others."""
    for sides in range(2, 21):
        chance = Random(sides)
        highest = count * sides
        border = 84 * highest // 100
        totals = {count, highest, max(count, border), max(count, min(highest, border + 1))}
        rolls = [of_total(total, count, sides) for total in totals]
        rolls += [tuple(chance.randint(1, sides) for _ in range(count)) for _ in range(3)]
        for faces, bonus in product(rolls, (-3, 0)):
            state = ATTRIBUTES.start(("Ada",), {"dice": f"{count}d{sides}", "bonus": f"{bonus}", "rounding": rounding})
            state, _ = ATTRIBUTES.apply(state, Roll(0, faces))
            earned: list[int] = []
            while ATTRIBUTES.prompts(state):
                earned.append(chance.choice((sides, chance.randint(1, sides))))
                state, _ = ATTRIBUTES.apply(state, Bonus(0, earned[-1]))
            assert [standing.score for standing in ATTRIBUTES.standings(state)] == [
                sum(faces) + bonus + added(earned, count, rounding)
            ]
            assert bool(earned) == (Fraction(sum(faces), highest) > Fraction(84, 100))
            assert [face == sides for face in earned[:-1]] == [True] * len(earned[:-1])
            assert not earned or len(earned) == count or earned[-1] != sides


def of_total(total: int, count: int, sides: int) -> tuple[int, ...]:
    """Dice that come to a total."""
    faces = [1] * count
    for place in range(count):
        faces[place] += min(sides - 1, total - sum(faces))
    return tuple(faces)


def added(earned: list[int], count: int, rounding: str) -> int:
    worths = [face * Fraction(count, 3) for face in earned]
    return floor(sum(worths)) if rounding == "sum" else sum(map(floor, worths))
