"""Choices of an advisor as `croupier advise` prints them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from croupier.rules.game import JSON


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
