"""The course of 4dF rolls: how it starts, what may be done, and what each roll brings about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.rules.fate.dice import DICE, MAP_TEXT, faces_in_words, faces_of, kind_of, meaning, read_map
from croupier.rules.game import Action, BadOption, IllegalAction, Option, Prompt, Throw
from croupier.rules.ladder.state import VERSION, Ended, LadderEvent, Player, Roll, Rolled, State
from croupier.rules.refusals import refuse_other_seats, refuse_throw, saying_what_is_legal
from croupier.rules.settings import seat_players, settle, whole_number

NAME = "4df"
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


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state. Raises `BadOption`."""
    names = seat_players(players, SEATS)
    settled = settle(OPTIONS, options)
    rolls = whole_number("rolls", settled["rolls"])
    if not 1 <= rolls <= MOST_ROLLS:
        raise BadOption(f"rolls is from 1 to {MOST_ROLLS}, not {rolls}.", "rolls")
    return State(NAME, VERSION, rolls, read_map(settled["map"]), tuple(Player(name) for name in names))


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may do what now; empty when the game is over."""
    if state.over:
        return ()
    return (Prompt(state.turn, "roll", "Roll four dice", throw=Throw(kind_of(state.map), (DICE,))),)


@saying_what_is_legal(prompts)
def apply(state: State, action: Action) -> tuple[State, tuple[LadderEvent, ...]]:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    if state.over:
        raise IllegalAction("The rolls are over; start a new game to go on.")
    refuse_other_seats(action.seat, state.turn, state.players)
    if not isinstance(action, Roll):
        raise IllegalAction(f"There is no {action.kind} in this game; roll {DICE} dice.")
    refuse_throw(action.faces, DICE, faces_of(state.map), faces_in_words(state.map))
    hand, player = meaning(action.faces, state.map), state.players[action.seat]
    rolled = Rolled(action.seat, action.faces, hand, sum(hand), LADDER[sum(hand)])
    player = replace(player, sums=(*player.sums, rolled.sum))
    players = (*state.players[: action.seat], player, *state.players[action.seat + 1 :])
    state = replace(state, players=players, turn=(action.seat + 1) % len(players), dice=action.faces)
    if not state.over:
        return state, (rolled,)
    return state, (rolled, Ended(state.best, sum(players[state.best[0]].sums)))


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Roll:
    """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
    if len(faces) != DICE or set(thrown) != set(range(DICE)):
        words = f"on the table: {len(faces)}, thrown: {len(set(thrown))}"
        raise IllegalAction(f"All {DICE} dice are to be rolled together; {words}.", (prompt,))
    return Roll(prompt.seat, faces)


def to_roll(prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice on the table after a roll, and the places of those that it threw: all."""
    assert isinstance(action, Roll)
    return action.faces, tuple(range(DICE))


def lying(state: State) -> tuple[int, ...]:
    """The dice of the last roll."""
    return state.dice
