"""Several readings of dice at rest, put together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.vision.reading import Die, Reading
from croupier.vision.rolls.vote import DISAGREE, FLEETING, ONCE, agree, merge


def die(face: int | None, x: float = 0, sure: bool = True, edge: float = 40) -> Die:
    corners = ((x, 0.0), (x + edge, 0.0), (x + edge, edge), (x, edge))
    return Die("d6", face, corners, 0.99 if sure else 0.5, sure, "" if sure else "worn pips")


def readings(*several: tuple[Die, ...]) -> list[Reading]:
    return [Reading(dice=dice) for dice in several]


@pytest.mark.parametrize(
    ("votes", "faces", "sure"),
    [
        ([], [], True),
        ([(), ()], [], True),
        ([(die(3),), (die(3),)], [3], True),
        ([(die(3),), (die(3, sure=False),), (die(3),)], [3], True),
        ([(die(3),), (die(5),), (die(3),)], [3], False),
        ([(die(3),), (die(3, sure=False),)], [3], False),
        ([(die(3, sure=False),), (die(3, sure=False),)], [3], False),
        ([(die(None, sure=False),), (die(4, sure=False),)], [4], False),
        ([(die(5, x=100), die(2)), (die(2), die(5, x=100))], [2, 5], True),
    ],
)
def test_votes_come_to_a_die_each_and_are_sure_only_when_two_are_and_none_differs(
    votes: list[tuple[Die, ...]], faces: list[int], sure: bool
) -> None:
    merged = merge(readings(*votes))
    assert [die.face for die in merged.dice] == faces
    assert merged.sure == sure


def test_a_die_says_why_it_is_not_sure() -> None:
    assert merge(readings((die(3),), (die(5),))).dice[0].why == DISAGREE
    assert merge(readings((die(3),), (die(3, sure=False),))).dice[0].why == ONCE
    assert merge(readings((die(3, sure=False),), (die(3, sure=False),))).dice[0].why == "worn pips"


def test_what_other_readings_took_a_die_for_comes_before_what_none_did() -> None:
    ranked = replace(die(3), likely=(3, 5, 2, 1, 4, 6))
    assert merge(readings((ranked,), (ranked,))).dice[0].likely == (3, 5, 2, 1, 4, 6)
    assert merge(readings((ranked,), (die(6, sure=False),), (die(6),))).dice[0].likely == (3, 6, 5, 2, 1, 4)


def test_a_die_that_most_readings_missed_is_asked_about() -> None:
    merged = merge(readings((die(3),), (die(3),), (die(3),), (die(3),), (die(3), die(5, x=100))))
    assert [die.face for die in merged.dice] == [3]
    assert merged.why == (FLEETING,)


def test_a_die_seen_only_while_the_table_came_to_rest_is_forgotten() -> None:
    assert merge(readings((die(3), die(5, x=100)), (die(3),), (die(3),))).sure


def test_two_readings_sure_of_the_same_dice_end_the_vote() -> None:
    assert not agree(readings((die(3),)))
    assert agree(readings((die(3),), (die(3),)))
    assert not agree(readings((die(3),), (die(3), die(5, x=100))))
    assert not agree(readings((die(3),), (die(5),)))
    assert agree(readings((die(3, sure=False),), (die(3),), (die(3),)))


def test_touching_dice_stay_two() -> None:
    merged = merge(readings((die(2), die(3, x=41)), (die(3, x=41), die(2))))
    assert [die.face for die in merged.dice] == [2, 3]
