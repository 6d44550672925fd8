"""What an action threw: the dice that lie there after it, and the action that other faces would have been. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.rules.game import Action, Game, IllegalAction, Prompt, Throw
from croupier.rules.refusals import OVER
from croupier.rules.secrecy import prompts_for
from croupier.rules.words import said

Dice = tuple[Mapping[str, Any], ...]
"""Dice on the table, as JSON; with `corners` where a camera saw them."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """An action that answered a prompt for dice: `faces` as they lie after it, in the order of the state's dice, and
    the places of those that it threw."""

    prompt: Prompt
    throw: Throw
    faces: tuple[int, ...]
    places: tuple[int, ...]


def act_of(game: Game, state: Any, seat: int, kind: str, faces: Sequence[int], thrown: Sequence[int]) -> Action:
    """The action that `seat` takes with dice, of whatever game. Raises `IllegalAction`.

    `faces` are all the dice concerned in the order of the state's (of a fresh throw, or one beside, the new ones);
    `thrown` are the places of those thrown just now.
    """
    prompts = game.prompts(state)
    prompt = next((p for p in prompts if (p.seat, p.kind) == (seat, kind) and p.throw is not None), None)
    if prompt is None:
        raise IllegalAction(_not_awaited(game, state, seat), prompts)
    if len(set(thrown)) != len(thrown) or not set(thrown) <= set(range(len(faces))):
        raise IllegalAction("thrown names places in faces, from 0 on and each once.", prompts)
    return game.from_roll(prompt, tuple(faces), tuple(sorted(thrown)))


def first_of(prompts: Sequence[Prompt], players: Sequence[str]) -> str:
    """What is to be done first: “First, Ada: roll three dice.”"""
    return f"First, {players[prompts[0].seat]}: {prompts[0].text[:1].lower()}{prompts[0].text[1:]}."


def _not_awaited(game: Game, state: Any, seat: int) -> str:
    """Why a seat's throw is refused, and what everybody may know to be awaited instead."""
    players = [standing.player for standing in game.standings(state)]
    awaited = prompts_for(None, game.prompts(state))
    if not awaited:
        return OVER
    if seat not in range(len(players)):
        return f"There is no seat {said(seat)}; the seats are 0 to {len(players) - 1}."
    return f"No such throw is awaited from {players[seat]} now. {first_of(awaited, players)}"


def read_throw(game: Game, before: Any, action: Action) -> Thrown | None:
    """What an action threw in the state before it; None for one that is no throw."""
    prompts = (p for p in game.prompts(before) if (p.seat, p.kind) == (action.seat, action.kind))
    prompt = next((prompt for prompt in prompts if prompt.throw is not None), None)
    if prompt is None or prompt.throw is None:
        return None
    return Thrown(prompt, prompt.throw, *game.to_roll(prompt, action))


def dice_of(thrown: Thrown | None, seen: Sequence[Mapping[str, Any]]) -> Dice:
    """The dice that lie there after a throw: what was `seen` of them, with the faces that count; none if hidden."""
    if thrown is None or thrown.throw.hidden:
        return ()
    if len(seen) != len(thrown.faces):
        seen = [{}] * len(thrown.faces)
    kind = {"kind": thrown.throw.dice}
    return tuple({**kind, **die, "face": face} for die, face in zip(seen, thrown.faces, strict=True))


def turned(game: Game, lying: Dice, before: Any, after: Any) -> Dice:
    """The dice that were `lying` there, after an action that was no throw, with the faces that it turned them to; none
    where it turned none.
    """
    had, held = game.lying(before), game.lying(after)
    if had == held or not len(had) == len(held) == len(lying):
        return ()
    return tuple({**die, "face": face} for die, face in zip(lying, held, strict=True))
