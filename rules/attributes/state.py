"""The values of exceptional attributes: the state, the actions that change it, and the events that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from croupier.rules.attributes.reckon import exceptional, worth

VERSION = 1
"""Of the state's layout; a stored state of another version is refused."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: `count` dice of `sides` sides, the R.C.C. `bonus`, and the dice rolled for it so far.

    `name` is that of the sheet ("IQ"), or empty where a single attribute is rolled.
    """

    name: str
    count: int
    sides: int
    bonus: int
    faces: tuple[int, ...] = ()
    bonus_faces: tuple[int, ...] = ()

    @property
    def dice(self) -> str:
        """The dice as people write them: 3d6."""
        return f"{self.count}d{self.sides}"

    @property
    def total(self) -> int:
        """What the dice show together, without any bonus."""
        return sum(self.faces)

    @property
    def exceptional(self) -> bool:
        """Whether the dice earn a bonus die."""
        return exceptional(self.total, self.count, self.sides)

    @property
    def awaits(self) -> str | None:
        """What is to be rolled next: "roll" (the dice), "bonus" (a bonus die), or None when it is finished."""
        if not self.faces:
            return "roll"
        earned = self.bonus_faces[-1] == self.sides if self.bonus_faces else self.exceptional
        return "bonus" if earned and len(self.bonus_faces) < self.count else None


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's sheet, in the order in which it is rolled."""

    name: str
    sheet: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Sheets being rolled, one seat after another. `rounding` is that of the bonus dice: each or sum."""

    game: str
    version: int
    rounding: str
    players: tuple[Player, ...]

    @property
    def rolling(self) -> tuple[int, Attribute] | None:
        """The seat that rolls and the attribute it rolls; None when all are finished."""
        sheets = ((seat, attribute) for seat, player in enumerate(self.players) for attribute in player.sheet)
        return next(((seat, attribute) for seat, attribute in sheets if attribute.awaits), None)

    def value(self, attribute: Attribute) -> int:
        """What an attribute comes to with the dice rolled for it so far; 0 before them."""
        if not attribute.faces:
            return 0
        return attribute.total + worth(attribute.bonus_faces, attribute.count, self.rounding) + attribute.bonus

    def score(self, seat: int) -> int:
        """The values of a seat's attributes together."""
        return sum(self.value(attribute) for attribute in self.players[seat].sheet)

    @property
    def top_seats(self) -> tuple[int, ...]:
        """The seats with the highest score."""
        scores = [self.score(seat) for seat in range(len(self.players))]
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


@dataclass(frozen=True, slots=True)
class Roll:
    """All the dice of the attribute that is next."""

    kind: ClassVar[str] = "roll"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bonus:
    """One bonus die."""

    kind: ClassVar[str] = "bonus"
    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of an attribute were thrown; if `exceptional`, a bonus die follows."""

    kind: ClassVar[str] = "rolled"
    seat: int
    attribute: str
    faces: tuple[int, ...]
    total: int
    exceptional: bool


@dataclass(frozen=True, slots=True)
class Added:
    """A bonus die was thrown. `worth` is what it adds; `another` whether it earns one more."""

    kind: ClassVar[str] = "added"
    seat: int
    attribute: str
    face: int
    worth: int
    another: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """An attribute is finished: its final `value`, with the R.C.C. `bonus` in it."""

    kind: ClassVar[str] = "settled"
    seat: int
    attribute: str
    bonus: int
    value: int


@dataclass(frozen=True, slots=True)
class Ended:
    """All is rolled. `winners` have the highest `score`."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    score: int


ACTIONS = (Roll, Bonus)
AttributesEvent = Rolled | Added | Settled | Ended
EVENTS = get_args(AttributesEvent)
