"""What may be done now in a game of Rift, and which action a physical roll stands for."""

from __future__ import annotations

from croupier.rules.game import Action, Field, IllegalAction, Prompt, Throw
from croupier.rules.rift.state import DICE, FACES, Reroll, Roll, Score, State

D20 = 20
LARGEST_BONUS = 99  # of a check; nobody at a table has more


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may do what now; empty when the game is over."""
    if state.over:
        return ()
    if not state.dice:
        return (Prompt(state.turn, "roll", "Roll three dice", throw=Throw("d6", (DICE,))),)
    return (Prompt(state.turn, "score", "Choose a category", choices=free(state)), *_rerolls(state), *_sleights(state))


def free(state: State) -> tuple[Score, ...]:
    """The categories that the current player has not used, as the actions that use them."""
    used = {name for name, _ in state.current.used}
    return tuple(Score(state.turn, category.name) for category in state.table.categories if category.name not in used)


def may_reroll(state: State) -> bool:
    """Whether the player may throw dice again: once free in a turn, then for an extra reroll each."""
    return bool(state.dice) and (state.rerolls == 0 or state.current.extra_rerolls > 0)


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
    """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
    if prompt.throw is None:
        raise IllegalAction(f"No dice are awaited: {prompt.text[0].lower()}{prompt.text[1:]}.", (prompt,))
    if len(faces) != DICE:
        raise IllegalAction(f"The game is played with {DICE} dice; on the table: {len(faces)}.", (prompt,))
    places = tuple(sorted(set(thrown)))
    if not set(places) <= set(range(DICE)):
        raise IllegalAction(f"The dice have the places 0 to {DICE - 1}.", (prompt,))
    if not prompt.throw.lying:
        if len(places) != DICE:
            raise IllegalAction(f"All {DICE} dice are to be rolled together; thrown: {len(places)}.", (prompt,))
        return Roll(prompt.seat, faces)
    if not places:
        raise IllegalAction("No die was thrown again; reroll one, two or three.", (prompt,))
    for place in set(range(DICE)) - set(places):
        if faces[place] != prompt.throw.lying[place]:
            lay = prompt.throw.lying[place]
            raise IllegalAction(f"A die that was not thrown shows {faces[place]} and lay at {lay}.", (prompt,))
    return Reroll(prompt.seat, places, tuple(faces[place] for place in places))


def to_roll(prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice on the table after a throw, and the places of those that it threw."""
    if isinstance(action, Reroll) and prompt.throw is not None:
        faces = dict(enumerate(prompt.throw.lying)) | dict(zip(action.dice, action.faces, strict=True))
        return tuple(faces.values()), tuple(sorted(action.dice))
    assert isinstance(action, Roll)
    return action.faces, tuple(range(DICE))


def lying(state: State) -> tuple[int, ...]:
    """The dice of the turn, from its first roll until it is scored."""
    return state.dice


def _rerolls(state: State) -> tuple[Prompt, ...]:
    if not may_reroll(state):
        return ()
    left = state.current.extra_rerolls
    text = "Reroll any of the dice" + (f" for an extra reroll ({left} left)" if state.rerolls else "")
    return (Prompt(state.turn, "reroll", text, throw=Throw("d6", tuple(range(1, DICE + 1)), lying=state.dice)),)


def _sleights(state: State) -> tuple[Prompt, ...]:
    """A plain check and one with disadvantage, for the dice that no check was made for since they were thrown."""
    dice = tuple(die for die in range(DICE) if die not in state.tried)
    opponents = tuple(seat for seat in range(len(state.players)) if seat != state.turn)
    if not dice or not opponents:
        return ()
    return (
        _check(state.turn, "Turn a die by Sleight of Hand", dice, opponents, disadvantage=False),
        _check(state.turn, "Turn a die by Sleight of Hand, with disadvantage", dice, opponents, disadvantage=True),
    )


def _check(seat: int, text: str, dice: tuple[int, ...], opponents: tuple[int, ...], disadvantage: bool) -> Prompt:
    fields = (
        Field("die", dice[0], dice[-1], among=dice),
        Field("face", 1, FACES),
        Field("d20", 1, D20, count=2 if disadvantage else 1),
        Field("bonus", -LARGEST_BONUS, LARGEST_BONUS),
        Field("opponent", opponents[0], opponents[-1], among=opponents),
        Field("opponent_d20", 1, D20, count=1),
        Field("opponent_bonus", -LARGEST_BONUS, LARGEST_BONUS),
        Field("disadvantage", int(disadvantage), int(disadvantage), flag=True),
    )
    return Prompt(seat, "sleight", text, fields=fields)
