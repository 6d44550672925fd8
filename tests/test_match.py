"""Which dice lay there before: the cases that no drawn film shows."""

from __future__ import annotations

import pytest

from croupier.vision.reading import Die
from croupier.vision.roll import Turned
from croupier.vision.rolls.match import Change, Place, match

FAR = 300
"""Where a die lies that was thrown, in pixels."""


def die(face: int | None, x: float = 0, sure: bool = True) -> Die:
    return Die("d6", face, ((x, 0.0), (x + 40, 0.0), (x + 40, 40.0), (x, 40.0)), 0.99, sure)


def judged(places: list[Place], dice: list[Die], again: bool = False) -> Change:
    """What became of the places, those that hold the very same die looking the same."""
    before = [place.die for place in places if not place.lifted]
    kept = [not place.lifted and place.die in dice for place in places]
    return match(places, dice, kept, [one in before for one in dice], again)


@pytest.mark.parametrize(
    ("before", "now", "fate", "then"),
    [
        (die(5), die(5), "stayed", die(5)),
        (die(5), die(4), "touched", die(4)),
        (die(5), die(4, sure=False), "stayed", die(5)),
        (die(5, sure=False), die(4), "stayed", die(4)),
        (die(5, sure=False), die(4, sure=False), "stayed", die(5, sure=False)),
        (die(5), die(None, sure=False), "stayed", die(5)),
        (die(5), None, "stayed", die(5)),
    ],
    ids=["same", "surely another face", "a doubtful face", "a better look", "doubtful twice", "no face", "not read"],
)
def test_a_place_that_looks_the_same_holds_its_die_unless_another_face_is_read_for_sure(
    before: Die, now: Die | None, fate: str, then: Die
) -> None:
    change = match([Place(before)], [now] if now else [], [True], [False] if now else [])
    assert (change.stayed, change.touched) == (((0,), ()) if fate == "stayed" else ((), (0,)))
    assert change.lying == (then,)


def test_an_empty_table_that_stays_empty_changes_nothing() -> None:
    assert match([], [], [], []).places == ()


def test_a_thrown_die_takes_the_place_of_the_one_that_was_lifted() -> None:
    change = match([Place(die(1)), Place(die(2, 100), lifted=True)], [die(1), die(6, 300)], [True, False], [False] * 2)
    assert ([d.face for d in change.lying], change.thrown, change.stayed) == ([1, 6], (1,), (0,))


TWO = [Place(die(3)), Place(die(6, 100))]
IN_HAND = [Place(die(3), lifted=True), Place(die(6, 100))]


@pytest.mark.parametrize(
    ("before", "now", "thrown", "stayed", "touched"),
    [
        (TWO, [die(3), die(6, 100)], (), (0, 1), ()),
        (TWO, [die(5), die(6, 100)], (), (1,), (0,)),
        (TWO, [die(5), die(1, 100)], (), (), (0, 1)),
        (TWO, [die(5, 15), die(6, 100)], (), (1,), (0,)),
        (TWO, [die(5, -40), die(6, 100)], (), (1,), (0,)),
        (TWO, [die(3, -40), die(6, 100)], (), (0, 1), ()),
        (TWO, [die(5, -60), die(6, 100)], (0,), (1,), ()),
        (TWO, [die(5, -40), die(1, 140)], (0, 1), (), ()),
        (TWO, [die(5, -40), die(1, FAR)], (0, 1), (), ()),
        (TWO, [die(5), die(1, FAR)], (1,), (), (0,)),
        (TWO, [die(5, 5), die(1, FAR)], (1,), (), (0,)),
        (TWO, [die(5, 18), die(1, FAR)], (0, 1), (), ()),
        (TWO, [die(5), die(1, 45)], (0, 1), (), ()),
        (TWO, [die(5, sure=False), die(1, FAR)], (1,), (0,), ()),
        (IN_HAND, [die(5, 5), die(6, 100)], (), (1,), (0,)),
        (IN_HAND, [die(3, 5), die(6, 100)], (), (0, 1), ()),
        (IN_HAND, [die(5, 20), die(6, 100)], (0,), (1,), ()),
        (IN_HAND, [die(5, 5), die(1, FAR)], (0, 1), (), ()),
        ([Place(die(3), lifted=True)], [die(5)], (0,), (), ()),
        ([Place(die(3))], [die(5, 40)], (), (), (0,)),
    ],
    ids=[
        "nothing done",
        "turned in its place",
        "both turned",
        "turned and nudged",
        "tipped over its edge",
        "bumped",
        "further than it tips",
        "both fell near by: thrown",
        "one fell near by, one far: thrown",
        "turned while another was thrown far away",
        "turned and nudged while another was thrown",
        "fell near where it lay, with another",
        "turned, but another fell beside it: thrown",
        "a doubtful face is no touch",
        "picked up and set back turned",
        "picked up and set back",
        "picked up and thrown near by",
        "picked up, and fell where it lay with another",
        "alone, picked up and thrown to where it lay",
        "alone, and tipped",
    ],
)
def test_what_became_of_dice_that_lay_there(
    before: list[Place],
    now: list[Die],
    thrown: tuple[int, ...],
    stayed: tuple[int, ...],
    touched: tuple[int, ...],
) -> None:
    change = judged(before, now)
    assert (change.thrown, change.stayed, change.touched) == (thrown, stayed, touched)


def test_a_turned_die_remembers_the_face_that_it_fell_on_until_it_is_thrown_again() -> None:
    first = judged(TWO, [die(5), die(6, 100)])
    assert first.turned == (Turned(0, fell=3, before=3),)
    second = judged(list(first.places), [die(1), die(6, 100)])
    assert second.turned == (Turned(0, fell=3, before=5),)
    beside = judged(list(second.places), [die(1), die(2, FAR)])
    assert (beside.thrown, beside.touched, beside.turned) == ((1,), (), (Turned(0, fell=3, before=5),))
    bumped = judged(list(beside.places), [die(1, 30), die(2, FAR)])
    assert bumped.turned == beside.turned
    thrown = judged(list(bumped.places), [die(4, 500), die(2, FAR)])
    assert (thrown.thrown, thrown.turned) == ((0,), ())


def test_a_die_turned_back_is_told_once() -> None:
    turned = judged(TWO, [die(5), die(6, 100)])
    back = judged(list(turned.places), [die(3), die(6, 100)])
    assert (back.touched, back.turned) == ((0,), (Turned(0, fell=3, before=5),))
    beside = judged(list(back.places), [die(3), die(2, FAR)])
    assert beside.turned == ()


def test_another_face_that_is_read_when_a_person_asked_to_read_again_is_no_touch() -> None:
    assert judged(TWO, [die(5), die(6, 100)], again=True).turned == ()
