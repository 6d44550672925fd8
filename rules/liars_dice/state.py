"""What a game of Liar's Dice is at any moment: the gamblers and their cups, the order, and the standing bid."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

NAME = "liars-dice"
VERSION = 1
"""Of the state's layout; a stored state of another version is refused."""

DICE = 5  # a gambler's, at first
FACES = 6


class Phase(StrEnum):
    """What the table is waiting for."""

    ORDER = "initiative"
    BUY_INS = "buy-ins"
    CAST = "cast"
    BID = "bid"
    ACCUSE = "accuse"
    SHOW = "show"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table has agreed on: the game's options."""

    long: bool
    wild: bool
    exact: bool
    open: bool
    opener: str
    referee: bool


@dataclass(frozen=True, slots=True)
class BuyIn:
    """What a gambler puts in: gold, material or service, and what it is worth."""

    value: int
    words: str


@dataclass(frozen=True, slots=True)
class Check:
    """A Sleight of Hand check that was made for this roll, and how it went. Its gambler's secret."""

    total: int
    dc: int
    success: bool


@dataclass(frozen=True, slots=True)
class Player:
    """One gambler. `left` is the number of dice still theirs, 0 when out; `dice` what lies under the cup.

    `initiative` is the total, the bonus, and a d20 a roll-off: whoever has the larger tuple goes first.
    """

    name: str
    left: int = DICE
    dice: tuple[int, ...] = ()
    check: Check | None = None
    proficient: bool = False
    expert: bool = False
    initiative: tuple[int, ...] = ()
    buy_in: BuyIn | None = None
    accepted: bool = False

    @property
    def cast(self) -> bool:
        """Whether all dice of the gambler lie under the cup."""
        return len(self.dice) == self.left


@dataclass(frozen=True, slots=True)
class Claim:
    """A bid: `seat` says that so many of the dice on the table show the face."""

    seat: int
    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the last reveal came to. `dice` are each seat's; where the table keeps its own bidding, one heap."""

    claim: Claim
    accuser: int
    count: int
    correct: bool
    loser: int
    dice: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game in play. `order` lists the seats by initiative, and is empty until that is settled.

    `turn` is whoever opens or answers the standing `claim`. `accuser` and `shown` belong to a reveal under way at a
    table that keeps its own bidding.
    """

    game: str
    version: int
    rules: Rules
    players: tuple[Player, ...]
    order: tuple[int, ...] = ()
    turn: int = 0
    claim: Claim | None = None
    accuser: int | None = None
    shown: tuple[int, ...] = ()
    last: Verdict | None = None

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that are not out, by initiative; by seat until that is settled."""
        order = self.order or tuple(range(len(self.players)))
        return tuple(seat for seat in order if self.players[seat].left)

    @property
    def total(self) -> int:
        """The number of dice in play."""
        return sum(player.left for player in self.players)

    @property
    def phase(self) -> Phase:
        """What the table is waiting for."""
        if not self.order:
            return Phase.ORDER
        if any(player.buy_in and not player.accepted for player in self.players):
            return Phase.BUY_INS
        if len(self.in_play) == 1:
            return Phase.OVER
        if self.rules.referee:
            return Phase.ACCUSE if self.accuser is None else Phase.SHOW
        return Phase.BID if all(player.cast for player in self.players) else Phase.CAST

    @property
    def hides(self) -> bool:
        """Whether dice lie under cups now, so that no picture of the table may be shown."""
        return self.phase in (Phase.CAST, Phase.BID, Phase.ACCUSE)

    @property
    def covered(self) -> tuple[int, ...]:
        """How many dice of each seat lie under its cup."""
        return tuple(len(player.dice) for player in self.players)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that the table waits for, where several may act in any order."""
        match self.phase:
            case Phase.ORDER:
                return undecided(self.players)
            case Phase.BUY_INS:
                return tuple(seat for seat in self.order if not self.players[seat].accepted)
            case Phase.CAST:
                return tuple(seat for seat in self.in_play if not self.players[seat].cast)
        return ()


def tied_with(players: tuple[Player, ...], seat: int) -> tuple[int, ...]:
    """The seats whose throws for the order tell nothing against those of `seat`; none before it has thrown."""
    mine = players[seat].initiative
    alike = (
        place
        for place, other in enumerate(players)
        if all(one == another for one, another in zip(mine, other.initiative, strict=False))
    )
    return tuple(place for place in alike if place != seat and mine and players[place].initiative)


def undecided(players: tuple[Player, ...]) -> tuple[int, ...]:
    """The seats that throw for the order next: who has not yet, and who is tied with another so far.

    A gambler whose throws are the beginning of another's is tied with that one, and has still to throw.
    """
    thrown = [player.initiative for player in players]
    return tuple(
        seat
        for seat, mine in enumerate(thrown)
        if any(other[: len(mine)] == mine for place, other in enumerate(thrown) if place != seat)
    )


def by_initiative(players: tuple[Player, ...]) -> tuple[int, ...]:
    """The seats, highest initiative first; empty while a throw or a roll-off is awaited."""
    if undecided(players):
        return ()
    return tuple(sorted(range(len(players)), key=lambda seat: players[seat].initiative, reverse=True))


def matching(dice: tuple[int, ...], face: int, wild: bool) -> int:
    """How many of the dice count for a bid on `face`: those that show it, and ones where they are wild."""
    return sum(die == face or (wild and die == 1) for die in dice)
