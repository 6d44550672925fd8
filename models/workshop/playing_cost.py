"""What the rules cost: how many actions a second each game plays, and how long advice takes."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from croupier.rules.attributes.odds import distribution
from croupier.rules.draw import draw_action
from croupier.rules.fate.advice import advise as advise_fate
from croupier.rules.game import Game
from croupier.rules.ladder.odds import distribution as of_sums
from croupier.rules.liars_dice.odds import chance
from croupier.rules.rift.advice import advise
from croupier.rules.rift.optimum import solve
from croupier.rules.rift.table import TABLES, Table
from croupier.rules.wire import action_from_json, read_json, to_json

SEATS = 4
EXTRA = 3
"""Extra rerolls that Rift is solved for."""
MAP = (-1, -1, 0, 0, 1, 1)
"""How ordinary dice are read where they stand for Fudge dice."""
ASKED = 50
"""How often each advisor is asked, after once to warm up."""

Played = list[tuple[Any, list[str]]]
"""Whole games: the first state of each, and its actions as lines of a script."""


def play_at_random(game: Game, actions: int, seed: int) -> Played:
    """Games played to their ends until there are at least so many actions in all."""
    drawn = Random(seed)
    fewest, most = game.seats
    players = tuple(f"Player {seat}" for seat in range(max(fewest, min(SEATS, most))))
    played: Played = []
    while sum(len(lines) for _, lines in played) < actions:
        state = first = game.start(players, {})
        lines = []
        while game.prompts(state):
            action = draw_action(game, state, drawn.randrange)
            lines.append(json.dumps(to_json(action)))
            state, _ = game.apply(state, action)
        played.append((first, lines))
    return played


def actions_a_second(game: Game, played: Played) -> float:
    """How many are read, played and answered in a second of processor time, as `croupier play --json` does."""
    began = time.process_time()
    for first, lines in played:
        state = first
        for line in lines:
            state, events = game.apply(state, action_from_json(game, read_json(line)))
            json.dumps(to_json(events))
    return sum(len(lines) for _, lines in played) / (time.process_time() - began)


def solving_s(table: Table) -> float:
    """Seconds of processor time that the solo game takes to solve, which is done once."""
    began = time.process_time()
    solve(table, EXTRA)
    return time.process_time() - began


def advice_ms() -> dict[str, float]:
    """Median milliseconds of an answer, by game, once all is loaded."""
    return {name: _median_ms(ask) for name, ask in _questions().items()}


def _questions() -> dict[str, Callable[[], object]]:
    """A question to each advisor that takes it as long as any."""

    def of_three_dice(table: Table) -> Callable[[], object]:
        rests = solve(table, EXTRA)
        return lambda: advise(table, rests, (), (1, 2, 6), True, EXTRA)

    return {
        **{name: of_three_dice(table) for name, table in TABLES.items()},
        "liars-dice": lambda: chance(30, 8, 3, (3, 3, 1, 2, 6), wild=True),
        "fate": lambda: advise_fate((1, -1, 0, 0), 2),
        "4df": lambda: of_sums(MAP),
        "attributes": lambda: distribution(6, 6, 2),
    }


def _median_ms(ask: Callable[[], object]) -> float:
    ask()
    times = []
    for _ in range(ASKED):
        began = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)
