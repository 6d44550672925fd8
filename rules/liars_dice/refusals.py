"""Why an action is not legal now, in one sentence. Legal is what a prompt offers, and nothing else."""

from __future__ import annotations

from croupier.rules.game import Action, Field, IllegalAction, Prompt
from croupier.rules.liars_dice.actions import Accuse, Face, Initiative, Roll, Show, Sleight
from croupier.rules.liars_dice.offers import missing, prompts
from croupier.rules.liars_dice.state import FACES, Claim, Phase, State
from croupier.rules.refusals import OVER, refuse_strangers
from croupier.rules.words import listed, said, so_many_dice

DOINGS = {
    "initiative": "roll for the order",
    "accept": "accept buy-ins",
    "roll": "roll",
    "place": "choose the face of a die",
    "sleight": "turn a die",
    "bid": "bid",
    "count": "raise the quantity",
    "face": "raise the face",
    "reveal": "reveal",
    "accuse": "doubt a bid",
    "show": "show dice",
}
BIDDING = ("bid", "count", "face", "reveal")
MOST_NAMES = 4
"""Of more than these the last are counted, so that a sentence stays short."""


def refuse_unoffered(state: State, action: Action) -> None:
    """Raise `IllegalAction` for an action that no prompt offers."""
    legal = prompts(state)
    if not legal:
        raise IllegalAction(OVER)
    refuse_strangers(action.seat, state.players)
    if why := _refusal(state, action, legal):
        raise IllegalAction(f"{why}.")


def _refusal(state: State, action: Action, legal: tuple[Prompt, ...]) -> str:
    """What speaks against the action; nothing where it is legal."""
    offered = [prompt for prompt in legal if (prompt.kind, prompt.seat) == (action.kind, action.seat)]
    if not offered:
        return _not_now(state, action)
    (prompt,) = offered
    if prompt.throw:
        assert isinstance(action, Roll | Show)
        return _wrong_dice(state, action, prompt.throw.counts)
    if prompt.choices:
        return "" if action in prompt.choices else f"A die shows 1 to {FACES}"
    if isinstance(action, Initiative) and state.players[action.seat].initiative and action.bonus:
        return "A roll-off is a d20 alone: leave out the bonus"
    if isinstance(action, Accuse) and action.bidder == action.seat:
        return f"{state.players[action.seat].name} cannot doubt a bid of their own: name the seat that made it"
    if isinstance(action, Accuse) and action.bidder in range(len(state.players)) and action.bidder not in state.in_play:
        return f"{state.players[action.bidder].name} is out and bids no more: name the seat that made the bid"
    if action.kind in BIDDING and (why := _no_raise(state.claim, action)):
        return why
    return next((fault for field in prompt.fields if (fault := _misfit(field, getattr(action, field.name)))), "")


def _no_raise(claim: Claim | None, action: Action) -> str:
    """That what was bid is no more than what is bid already."""
    if claim is None:
        return ""
    quantity, face = getattr(action, "quantity", None), getattr(action, "face", None)
    if quantity is None and type(face) is int and 1 <= face <= claim.face:
        return f"A face is raised, from {claim.face} up: {face} is no higher"
    if type(quantity) is int and 1 <= quantity <= claim.quantity:
        return f"A quantity is raised, from {claim.quantity} up: {quantity} is no higher"
    return ""


def _not_now(state: State, action: Action) -> str:
    player = state.players[action.seat]
    now = _what_now(state)
    if not player.left:
        return f"{player.name} is out: {now}"
    if isinstance(action, Show) and state.accuser is not None:
        accuser = state.players[state.accuser].name
        return f"{accuser} (seat {state.accuser}) doubts the bid and shows the dice of all, {player.name}'s too: {now}"
    if isinstance(action, Roll) and state.phase in (Phase.CAST, Phase.BID):
        return f"{player.name} has rolled already: {now}"
    if isinstance(action, Sleight) and state.phase in (Phase.CAST, Phase.BID):
        if not player.proficient:
            return f"{player.name} has no proficiency to turn a die with: {now}"
        if player.check:
            return f"{player.name} has tried once already, and may again after the next roll: {now}"
    cannot = f"{player.name} cannot {DOINGS.get(action.kind, action.kind)} now"
    if state.phase is Phase.BID and action.seat == state.turn and action.kind in BIDDING:
        return f"{cannot}, as {_why_no_bid(state, action)}: {listed(_may(state), 'or')}"
    return f"{cannot}: {now}"


def _why_no_bid(state: State, action: Action) -> str:
    """What stands against a bid, a raise or a reveal of the seat that has the turn."""
    if state.claim is None:
        return "there is no bid yet"
    if isinstance(action, Face):
        return "no face is higher"
    return "all dice are bid already" if state.claim.quantity == state.total else "a bid lies there already"


def _may(state: State) -> list[str]:
    """What everybody may know that can be done now."""
    return [DOINGS[prompt.kind] for prompt in prompts(state) if not prompt.secret]


def _what_now(state: State) -> str:
    """What the table waits for. Says nothing of anybody's Sleight of Hand."""
    match state.phase:
        case Phase.ORDER:
            return f"{_who_has(state)} still to roll a d20 for the order"
        case Phase.BUY_INS:
            return f"{_who_has(state)} still to accept the buy-ins"
        case Phase.CAST:
            placing = all(state.players[seat].dice for seat in state.waiting)
            return f"{_who_has(state)} still to {'choose the face of the last die' if placing else 'roll'}"
        case Phase.BID:
            return f"it is {state.players[state.turn].name}'s turn to {listed(_may(state), 'or')}"
        case Phase.ACCUSE:
            return "tell the standing bid, who made it and who doubts it"
    return _show_the_missing(state)


def _wrong_dice(state: State, action: Roll | Show, counts: tuple[int, ...]) -> str:
    count = len(action.faces)
    if count not in counts:
        if isinstance(action, Roll):
            return f"{state.players[action.seat].name} rolls {listed(counts, 'or')} dice, not {count}"
        if not count:
            return f"No die was shown: {_show_the_missing(state)}"
        if not state.shown:
            return f"{so_many_dice(state.total)} are in play, but {count} were shown: show them again"
        return (
            f"{missing(state)} of {so_many_dice(state.total)} {'is' if missing(state) == 1 else 'are'} still missing, "
            f"but {count} more were shown: show what is missing, or all {state.total} together"
        )
    if not all(type(face) is int and 1 <= face <= FACES for face in action.faces):
        return f"A die shows 1 to {FACES}"
    return ""


def _misfit(field: Field, given: object) -> str:
    """What is wrong with a number, or a list of them, that a prompt has asked for."""
    numbers = given if isinstance(given, tuple) else (given,)
    if field.count is not None and len(numbers) != field.count:
        return f"{field.name} takes a list of {field.count}, not of {len(numbers)}"
    for number in numbers:
        if type(number) is not int or number not in (field.among or range(field.low, field.high + 1)):
            if field.among:
                return f"{field.name} is {listed(field.among, 'or')}, not {said(number)}"
            limits = f"from {field.low} to {field.high}" if field.low < field.high else f"{field.low}"
            return f"{field.name} is {limits}, not {said(number)}"
    return ""


def _who_has(state: State) -> str:
    """Those that the table waits for, and the verb that goes with them."""
    names = [state.players[seat].name for seat in state.waiting]
    if len(names) > MOST_NAMES:
        names[MOST_NAMES - 1 :] = [f"{len(names) - MOST_NAMES + 1} others"]
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'}"


def _show_the_missing(state: State) -> str:
    return f"show the {'die' if missing(state) == 1 else so_many_dice(missing(state))} still missing"
