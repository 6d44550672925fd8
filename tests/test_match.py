"""Which dice lay there before: the cases that no drawn film shows."""

from __future__ import annotations

import pytest

from croupier.vision.reading import Die
from croupier.vision.rolls.match import Place, match


def die(face: int | None, x: float = 0, sure: bool = True) -> Die:
    return Die("d6", face, ((x, 0.0), (x + 40, 0.0), (x + 40, 40.0), (x, 40.0)), 0.99, sure)


@pytest.mark.parametrize(
    ("before", "now", "fate"),
    [
        (die(5), die(5), "stayed"),
        (die(5), die(4), "touched"),
        (die(5), die(4, sure=False), "stayed"),
        (die(5, sure=False), die(4), "stayed"),
        (die(5), die(None, sure=False), "stayed"),
        (die(5), None, "stayed"),
    ],
    ids=["same", "surely another face", "a doubtful face", "doubtful before", "no face", "not read"],
)
def test_a_place_that_looks_the_same_holds_its_die_unless_another_face_is_read_for_sure(
    before: Die, now: Die | None, fate: str
) -> None:
    change = match([Place(before)], [now] if now else [], [True], [False] if now else [])
    assert (change.stayed, change.touched) == (((0,), ()) if fate == "stayed" else ((), (0,)))
    assert change.lying == (now if fate == "touched" else before,)


def test_an_empty_table_that_stays_empty_changes_nothing() -> None:
    assert match([], [], [], []).places == ()


def test_a_thrown_die_takes_the_place_of_the_one_that_was_lifted() -> None:
    change = match([Place(die(1)), Place(die(2, 100), lifted=True)], [die(1), die(6, 300)], [True, False], [False] * 2)
    assert ([d.face for d in change.lying], change.thrown, change.stayed) == ([1, 6], (1,), (0,))
