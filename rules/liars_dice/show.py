"""What is shown and said of a game of Liar's Dice. A cup is open to its own gambler alone, and what is said to all."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

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
from croupier.rules.liars_dice.state import Phase, State, tied_with
from croupier.rules.wire import to_json
from croupier.rules.words import in_a_row, listed, so_many_dice, written

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
                "placing": phase is Phase.CAST and bool(player.dice) and place in state.waiting,
                "initiative": list(player.initiative),
                "tied_with": list(tied_with(state.players, place)) if phase is Phase.ORDER else [],
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
            purpose = "to break the tie" if again else "for initiative"
            with_bonus = f", {written(total)} with the bonus" if total != d20 else ""
            return f"{names[seat]} rolls {d20} {purpose}{with_bonus}."
        case Ordered(order):
            return f"The order is {', '.join(names[seat] for seat in order)}{_why_so(state, order)}."
        case Accepted(seat, left):
            waits = f"{left} still {'has' if left == 1 else 'have'} to" if left else "all have now"
            return f"{names[seat]} accepts the buy-ins; {waits}."
        case Rolled(seat, dice):
            return f"{names[seat]} rolls {so_many_dice(dice)} under the cup."
        case Placed(seat):
            return f"{names[seat]} chooses what the last die under the cup shows."
        case Tried():
            return AS_IF_NOTHING
        case Opened(seat, dice):
            who = "" if state.rules.referee else f", and {names[seat]} opens"  # its own table knows who does
            return f"{so_many_dice(dice)} are in play{who}."
        case Claimed(seat, quantity, face):
            return f"{names[seat]} bids {_bid(quantity, face)}."
        case Accused(seat, bidder, quantity, face):
            return f"{names[seat]} doubts {names[bidder]}'s bid of {_bid(quantity, face)}."
        case Revealed(dice):
            cups = (f"{names[seat]} {in_a_row(each)}" for seat, each in enumerate(dice) if each)
            return f"All dice are shown: {'; '.join(cups)}."
        case Shown(faces, shown, left):
            return _shown(faces, shown, left)
        case Judged():
            return _verdict(state, event)
        case Lost(seat, left):
            if left:
                return f"{names[seat]} gives up a die and has {left} left."
            return f"{names[seat]} {'gives up the last die and ' if state.rules.long else ''}is out."
        case Won(seat, value):
            return f"{names[seat]} takes all buy-ins{_worth(state, value)}: {_buy_ins(state)}."
        case Ended(winner):
            return f"The game is over: {names[winner]} wins."
    raise TypeError(f"{event} is no event of this game")


def _cup(state: State, seat: int | None) -> dict[str, JSON] | None:
    if seat is None or seat not in range(len(state.players)):
        return None
    player = state.players[seat]
    return {"dice": list(player.dice), "check": to_json(player.check), "may_turn": may_turn(state, seat)}


def _verdict(state: State, judged: Judged) -> str:
    bidder, accuser = (state.players[seat].name for seat in (judged.bidder, judged.accuser))
    found = _bid(judged.count, judged.face) if judged.count else f"no {FACE_NAMES[judged.face - 1]}"
    wild = ", wild ones counted" if state.rules.wild and judged.face != 1 else ""
    bid = f"{'exactly ' if state.rules.exact else ''}{judged.quantity}"
    outcome = f"spoke true, and {accuser} was wrong" if judged.correct else f"is the liar, and {accuser} was right"
    return f"There {'is' if judged.count == 1 else 'are'} {found}{wild}: {bidder}, who bid {bid}, {outcome} to doubt."


def _buy_ins(state: State) -> str:
    """What was put in; the same of several gamblers is told once."""
    put_in = Counter(f"{player.buy_in.words} ({player.buy_in.value})" for player in state.players if player.buy_in)
    return listed([f"{count} × {words}" if count > 1 else words for words, count in put_in.items()])


def _worth(state: State, value: int) -> str:
    """What all is worth together, where all have put in the same thing: else the values are told one by one."""
    things = {player.buy_in.words for player in state.players if player.buy_in}
    return f", worth {value}" if len(things) == 1 else ""


def _why_so(state: State, order: tuple[int, ...]) -> str:
    """What has parted gamblers of the same total."""
    thrown = [state.players[seat].initiative for seat in order]
    by_bonus = any(one[:1] == other[:1] and one[:2] != other[:2] for one, other in pairwise(thrown))
    return "; of equal totals the higher bonus goes first" if by_bonus else ""


def _shown(faces: tuple[int, ...], shown: int, left: int) -> str:
    """Dice of a reveal. Where they are all that are in play, nothing that was shown before counts."""
    if len(faces) == shown and not left:
        return f"All {so_many_dice(shown)} are shown: {in_a_row(faces)}."
    missing = f"{left} of {shown + left} dice {'is' if left == 1 else 'are'} still missing"
    so_far = missing if left else f"all {shown} dice are there"
    return f"{so_many_dice(len(faces)).capitalize()} shown: {in_a_row(faces)}; {so_far}."


def _bid(quantity: int, face: int) -> str:
    name = FACE_NAMES[face - 1]
    return f"{quantity} {'six' if name == 'sixes' and quantity == 1 else name[:-1] if quantity == 1 else name}"
