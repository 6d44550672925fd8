"""Dice turned over by hand while nothing was thrown: never an action, whatever they show. Pure.

A game may have a use for it (Sleight of Hand), and then takes the question as its own; else a person says which face
counts. What had been thrown, and was still asked about, is asked about as it fell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from croupier.rules.game import Throw
from croupier.server.course import Course
from croupier.server.heed.fit import words
from croupier.server.heed.fit.meaning import of_throw
from croupier.server.heed.fit.outcome import Answer, Touch, Witnessed
from croupier.server.heed.fit.places import known_again, left_over, lying_now, nearest_to
from croupier.vision.roll import Roll

Asked = Mapping[str, Any]
"""What was asked before, as JSON."""


def of_touch(course: Course, roll: Roll) -> Answer:
    """What it means that dice of the roll were turned over by hand, and none thrown."""
    asked = course.question.payload if course.question else {}
    if asked.get("thrown") and not asked.get("alone"):
        return _since_the_throw(course, roll, asked)
    return _of_what_counts(course, roll, asked)


def still_asked(course: Course, asked: Asked) -> tuple[Touch, ...]:
    """The dice turned over by hand that a question was about, and that still show another face than counts."""
    lying = lying_now(course)
    if not asked.get("alone") or len(lying) != len(asked["dice"]):
        return ()
    touches = (Touch(**touch) for touch in asked["touched"])
    return tuple(touch for touch in touches if touch.face != lying[touch.die]["face"])


def _of_what_counts(course: Course, roll: Roll, asked: Asked) -> Answer:
    """Against the dice that lie there and count. Before any do, a die that is turned over is nobody's business."""
    lying = lying_now(course)
    if not lying:
        return Answer()
    faces = tuple(die["face"] for die in lying)
    known = known_again(Throw(lying[0]["kind"], (), lying=faces), roll, lying)
    known = left_over(len(lying), known, roll.touched if len(roll.dice) <= len(lying) else ())
    prompts = course.game.prompts(course.state)
    beside = any(prompt.throw is not None and prompt.throw.beside for prompt in prompts)
    place_of = {i: place for place, i in known.items()}
    open_ones = _asked_among(roll, asked, range(len(roll.dice)))
    fell = {turned.die: turned.fell for turned in roll.turned}
    counts = {i: faces[place_of[i]] if i in place_of else fell[i] for i in {*roll.touched, *open_ones}}
    over = sorted(i for i, face in counts.items() if roll.dice[i].face != face)
    seen: tuple[int | None, ...] = () if beside else tuple(known.get(place) for place in range(len(lying)))
    order = (*seen, *(i for i in sorted({*roll.touched, *over}) if i not in seen))
    touched = tuple(_touch(roll, order, i, counts[i]) for i in over)
    places = tuple(touch.die for touch in touched)
    return Answer(
        order=order,
        ask=(words.which_counts(roll.dice[over[0]].kind, touched),) if touched else (),
        thrown=places,
        faces={} if beside else {p: face for p, face in enumerate(faces) if p not in places},
        touched=touched,
        alone=True,
        witnessed=_witnessed(course, roll, order, counts, place_of),
        closes=bool(asked.get("alone")) and not touched,
    )


def _since_the_throw(course: Course, roll: Roll, asked: Asked) -> Answer:
    """Dice that were turned over while a throw was still asked about: it is asked about as it fell."""
    near = nearest_to(asked["dice"], roll)
    thrown = tuple(sorted(near[place] for place in asked["thrown"] if place in near))
    turned = {turned.die: turned for turned in roll.turned}
    rest = [i for i in range(len(roll.dice)) if i not in thrown]
    perhaps = tuple(i for i in _asked_among(roll, asked, rest) if i not in roll.touched)
    as_it_fell = replace(
        roll,
        dice=tuple(
            replace(die, face=turned[i].fell) if i in thrown and i in turned else die for i, die in enumerate(roll.dice)
        ),
        thrown=thrown,
        stayed=tuple(i for i in rest if i not in perhaps),
        touched=perhaps,
        turned=tuple(die for die in roll.turned if die.die in rest),
    )
    base = of_throw(course, as_it_fell)
    order = (*base.order, *(i for i in roll.touched if i not in base.order))
    since = {*roll.touched, *_asked_among(roll, asked, thrown)}
    counts = {i: base.faces.get(order.index(i), turned[i].fell) for i in since}
    touched = tuple(_touch(roll, order, i, face) for i, face in counts.items() if roll.dice[i].face != face)
    new = [touch for touch in touched if order[touch.die] in thrown]
    ask = (*base.ask, *((words.which_counts(roll.dice[thrown[0]].kind, new),) if new else ()))
    stayed = {i: place for place, i in enumerate(order) if i is not None and place in base.faces}
    fell = {place: turned[i].fell for place, i in enumerate(order) if i in thrown and i in turned}
    return replace(
        base,
        order=order,
        action=None,
        ask=ask or (words.BACK,),
        faces={**base.faces, **fell},
        touched=(*base.touched, *touched),
        witnessed=_witnessed(course, roll, order, counts, stayed),
    )


def _asked_among(roll: Roll, asked: Asked, among: Iterable[int]) -> tuple[int, ...]:
    """The dice that were asked about as turned over, and still are."""
    near = nearest_to(asked.get("dice", ()), roll)
    places = [touch["die"] for touch in asked.get("touched", ())]
    turned = {turned.die for turned in roll.turned}
    return tuple(near[place] for place in places if near.get(place) in turned and near[place] in among)


def _touch(roll: Roll, order: tuple[int | None, ...], i: int, was: int) -> Touch:
    face = roll.dice[i].face
    assert face is not None  # a die is only turned over where both faces are sure
    return Touch(order.index(i), was, face)


def _witnessed(
    course: Course, roll: Roll, order: tuple[int | None, ...], counts: Mapping[int, int], place_of: Mapping[int, int]
) -> Witnessed:
    """What a hand did just now. A die that shows the face to which a person has corrected it was only read better."""
    if roll.seen_anew:
        return Witnessed()
    over, back = [], []
    for turned in roll.turned:
        i, face = turned.die, roll.dice[turned.die].face
        if i not in roll.touched:
            continue
        if face != counts[i]:
            over.append(_touch(roll, order, i, counts[i]))
        elif turned.fell == face:
            back.append(_touch(roll, order, i, turned.before))
        elif i not in place_of or course.fell[place_of[i]]["face"] != face:
            over.append(_touch(roll, order, i, turned.before))
    return Witnessed((*over, *back), back=not over and bool(back))
