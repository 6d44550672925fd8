"""Dice seen again: by new eyes, read again, or thrown again in part. What only a person may settle stays asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from drawn import THREE, THROW, DrawnReader, draw
from drawn import show as frames
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules import GAMES
from croupier.rules.draw import draw_action
from croupier.rules.wire import to_json
from croupier.server import show
from croupier.server.heed.asked import THROWN_EARLY
from croupier.server.heed.rows import LOOKED_LATE, READ_AGAIN, STILL_THERE, TYPED_IN
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.vision.frame import Image
from croupier.vision.reading import Die
from croupier.vision.roll import LAY_HERE, Origin, Roll, Turned
from croupier.vision.watch import Watcher

PLAYERS = ("Ada", "Bo", "Cy")
EDGE = 10
WORN = "Worn pips."


def seen(
    faces: Sequence[int],
    thrown: Sequence[int] | None = None,
    at: Sequence[int] | None = None,
    origin: Origin = Origin.THROWN,
    first: bool = False,
    doubtful: Sequence[int] = (),
    touched: dict[int, int] | None = None,
    kind: str = "d6",
) -> Roll:
    """Dice an edge wide at their places, in pixels: all thrown, or the others stayed; `touched` with what they were."""
    every, turned = range(len(faces)), touched or {}
    at = [10 * EDGE * i for i in every] if at is None else at
    dice = []
    for i, (face, x) in enumerate(zip(faces, at, strict=True)):
        corners = ((x, 0), (x + EDGE, 0), (x + EDGE, EDGE), (x, EDGE))
        sure = i not in doubtful
        dice.append(Die(kind, face, corners, 0.99 if sure else 0.5, sure, "" if sure else WORN))
    thrown = tuple(every if thrown is None else thrown)
    ask = ((LAY_HERE,) if origin == Origin.LAY else ()) + ((WORN,) if doubtful else ())
    stayed = tuple(i for i in every if i not in thrown and i not in turned)
    told = tuple(Turned(i, was, was) for i, was in turned.items())
    return Roll(tuple(dice), thrown, stayed, 1.0, ask, tuple(turned), told, origin=origin, first=first)


@pytest.fixture
def table(table: Table) -> Table:
    """With many rerolls."""
    table.start("rift", PLAYERS, {"extra_rerolls": "3"})
    return table


def asks(table: Table) -> list[str]:
    question = show.board(table)["question"]
    return [] if question is None else list(question["ask"])


def confirm(table: Table, kind: str, seat: int = 0) -> None:
    """Say that the open question is right as it is shown."""
    question = show.board(table)["question"]
    table.throw(seat, kind, [d["face"] for d in question["dice"]], question["thrown"], "operator")


# Read again


def lay_here(table: Table) -> None:
    table.settle(seen((3, 5, 6), origin=Origin.LAY))


def looked_late(table: Table) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((1, 1, 2), first=True))


def other_dice(table: Table) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((1, 1, 2), origin=Origin.REREAD))


def dropped(table: Table) -> None:
    table.settle(seen((3, 5, 6), doubtful=[0]))
    table.dismiss("operator")
    table.settle(seen((3, 5, 6), origin=Origin.REREAD))


def thrown_early(table: Table) -> None:
    table.start("rift", PLAYERS, {})
    table.settle(seen((3, 5, 6)))
    table.act({"kind": "reroll", "seat": 0, "dice": [2], "faces": [1]}, "operator")
    table.settle(seen((1, 1, 2)))
    table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")


def thrown_in_two_goes(table: Table) -> None:
    table.settle(seen((3, 5, 6), doubtful=[0]))
    table.settle(seen((1, 5, 6), thrown=[0], at=(40, 100, 200)))


HELD = [
    (lay_here, LAY_HERE),
    (looked_late, LOOKED_LATE),
    (other_dice, READ_AGAIN),
    (dropped, READ_AGAIN),
    (thrown_early, THROWN_EARLY),
    (thrown_in_two_goes, STILL_THERE),
]


@pytest.mark.parametrize("again", [Origin.REREAD, Origin.LAY])
@pytest.mark.parametrize(("asked_about", "held"), HELD, ids=[held.__name__ for held, _ in HELD])
def test_what_only_a_person_may_settle_is_asked_however_often_the_table_is_read_again(
    table: Table, asked_about: Any, held: str, again: Origin
) -> None:
    asked_about(table)
    assert held in asks(table)
    state = table.course.state
    for faces in ((3, 5, 6), (1, 1, 2), (1, 1, 2), (1, 1)):
        table.settle(seen(faces, origin=again))
        table.settle(seen(faces, origin=Origin.REREAD))
        assert held in asks(table)
        assert table.course.state == state


def test_what_is_held_is_settled_by_a_person(table: Table) -> None:
    lay_here(table)
    table.settle(seen((3, 5, 6), origin=Origin.REREAD))
    confirm(table, "roll")
    assert (table.course.state.dice, asks(table)) == ((3, 5, 6), [])


def test_a_new_throw_of_all_dice_leaves_nothing_held(table: Table) -> None:
    lay_here(table)
    table.settle(seen((2, 2, 4), at=(50, 150, 250)))
    assert (table.course.state.dice, asks(table)) == ((2, 2, 4), [])


def test_a_doubt_about_a_reading_is_lifted_by_another_and_only_what_was_thrown_counts(table: Table) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((1, 5, 6), thrown=[0], at=(40, 100, 200), doubtful=[0]))
    table.settle(seen((2, 5, 6), thrown=[0], at=(40, 100, 200), origin=Origin.REREAD))
    assert asks(table) == []
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [0], "faces": [2]}


def test_a_reading_with_one_more_die_does_not_say_which_of_them_were_thrown(table: Table) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((3, 1), thrown=[1], at=(0, 140)))
    table.settle(seen((3, 1, 6), at=(0, 140, 200), origin=Origin.REREAD))
    assert READ_AGAIN in asks(table)
    assert table.course.state.dice == (3, 5, 6)


# New eyes


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.THROWN])
def test_new_eyes_that_see_the_dice_as_they_counted_change_nothing(table: Table, origin: Origin) -> None:
    table.settle(seen((3, 5, 6)))
    before = show.board(table)
    table.settle(seen((6, 3, 5), origin=origin, first=True))
    assert show.board(table) == before
    table.undo("operator")
    before = show.board(table)
    table.settle(seen((6, 3, 5), origin=origin, first=True))
    assert show.board(table) == before


def test_the_first_dice_of_a_game_are_a_roll_when_they_were_seen_to_come(table: Table) -> None:
    table.settle(seen((3, 5, 6), first=True))
    assert (table.course.state.dice, asks(table)) == ((3, 5, 6), [])


@pytest.mark.parametrize("before", [seen((3, 5, 6)), seen((3, 5))], ids=["counted", "asked about"])
def test_other_dice_that_new_eyes_see_are_asked_about_once_dice_were_on_the_table(table: Table, before: Roll) -> None:
    table.settle(before)
    state = table.course.state
    table.settle(seen((1, 1, 2), first=True))
    assert asks(table) == [LOOKED_LATE]
    assert table.course.state == state


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.THROWN])
def test_new_eyes_that_see_dice_that_were_asked_about_ask_on_and_say_what_was_thrown(
    table: Table, origin: Origin
) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((1, 5, 6), thrown=[0], at=(40, 100, 200), doubtful=[0]))
    table.settle(seen((1, 5, 6), at=(41, 100, 200), doubtful=[0], origin=origin, first=True))
    assert WORN in asks(table)
    assert show.board(table)["question"]["thrown"] == [0]
    table.settle(seen((1, 5, 6), at=(41, 100, 200), origin=Origin.REREAD))
    assert asks(table) != []
    confirm(table, "reroll")
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [0], "faces": [1]}


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.THROWN])
def test_a_die_turned_over_by_hand_is_asked_about_as_one_by_new_eyes_too_and_told_once(
    table: Table, origin: Origin
) -> None:
    table.settle(seen((3, 5, 6)))
    table.settle(seen((3, 4, 6), thrown=(), touched={1: 5}))
    question = asks(table)
    assert "turned over by hand" in question[0]
    for again in (seen((3, 4, 6), origin=origin, first=True), seen((3, 4, 6), origin=Origin.REREAD)):
        table.settle(again)
        assert asks(table) == question
        assert show.board(table)["question"]["touched"] == [{"die": 1, "was": 5, "face": 4}]
    assert table.course.state.dice == (3, 5, 6)
    assert [row["kind"] for row in show.story(table)].count("touch") == 1


@pytest.mark.parametrize(
    "moves",
    [[], [draw(THREE, hand=x) for x in (120, 80, 40)], [np.roll(draw(THREE), n, 1) for n in (12, 6, 3)]],
    ids=["nothing", "a hand that leaves", "the camera"],
)
def test_dice_that_lie_there_when_a_lost_camera_comes_back_are_no_throw_whatever_moves(
    table: Table, moves: list[Image]
) -> None:
    def watch(*stretches: tuple[float, Image | list[Image]]) -> None:
        watcher = Watcher(DrawnReader())
        for roll in (watcher.see(frame).roll for frame in frames(*stretches)):
            if roll is not None:
                table.settle(roll)

    watch(*THROW)
    before = show.board(table)
    assert table.course.state.dice == (3, 5, 6)
    watch((0.2 if moves else 0.0, moves), (0.8, draw(THREE)))
    assert show.board(table) == before


@pytest.mark.parametrize("done", [False, True], ids=["they count", "they are done with"])
@pytest.mark.parametrize(
    ("then", "asked"),
    [
        (seen((3, 5, 6), at=(2, 101, 199)), True),
        (seen((6, 3, 5), at=(199, 2, 101)), True),
        (seen((3, 5, 1), at=(2, 101, 199)), False),
        (seen((3, 5, 6), at=(2, 101, 230)), False),
    ],
    ids=["where they lay", "in another order", "another face", "one elsewhere"],
)
def test_dice_that_come_out_from_under_a_hand_just_where_they_lay_are_asked_about(
    table: Table, then: Roll, asked: bool, done: bool
) -> None:
    table.settle(seen((3, 5, 6)))
    if done:
        table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")
    state = table.course.state
    table.settle(then)  # eyes that began to look while the hand lay there
    assert asks(table) == ([LOOKED_LATE] if asked else [])
    assert (table.course.state == state) == asked


# Thrown in part


@pytest.mark.parametrize(
    ("game", "kind", "faces", "new", "action"),
    [
        ("fate", "dF", (1, 1, -1, 0), (0, -1, 1), {"kind": "fudge", "bind": [0, 1], "faces": [1, -1]}),
        ("rift", "d6", (6, 6, 2), (1, 5, 4), {"kind": "reroll", "dice": [1, 2], "faces": [4, 5]}),
    ],
)
def test_the_doubtful_die_of_several_thrown_again_alone_leaves_the_others_thrown_as_well(
    table: Table, game: str, kind: str, faces: tuple[int, ...], new: tuple[int, ...], action: dict[str, Any]
) -> None:
    table.start(game, PLAYERS, {})
    lie = [100 * i for i in range(len(faces))]
    stay, (one, two) = lie[:-2], (len(faces) - 2, len(faces) - 1)
    table.settle(seen(faces, at=lie, kind=kind))
    state = table.course.state
    now = (*faces[:-2], new[0], new[1])
    table.settle(seen(now, [one, two], [*stay, 1000, 1200], doubtful=[one], kind=kind))
    now = (*faces[:-2], new[2], new[1])
    table.settle(seen(now, [one], [*stay, 1400, 1200], kind=kind))
    assert asks(table) == [STILL_THERE]
    assert (show.board(table)["question"]["thrown"], table.course.state) == ([one, two], state)
    confirm(table, action["kind"])
    assert show.board(table)["last"]["action"] == {"seat": 0, **action}


def test_a_die_that_stayed_elsewhere_than_it_counted_is_no_die_that_lay_there_for_its_face(table: Table) -> None:
    table.start("fate", PLAYERS, {})
    table.settle(seen((1, 1, -1, 0), kind="dF"))
    table.settle(seen((1, 1, 0, -1), [2, 3], (0, 100, 1000, 1200), doubtful=[2], kind="dF"))
    table.dismiss("operator")
    state = table.course.state
    table.settle(seen((1, 1, 1, -1), [2], (0, 100, 1400, 1200), kind="dF"))
    assert asks(table) == ["A die that stayed shows −, but lies elsewhere than it lay: was it thrown?"]
    assert table.course.state == state


# Shown in several pictures


FIVE = (3, 3, 3, 4, 5)


@pytest.fixture
def reveal(table: Table) -> Table:
    """Fifteen dice are to be shown, and Ada's five were."""
    table.start("liars-dice", PLAYERS, {"referee": "yes"})
    table.act({"kind": "accuse", "seat": 0, "bidder": 1, "quantity": 6, "face": 3}, "operator")
    table.settle(seen(FIVE))
    return table


