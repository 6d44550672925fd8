"""What is to be rolled next, and which action a physical roll stands for."""

from __future__ import annotations

from croupier.rules.attributes.sheet import TITLES
from croupier.rules.attributes.state import Bonus, Roll, State
from croupier.rules.game import Action, IllegalAction, Prompt, Throw


def prompts(state: State) -> tuple[Prompt, ...]:
    """The one thing that is next: a seat's dice or a bonus die; empty when all is rolled."""
    if state.rolling is None:
        return ()
    seat, attribute = state.rolling
    die, purpose = f"d{attribute.sides}", f" for {TITLES[attribute.name]}" if attribute.name else ""
    if attribute.awaits == "roll":
        text = f"Roll{purpose}{':' if purpose else ''} {attribute.dice}"
        return (Prompt(seat, "roll", text, throw=Throw(die, (attribute.count,), beside=True)),)
    which = "another bonus die" if attribute.bonus_faces else "a bonus die"
    return (Prompt(seat, "bonus", f"Roll {which}{purpose}: 1{die}", throw=Throw(die, (1,), beside=True)),)


def from_roll(prompt: Prompt, faces: tuple[int, ...], thrown: tuple[int, ...]) -> Action:
    """The action that a physical roll stands for. Raises `IllegalAction` when it does not fit the prompt."""
    if prompt.throw is None:
        raise IllegalAction(f"No dice are awaited: {prompt.text[0].lower()}{prompt.text[1:]}.", (prompt,))
    (count,) = prompt.throw.counts
    if len(faces) != count or set(thrown) != set(range(count)):
        raise IllegalAction(f"{prompt.text}, all at once and nothing else; thrown: {len(set(thrown))}.", (prompt,))
    return Bonus(prompt.seat, faces[0]) if prompt.kind == "bonus" else Roll(prompt.seat, faces)


def to_roll(prompt: Prompt, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that were new on the table, and their places: all."""
    assert isinstance(action, Roll | Bonus)
    faces = (action.face,) if isinstance(action, Bonus) else action.faces
    return faces, tuple(range(len(faces)))


def lying(state: State) -> tuple[int, ...]:
    """None: what is thrown next is thrown beside them."""
    return ()
