"""What a roll comes to, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.rules.game import Action


@dataclass(frozen=True, slots=True)
class Touch:
    """A die turned over by hand: its place in the order told with it, the face it had, and the one it shows."""

    die: int
    was: int
    face: int


@dataclass(frozen=True, slots=True)
class Witnessed:
    """What the log is to keep of dice turned over by hand, whatever is made of it: over or `back`, for certain or
    `perhaps`, since they may have been thrown with others."""

    touches: tuple[Touch, ...] = ()
    back: bool = False
    perhaps: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One of three: the `action`, or what to `ask`, or neither. `early` dice are good ones that nobody awaits yet.

    `order` lists the roll's dice in the order of the state's, as far as that is known; None for one that is not seen.
    The rest goes by places in it: those `thrown`; the `faces` that count of dice that may show another; the dice
    turned over by hand that the question is about, `alone` when that is all that happened. `closes`: what was asked
    before needs no answer any more.
    """

    order: tuple[int | None, ...] = ()
    action: Action | None = None
    ask: tuple[str, ...] = ()
    early: bool = False
    thrown: tuple[int, ...] = ()
    faces: Mapping[int, int] = field(default_factory=dict)
    touched: tuple[Touch, ...] = ()
    alone: bool = False
    witnessed: Witnessed = Witnessed()
    closes: bool = False
