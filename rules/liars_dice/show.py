"""What is shown and said of a game of Liar's Dice. A cup is open to its own gambler alone, and what is said to all."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.rules.game import JSON, Event, Standing
from croupier.rules.liars_dice.events import (
    Accepted,
    Accused,
    Claimed,
    Ended,
    Judged,
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
from croupier.rules.liars_dice.offers import may_turn, missing
from croupier.rules.liars_dice.play import pot
from croupier.rules.liars_dice.state import Phase, State
from croupier.rules.wire import to_json
from croupier.rules.words import so_many_dice

FACE_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")
AS_IF_NOTHING = "The cups stay down."
"""Said of a Sleight of Hand check, however it went."""


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """What `seat` (or the board) may see, as JSON. `mine` is the seat's own cup, and its check since the last roll."""
    phase = state.phase
    return {
        "phase": phase.value,
        "turn": state.turn if phase in (Phase.CAST, Phase.BID, Phase.ACCUSE) else None,
        "order": list(state.order),
        "total": state.total,
        "claim": to_json(state.claim),
        "accuser": state.accuser,
        "shown": list(state.shown),
        "missing": missing(state) if phase is Phase.SHOW else None,
        "players": [
            {
                "seat": place,
                "player": player.name,
                "left": player.left,
                "cast": bool(player.left) and player.cast,
                "waiting": place in state.waiting,
                "initiative": list(player.initiative),
                "buy_in": to_json(player.buy_in),
                "accepted": player.accepted,
                "proficient": player.proficient,
                "expert": player.expert,
            }
            for place, player in enumerate(state.players)
        ],
        "pot": pot(state) or None,
        "last": to_json(state.last),
        "rules": to_json(state.rules),
        "mine": _cup(state, seat),
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Every gambler's dice left; with buy-ins, what each has won."""
    bets = pot(state)
    return tuple(
        Standing(seat, player.name, player.left, (("won", bets if seat in winners(state) else 0),) if bets else ())
        for seat, player in enumerate(state.players)
    )


def winners(state: State) -> tuple[int, ...]:
    """The last seat left once the game is over, else none."""
    return state.in_play if state.phase is Phase.OVER else ()


def tell(state: State, event: Event) -> str:
    """One event as a sentence to show or say to everybody: no die under a cup is in it."""
    names = [player.name for player in state.players]
    match event:
        case Thrown(seat, d20, total, again):
            rolled = f"{names[seat]} rolls {d20}"
            return f"{rolled} for the tie." if again else f"{rolled} for initiative: {total} in all."
        case Ordered(order):
            return f"The order is {', '.join(names[seat] for seat in order)}."
        case Accepted(seat, left):
            return f"{names[seat]} accepts the buy-ins" + (f"; {left} still to accept." if left else ", the last to.")
        case Rolled(seat, dice):
            return f"{names[seat]} rolls {so_many_dice(dice)} under the cup."
        case Placed(seat):
            return f"{names[seat]}'s last die lies under the cup."
        case Tried():
            return AS_IF_NOTHING
        case Opened(seat, dice):
            return f"{so_many_dice(dice).capitalize()} are in play, and {names[seat]} opens."
        case Claimed(seat, quantity, face):
            return f"{names[seat]} bids {_bid(quantity, face)}."
        case Accused(seat, bidder, quantity, face):
            return f"{names[seat]} doubts {names[bidder]}'s bid of {_bid(quantity, face)}."
        case Revealed(dice):
            cups = (f"{names[seat]} {_faces(each)}" for seat, each in enumerate(dice) if each)
            return f"All dice are shown: {'; '.join(cups)}."
        case Shown(faces, shown, left):
            so_far = f"{left} of {shown + left} dice still missing" if left else f"all {shown} dice are there"
            return f"{_faces(faces)} shown: {so_far}."
        case Judged():
            return _verdict(state, event)
        case Lost(seat, left):
            return f"{names[seat]} gives up a die and has {left}." if left else f"{names[seat]} is out."
        case Won(seat, value):
            buy_ins = ", ".join(f"{p.buy_in.value} {p.buy_in.words}" for p in state.players if p.buy_in)
            return f"{names[seat]} takes all buy-ins, worth {value}: {buy_ins}."
        case Ended(winner):
            return f"The game is over: {names[winner]} wins."
    raise TypeError(f"{event} is no event of this game")


def _cup(state: State, seat: int | None) -> dict[str, JSON] | None:
    if seat is None or seat not in range(len(state.players)):
        return None
    player = state.players[seat]
    return {"dice": list(player.dice), "check": to_json(player.check), "may_turn": may_turn(state, seat)}


def _verdict(state: State, judged: Judged) -> str:
    name = state.players[judged.bidder].name
    found = _bid(judged.count, judged.face) if judged.count else f"no {FACE_NAMES[judged.face - 1]}"
    wild = ", wild ones counted" if state.rules.wild and judged.face != 1 else ""
    bid = f"{'exactly ' if state.rules.exact else ''}{judged.quantity}"
    outcome = "spoke true" if judged.correct else "is the liar"
    return f"There {'is' if judged.count == 1 else 'are'} {found}{wild}: {name} bid {bid} and {outcome}."


def _bid(quantity: int, face: int) -> str:
    name = FACE_NAMES[face - 1]
    return f"{quantity} {'six' if name == 'sixes' and quantity == 1 else name[:-1] if quantity == 1 else name}"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces)
