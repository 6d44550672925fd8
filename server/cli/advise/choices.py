"""Choices of an advisor as `croupier advise` prints them, as JSON and in words."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from croupier.rules.fate import advice as fate
from croupier.rules.game import JSON
from croupier.rules.rift import advice as rift
from croupier.rules.rift.table import Table

DECIMALS = 9  # of expected points in Rift; what a computer's numbers have beyond them is noise


def three_dice_json(choice: rift.Choice) -> dict[str, JSON]:
    """A choice in Rift or Crag: the action without its seat, and what is `expected`."""
    what: dict[str, JSON] = {"kind": choice.kind}
    if choice.kind == "score":
        what["category"] = choice.category
    if choice.kind == "reroll":
        what["dice"] = list(choice.dice)
    return {**what, "expected": round(choice.expected, DECIMALS)}


def fate_json(choice: fate.Choice) -> dict[str, JSON]:
    """A choice in Tinkering With Fate: `toll`, or a `fudge` with all that stays, and what is `expected`."""
    bind = {"bind": list(choice.bind)} if choice.kind == "fudge" else {}
    return {"kind": choice.kind, **bind, "expected": float(choice.expected)}


def in_words(table: Table, choice: rift.Choice, dice: Sequence[int]) -> str:
    """A choice in Rift or Crag with these dice lying there."""
    match choice.kind:
        case "score":
            category = table.category(choice.category)
            return f"score {category.points(tuple(dice))} in {category.title}"
        case "reroll":
            return _throwing(choice.dice, dice)
    return "roll the dice"


def _throwing(thrown: Sequence[int], dice: Sequence[object]) -> str:
    again = " ".join(str(dice[place]) for place in thrown)
    kept = " ".join(str(face) for place, face in enumerate(dice) if place not in thrown)
    return f"throw {again} again" + (f" and keep {kept}" if kept else "")


def in_signs(choice: fate.Choice, signs: Sequence[str]) -> str:
    """A choice in Tinkering With Fate with these dice lying there."""
    if choice.kind == "toll":
        return "take toll"
    return _throwing([place for place in range(len(signs)) if place not in choice.bind], signs)


def best_first(options: Sequence[dict[str, JSON]]) -> dict[str, JSON]:
    """What is printed of options that each have an `expected`; 0 is expected when there is nothing left to do."""
    if not options:
        return {"expected": 0, "best": None, "options": []}
    best = {name: value for name, value in options[0].items() if name != "expected"}
    return {"expected": options[0]["expected"], "best": best, "options": list(options)}


def print_best_first(what: str, options: Sequence[tuple[float, str]]) -> None:
    """Each choice in words after what is expected of it; of those that read the same only the first."""
    if not options:
        typer.echo("The game is over: no more points are to come.")
        return
    typer.echo(f"Expected {what}, best first:")
    for expected, words in dict.fromkeys(options):  # dice that show the same are told once
        typer.echo(f"{expected:8.2f}  {words}")


def print_json(value: JSON) -> None:
    """On a line of its own."""
    typer.echo(json.dumps(value))
