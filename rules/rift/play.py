"""The course of a game of Rift: what is legal now, and what each action brings about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.rules.game import Action, Field, IllegalAction, Option, Prompt, Throw
from croupier.rules.rift.pot import BETTING, pay, settle_pot, stake, thanks, top_seats
from croupier.rules.rift.state import (
    DICE,
    FACES,
    VERSION,
    Ended,
    Player,
    Reroll,
    Rerolled,
    RiftEvent,
    Roll,
    Rolled,
    Score,
    Scored,
    Sleight,
    State,
    Tried,
)
from croupier.rules.rift.table import Table
from croupier.rules.settings import numbers_by_seat, seat_players, settle, shorten

SEATS = (1, 100)
OPTIONS = (
    Option("betting", "none", "What becomes of the coppers in the pot", BETTING),
    Option("extra_rerolls", "0", "Extra rerolls in the whole game: one number for everybody, or one a player (0,1)"),
)
D20 = 20
LARGEST_BONUS = 99  # of a check; nobody at a table has more

Outcome = tuple[State, tuple[RiftEvent, ...]]


def start(table: Table, players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state: with betting, every stake is in the pot and the house has its thanks."""
    names = seat_players(players, SEATS)
    settled = settle(OPTIONS, options)
    allowances = numbers_by_seat("extra_rerolls", settled["extra_rerolls"], len(names))
    bets = 0 if settled["betting"] == "none" else len(names)
    return State(
        game=table.name,
        version=VERSION,
        betting=settled["betting"],
        players=tuple(Player(name, extra) for name, extra in zip(names, allowances, strict=True)),
        pot=bets * stake(table),
        house=bets * thanks(table),
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may do what now; empty when the game is over."""
    if state.over:
        return ()
    seat = state.turn
    if not state.dice:
        return (Prompt(seat, "roll", "Roll three dice", throw=Throw("d6", (DICE,))),)
    offers = [Prompt(seat, "score", "Choose a category", choices=_choices(state))]
    if may_reroll(state):
        throw = Throw("d6", tuple(range(1, DICE + 1)), lying=state.dice)
        offers.append(Prompt(seat, "reroll", _reroll_text(state), throw=throw))
    return (*offers, *_sleights(state))


def apply(state: State, action: Action) -> Outcome:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    _refuse_out_of_turn(state, action)
    match action:
        case Roll():
            return _roll(state, action)
        case Reroll():
            return _reroll(state, action)
        case Sleight():
            return _sleight(state, action)
        case Score():
            return _score(state, action)
    raise _illegal(state, f"There is no {action.kind} in this game.")


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
    """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
    if prompt.throw is None:
        raise IllegalAction(f"No dice are awaited now: {prompt.text}.", (prompt,))
    if len(faces) != DICE:
        raise IllegalAction(f"The game is played with {DICE} dice; {len(faces)} are on the table.", (prompt,))
    places = tuple(sorted(set(thrown)))
    if not set(places) <= set(range(DICE)):
        raise IllegalAction(f"The dice have the places 0 to {DICE - 1}.", (prompt,))
    if prompt.kind == "roll":
        if len(places) != DICE:
            raise IllegalAction(f"All {DICE} dice are to be rolled; only {len(places)} moved.", (prompt,))
        return Roll(prompt.seat, faces)
    if not places:
        raise IllegalAction("No die was thrown again.", (prompt,))
    for place in range(DICE):
        lay = prompt.throw.lying[place]
        if place not in places and faces[place] != lay:
            raise IllegalAction(f"A die that was not thrown shows {faces[place]}, and it lay at {lay}.", (prompt,))
    return Reroll(prompt.seat, places, tuple(faces[place] for place in places))


def may_reroll(state: State) -> bool:
    """Whether the player may throw dice again: once free in a turn, then for an extra reroll each."""
    return bool(state.dice) and (state.rerolls == 0 or state.current.extra_rerolls > 0)


def _roll(state: State, action: Roll) -> Outcome:
    if state.dice:
        raise _illegal(state, f"{state.current.name} has rolled already; {_what_now(state)}.")
    _refuse_faces(state, action.faces, DICE)
    return replace(state, dice=action.faces), (Rolled(action.seat, action.faces),)


def _reroll(state: State, action: Reroll) -> Outcome:
    _refuse_unrolled(state)
    if not may_reroll(state):
        raise _illegal(state, f"{state.current.name} has no reroll left; {_what_now(state)}.")
    if not action.dice or len(set(action.dice)) != len(action.dice) or not set(action.dice) <= set(range(DICE)):
        raise _illegal(state, "Name the dice to throw again by their places 0, 1 and 2, at least one and each once.")
    _refuse_faces(state, action.faces, len(action.dice))
    shown = dict(enumerate(state.dice)) | dict(zip(action.dice, action.faces, strict=True))
    now = tuple(shown[place] for place in range(DICE))
    extra = state.rerolls > 0
    after = replace(
        _with_current(state, replace(state.current, extra_rerolls=state.current.extra_rerolls - extra)),
        dice=now,
        rerolls=state.rerolls + 1,
        tried=tuple(die for die in state.tried if die not in action.dice),
    )
    return after, (Rerolled(action.seat, action.dice, action.faces, now, extra),)


def _sleight(state: State, action: Sleight) -> Outcome:
    """Sleight of Hand: the cheat's total must be the higher one; a tie fails."""
    _refuse_unrolled(state)
    for refused, words in _sleight_faults(state, action):
        if refused:
            raise _illegal(state, words)
    total = min(action.d20) + action.bonus
    opponent_total = action.opponent_d20[0] + action.opponent_bonus
    success = total > opponent_total
    turned = (*state.dice[: action.die], action.face, *state.dice[action.die + 1 :])
    now = turned if success else state.dice
    after = replace(state, dice=now, tried=tuple(sorted({*state.tried, action.die})))
    tried = Tried(action.seat, action.die, action.face, total, action.opponent, opponent_total, success, now)
    return after, (tried,)


def _sleight_faults(state: State, action: Sleight) -> tuple[tuple[bool, str], ...]:
    """Each thing that can be wrong with a check, and what to say then."""
    throws = 2 if action.disadvantage else 1
    with_or_without = "With" if action.disadvantage else "Without"
    return (
        (len(state.players) == 1, "Nobody is there to cheat in a solo game."),
        (action.die not in range(DICE), f"Name the die to turn by its place 0 to {DICE - 1}."),
        (action.die in state.tried, f"A check was made for that die already; {_what_now(state)}."),
        (not 1 <= action.face <= FACES, f"A die shows 1 to {FACES}, not {action.face}."),
        (action.opponent == action.seat, "A check is against an opponent, not against oneself."),
        (action.opponent not in range(len(state.players)), f"There is no seat {action.opponent} to check against."),
        (
            len(action.d20) != throws,
            f"{with_or_without} disadvantage the cheat throws {throws} d20, not {len(action.d20)}.",
        ),
        (len(action.opponent_d20) != 1, f"The opponent throws 1 d20, not {len(action.opponent_d20)}."),
        (not all(1 <= throw <= D20 for throw in (*action.d20, *action.opponent_d20)), f"A d20 shows 1 to {D20}."),
        (
            max(abs(action.bonus), abs(action.opponent_bonus)) > LARGEST_BONUS,
            f"A bonus is from -{LARGEST_BONUS} to {LARGEST_BONUS}.",
        ),
    )


def _score(state: State, action: Score) -> Outcome:
    _refuse_unrolled(state)
    if action not in _choices(state):
        free = ", ".join(choice.category for choice in _choices(state))
        known = action.category in {category.name for category in state.table.categories}
        words = (
            f"{state.current.name} has used {action.category} already"
            if known
            else (f"There is no category {shorten(action.category)}")
        )
        raise _illegal(state, f"{words}; still free are {free}.")
    points = state.table.category(action.category).points(state.dice)
    player = replace(state.current, used=(*state.current.used, (action.category, points)))
    events: tuple[RiftEvent, ...] = (Scored(action.seat, action.category, points, player.total),)
    state, paid = pay(_with_current(state, player), action.seat, points)
    turn = (state.turn + 1) % len(state.players)
    state = replace(state, turn=turn, dice=(), rerolls=0, tried=())
    return _end(state, (*events, *paid)) if state.over else (state, (*events, *paid))


def _end(state: State, events: tuple[RiftEvent, ...]) -> Outcome:
    state, settled = settle_pot(state)
    winners = top_seats(state)
    return state, (*events, *settled, Ended(winners, state.players[winners[0]].total, state.pot))


def _choices(state: State) -> tuple[Score, ...]:
    used = {name for name, _ in state.current.used}
    return tuple(Score(state.turn, category.name) for category in state.table.categories if category.name not in used)


def _sleights(state: State) -> tuple[Prompt, ...]:
    """A plain check and one with disadvantage, for the dice that no check was made for since they were thrown."""
    dice = tuple(die for die in range(DICE) if die not in state.tried)
    opponents = tuple(seat for seat in range(len(state.players)) if seat != state.turn)
    if not dice or not opponents:
        return ()

    def check(text: str, throws: int, disadvantage: int) -> Prompt:
        fields = (
            Field("die", dice[0], dice[-1], among=dice),
            Field("face", 1, FACES),
            Field("d20", 1, D20, count=throws),
            Field("bonus", -LARGEST_BONUS, LARGEST_BONUS),
            Field("opponent", opponents[0], opponents[-1], among=opponents),
            Field("opponent_d20", 1, D20, count=1),
            Field("opponent_bonus", -LARGEST_BONUS, LARGEST_BONUS),
            Field("disadvantage", disadvantage, disadvantage, flag=True),
        )
        return Prompt(state.turn, "sleight", text, fields=fields)

    return (
        check("Turn a die by Sleight of Hand", 1, 0),
        check("Turn a die by Sleight of Hand, with disadvantage", 2, 1),
    )


def _reroll_text(state: State) -> str:
    if state.rerolls == 0:
        return "Reroll one, two or three dice"
    left = state.current.extra_rerolls
    return f"Reroll for an extra reroll ({left} left)"


def _what_now(state: State) -> str:
    return "reroll some dice or choose a category" if may_reroll(state) else "choose a category"


def _with_current(state: State, player: Player) -> State:
    return replace(state, players=(*state.players[: state.turn], player, *state.players[state.turn + 1 :]))


def _refuse_out_of_turn(state: State, action: Action) -> None:
    if state.over:
        raise IllegalAction("The game is over; start a new one to play on.")
    if action.seat not in range(len(state.players)):
        raise _illegal(state, f"There is no seat {action.seat}; the seats are 0 to {len(state.players) - 1}.")
    if action.seat != state.turn:
        raise _illegal(state, f"It is {state.current.name}'s turn, not {state.players[action.seat].name}'s.")


def _refuse_unrolled(state: State) -> None:
    if not state.dice:
        raise _illegal(state, f"{state.current.name} has not rolled yet; roll {DICE} dice.")


def _refuse_faces(state: State, faces: tuple[int, ...], count: int) -> None:
    if len(faces) != count:
        raise _illegal(state, f"{count} faces are needed, one a die thrown; {len(faces)} came.")
    if not all(1 <= face <= FACES for face in faces):
        raise _illegal(state, f"A die shows 1 to {FACES}.")


def _illegal(state: State, message: str) -> IllegalAction:
    return IllegalAction(message, prompts(state))
