"""Choices of an advisor as JSON and in words, alike on a phone and in `croupier advise`."""

from __future__ import annotations

from collections.abc import Sequence

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


def in_signs(choice: fate.Choice, signs: Sequence[str], between: str = " ") -> str:
    """A choice in Tinkering With Fate with these dice lying there, as they are called; `between` goes between them."""
    if choice.kind == "toll":
        return "take toll"
    return _throwing([place for place in range(len(signs)) if place not in choice.bind], signs, between)


def _throwing(thrown: Sequence[int], dice: Sequence[object], between: str = " ") -> str:
    again = between.join(str(dice[place]) for place in thrown)
    kept = between.join(str(face) for place, face in enumerate(dice) if place not in thrown)
    return f"throw {again} again" + (f" and keep {kept}" if kept else "")
