"""What may be done now in Liar's Dice, and which action a physical roll stands for."""

from __future__ import annotations

from croupier.rules.game import Action, Field, IllegalAction, Prompt, Throw
from croupier.rules.liars_dice.actions import Accept, Place, Reveal, Roll, Show
from croupier.rules.liars_dice.setup import D20, LARGEST_BONUS
from croupier.rules.liars_dice.state import FACES, Claim, Phase, State, tied_with
from croupier.rules.words import listed, so_many_dice

LARGEST_DC = 99


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may do what now; empty when the game is over."""
    match state.phase:
        case Phase.ORDER:
            return tuple(_for_the_order(state, seat) for seat in state.waiting)
        case Phase.BUY_INS:
            return tuple(Prompt(seat, "accept", "Accept all buy-ins", (Accept(seat),)) for seat in state.waiting)
        case Phase.CAST:
            return (*(prompt for seat in state.waiting for prompt in _cast(state, seat)), *_sleights(state))
        case Phase.BID:
            return (*(_raises(state, state.claim) if state.claim else _first_bid(state)), *_sleights(state))
        case Phase.ACCUSE:
            return tuple(_accuse(state, seat) for seat in state.in_play)
        case Phase.SHOW:
            return (_show(state),)
    return ()


def missing(state: State) -> int:
    """The number of dice that a reveal under way still waits for."""
    return state.total - len(state.shown)


def may_turn(state: State, seat: int) -> bool:
    """Whether a gambler may try Sleight of Hand: with proficiency, once per roll, when the dice lie under the cup."""
    player = state.players[seat]
    return (
        player.proficient
        and player.cast
        and player.left > 0
        and player.check is None
        and state.phase in (Phase.CAST, Phase.BID)  # last, as it looks at every gambler
    )


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
    """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
    if prompt.throw is None:
        raise IllegalAction(f"No dice are awaited: {prompt.text[0].lower()}{prompt.text[1:]}.", (prompt,))
    if sorted(set(thrown)) != list(range(len(faces))):
        raise IllegalAction("All dice that are read here count as thrown; some were left out.", (prompt,))
    if len(faces) not in prompt.throw.counts:
        raise IllegalAction(f"{prompt.text}; read: {len(faces)}.", (prompt,))
    return Show(prompt.seat, faces) if prompt.kind == Show.kind else Roll(prompt.seat, faces)


def to_roll(prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that were thrown, or shown, and their places: all."""
    assert isinstance(action, Roll | Show)
    return action.faces, tuple(range(len(action.faces)))


def lying(state: State) -> tuple[int, ...]:
    """None: dice lie under cups, and what is shown is shown beside what was shown before."""
    return ()


def _for_the_order(state: State, seat: int) -> Prompt:
    """A d20 and its bonus; a roll-off has none."""
    again = bool(state.players[seat].initiative)
    bonus = 0 if again else LARGEST_BONUS
    tied = [state.players[other].name for other in tied_with(state.players, seat)]
    text = f"Roll a d20 to settle the tie with {listed(tied)}" if again else "Roll a d20 for initiative"
    return Prompt(seat, "initiative", text, fields=(Field("d20", 1, D20), Field("bonus", -bonus, bonus)))


def _cast(state: State, seat: int) -> tuple[Prompt, ...]:
    """A hidden throw. An expert may leave the last die out, and then chooses its face."""
    player = state.players[seat]
    faces = tuple(Place(seat, face) for face in range(1, FACES + 1))
    place = Prompt(seat, "place", "Choose the face of the last die under the cup", faces)
    if player.expert and player.dice:
        return (place,)
    counts = tuple(range(max(1, player.left - player.expert), player.left + 1))
    text = f"Roll {so_many_dice(counts[0])} under the cup"
    if len(counts) > 1:
        text += f" and choose the last one’s face (or give all {player.left}, the chosen one last)"
    roll = Prompt(seat, "roll", text, throw=Throw("d6", counts, hidden=True))
    return (roll, place) if player.expert and player.left == 1 else (roll,)


def _first_bid(state: State) -> tuple[Prompt, ...]:
    fields = (Field("quantity", 1, state.total), Field("face", 1, FACES))
    return (Prompt(state.turn, "bid", "Bid a quantity and a face", fields=fields),)


def _raises(state: State, claim: Claim) -> tuple[Prompt, ...]:
    seat, offers = state.turn, []
    if claim.quantity < state.total:
        more = Field("quantity", claim.quantity + 1, state.total)
        offers.append(Prompt(seat, "count", "Raise the quantity", fields=(more,)))
        if state.rules.open:
            fields = (more, Field("face", 1, FACES))
            offers.append(Prompt(seat, "bid", "Raise the quantity, with any face", fields=fields))
    if claim.face < FACES:
        offers.append(Prompt(seat, "face", "Raise the face", fields=(Field("face", claim.face + 1, FACES),)))
    return (*offers, Prompt(seat, "reveal", "Doubt it", (Reveal(seat),)))


def _sleights(state: State) -> tuple[Prompt, ...]:
    return tuple(
        Prompt(
            seat,
            "sleight",
            "Turn a die by Sleight of Hand",
            fields=(
                Field("die", 0, state.players[seat].left - 1),
                Field("face", 1, FACES),
                Field("d20", 1, D20, count=1),
                Field("bonus", -LARGEST_BONUS, LARGEST_BONUS),
                Field("dc", 1, LARGEST_DC),
            ),
            secret=True,
        )
        for seat in state.in_play
        if may_turn(state, seat)
    )


def _accuse(state: State, seat: int) -> Prompt:
    others = tuple(sorted(other for other in state.in_play if other != seat))
    fields = (
        Field("bidder", others[0], others[-1], among=others),
        Field("quantity", 1, state.total),
        Field("face", 1, FACES),
    )
    return Prompt(seat, "accuse", "Doubt the standing bid", fields=fields)


def _show(state: State) -> Prompt:
    """The missing dice, in as many pictures as it takes; all dice at once take the place of what was shown before."""
    assert state.accuser is not None
    left = missing(state)
    counts = (*range(1, left + 1), *((state.total,) if left < state.total else ()))
    text = f"Show the {'die' if left == 1 else so_many_dice(left)} still missing"
    if left == state.total:
        text = f"Show all {state.total} dice"
    return Prompt(state.accuser, "show", text, throw=Throw("d6", counts, beside=True))
