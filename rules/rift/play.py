"""The course of a game of Rift: how it starts, and what each action brings about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.rules.game import Action, IllegalAction, Option
from croupier.rules.refusals import OVER, refuse_other_seats, refuse_throw, saying_what_is_legal
from croupier.rules.rift.offers import D20, LARGEST_BONUS, free, may_reroll, prompts
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
from croupier.rules.words import said

SEATS = (1, 100)
OPTIONS = (
    Option("betting", "none", "What becomes of the coppers in the pot", BETTING),
    Option("extra_rerolls", "0", "Extra rerolls in the whole game: one number for everybody, or one a player (0,1)"),
)

PIPS = range(1, FACES + 1)

Outcome = tuple[State, tuple[RiftEvent, ...]]


def start(table: Table, players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state: with betting, every stake is in the pot and the house has its thanks. Raises `BadOption`."""
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


@saying_what_is_legal(prompts)
def apply(state: State, action: Action) -> Outcome:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    if state.over:
        raise IllegalAction(OVER)
    refuse_other_seats(action.seat, state.turn, state.players)
    match action:
        case Roll():
            return _roll(state, action)
        case Reroll():
            return _reroll(state, action)
        case Sleight():
            return _sleight(state, action)
        case Score():
            return _score(state, action)
    raise IllegalAction(f"There is no {action.kind} in this game; {_what_now(state)}.")


def _roll(state: State, action: Roll) -> Outcome:
    if state.dice:
        raise IllegalAction(f"{state.current.name} has rolled already; {_what_now(state)}.")
    refuse_throw(action.faces, DICE, PIPS, f"A die shows 1 to {FACES}.")
    return replace(state, dice=action.faces), (Rolled(action.seat, action.faces),)


def _reroll(state: State, action: Reroll) -> Outcome:
    _refuse_unrolled(state)
    if not may_reroll(state):
        raise IllegalAction(f"{state.current.name} has no reroll left; {_what_now(state)}.")
    if not action.dice or len(set(action.dice)) != len(action.dice) or not set(action.dice) <= set(range(DICE)):
        raise IllegalAction("Name the dice to throw again by their places 0, 1 and 2: at least one, and each once.")
    refuse_throw(action.faces, len(action.dice), PIPS, f"A die shows 1 to {FACES}.")
    thrown = dict(zip(action.dice, action.faces, strict=True))
    now = tuple(thrown.get(place, face) for place, face in enumerate(state.dice))
    extra = state.rerolls > 0
    player = replace(state.current, extra_rerolls=state.current.extra_rerolls - extra)
    after = replace(
        _with_current(state, player),
        dice=now,
        rerolls=state.rerolls + 1,
        tried=tuple(die for die in state.tried if die not in action.dice),
    )
    return after, (Rerolled(action.seat, action.dice, action.faces, now, extra),)


def _sleight(state: State, action: Sleight) -> Outcome:
    """Sleight of Hand: the cheat needs the higher total; a tie fails."""
    _refuse_unrolled(state)
    _refuse_check(state, action)
    total = min(action.d20) + action.bonus
    opponent_total = action.opponent_d20[0] + action.opponent_bonus
    success = total > opponent_total
    turned = (*state.dice[: action.die], action.face, *state.dice[action.die + 1 :])
    now = turned if success else state.dice
    tried = Tried(action.seat, action.die, action.face, total, action.opponent, opponent_total, success, now)
    return replace(state, dice=now, tried=tuple(sorted((*state.tried, action.die)))), (tried,)


def _score(state: State, action: Score) -> Outcome:
    _refuse_unrolled(state)
    if action not in free(state):
        titles = {category.name: category.title for category in state.table.categories}
        if action.category in titles:
            words = f"{state.current.name} has used {titles[action.category]} already"
        else:
            words = f"There is no category {shorten(action.category)}"
        raise IllegalAction(f"{words}; still free: {', '.join(choice.category for choice in free(state))}.")
    points = state.table.category(action.category).points(state.dice)
    player = replace(state.current, used=(*state.current.used, (action.category, points)))
    scored = Scored(action.seat, action.category, points, player.total)
    state, paid = pay(_with_current(state, player), action.seat, points)
    state = replace(state, turn=(state.turn + 1) % len(state.players), dice=(), rerolls=0, tried=())
    return _end(state, (scored, *paid)) if state.over else (state, (scored, *paid))


def _end(state: State, events: tuple[RiftEvent, ...]) -> Outcome:
    state, settled = settle_pot(state)
    winners = top_seats(state)
    return state, (*events, *settled, Ended(winners, state.players[winners[0]].total, state.pot))


def _what_now(state: State) -> str:
    if not state.dice:
        return f"roll {DICE} dice"
    return "reroll some dice or choose a category" if may_reroll(state) else "choose a category"


def _with_current(state: State, player: Player) -> State:
    return replace(state, players=(*state.players[: state.turn], player, *state.players[state.turn + 1 :]))


def _refuse_unrolled(state: State) -> None:
    if not state.dice:
        raise IllegalAction(f"{state.current.name} has not rolled yet; {_what_now(state)}.")


def _refuse_check(state: State, action: Sleight) -> None:
    """Raise for the first thing that is wrong with a Sleight of Hand check."""
    throws = 2 if action.disadvantage else 1
    faults = (
        (len(state.players) == 1, "In a solo game there is nobody to cheat"),
        (action.die not in range(DICE), f"Name the die to turn by its place, 0 to {DICE - 1}"),
        (action.die in state.tried, "That die was tried already, and may be again once it is rerolled"),
        (not 1 <= action.face <= FACES, f"A die shows 1 to {FACES}, not {said(action.face)}"),
        (
            action.opponent not in range(len(state.players)),
            f"There is no seat {said(action.opponent)} to check against",
        ),
        (action.opponent == action.seat, "A check is against an opponent, not oneself"),
        (
            len(action.d20) != throws,
            f"{'With' if throws == 2 else 'Without'} disadvantage the cheat throws {throws} d20",
        ),
        (len(action.opponent_d20) != 1, "The opponent throws 1 d20"),
        (not all(1 <= throw <= D20 for throw in (*action.d20, *action.opponent_d20)), f"A d20 shows 1 to {D20}"),
        (
            max(abs(action.bonus), abs(action.opponent_bonus)) > LARGEST_BONUS,
            f"A bonus is from -{LARGEST_BONUS} to {LARGEST_BONUS}",
        ),
    )
    for fault, words in faults:
        if fault:
            raise IllegalAction(f"{words}.")
