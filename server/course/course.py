"""A game as it went: what the rows of its log add up to, and how everybody calls them. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.rules.game import Action, Event, Game
from croupier.rules.secrecy import covered, hidden_faces, is_secret
from croupier.server.course.throws import Dice, Thrown
from croupier.server.errors import TableError
from croupier.server.log import Entry, StartedGame


@dataclass(frozen=True, slots=True)
class Step:
    """An action that counts, the row it came with, the state it led to, and what is told of it.

    After a throw, `thrown`, or an action that turned some, `dice` are those that lie there, as JSON, in the state's
    order and with the faces that now count; none of a hidden one. `tied_to` is the row of the throw that a secret of
    the same seat followed.
    """

    entry: Entry
    action: Action
    state: Any
    events: tuple[Event, ...]
    text: str
    thrown: Thrown | None = None
    dice: Dice = ()
    corrected: bool = False
    tied_to: int | None = None

    @property
    def secret(self) -> bool:
        """Whether nobody but its seat may know of it."""
        return is_secret(self.action)

    @property
    def covered(self) -> int:
        """How many of the dice that it threw, or chose the faces of, are its seat's alone to know."""
        return 0 if self.secret else len(hidden_faces(self.action))


@dataclass(frozen=True, slots=True)
class Move:
    """A row that changed what counts, what it is called, and the steps as they were before it."""

    entry: Entry
    text: str
    before: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the log, what was told of it when it was written ("" for rows that only ask), and the dice it threw.

    Of a `secret` one nobody may know. The others have a `number`, by which everybody calls them: these run without a
    gap, through all games of a log. The log says it `in_full` where that is more, as what a correction took away.
    """

    entry: Entry
    number: int
    text: str
    dice: Dice = ()
    beside: bool = False
    in_full: str = ""

    @property
    def secret(self) -> bool:
        return not self.number


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its first state on. Secrets are `waiting` while they cannot stand, and may again."""

    started: StartedGame
    game: Game
    first: Any
    steps: tuple[Step, ...] = ()
    moves: tuple[Move, ...] = ()
    told: tuple[Told, ...] = ()
    waiting: tuple[Step, ...] = ()

    @property
    def state(self) -> Any:
        """The state now."""
        return self.steps[-1].state if self.steps else self.first

    @property
    def lying(self) -> Dice:
        """The dice thrown last, as JSON, with the faces that they were turned to since."""
        return lying(self.steps)

    @property
    def fell(self) -> Dice:
        """The dice thrown last, as JSON, with the faces that they fell on, or that a person corrected them to."""
        return lying([step for step in self.steps if step.thrown is not None])

    @property
    def newest(self) -> Told | None:
        """The newest row that everybody may know of."""
        return next((told for told in reversed(self.told) if not told.secret), None)

    @property
    def version(self) -> int:
        """The newest row's number; a secret moves it no more than anything else that others see."""
        return self.newest.number if self.newest else 0

    @property
    def question(self) -> Entry | None:
        """The row that asks, while it is open."""
        return self.newest.entry if self.newest and self.newest.entry.kind == "question" else None

    @property
    def advice(self) -> bool:
        """Whether phones may ask what is best, as agreed when the game began."""
        return not self.told or bool(self.told[0].entry.payload.get("advice", True))

    def covers(self, step: Step) -> bool:
        """Whether the hidden dice of a step that counts have lain hidden ever since."""
        since = self.steps[self.steps.index(step) :]
        return step.covered > 0 and all(covered(later.state, step.action.seat) for later in since)

    def number(self, entry: Entry) -> int:
        """How everybody calls a row; 0 for a secret."""
        return next(told.number for told in reversed(self.told) if told.entry.id == entry.id)

    def step(self, number: int) -> Step:
        """The action that counts under this number. Raises `TableError`."""
        entry = next((told.entry.id for told in self.told if told.number == number and number), None)
        step = next((step for step in self.steps if step.entry.id == entry), None)
        if step is None:
            raise TableError(f"Entry {number} is no action that counts; it may have been undone.")
        return step


def lying(steps: Sequence[Step]) -> Dice:
    """The dice that lie there after these steps, as JSON, with the faces that they showed last."""
    return next((step.dice for step in reversed(steps) if step.dice), ())
