"""The contract every game keeps: a state and an action in, a new state and events out, and nothing else.

`prompts(state)` is the single source of legality: `apply` refuses what no prompt offers, and the pages draw
their buttons from the same tuple. A game is over when it has no prompts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

JSON = Any
"""What `json.dumps` takes: dict, list, str, int, float, bool, None."""


class RulesError(ValueError):
    """Something a game cannot accept, in words fit to show a player."""


class UnknownGame(RulesError):
    """No game of that name."""


class BadOption(RulesError):
    """An option, or a list of players, that the game does not take. `option` names the one at fault."""

    def __init__(self, message: str, option: str | None = None) -> None:
        super().__init__(message)
        self.option = option


class UnreadableAction(RulesError):
    """Not an action of this game: an unknown kind, a field missing, unknown or of the wrong type."""


class UnreadableState(RulesError):
    """Not a state of this game, or one of a version that this program does not know."""


class IllegalAction(RulesError):
    """A readable action that is not legal now. `legal` holds the prompts that are."""

    def __init__(self, message: str, legal: tuple[Prompt, ...] = ()) -> None:
        super().__init__(message)
        self.legal = legal


class Action(Protocol):
    """What a person (or the camera) does: a frozen, slotted dataclass, fields as in its JSON form.

    What of it is its seat's alone to know its class says: the fields `hidden`, or with `secret` all of it.
    """

    kind: ClassVar[str]

    @property
    def seat(self) -> int: ...


class Event(Protocol):
    """What followed from an action, for pages and voices: a frozen, slotted dataclass. It holds nothing hidden; of a
    class that is `secret` its action's seat alone may know.
    """

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that a prompt awaits; the camera, or a person typing, supplies the faces.

    `counts` are the numbers of dice that may be thrown. `lying` are the faces that lie on the table before it,
    in the order of the state's dice; empty for a fresh throw. With dice lying, the ones not thrown stay, and those
    at the places `fixed` must. `hidden` dice are nobody's to see but their owner's. A throw `beside` counts only
    what is new on the table: dice that lie there from before stay, and are none of this throw's.
    """

    dice: str
    counts: tuple[int, ...]
    lying: tuple[int, ...] = ()
    hidden: bool = False
    fixed: tuple[int, ...] = ()
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A number, or a list of them, that the player must fill in: `low`…`high` each, `count` of them.

    `count` None means one plain number, not a list. `among`, where it holds anything, are the only numbers that
    will do. A `flag` is a yes or no, and goes on the wire as true (1) or false (0). With `low` equal to `high`
    there is nothing to fill in.
    """

    name: str
    low: int
    high: int
    count: int | None = None
    among: tuple[int, ...] = ()
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """One kind of action that one seat may take now, and everything needed to take it.

    Exactly one of three: `choices` (complete actions, a button each), `throw` (dice are awaited) or `fields`
    (numbers to be filled in); `fields` with both a `die` and a `face` turn that die, by its place among those that lie
    there, to that face. `text` is what to show: "Roll three dice", "Choose a category". That a `secret` one is offered,
    its seat alone may know.
    """

    seat: int
    kind: str
    text: str
    choices: tuple[Action, ...] = ()
    throw: Throw | None = None
    fields: tuple[Field, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place in the reckoning, and what else this game counts (`extra`, e.g. copper)."""

    seat: int
    player: str
    score: int
    extra: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to settle before a game starts. `choices` None: any fitting text, such as the `examples`, will do."""

    name: str
    default: str
    text: str
    choices: tuple[str, ...] | None = None
    examples: tuple[str, ...] = ()


class Game(Protocol):
    """A game is a module (or an object) with these. States are frozen dataclasses of tuples: hashable, pure.

    Every state has the fields `game` (the game's name) and `version` (of the state's layout). One of a game with
    secrets also tells in `hides` whether dice lie hidden now, and in `covered` how many of each seat's.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most players."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def state(self) -> type[Any]: ...
    @property
    def actions(self) -> tuple[type[Any], ...]: ...
    @property
    def events(self) -> tuple[type[Any], ...]: ...

    def start(self, players: tuple[str, ...], options: Mapping[str, str]) -> Any:
        """The first state. `options` are as typed (`{"betting": "tavern"}`); raises `BadOption`."""
        ...

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        """Who may do what now; empty when the game is over."""
        ...

    def apply(self, state: Any, action: Action) -> tuple[Any, tuple[Event, ...]]:
        """The next state and what happened. Raises `IllegalAction` and changes nothing."""
        ...

    def from_roll(self, prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
        """The action that a physical roll stands for.

        `faces` are all the dice on the table in the order of the state's dice, `thrown` the indices thrown just
        now. Raises `IllegalAction` when such a roll does not fit the prompt.
        """
        ...

    def to_roll(self, prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The other way: `faces` and `thrown` of a legal action that answers this prompt for a throw."""
        ...

    def lying(self, state: Any) -> tuple[int, ...]:
        """The faces of the dice that lie on after their throw and count, in the order in which prompts have them.

        None where the dice are done with, or hidden, or a throw leaves nothing that a later one could take up.
        """
        ...

    def view(self, state: Any, seat: int | None) -> dict[str, JSON]:
        """What one audience may see (`None` is the board), as JSON."""
        ...

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """Every player, in seat order."""
        ...

    def winners(self, state: Any) -> tuple[int, ...]:
        """The winning seats once the game is over, else none."""
        ...

    def tell(self, state: Any, event: Event) -> str:
        """One event as a sentence to show or say to everybody; `state` is any state of the same game."""
        ...
