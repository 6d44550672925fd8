"""The course of rolling attributes: how it starts, and what each roll brings about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.rules.attributes.offers import prompts
from croupier.rules.attributes.reckon import ROUNDINGS, worth
from croupier.rules.attributes.sheet import USUAL_BONUS, USUAL_DICE, deal_sheets
from croupier.rules.attributes.state import (
    VERSION,
    Added,
    Attribute,
    AttributesEvent,
    Bonus,
    Ended,
    Player,
    Roll,
    Rolled,
    Settled,
    State,
)
from croupier.rules.game import Action, IllegalAction, Option
from croupier.rules.refusals import refuse_other_seats, refuse_throw, saying_what_is_legal
from croupier.rules.settings import YES_OR_NO, seat_players, settle

NAME = "attributes"
SEATS = (1, 100)
OPTIONS = (
    Option("sheet", "no", "A single attribute, or a sheet of all eight one after another", YES_OR_NO),
    Option(
        "dice",
        USUAL_DICE,
        "The dice: 3d6, or a sheet's by name (IQ:3d6,PS:4d6); by player with / between",
        examples=("2d4", "1d20", "IQ:3d6,PS:4d6"),
    ),
    Option(
        "bonus",
        USUAL_BONUS,
        "The R.C.C. bonus: a number, or by name (PS:2,PB:-1); by player with / between",
        examples=("2", "-1"),
    ),
    Option("rounding", "each", "Round down each bonus die, or their sum", ROUNDINGS),
)

Outcome = tuple[State, tuple[AttributesEvent, ...]]


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state: every sheet is empty. Raises `BadOption`."""
    names = seat_players(players, SEATS)
    settled = settle(OPTIONS, options)
    sheets = deal_sheets(settled, len(names))
    return State(
        game=NAME,
        version=VERSION,
        rounding=settled["rounding"],
        players=tuple(Player(name, sheet) for name, sheet in zip(names, sheets, strict=True)),
    )


@saying_what_is_legal(prompts)
def apply(state: State, action: Action) -> Outcome:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    if state.rolling is None:
        raise IllegalAction("All is rolled; start a new game to roll on.")
    seat, attribute = state.rolling
    refuse_other_seats(action.seat, seat, state.players)
    match action, attribute.awaits:
        case Roll(), "roll":
            return _roll(state, action, attribute)
        case Bonus(), "bonus":
            return _bonus(state, action, attribute)
    what = "bonus die" if action.kind == "bonus" else action.kind
    raise IllegalAction(f"No {what} is awaited now; {_what_now(state)}.")


def _roll(state: State, action: Roll, attribute: Attribute) -> Outcome:
    _refuse_faces(action.faces, attribute.count, attribute.sides)
    now = replace(attribute, faces=action.faces)
    return _go_on(state, now, Rolled(action.seat, now.name, now.faces, now.total, now.exceptional))


def _bonus(state: State, action: Bonus, attribute: Attribute) -> Outcome:
    _refuse_faces((action.face,), 1, attribute.sides)
    now = replace(attribute, bonus_faces=(*attribute.bonus_faces, action.face))
    before, after = (worth(of.bonus_faces, of.count, state.rounding) for of in (attribute, now))
    return _go_on(state, now, Added(action.seat, now.name, action.face, after - before, now.awaits is not None))


def _go_on(state: State, now: Attribute, event: Rolled | Added) -> Outcome:
    """The attribute as it is `now` onto its player's sheet, and what that finishes."""
    player = state.players[event.seat]
    sheet = tuple(now if attribute.name == now.name else attribute for attribute in player.sheet)
    players = (*state.players[: event.seat], replace(player, sheet=sheet), *state.players[event.seat + 1 :])
    state = replace(state, players=players)
    if now.awaits is not None:
        return state, (event,)
    settled = Settled(event.seat, now.name, now.bonus, state.value(now))
    if state.rolling is not None:
        return state, (event, settled)
    winners = state.top_seats
    return state, (event, settled, Ended(winners, state.score(winners[0])))


def _what_now(state: State) -> str:
    (offer,) = prompts(state)
    return f"{state.players[offer.seat].name}: {offer.text[0].lower()}{offer.text[1:]}"


def _refuse_faces(faces: tuple[int, ...], count: int, sides: int) -> None:
    refuse_throw(faces, count, range(1, sides + 1), f"A d{sides} shows 1 to {sides}.")
