"""A physical roll against what the game awaits: the action that it stands for, or what a person has to settle. Pure.

Nothing here knows a game: a prompt's `throw` says how many dice may be thrown and which faces lie there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from croupier.rules.game import Action, Prompt, RulesError, Throw
from croupier.rules.words import so_many_dice
from croupier.server.course import Course
from croupier.server.course.throws import first_of
from croupier.server.heed.fit import words
from croupier.server.heed.fit.outcome import Answer, Touch, Witnessed
from croupier.server.heed.fit.places import Lying, known_again, left_over
from croupier.server.heed.fit.reveal import shown_before
from croupier.vision.roll import Roll


def of_throw(course: Course, roll: Roll) -> Answer:
    """What a roll means in the state now. One that is in doubt, or in which a die was turned over, is no action."""
    game, state, players, lying = course.game, course.state, course.started.players, course.lying
    prompts = game.prompts(state)
    awaited = [prompt for prompt in prompts if prompt.throw is not None and not prompt.throw.hidden]
    fits: list[tuple[Action, tuple[int, ...]]] = []
    reasons: list[str] = []
    order: tuple[int, ...] | None = None
    lay: tuple[int, ...] = ()
    for prompt in awaited:
        assert prompt.throw is not None
        try:
            _check(prompt.throw, players[prompt.seat], roll, lying)
            order, lay = _order(prompt.throw, roll, lying), prompt.throw.lying
            if twice := shown_before(course, prompt.throw, roll):
                raise _Misfit(twice)
            action = _fit(course, prompt, roll, order)
            game.apply(state, action)
        except RulesError as error:
            reasons.append(str(error))
        else:
            fits.append((action, order))
    asked = order if order is not None else tuple(range(len(roll.dice)))
    asked = (*asked, *(i for i in roll.touched if i not in asked))
    counts = {place: lay[place] for place, i in enumerate(asked) if place < len(lay) and i not in roll.thrown}
    touched = _touched(roll, asked, counts)
    answer = Answer(
        order=asked,
        thrown=tuple(place for place, i in enumerate(asked) if i in roll.thrown),
        faces=counts,
        touched=touched,
        early=not awaited and not roll.stayed,
        witnessed=Witnessed(() if roll.seen_anew else touched, perhaps=True),
    )
    doubts = (*_by_hand(roll, asked, counts, touched), *_doubts(roll, known=order is not None))
    if doubts:
        return replace(answer, ask=tuple(dict.fromkeys(doubts)))
    if not awaited:
        return replace(answer, ask=(not_awaited(course),))
    if len(fits) == 1:
        return replace(answer, order=fits[0][1], action=fits[0][0])
    if fits:
        names = " or ".join(dict.fromkeys(players[action.seat] for action, _ in fits))
        return replace(answer, ask=(f"Whose roll is this: {names}?",))
    return replace(answer, ask=tuple(dict.fromkeys(reasons)))


def not_awaited(course: Course) -> str:
    """That nobody is to throw now, and who is to do what first."""
    prompts = course.game.prompts(course.state)
    return (
        f"No roll is awaited now. {first_of(prompts, course.started.players)}" if prompts else "No roll is awaited now."
    )


def _touched(roll: Roll, order: Sequence[int], counts: Mapping[int, int]) -> tuple[Touch, ...]:
    """The dice turned over by hand, against what counts, or what they showed before where nothing does.

    Dice that were thrown were turned since only where the table is read again: they are told as they fell.
    """
    had = {die.die: die.fell if die.die in roll.thrown else die.before for die in roll.turned}
    touches = []
    for place, i in enumerate(order):
        face = roll.dice[i].face
        if i in had and i not in roll.stayed and face is not None and face != (was := counts.get(place, had[i])):
            touches.append(Touch(place, was, face))
    return tuple(touches)


def _by_hand(roll: Roll, order: Sequence[int], counts: Mapping[int, int], touched: Sequence[Touch]) -> tuple[str, ...]:
    """What to ask about dice that were turned over by hand, now or since they were thrown."""
    since = [touch for touch in touched if order[touch.die] in roll.thrown]
    meanwhile = [touch for touch in touched if touch not in since]
    asks = [words.which_counts(roll.dice[0].kind, since)] if since else []
    asks += [words.thrown_too(roll.dice[0].kind, meanwhile)] if meanwhile else []
    for die in roll.turned:
        if die.die not in roll.stayed or die.die not in order:
            continue
        seen, place = roll.dice[die.die], order.index(die.die)
        if place in counts and seen.face is not None and seen.face != counts[place]:
            asks.append(words.turn_back(seen.kind, seen.face, counts[place]))
    return tuple(asks)


def _doubts(roll: Roll, known: bool) -> tuple[str, ...]:
    """What speaks against the roll. Dice that were not thrown, and are `known`, were settled when they were."""
    settled = {i for i in (*roll.stayed, *roll.touched) if known}
    fresh = [die for i, die in enumerate(roll.dice) if i not in settled]
    old = {roll.dice[i].why for i in settled} - {die.why for die in fresh}
    doubts = [doubt for doubt in roll.ask if doubt not in old]
    if not doubts:
        doubts += [die.why or "A die cannot be read for sure." for die in fresh if not die.sure or die.face is None]
    if not doubts and not roll.thrown:
        doubts.append("No die was thrown: does this count as a roll?")
    return tuple(dict.fromkeys(doubts))


class _Misfit(RulesError):
    """A roll that one prompt does not await."""


def _check(throw: Throw, player: str, roll: Roll, lying: Lying) -> None:
    """Dice of the right kind, as many as are awaited, and none of those that must stay. Raises `_Misfit`."""
    strangers = sorted({die.kind for die in roll.dice} - {throw.dice})
    if strangers:
        raise _Misfit(f"{player} throws {throw.dice} dice, but {' and '.join(strangers)} lie there.")
    if _moved_a_fixed_die(throw, roll, lying):
        bound = words.faces_on(throw.dice, (throw.lying[place] for place in throw.fixed))
        lay = f"{bound} {'is' if len(throw.fixed) == 1 else 'are'} bound and must stay"
        raise _Misfit(f"A bound die was moved: {lay}. Which dice were thrown?")
    if len(roll.thrown) not in throw.counts and not throw.beside:
        thrown = words.were(len(roll.thrown))
        raise _Misfit(f"{player} throws {words.either(throw.counts)}, but {thrown} thrown.")


def _fit(course: Course, prompt: Prompt, roll: Roll, order: Sequence[int]) -> Action:
    """The action that the roll's dice, in the state's order, stand for. What stayed shows what it showed."""
    throw = prompt.throw
    assert throw is not None
    faces = [roll.dice[i].face if i in roll.thrown else throw.lying[place] for place, i in enumerate(order)]
    if any(face is None for face in faces):
        raise _Misfit("A die shows no face.")
    thrown = tuple(place for place, i in enumerate(order) if i in roll.thrown)
    return course.game.from_roll(prompt, tuple(face for face in faces if face is not None), thrown)


def _order(throw: Throw, roll: Roll, lying: Lying) -> tuple[int, ...]:
    """The roll's dice in the order of the state's: what was thrown fills the places left. Raises `_Misfit`."""
    if throw.beside:
        return tuple(sorted(roll.thrown))
    still = (*roll.stayed, *roll.touched)
    if not throw.lying:
        if still:
            where = "where it was" if len(still) == 1 else "where they were"
            raise _Misfit(f"A new roll takes all the dice, but {so_many_dice(len(still))} stayed {where}.")
        return tuple(range(len(roll.dice)))
    if len(roll.dice) != len(throw.lying):
        raise _Misfit(f"{so_many_dice(len(throw.lying))} should lie there, but {len(roll.dice)} do.")
    places = known_again(throw, roll, lying)
    for i in still:
        if i not in places.values():
            if roll.dice[i].face in throw.lying:
                raise _Misfit(words.elsewhere(throw.dice, roll.dice[i].face))
            lay, shows = words.faces_on(throw.dice, throw.lying), words.face_on(throw.dice, roll.dice[i].face)
            raise _Misfit(f"A die that stayed shows {shows}, but {lay} lay there: was a die moved?")
    places = left_over(len(throw.lying), places, roll.thrown)
    return tuple(places[p] for p in sorted(places))


def _moved_a_fixed_die(throw: Throw, roll: Roll, lying: Lying) -> bool:
    """Whether a die that must stay is not among those that did, all of which are known again."""
    places = known_again(throw, roll, lying)
    known = len(places) == len(roll.stayed) + len(roll.touched) and len(roll.dice) <= len(throw.lying)
    return known and not set(throw.fixed) <= set(places)