SHOWN = (0, 100, 200, 300, 400)
NEW = (600, 700, 800, 900, 1000)


@pytest.mark.parametrize(
    "then",
    [
        seen(FIVE, at=[x + 8 for x in SHOWN]),
        seen((1, 2, 2, 4, 6), at=NEW),
        seen((*FIVE, 1, 2, 3, 4, 6), range(4, 10), (0, 100, 200, 300, 460, *NEW)),
        seen((*FIVE[:4], 1, 2, 3, 4, 6), range(4, 9), (0, 100, 200, 300, *NEW)),
    ],
    ids=["covered and shown again", "they were taken away", "one was pushed among the new ones", "one is gone"],
)
def test_dice_shown_that_do_not_lie_where_they_lay_may_be_among_those_that_come(reveal: Table, then: Roll) -> None:
    state = reveal.course.state
    reveal.settle(then)
    assert asks(reveal) == ["Dice that were shown before do not lie where they lay: are these others?"]
    reveal.settle(seen([die.face or 0 for die in then.dice], then.thrown, origin=Origin.REREAD))
    assert asks(reveal) != []
    assert reveal.course.state == state


def test_dice_that_come_while_those_shown_lie_there_are_the_next_ones(reveal: Table) -> None:
    reveal.settle(seen((*FIVE, *FIVE), range(5, 10), (*SHOWN, *NEW)))
    assert asks(reveal) == []
    assert len(reveal.course.state.shown) == 10


