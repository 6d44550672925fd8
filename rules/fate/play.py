"""The course of Tinkering With Fate: how it starts, and what each action brings about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.rules.fate.dice import DICE, MAP_TEXT, faces_in_words, faces_of, points, read_map
from croupier.rules.fate.offers import prompts
from croupier.rules.fate.state import (
    FUDGES,
    VERSION,
    Cast,
    Ended,
    FateEvent,
    Fudge,
    Fudged,
    Player,
    Reached,
    Scored,
    State,
    Thrown,
    Tied,
    Toll,
)
from croupier.rules.fate.themes import THEMES
from croupier.rules.game import Action, BadOption, IllegalAction, Option
from croupier.rules.refusals import OVER, refuse_other_seats, refuse_throw, saying_what_is_legal
from croupier.rules.settings import LARGEST_NUMBER, seat_players, settle, whole_number

NAME = "fate"
SEATS = (1, 100)
OPTIONS = (
    Option("target", "10", "How many points end normal play"),
    Option("ties", "cast", "Tied leaders cast again until one leads, or share the win", ("cast", "share")),
    Option("map", "none", MAP_TEXT),
    Option("theme", "fates", "How the faces look and are called", tuple(THEMES)),
)

Outcome = tuple[State, tuple[FateEvent, ...]]


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state. Raises `BadOption`."""
    names = seat_players(players, SEATS)
    settled = settle(OPTIONS, options)
    target = whole_number("target", settled["target"])
    if target == 0:
        raise BadOption(f"target is at least 1 point and at most {LARGEST_NUMBER}, not 0.", "target")
    return State(
        game=NAME,
        version=VERSION,
        target=target,
        ties=settled["ties"],
        theme=settled["theme"],
        map=read_map(settled["map"]),
        players=tuple(Player(name) for name in names),
    )


@saying_what_is_legal(prompts)
def apply(state: State, action: Action) -> Outcome:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    if state.over:
        raise IllegalAction(OVER)
    refuse_other_seats(action.seat, state.turn, state.players)
    match action:
        case Cast():
            return _cast(state, action)
        case Fudge():
            return _fudge(state, action)
        case Toll():
            _refuse_uncast(state)
            return _score(state)
    raise IllegalAction(f"There is no {action.kind} in this game; {_what_now(state)}.")


def _cast(state: State, action: Cast) -> Outcome:
    if state.dice:
        raise IllegalAction(f"{state.current.name} has cast already; {_what_now(state)}.")
    refuse_throw(action.faces, DICE, faces_of(state.map), faces_in_words(state.map))
    after = replace(state, dice=action.faces)
    thrown = Thrown(action.seat, action.faces, after.hand, points(after.hand))
    if state.round == 0:
        return after, (thrown,)
    after, events = _score(after)
    return after, (thrown, *events)


def _fudge(state: State, action: Fudge) -> Outcome:
    _refuse_uncast(state)
    _refuse_bind(state, action.bind)
    bound = tuple(sorted({*state.bound, *action.bind}))
    places = tuple(place for place in range(DICE) if place not in bound)
    refuse_throw(action.faces, len(places), faces_of(state.map), faces_in_words(state.map))
    thrown = dict(zip(places, action.faces, strict=True))
    dice = tuple(thrown.get(place, face) for place, face in enumerate(state.dice))
    after = replace(state, dice=dice, bound=bound, fudges=state.fudges + 1)
    return after, (Fudged(action.seat, bound, places, action.faces, after.hand, points(after.hand)),)


def _score(state: State) -> Outcome:
    """The hand's points for the player in turn, and what follows: the next seat, the final casts, or the end."""
    seat, brought = state.turn, points(state.hand)
    player = replace(state.current, score=state.current.score + brought)
    state = replace(
        state,
        players=(*state.players[:seat], player, *state.players[seat + 1 :]),
        turn=(seat + 1) % len(state.players),
        dice=(),
        bound=(),
        fudges=0,
    )
    scored = Scored(seat, brought, player.score)
    if state.round == 0 and player.score < state.target:
        return state, (scored,)
    if state.round == 0:
        casters = _after(seat, state, tuple(other for other in range(len(state.players)) if other != seat))
        if casters:
            return _next_round(state, casters), (scored, Reached(seat, state.target, casters))
        state = _next_round(state, ())
    elif len(state.casters) > 1:
        return replace(state, turn=state.casters[1], casters=state.casters[1:]), (scored,)
    after, events = _end(replace(state, casters=()), seat)
    return after, (scored, *events)


def _end(state: State, last: int) -> Outcome:
    """Everybody has cast: one leads, the tied share the win, or they cast once more, going on around the table."""
    leaders, score = state.leaders, state.players[state.leaders[0]].score
    if len(leaders) > 1 and state.ties == "cast":
        return _next_round(state, _after(last, state, leaders)), (Tied(leaders, score),)
    return state, (Ended(leaders, score),)


def _next_round(state: State, casters: tuple[int, ...]) -> State:
    turn = casters[0] if casters else state.turn
    return replace(state, turn=turn, round=state.round + 1, casters=casters)


def _after(seat: int, state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The `seats` in turn order, from the one after `seat` on."""
    return tuple(sorted(seats, key=lambda other: (other - seat - 1) % len(state.players)))


def _what_now(state: State) -> str:
    if not state.dice:
        return f"cast {DICE} dice"
    return "fudge fate or take the toll" if state.may_fudge else "take the toll"


def _refuse_uncast(state: State) -> None:
    if state.round > 0:
        raise IllegalAction(f"{state.current.name} has a single cast now, which is not fudged; {_what_now(state)}.")
    if not state.dice:
        raise IllegalAction(f"{state.current.name} has not cast yet; {_what_now(state)}.")


def _refuse_bind(state: State, bind: tuple[int, ...]) -> None:
    """Raise for the first thing that is wrong with binding these dice and throwing the rest."""
    if state.fudges == FUDGES:
        raise IllegalAction(f"{state.current.name} has fudged twice in this turn; {_what_now(state)}.")
    if not state.may_fudge:
        raise IllegalAction(f"With the last die bound nothing would be left to throw; {_what_now(state)}.")
    if len(set(bind)) != len(bind) or not set(bind) <= set(range(DICE)):
        raise IllegalAction(f"Name the dice to bind by their places 0 to {DICE - 1}, each once.")
    if set(bind) <= set(state.bound):
        raise IllegalAction("Bind at least one die that is not bound yet.")
    if set(bind) >= set(state.loose):
        raise IllegalAction("Leave at least one die to throw, or take the toll.")
