"""Whatever is wrong with an action, in every game: one error with what is legal, exit status 1, and nothing changes."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from croupier.rules import GAMES
from croupier.rules.draw import draw_action, faces_of
from croupier.rules.game import Game, Prompt
from croupier.rules.wire import to_json
from croupier.server.cli import app

Json = dict[str, Any]
Wrong = tuple[str, str]
"""What is wrong, and the line of a script that has it so."""

MOST_ACTIONS = 150
OFTEN = 3
"""How often each kind of wrong is tried in a game."""

EVERYWHERE = {
    *("no JSON", "no object", "no kind", "an unknown kind", "a field missing", "a field unknown", "a field twice"),
    *("no such seat", "true for a number", "a half", "a whole float", "a text", "nothing", "NaN", "infinity"),
    *("a million digits", "a huge number", "after the end"),
}
DICE = {"no dice", "too many dice", "a face too low", "a face too high", "faces that are no list", "a list in a list"}
TURNS = {"another's turn"}
CHOSEN = {"a kind not awaited"}
OF_THREE_DICE = {"category used", "category unknown", "dice to reroll", "out of bounds"}
OF_FATE = {"bind none", "bind all", "bind what is bound", "bind no die"}
OF_BIDS = {"out of bounds", "quantity above the table", "quantity too low"}
TABLES: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "rift": ("rift", {"extra_rerolls": "2,0"}, OF_THREE_DICE),
    "crag": ("crag", {"betting": "tavern"}, OF_THREE_DICE),
    "fate": ("fate", {"target": "6"}, OF_FATE),
    "fate with d6": ("fate", {"target": "4", "map": "d6"}, OF_FATE),
    "4df": ("4df", {"rolls": "4"}, set()),
    "attributes": ("attributes", {"sheet": "yes", "dice": "2d4", "bonus": "1"}, set()),
    "liars-dice": (
        "liars-dice",
        {"initiative": "roll", "buy_in": "5", "proficient": "yes", "expert": "no,yes", "long": "yes"},
        OF_BIDS | {"face not raised"},
    ),
    "liars-dice, referee": ("liars-dice", {"referee": "yes"}, OF_BIDS),
}
"""By name: the game, its options, and the kinds of wrong that it has beside those of every game."""


def lacking(name: str) -> set[str]:
    """What cannot go wrong in a game: where only one kind of action is ever awaited, or anybody may act."""
    return {"4df": CHOSEN}.get(name, set())


def wrongs(game: Game, state: Any, prompt: Prompt, data: Json, earlier: list[Json], seats: int) -> Iterator[Wrong]:
    """Ways to get an action wrong that `prompt` offers."""
    yield from unreadable(data)
    offers = game.prompts(state)
    yield "no such seat", json.dumps(data | {"seat": seats})
    yield "no such seat", json.dumps(data | {"seat": -1})
    for seat in range(seats):
        if not any((offer.kind, offer.seat) == (prompt.kind, seat) for offer in offers):
            yield "another's turn", json.dumps(data | {"seat": seat})
    for other in earlier:
        kind = other["kind"]
        if not any((offer.kind, offer.seat) == (kind, prompt.seat) for offer in offers):
            yield "a kind not awaited", json.dumps(other | {"seat": prompt.seat})
    if prompt.throw is not None and "faces" in data:
        yield from of_dice(prompt, data)
    for field in prompt.fields:
        inside, many = data[field.name], field.count is not None
        for number in (field.low - 1, field.high + 1):
            wrong = data | {field.name: [number] * len(inside) if many else number}
            if not field.flag:
                yield "out of bounds", json.dumps(wrong)
            if field.name == "quantity":
                yield "quantity above the table" if number > field.low else "quantity too low", json.dumps(wrong)
            if prompt.kind == "face" and number < field.low:
                yield "face not raised", json.dumps(wrong)
    yield from of_choices(state, prompt, data)


def unreadable(data: Json) -> Iterator[Wrong]:
    text = json.dumps(data)
    yield from (("no JSON", text[:-1]), ("no object", f"[{text}]"), ("a field twice", text[:-1] + ', "seat": 0}'))
    yield "no kind", json.dumps({name: value for name, value in data.items() if name != "kind"})
    yield "an unknown kind", json.dumps(data | {"kind": "fly"})
    yield "a field unknown", json.dumps(data | {"colour": "red"})
    yield "a field missing", json.dumps({name: value for name, value in data.items() if name != "seat"})
    values = (("true for a number", "true"), ("a half", "1.5"), ("a whole float", "1.0"), ("a text", '"1"'))
    huge = (("a million digits", "9" * 10**6), ("a huge number", "9" * 100))
    for what, value in (*values, ("nothing", "null"), ("NaN", "NaN"), ("infinity", "-Infinity"), *huge):
        for name, right in data.items():
            spelled = {"int": value, "list": f"[{value}]"}.get(type(right).__name__)
            if spelled is not None:
                yield what, json.dumps(data | {name: "HERE"}).replace('"HERE"', spelled)


def of_dice(prompt: Prompt, data: Json) -> Iterator[Wrong]:
    assert prompt.throw is not None
    faces, possible = data["faces"], faces_of(prompt.throw.dice)
    yield "no dice", json.dumps(data | {"faces": []})
    yield "too many dice", json.dumps(data | {"faces": [possible[0]] * (max(prompt.throw.counts) + 1)})
    for place in range(len(faces)):
        yield "a face too low", json.dumps(data | {"faces": [*faces[:place], possible[0] - 1, *faces[place + 1 :]]})
        yield "a face too high", json.dumps(data | {"faces": [*faces[:place], possible[-1] + 1, *faces[place + 1 :]]})
    yield "faces that are no list", json.dumps(data | {"faces": faces[0]})
    yield "a list in a list", json.dumps(data | {"faces": [faces]})


def of_choices(state: Any, prompt: Prompt, data: Json) -> Iterator[Wrong]:
    if prompt.kind == "score":
        for category, _ in state.current.used:
            yield "category used", json.dumps(data | {"category": category})
        for category in ("lions", "Rift", " ones", "", "x" * 900):
            yield "category unknown", json.dumps(data | {"category": category})
    if prompt.kind == "reroll":
        for dice in ([], [0, 0], [3], [-1], [0, 1, 2, 0]):
            yield "dice to reroll", json.dumps(data | {"dice": dice, "faces": [1] * len(dice)})
    if prompt.kind == "fudge":
        yield "bind none", json.dumps(data | {"bind": [], "faces": [1] * len(state.loose)})
        yield "bind all", json.dumps(data | {"bind": [0, 1, 2, 3], "faces": []})
        if state.bound:
            yield "bind what is bound", json.dumps(data | {"bind": list(state.bound), "faces": [1] * len(state.loose)})
        for bind in ([4], [-1], [0, 0]):
            yield "bind no die", json.dumps(data | {"bind": bind, "faces": [1] * 3})


def night(game: Game, players: tuple[str, ...], options: dict[str, str]) -> tuple[list[str], list[str], Counter[str]]:
    """A script of a whole game with wrong lines in between, what is wrong with each line ("" where nothing is)."""
    chance, tried = Random(5), Counter[str]()
    state, lines, faults, earlier = game.start(players, options), list[str](), list[str](), list[Json]()
    while offers := game.prompts(state):
        assert len(earlier) < MOST_ACTIONS
        action = draw_action(game, state, chance.randrange)
        data = to_json(action)
        (prompt, *_) = [
            offer
            for offer in offers
            if (offer.kind, offer.seat) == (action.kind, action.seat)
            and all(not field.flag or data[field.name] == bool(field.low) for field in offer.fields)
        ]
        for what, line in wrongs(game, state, prompt, data, earlier, len(players)):
            if tried[what] < OFTEN:
                tried[what] += 1
                lines.append(line)
                faults.append(what)
        lines.append(json.dumps(data))
        faults.append("")
        earlier.append(data)
        state, _ = game.apply(state, action)
    for data in earlier[-OFTEN:]:
        tried["after the end"] += 1
        lines.append(json.dumps(data))
        faults.append("after the end")
    return lines, faults, tried


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_wrong_with_an_action_is_one_error_and_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    title, options, kinds = TABLES[name]
    game, players = GAMES[title], ("Ada", "Bo")
    lines, faults, tried = night(game, players, options)
    assert set(tried) == (EVERYWHERE | DICE | TURNS | CHOSEN | kinds) - lacking(name)
    given = [word for option, value in options.items() for word in ("--option", f"{option}={value}")]
    words = ["play", title, "--players", ",".join(players), *given, "--script", "-", "--json"]

    def played(script: list[str]) -> tuple[int, list[Json], list[str]]:
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        text = "".join(line + "\n" for line in script).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        with pytest.raises(SystemExit) as ended:
            app.main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), [json.loads(line) for line in out.splitlines()], err.splitlines()

    status, answers, said = played(lines)
    assert status == 1
    assert len(answers) == len(lines) + 1
    assert len(said) == sum(bool(fault) for fault in faults)
    for answer, fault, line in zip(answers, faults, lines, strict=False):
        assert list(answer) == (["error", "legal"] if fault else ["events"]), (fault, line[:200])
        if fault:
            assert answer["error"].endswith(".")
            assert len(answer["error"]) < 300
            assert bool(answer["legal"]) == (fault != "after the end")
    fine = played([line for line, fault in zip(lines, faults, strict=True) if not fault])
    assert fine[0] == 0
    assert fine[1] == [answer for answer, fault in zip(answers, [*faults, ""], strict=True) if not fault]


def test_every_game_is_put_to_it() -> None:
    assert {game for game, _, _ in TABLES.values()} == set(GAMES)
