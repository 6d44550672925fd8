"""What others than its seat may not know of an action, an event or a prompt. Pages and logs show what this leaves.

A class of actions or events is marked: `secret = True` keeps even that it happened, and `hidden = ("faces",)` those
fields, which are faces of dice. A state that `hides` has dice that no picture of the table may show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from croupier.rules.game import JSON, Action, Event, Prompt
from croupier.rules.wire import to_json


def is_secret(moment: Action | Event) -> bool:
    """Whether nobody but the seat may know that this happened."""
    return bool(getattr(moment, "secret", False))


def hides(state: Any) -> bool:
    """Whether dice lie hidden on the table now."""
    return bool(getattr(state, "hides", False))


def covered(state: Any, seat: int) -> int:
    """How many dice of a seat lie hidden now."""
    counts = getattr(state, "covered", ())
    return counts[seat] if seat in range(len(counts)) else 0


def hidden_faces(action: Action) -> tuple[int, ...]:
    """The faces in an action that are its seat's alone to know."""
    faces = [getattr(action, name) for name in getattr(action, "hidden", ())]
    return tuple(face for told in faces for face in (told if isinstance(told, tuple) else (told,)))


def with_hidden_faces(action: Any, faces: Sequence[int]) -> Action:
    """The action with these in the place of its hidden faces, of which there must be as many."""
    (name,) = action.hidden
    told: Action = replace(action, **{name: tuple(faces) if isinstance(getattr(action, name), tuple) else faces[0]})
    return told


def in_public(action: Action) -> dict[str, JSON]:
    """The action as JSON, without the fields that are its seat's alone to know."""
    return {name: value for name, value in to_json(action).items() if name not in getattr(action, "hidden", ())}


def public_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that everybody may know of."""
    return tuple(event for event in events if not is_secret(event))


def prompts_for(seat: int | None, prompts: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """The prompts that an audience (`None` is everybody) may know of: other seats' secret ones are left out."""
    return tuple(prompt for prompt in prompts if not prompt.secret or prompt.seat == seat)
