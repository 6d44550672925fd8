"""A plain 4dF roll: four Fudge dice, their sum from −4 to +4, and the word that the Fate ladder has for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from croupier.rules.fate.dice import DICE, MAP_TEXT, Map, faces_in_words, faces_of, kind_of, meaning, read_map
from croupier.rules.game import JSON, Action, BadOption, Event, IllegalAction, Option, Prompt, Standing, Throw
from croupier.rules.settings import seat_players, settle, whole_number
from croupier.rules.words import FUDGE_SIGNS

NAME = "4df"
VERSION = 1
SEATS = (1, 100)
MOST_ROLLS = 100
LADDER = {
    4: "Great", 3: "Good", 2: "Fair", 1: "Average", 0: "Mediocre",
    -1: "Poor", -2: "Terrible", -3: "Catastrophic", -4: "Horrifying",
}  # fmt: skip
OPTIONS = (
    Option("rolls", "1", f"How often each player rolls, 1 to {MOST_ROLLS} times"),
    Option("map", "none", MAP_TEXT),
)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat and the sums of its rolls so far."""

    name: str
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """`rolls` are what each player has in all; `dice` the faces of the last roll as thrown, none before the first."""

    game: str
    version: int
    rolls: int
    map: Map
    players: tuple[Player, ...]
    turn: int = 0
    dice: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether everybody has rolled as often as agreed."""
        return all(len(player.sums) == self.rolls for player in self.players)


@dataclass(frozen=True, slots=True)
class Roll:
    """Four dice thrown."""

    kind: ClassVar[str] = "roll"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """Four dice were thrown. `hand` is what they mean (−1, 0, +1), `word` the ladder's for the `sum`."""

    kind: ClassVar[str] = "rolled"
    seat: int
    faces: tuple[int, ...]
    hand: tuple[int, ...]
    sum: int
    word: str


@dataclass(frozen=True, slots=True)
class Ended:
    """Everybody has rolled; the highest total is the best, and equal tops share it."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class FourFudgeDice:
    """The game as the contract in `croupier.rules.game` has it."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "4dF"
    version: ClassVar[int] = VERSION
    seats: ClassVar[tuple[int, int]] = SEATS
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    state = State
    actions = (Roll,)
    events = (Rolled, Ended)

    def start(self, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        """The first state. Raises `BadOption`."""
        names = seat_players(players, SEATS)
        settled = settle(OPTIONS, options)
        rolls = whole_number("rolls", settled["rolls"])
        if not 1 <= rolls <= MOST_ROLLS:
            raise BadOption(f"rolls is from 1 to {MOST_ROLLS}, not {rolls}.")
        return State(NAME, VERSION, rolls, read_map(settled["map"]), tuple(Player(name) for name in names))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Who may do what now; empty when the game is over."""
        if state.over:
            return ()
        return (Prompt(state.turn, "roll", "Roll four dice", throw=Throw(kind_of(state.map), (DICE,))),)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Rolled | Ended, ...]]:
        """The next state and what happened. Raises `IllegalAction` and changes nothing."""
        if fault := _fault(state, action):
            raise IllegalAction(fault, self.prompts(state))
        assert isinstance(action, Roll)
        hand, player = meaning(action.faces, state.map), state.players[action.seat]
        rolled = Rolled(action.seat, action.faces, hand, sum(hand), LADDER[sum(hand)])
        player = replace(player, sums=(*player.sums, rolled.sum))
        players = (*state.players[: action.seat], player, *state.players[action.seat + 1 :])
        state = replace(state, players=players, turn=(action.seat + 1) % len(players), dice=action.faces)
        if not state.over:
            return state, (rolled,)
        best = self.winners(state)
        return state, (rolled, Ended(best, sum(players[best[0]].sums)))

    def from_roll(self, prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Roll:
        """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
        if len(faces) != DICE or set(thrown) != set(range(DICE)):
            words = f"on the table: {len(faces)}, thrown: {len(set(thrown))}"
            raise IllegalAction(f"All {DICE} dice are to be rolled together; {words}.", (prompt,))
        return Roll(prompt.seat, faces)

    def view(self, state: State, seat: int | None) -> dict[str, JSON]:
        """What everybody may see, as JSON. `dice` are the faces as thrown, `hand` is what they mean."""
        hand = meaning(state.dice, state.map)
        return {
            "turn": None if state.over else state.turn,
            "rolls": state.rolls,
            "dice_kind": kind_of(state.map),
            "dice": list(state.dice),
            "hand": list(hand),
            "sum": sum(hand) if hand else None,
            "word": LADDER[sum(hand)] if hand else None,
            "players": [
                {"seat": place, "player": player.name, "sums": list(player.sums), "total": sum(player.sums)}
                for place, player in enumerate(state.players)
            ],
            "map": list(state.map) or None,
            "ladder": [{"sum": total, "word": word} for total, word in LADDER.items()],
        }

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Every player's sums together."""
        return tuple(Standing(seat, player.name, sum(player.sums)) for seat, player in enumerate(state.players))

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats with the highest total once everybody has rolled, else none."""
        best = max(sum(player.sums) for player in state.players)
        tops = tuple(seat for seat, player in enumerate(state.players) if sum(player.sums) == best)
        return tops if state.over else ()

    def tell(self, state: State, event: Event) -> str:
        """One event as a sentence to show or say."""
        names = [player.name for player in state.players]
        match event:
            case Rolled(seat, _, hand, total, word):
                return f"{names[seat]} rolls {' '.join(FUDGE_SIGNS[face] for face in hand)}: {_signed(total)}, {word}."
            case Ended(seats, score):
                who = " and ".join(names[seat] for seat in seats)
                return f"The rolls are over: {who} {'is' if len(seats) == 1 else 'are'} best with {_signed(score)}."
        raise TypeError(f"{event} is no event of this game")


def _fault(state: State, action: Action) -> str:
    """The first thing that is wrong with an action, as a sentence; nothing if it is legal."""
    if state.over:
        return "The rolls are over; start a new game to go on."
    if action.seat not in range(len(state.players)):
        return f"There is no seat {action.seat}; the seats are 0 to {len(state.players) - 1}."
    if action.seat != state.turn:
        return f"It is {state.players[state.turn].name}'s turn, not {state.players[action.seat].name}'s."
    if not isinstance(action, Roll):
        return f"There is no {action.kind} in this game; roll {DICE} dice."
    if len(action.faces) != DICE:
        return f"One face is needed for each die thrown: {DICE}, not {len(action.faces)}."
    return "" if set(action.faces) <= set(faces_of(state.map)) else faces_in_words(state.map)


def _signed(total: int) -> str:
    return f"+{total}" if total > 0 else str(total).replace("-", "−")


FOUR_FUDGE_DICE = FourFudgeDice()
