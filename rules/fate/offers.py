"""What may be done now in Tinkering With Fate, and which action a physical roll stands for."""

from __future__ import annotations

from croupier.rules.fate.dice import DICE, kind_of, points
from croupier.rules.fate.state import FUDGES, Cast, Fudge, State, Toll
from croupier.rules.game import Action, IllegalAction, Prompt, Throw
from croupier.rules.words import so_many


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may do what now; empty when the game is over."""
    if state.over:
        return ()
    if not state.dice:
        return (Prompt(state.turn, "cast", _invitation(state), throw=Throw(kind_of(state.map), (DICE,))),)
    toll = Prompt(state.turn, "toll", f"Take toll: {so_many(points(state.hand), 'point')}", (Toll(state.turn),))
    return (toll, *_fudge(state))


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
    """The action that a physical roll stands for: in a fudge, whatever was not thrown is bound.

    Raises `IllegalAction` when the roll does not fit the prompt.
    """
    if prompt.throw is None:
        raise IllegalAction(f"No dice are awaited: {prompt.text[0].lower()}{prompt.text[1:]}.", (prompt,))
    if len(faces) != DICE:
        raise IllegalAction(f"The game is played with {DICE} dice; on the table: {len(faces)}.", (prompt,))
    places = tuple(sorted(set(thrown)))
    if not set(places) <= set(range(DICE)):
        raise IllegalAction(f"The dice have the places 0 to {DICE - 1}.", (prompt,))
    if not prompt.throw.lying:
        if len(places) != DICE:
            raise IllegalAction(f"All {DICE} dice are to be cast together; thrown: {len(places)}.", (prompt,))
        return Cast(prompt.seat, faces)
    if set(places) & set(prompt.throw.fixed):
        raise IllegalAction("A bound die was thrown; bound dice stay as they are.", (prompt,))
    if len(places) not in prompt.throw.counts:
        most = prompt.throw.counts[-1]
        raise IllegalAction(f"A fudge throws 1 to {most} of the dice here; thrown: {len(places)}.", (prompt,))
    bind = tuple(place for place in range(DICE) if place not in places)
    for place in bind:
        if faces[place] != prompt.throw.lying[place]:
            lay = prompt.throw.lying[place]
            raise IllegalAction(f"A die that was not thrown shows {faces[place]} and lay at {lay}.", (prompt,))
    return Fudge(prompt.seat, bind, tuple(faces[place] for place in places))


def to_roll(prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice on the table after a throw, and the places of those that it threw."""
    if isinstance(action, Fudge) and prompt.throw is not None:
        bound = {*prompt.throw.fixed, *action.bind}
        places = tuple(place for place in range(DICE) if place not in bound)
        faces = dict(enumerate(prompt.throw.lying)) | dict(zip(places, action.faces, strict=True))
        return tuple(faces.values()), places
    assert isinstance(action, Cast)
    return action.faces, tuple(range(DICE))


def lying(state: State) -> tuple[int, ...]:
    """The dice of the turn, from its cast until they are counted."""
    return state.dice


def _invitation(state: State) -> str:
    match state.round:
        case 0:
            return "Cast lots: throw four dice"
        case 1:
            return "Final cast: throw four dice, once"
    return "Cast against the tie: throw four dice, once"


def _fudge(state: State) -> tuple[Prompt, ...]:
    if not state.may_fudge:
        return ()
    more = "at least one more die" if state.bound else "at least one die"
    text = f"Fudge fate: bind {more}, throw the rest again ({FUDGES - state.fudges} left)"
    counts = tuple(range(1, len(state.loose)))
    throw = Throw(kind_of(state.map), counts, lying=state.dice, fixed=state.bound)
    return (Prompt(state.turn, "fudge", text, throw=throw),)
