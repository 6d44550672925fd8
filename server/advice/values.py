"""What a seat is told when it asks what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.rules.game import JSON

MOST_OPTIONS = 6
"""As many choices are told: the best are what a person wants to know, and a phone is small."""
SURE = 0.995  # a rounded chance never reads as certain, nor as impossible


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to do, or to come about. `worth` is the expected points or the chance, `said` the same in words.

    `action` are the fields of the action as far as a person decides on them; empty where there is nothing to decide.
    """

    text: str
    worth: float
    said: str
    action: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence, then the options, best first; `unit` is "points" or "chance". `note` tells what is not reckoned."""

    text: str
    unit: str = "points"
    options: tuple[Option, ...] = ()
    note: str = ""


def points(text: str, expected: float | Fraction, action: Mapping[str, JSON] | None = None) -> Option:
    """An option with the points that it brings on average."""
    return Option(text, float(expected), f"{float(expected):.1f}", action or {})


def chance(text: str, likely: Fraction, action: Mapping[str, JSON] | None = None) -> Option:
    """An option with its chance."""
    return Option(text, float(likely), percent(likely), action or {})


def percent(likely: Fraction) -> str:
    """A chance in words: "62%", "over 99%", "certain"."""
    if likely in (0, 1):
        return "certain" if likely else "impossible"
    if likely > SURE:
        return "over 99%"
    return "under 1%" if likely < 1 - SURE else f"{float(likely):.0%}"