def test_all_dice_shown_at_once_take_the_place_of_what_was_shown(reveal: Table) -> None:
    reveal.settle(seen([1 + n % 6 for n in range(15)], at=[30 + 50 * n for n in range(15)]))
    assert asks(reveal) == []
    assert not any(prompt["kind"] == "show" for prompt in show.board(reveal)["prompts"])


@pytest.mark.parametrize(("faces", "asked"), [(FIVE[::-1], True), ((*FIVE, 1), True), ((1, 1, 2, 2, 6), False)])
def test_faces_that_were_typed_in_are_asked_about_when_a_camera_sees_them_come(
    reveal: Table, faces: tuple[int, ...], asked: bool
) -> None:
    reveal.undo("operator")
    reveal.act({"kind": "show", "seat": 0, "faces": list(FIVE)}, "operator")
    reveal.settle(seen(faces))
    assert bool(asks(reveal)) == asked


# The law


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(GAMES)))
def test_once_dice_have_counted_those_that_nobody_saw_fall_never_change_a_state(chance: Random, name: str) -> None:
    game, log = GAMES[name], Log("sqlite://")
    table = Table(log)
    options = {o.name: chance.choice(o.choices or (o.default, *o.examples)) for o in game.options}
    table.start(name, PLAYERS[: max(game.seats[0], 2)], options)
    while game.prompts(table.course.state) and not table.course.lying and len(table.course.steps) < 20:
        table.act(to_json(draw_action(game, table.course.state, chance.randrange)), "operator")
    lay = table.course.lying
    state = table.course.state
    for _ in range(8 if lay else 0):
        kind = lay[0]["kind"]
        faces = [die["face"] if chance.random() < 0.7 else chance.choice(lay)["face"] for die in lay]
        faces = faces[: chance.randint(1, len(faces))] if chance.random() < 0.3 else faces
        thrown = sorted(chance.sample(range(len(faces)), chance.randint(1, len(faces))))
        origin = chance.choice((Origin.REREAD, Origin.LAY, Origin.THROWN))
        doubtful = [i for i in range(len(faces)) if chance.random() < 0.1]
        table.settle(seen(faces, thrown, origin=origin, first=origin != Origin.REREAD, doubtful=doubtful, kind=kind))
        assert table.course.state == state
        if table.asks and chance.random() < 0.2:
            table.dismiss("operator")
    log.close()


