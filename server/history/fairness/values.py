"""What is found out about sets of dice, as it is told. Loads nothing that reckons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Asked = Literal["camera", "hand", "all"]
Finding = Literal["too few", "even", "perhaps", "odd"]
Method = Literal["exact", "chi-square"]


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often a face fell, and between which counts it stays with fair dice in 95 of 100 cases."""

    face: int
    word: str
    count: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SetOfDice:
    """What is known of one set: a kind of dice, or a taught set by its name.

    `thrown` dice in all; `expected` of each face. `p` is the chance that fair dice come out at least this uneven, by
    the `method` named. `needed` dice thrown find out one face favoured by half again in four of five cases.
    """

    set: str
    faces: list[FaceCount]
    thrown: int
    expected: float
    chi_square: float
    p: float
    method: Method
    needed: int
    finding: Finding
    sentence: str


@dataclass(frozen=True, slots=True)
class Fairness:
    """All sets, the one thrown most first. `note` says what holds for all of them; `unreadable` games are left out."""

    source: Asked
    sets: list[SetOfDice]
    note: str
    unreadable: int
