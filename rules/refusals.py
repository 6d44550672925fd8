"""Why an action is refused, where every game refuses alike: a seat that has not its turn, dice that do not fit.

What is legal instead is put into the refusal in one place, around a game's `apply`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import wraps
from typing import Any, Protocol, TypeVar

from croupier.rules.game import IllegalAction, Prompt
from croupier.rules.words import said

Apply = TypeVar("Apply", bound=Callable[..., Any])
OVER = "The game is over; start a new one to play on."


class Named(Protocol):
    """Somebody at the table."""

    @property
    def name(self) -> str: ...


def saying_what_is_legal(prompts: Callable[[Any], tuple[Prompt, ...]]) -> Callable[[Apply], Apply]:
    """Around a game's `apply`: whatever it refuses is refused with the prompts of its state."""

    def around(apply: Apply) -> Apply:
        @wraps(apply)
        def applied(state: Any, action: Any) -> Any:
            try:
                return apply(state, action)
            except IllegalAction as refusal:
                raise IllegalAction(str(refusal), prompts(state)) from None

        return applied  # type: ignore[return-value]  # it takes and gives what `apply` does

    return around


def refuse_strangers(seat: int, players: Sequence[Named]) -> None:
    """Raise `IllegalAction` for a seat that the game does not have."""
    if type(seat) is not int or seat not in range(len(players)):
        raise IllegalAction(f"There is no seat {said(seat)}; the seats are 0 to {len(players) - 1}.")


def refuse_other_seats(seat: int, turn: int, players: Sequence[Named]) -> None:
    """Raise `IllegalAction` for a seat that the game does not have, or whose turn it is not."""
    refuse_strangers(seat, players)
    if seat != turn:
        raise IllegalAction(f"It is {players[turn].name}'s turn, not {players[seat].name}'s.")


def refuse_throw(faces: Sequence[int], count: int, possible: Container[int], words: str) -> None:
    """Raise `IllegalAction` for a wrong number of dice, or for faces that they do not have, as `words` say."""
    if len(faces) != count:
        raise IllegalAction(f"One face is needed for each die thrown: {count}, not {len(faces)}.")
    if not all(type(face) is int and face in possible for face in faces):
        raise IllegalAction(words)
