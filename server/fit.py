"""A physical roll against what the game awaits: the action that it stands for, or what a person has to settle. Pure.

Nothing here knows a game: a prompt's `throw` says how many dice may be thrown and which faces lie there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.rules.game import Action, Game, Prompt, RulesError, Throw
from croupier.vision.roll import Roll


@dataclass(frozen=True, slots=True)
class Answer:
    """Exactly one of two: the `action`, or what to `ask`. `early` dice are good ones that nobody awaits yet."""

    action: Action | None = None
    ask: tuple[str, ...] = ()
    early: bool = False


def answer(game: Game, state: Any, players: Sequence[str], roll: Roll) -> Answer:
    """What a roll means in `state`. A doubtful one is never an action."""
    doubts = _doubts(roll)
    if doubts:
        return Answer(ask=doubts)
    prompts = game.prompts(state)
    awaited = [prompt for prompt in prompts if prompt.throw is not None and not prompt.throw.hidden]
    if not awaited:
        waits = f" {_next(prompts, players)}" if prompts else ""
        return Answer(ask=(f"No roll is awaited now.{waits}",), early=not roll.stayed)
    fits: list[Action] = []
    reasons: list[str] = []
    for prompt in awaited:
        try:
            action = _fit(game, prompt, players, roll)
            game.apply(state, action)
        except RulesError as error:
            reasons.append(str(error))
        else:
            fits.append(action)
    if len(fits) == 1:
        return Answer(action=fits[0])
    if fits:
        names = " or ".join(dict.fromkeys(players[action.seat] for action in fits))
        return Answer(ask=(f"Whose roll is this: {names}?",))
    return Answer(ask=tuple(dict.fromkeys(reasons)))


def _doubts(roll: Roll) -> tuple[str, ...]:
    doubts = list(roll.ask)
    if roll.touched and not doubts:
        doubts.append("A die was turned over by hand: which face counts?")
    if not doubts:
        doubts += [die.why or "A die cannot be read for sure." for die in roll.dice if not die.sure or die.face is None]
    if not doubts and not roll.thrown:
        doubts.append("No die was thrown: does this count as a roll?")
    return tuple(dict.fromkeys(doubts))


def _next(prompts: Sequence[Prompt], players: Sequence[str]) -> str:
    return f"First, {players[prompts[0].seat]}: {prompts[0].text[:1].lower()}{prompts[0].text[1:]}."


class _Misfit(RulesError):
    """A roll that one prompt does not await."""


def _fit(game: Game, prompt: Prompt, players: Sequence[str], roll: Roll) -> Action:
    throw = prompt.throw
    assert throw is not None
    strangers = sorted({die.kind for die in roll.dice} - {throw.dice})
    if strangers:
        raise _Misfit(f"{players[prompt.seat]} throws {throw.dice} dice, but {' and '.join(strangers)} lie there.")
    if len(roll.thrown) not in throw.counts:
        raise _Misfit(f"{players[prompt.seat]} throws {_either(throw.counts)}, but {_were(len(roll.thrown))} thrown.")
    faces, thrown = _in_order(throw, roll)
    return game.from_roll(prompt, faces, thrown)


def _in_order(throw: Throw, roll: Roll) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All faces and the indices thrown, in the order of the state's dice.

    The watcher's order differs from the state's when a person typed the roll before. Dice of one face may
    stand for each other: what stayed is matched by face, what was thrown fills the places left.
    """
    faces = [die.face for die in roll.dice if die.face is not None]
    if not throw.lying:
        if roll.stayed:
            raise _Misfit(f"A new roll takes all the dice, but {_dice(len(roll.stayed))} stayed where it was.")
        return tuple(faces), roll.thrown
    if len(faces) != len(throw.lying):
        raise _Misfit(f"{_dice(len(throw.lying))} should lie there, but {len(faces)} do.")
    place: dict[int, int] = {i: i for i in roll.stayed if throw.lying[i] == faces[i]}
    for i in roll.stayed:
        if i not in place:
            free = [p for p, face in enumerate(throw.lying) if face == faces[i] and p not in place.values()]
            if not free:
                lay = " ".join(str(face) for face in throw.lying)
                raise _Misfit(f"A die that stayed shows {faces[i]}, but {lay} lay there: was a die moved?")
            place[i] = free[0]
    for i in roll.thrown:
        free = [p for p in range(len(faces)) if p not in place.values()]
        place[i] = i if i in free else free[0]
    ordered = sorted(place, key=lambda i: place[i])
    return tuple(faces[i] for i in ordered), tuple(sorted(place[i] for i in roll.thrown))


def _either(counts: Sequence[int]) -> str:
    if len(counts) == 1:
        return _dice(counts[0])
    return f"{', '.join(str(count) for count in counts[:-1])} or {counts[-1]} dice"


def _were(count: int) -> str:
    return f"{count} was" if count == 1 else f"{count} were"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