# Typed in, and seen to be thrown


TYPED = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}


def test_a_roll_that_was_typed_in_before_the_camera_told_of_it_is_asked_about_and_counts_once(table: Table) -> None:
    table.act(TYPED, "seat 0")
    table.settle(seen((6, 3, 5)))
    assert asks(table) == [TYPED_IN]
    assert len(table.course.steps) == 1
    table.dismiss("operator")
    assert not asks(table)
    assert len(table.course.steps) == 1


def test_an_equal_roll_that_was_thrown_once_more_counts_with_a_tap(table: Table) -> None:
    table.act(TYPED, "seat 0")
    table.settle(seen((3, 5, 6)))
    confirm(table, "reroll")
    assert len(table.course.steps) == 2
    table.settle(seen((3, 5, 6), at=(20, 90, 150)))  # and the next one needs none: the camera told of the last
    assert not asks(table)
    assert len(table.course.steps) == 3


def test_reading_again_does_not_make_a_typed_roll_count_twice(table: Table) -> None:
    table.act(TYPED, "seat 0")
    table.settle(seen((3, 5, 6)))
    table.settle(seen((3, 5, 6), origin=Origin.REREAD))
    assert TYPED_IN in asks(table)
    assert len(table.course.steps) == 1


def test_dice_thrown_again_in_part_are_asked_about_where_just_these_were_typed_in(table: Table) -> None:
    table.settle(seen((3, 5, 6)))
    table.throw(0, "reroll", (3, 5, 1), (2,), "seat 0")
    table.settle(seen((3, 5, 1), thrown=(2,)))
    assert asks(table) == [TYPED_IN]


@pytest.mark.parametrize("faces", [(3, 5, 5), (1, 2, 4)])
def test_another_roll_than_the_one_that_was_typed_in_is_a_roll(table: Table, faces: tuple[int, ...]) -> None:
    table.act(TYPED, "seat 0")
    table.settle(seen(faces))
    assert not asks(table)
    assert len(table.course.steps) == 2


def test_once_the_camera_has_told_of_the_typed_roll_an_equal_one_is_another(table: Table) -> None:
    table.act(TYPED, "seat 0")
    table.settle(seen((3, 5, 6)))
    table.dismiss("operator")
    table.settle(seen((3, 5, 6)))
    assert len(table.course.steps) == 2
