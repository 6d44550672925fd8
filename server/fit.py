"""A physical roll against what the game awaits: the action that it stands for, or what a person has to settle. Pure.

Nothing here knows a game: a prompt's `throw` says how many dice may be thrown and which faces lie there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.rules.game import Action, Game, Prompt, RulesError, Throw
from croupier.rules.words import FUDGE_SIGNS, so_many_dice
from croupier.vision.roll import Roll

SAME_PLACE = 0.6
"""A die that stayed lies at most this many edges from where it was seen after the throw."""

Lying = Sequence[Mapping[str, Any]]
"""The dice of the last throw in the order of the state's, as JSON; with `corners` where a camera saw them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Exactly one of two: the `action`, or what to `ask`. `early` dice are good ones that nobody awaits yet.

    `order` lists the roll's dice in the order of the state's, as far as that is known.
    """

    order: tuple[int, ...]
    action: Action | None = None
    ask: tuple[str, ...] = ()
    early: bool = False


def answer(game: Game, state: Any, players: Sequence[str], roll: Roll, lying: Lying = ()) -> Answer:
    """What a roll means in `state`, `lying` being the dice thrown last. A doubtful roll is never an action."""
    prompts = game.prompts(state)
    awaited = [prompt for prompt in prompts if prompt.throw is not None and not prompt.throw.hidden]
    fits: list[tuple[Action, tuple[int, ...]]] = []
    reasons: list[str] = []
    order: tuple[int, ...] | None = None
    for prompt in awaited:
        assert prompt.throw is not None
        try:
            _check(prompt.throw, players[prompt.seat], roll, lying)
            order = _order(prompt.throw, roll, lying)
            action = _fit(game, prompt, roll, order)
            game.apply(state, action)
        except RulesError as error:
            reasons.append(str(error))
        else:
            fits.append((action, order))
    asked = order if order is not None else tuple(range(len(roll.dice)))
    doubts = _doubts(roll, known=order is not None)
    if doubts:
        return Answer(asked, ask=doubts)
    if not awaited:
        waits = f" {_next(prompts, players)}" if prompts else ""
        return Answer(asked, ask=(f"No roll is awaited now.{waits}",), early=not roll.stayed)
    if len(fits) == 1:
        return Answer(fits[0][1], action=fits[0][0])
    if fits:
        names = " or ".join(dict.fromkeys(players[action.seat] for action, _ in fits))
        return Answer(asked, ask=(f"Whose roll is this: {names}?",))
    return Answer(asked, ask=tuple(dict.fromkeys(reasons)))


def _doubts(roll: Roll, known: bool) -> tuple[str, ...]:
    """What speaks against the roll. Dice that stayed, and are `known`, were settled when they were thrown."""
    settled = {i for i in roll.stayed if known}
    fresh = [die for i, die in enumerate(roll.dice) if i not in settled]
    old = {roll.dice[i].why for i in settled} - {die.why for die in fresh}
    doubts = [words for words in roll.ask if words not in old]
    if roll.touched and not doubts:
        doubts.append("A die was turned over by hand: which face counts?")
    if not doubts:
        doubts += [die.why or "A die cannot be read for sure." for die in fresh if not die.sure or die.face is None]
    if not doubts and not roll.thrown:
        doubts.append("No die was thrown: does this count as a roll?")
    return tuple(dict.fromkeys(doubts))


def _next(prompts: Sequence[Prompt], players: Sequence[str]) -> str:
    return f"First, {players[prompts[0].seat]}: {prompts[0].text[:1].lower()}{prompts[0].text[1:]}."


class _Misfit(RulesError):
    """A roll that one prompt does not await."""


def _check(throw: Throw, player: str, roll: Roll, lying: Lying) -> None:
    """Dice of the right kind, as many as are awaited, and none of those that must stay. Raises `_Misfit`."""
    strangers = sorted({die.kind for die in roll.dice} - {throw.dice})
    if strangers:
        raise _Misfit(f"{player} throws {throw.dice} dice, but {' and '.join(strangers)} lie there.")
    if _moved_a_fixed_die(throw, roll, lying):
        lay = f"{_faces(throw, throw.fixed)} {'is' if len(throw.fixed) == 1 else 'are'} bound and must stay"
        raise _Misfit(f"A bound die was moved: {lay}. Which dice were thrown?")
    if len(roll.thrown) not in throw.counts and not throw.beside:
        raise _Misfit(f"{player} throws {_either(throw.counts)}, but {_were(len(roll.thrown))} thrown.")


def _fit(game: Game, prompt: Prompt, roll: Roll, order: Sequence[int]) -> Action:
    """The action that the roll's dice, in the state's order, stand for. What stayed shows what it showed."""
    throw = prompt.throw
    assert throw is not None
    faces = [throw.lying[place] if i in roll.stayed else roll.dice[i].face for place, i in enumerate(order)]
    if any(face is None for face in faces):
        raise _Misfit("A die shows no face.")
    thrown = tuple(place for place, i in enumerate(order) if i in roll.thrown)
    return game.from_roll(prompt, tuple(face for face in faces if face is not None), thrown)


def _order(throw: Throw, roll: Roll, lying: Lying) -> tuple[int, ...]:
    """The roll's dice in the order of the state's. Raises `_Misfit`.

    A die that stayed is known by where it lies; where nobody saw that, because a person typed the throw, by its
    face. What was thrown fills the places left.
    """
    if throw.beside:
        return tuple(sorted(roll.thrown))
    if not throw.lying:
        if roll.stayed:
            raise _Misfit(f"A new roll takes all the dice, but {so_many_dice(len(roll.stayed))} stayed where it was.")
        return tuple(range(len(roll.dice)))
    if len(roll.dice) != len(throw.lying):
        raise _Misfit(f"{so_many_dice(len(throw.lying))} should lie there, but {len(roll.dice)} do.")
    places = _stayed(throw, roll, lying)
    for i in roll.stayed:
        if i not in places.values():
            lay, shows = _faces(throw, range(len(throw.lying))), _face(throw, roll.dice[i].face)
            raise _Misfit(f"A die that stayed shows {shows}, but {lay} lay there: was a die moved?")
    for i in roll.thrown:
        places[i if i not in places else min(set(range(len(throw.lying))) - set(places))] = i
    return tuple(places[p] for p in sorted(places))


def _stayed(throw: Throw, roll: Roll, lying: Lying) -> dict[int, int]:
    """Which of the roll's dice lies at which of the state's places, of those that stayed and are known again."""
    places: dict[int, int] = {}
    for matches in (_by_place, _as_fixed, _by_index, _by_face):
        for i in roll.stayed:
            free = [p for p in range(len(throw.lying)) if p not in places]
            if i not in places.values() and (found := [p for p in free if matches(throw, roll, lying, p, i)]):
                places[found[0]] = i
    return places


def _moved_a_fixed_die(throw: Throw, roll: Roll, lying: Lying) -> bool:
    """Whether a die that must stay is not among those that did, all of which are known again."""
    places = _stayed(throw, roll, lying)
    known = len(places) == len(roll.stayed) and len(roll.dice) <= len(throw.lying)
    return known and not set(throw.fixed) <= set(places)


def _by_place(throw: Throw, roll: Roll, lying: Lying, place: int, i: int) -> bool:
    corners = _seen(lying, place)
    if not corners:
        return False
    (x, y), die = (sum(axis) / len(corners) for axis in zip(*corners, strict=True)), roll.dice[i]
    return math.dist((x, y), die.center) < SAME_PLACE * die.edge


def _as_fixed(throw: Throw, roll: Roll, lying: Lying, place: int, i: int) -> bool:
    """Of equal faces that nobody saw, the one that must stay is taken for the one that did."""
    return place in throw.fixed and not _seen(lying, place) and _by_face(throw, roll, lying, place, i)


def _by_index(throw: Throw, roll: Roll, lying: Lying, place: int, i: int) -> bool:
    return place == i and throw.lying[place] == roll.dice[i].face


def _by_face(throw: Throw, roll: Roll, lying: Lying, place: int, i: int) -> bool:
    return throw.lying[place] == roll.dice[i].face


def _seen(lying: Lying, place: int) -> Sequence[Sequence[float]]:
    """The corners of a die that lies there; none where no camera saw it."""
    return lying[place].get("corners") or () if place < len(lying) else ()


def _faces(throw: Throw, places: Iterable[int]) -> str:
    return " ".join(_face(throw, throw.lying[place]) for place in places)


def _face(throw: Throw, face: int | None) -> str:
    """A face as it is written on the dice that are thrown."""
    return FUDGE_SIGNS.get(face, str(face)) if throw.dice == "dF" else str(face)


def _either(counts: Sequence[int]) -> str:
    if len(counts) == 1:
        return so_many_dice(counts[0])
    return f"{', '.join(str(count) for count in counts[:-1])} or {counts[-1]} dice"


def _were(count: int) -> str:
    return f"{count} was" if count == 1 else f"{count} were"
