"""The course of a game of Liar's Dice: what each action brings about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.rules.game import Action
from croupier.rules.liars_dice.actions import (
    Accept,
    Accuse,
    Bid,
    Count,
    Face,
    Initiative,
    Place,
    Reveal,
    Roll,
    Show,
    Sleight,
)
from croupier.rules.liars_dice.events import (
    Accepted,
    Accused,
    Claimed,
    Ended,
    Judged,
    LiarsDiceEvent,
    Lost,
    Opened,
    Ordered,
    Placed,
    Revealed,
    Rolled,
    Shown,
    Thrown,
    Tried,
    Won,
)
from croupier.rules.liars_dice.offers import prompts
from croupier.rules.liars_dice.refusals import refuse_unoffered
from croupier.rules.liars_dice.state import Check, Claim, Phase, State, Verdict, by_initiative, matching
from croupier.rules.refusals import saying_what_is_legal

Outcome = tuple[State, tuple[LiarsDiceEvent, ...]]
OPENING = (Phase.BID, Phase.ACCUSE)


@saying_what_is_legal(prompts)
def apply(state: State, action: Action) -> Outcome:
    """The next state and what happened. Raises `IllegalAction` and changes nothing."""
    refuse_unoffered(state, action)
    after, events = _follow(state, action)
    if after.phase in OPENING and state.phase not in OPENING:
        events = (*events, Opened(after.turn, after.total))
    return after, events


def pot(state: State) -> int:
    """What all buy-ins are worth together."""
    return sum(player.buy_in.value for player in state.players if player.buy_in)


def _follow(state: State, action: Action) -> Outcome:
    match action:
        case Initiative():
            return _throw(state, action)
        case Accept(seat):
            after = _with(state, seat, accepted=True)
            return after, (Accepted(seat, len(state.waiting) - 1),)
        case Roll(seat, faces):
            return _with(state, seat, dice=faces), (Rolled(seat, len(faces)),)
        case Place(seat, face):
            return _with(state, seat, dice=(*state.players[seat].dice, face)), (Placed(seat),)
        case Sleight():
            return _turn(state, action)
        case Bid(seat, quantity, face):
            return _claim(state, Claim(seat, quantity, face))
        case Count(seat, quantity):
            return _claim(state, Claim(seat, quantity, _standing(state).face))
        case Face(seat, face):
            return _claim(state, Claim(seat, _standing(state).quantity, face))
        case Reveal(seat):
            dice = tuple(player.dice for player in state.players)
            after, events = _judge(state, _standing(state), seat, dice)
            return after, (Revealed(dice), *events)
        case Accuse(seat, bidder, quantity, face):
            after = replace(state, claim=Claim(bidder, quantity, face), accuser=seat)
            return after, (Accused(seat, bidder, quantity, face),)
        case Show(seat, faces):
            return _show(state, seat, faces)
    raise TypeError(f"{action} is no action of this game")


def _throw(state: State, action: Initiative) -> Outcome:
    """Initiative, or a roll-off between gamblers who are tied so far."""
    before, total = state.players[action.seat].initiative, action.d20 + action.bonus
    after = _with(state, action.seat, initiative=(*before, total) if before else (total, action.bonus))
    thrown = Thrown(action.seat, action.d20, total, again=bool(before))
    order = by_initiative(after.players)
    if not order:
        return after, (thrown,)
    return replace(after, order=order, turn=order[0]), (thrown, Ordered(order))


def _turn(state: State, action: Sleight) -> Outcome:
    """A Sleight of Hand check, which succeeds when it reaches the DC."""
    (d20,) = action.d20
    total = d20 + action.bonus
    check = Check(total, action.dc, total >= action.dc)
    dice = state.players[action.seat].dice
    if check.success:
        dice = (*dice[: action.die], action.face, *dice[action.die + 1 :])
    return _with(state, action.seat, dice=dice, check=check), (Tried(action.seat),)


def _standing(state: State) -> Claim:
    assert state.claim is not None
    return state.claim


def _claim(state: State, claim: Claim) -> Outcome:
    after = replace(state, claim=claim, turn=_after(state, claim.seat))
    return after, (Claimed(claim.seat, claim.quantity, claim.face),)


def _show(state: State, seat: int, faces: tuple[int, ...]) -> Outcome:
    """More dice of a reveal. All in play at once are the whole reveal, whatever was shown before."""
    shown = faces if len(faces) == state.total else (*state.shown, *faces)
    event = Shown(faces, len(shown), state.total - len(shown))
    if event.missing:
        return replace(state, shown=shown), (event,)
    after, events = _judge(state, _standing(state), seat, (shown,))
    return after, (event, *events)


def _judge(state: State, claim: Claim, accuser: int, dice: tuple[tuple[int, ...], ...]) -> Outcome:
    """The bid against all dice: whoever is wrong is out, or in the long game gives up a die."""
    rules = state.rules
    count = sum(matching(each, claim.face, rules.wild) for each in dice)
    correct = count == claim.quantity if rules.exact else count >= claim.quantity
    loser = accuser if correct else claim.seat
    left = state.players[loser].left - 1 if rules.long else 0
    judged = Judged(claim.seat, claim.quantity, claim.face, accuser, count, correct, loser)
    players = tuple(
        replace(player, left=left if seat == loser else player.left, dice=(), check=None)
        for seat, player in enumerate(state.players)
    )
    last = Verdict(claim, accuser, count, correct, loser, dice)
    after = replace(state, players=players, claim=None, accuser=None, shown=(), last=last)
    opener = after.in_play[0] if rules.opener == "initiative" else _after(after, loser)
    after = replace(after, turn=opener)
    events: tuple[LiarsDiceEvent, ...] = (judged, Lost(loser, left))
    return (after, (*events, *_end(after))) if after.phase is Phase.OVER else (after, events)


def _end(state: State) -> tuple[LiarsDiceEvent, ...]:
    (winner,) = state.in_play
    won = (Won(winner, pot(state)),) if pot(state) else ()
    return (*won, Ended(winner))


def _after(state: State, seat: int) -> int:
    """Who comes after a seat, in or out, among those in play."""
    place = state.order.index(seat)
    around = (*state.order[place + 1 :], *state.order[: place + 1])
    return next(other for other in around if state.players[other].left)


def _with(state: State, seat: int, **changes: Any) -> State:
    player = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
