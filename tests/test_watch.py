"""The watcher on drawn tables: which frames make a roll, and which dice were thrown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import AWAY, EDGE, FPS, THREE, THROW, Drawn, DrawnReader, draw, glance_once, show, tumble

from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Reading
from croupier.vision.roll import LAY_HERE, Origin, Phase, Roll, Seen, Turned
from croupier.vision.watch import Watcher


@pytest.fixture(autouse=True)
def glances(monkeypatch: pytest.MonkeyPatch) -> None:
    glance_once(monkeypatch)


def watch(frames: Iterable[Frame], reader: DrawnReader | None = None) -> list[Seen]:
    watcher = Watcher(reader or DrawnReader())
    seen = [watcher.see(frame) for frame in frames]
    last = watcher.finish()
    return [*seen, *([last] if last else [])]


def rolls(seen: Iterable[Seen]) -> list[Roll]:
    return [look.roll for look in seen if look.roll]


def faces(roll: Roll) -> list[int | None]:
    return [die.face for die in roll.dice]


def phases(seen: Iterable[Seen]) -> list[Phase]:
    """The phases in order, each once until the next."""
    found: list[Phase] = []
    for look in seen:
        if not found or found[-1] != look.phase:
            found.append(look.phase)
    return found


def test_an_empty_table_is_no_roll() -> None:
    seen = watch(show((1.0, draw(AWAY))))
    assert rolls(seen) == []
    assert seen[-1].phase == Phase.EMPTY


def test_no_frames_are_no_roll() -> None:
    assert watch([]) == []


def test_a_throw_fires_once_with_all_its_dice() -> None:
    (roll,) = rolls(watch(show(*THROW)))
    assert faces(roll) == [3, 5, 6]
    assert (roll.thrown, roll.stayed, roll.sure) == ((0, 1, 2), (), True)


def test_a_throw_goes_through_its_phases_in_order() -> None:
    seen = watch(show(*THROW, (0.2, tumble((1,))), (0.5, draw(AWAY))))
    assert phases(seen) == [
        Phase.EMPTY,
        Phase.SETTLING,
        Phase.EMPTY,
        Phase.ROLLING,
        Phase.SETTLING,
        Phase.SETTLED,
        Phase.ROLLING,
        Phase.SETTLING,
        Phase.TAKEN,
    ]


def test_a_roll_fires_within_a_fifth_of_a_second_of_rest() -> None:
    (roll,) = rolls(watch(show(*THROW)))
    assert roll.at - 0.7 <= 0.2 + 1 / FPS


def test_dice_that_rest_for_a_third_of_a_second_are_a_roll() -> None:
    (roll,) = rolls(watch(show((0.4, draw(AWAY)), (0.3, tumble((1, 2))), (0.3, draw(THREE)), (0.3, tumble((4, 5))))))
    assert faces(roll) == [3, 5, 6]


def test_a_die_that_hardly_rests_is_no_roll() -> None:
    assert (
        rolls(watch(show((0.4, draw(AWAY)), (0.3, tumble((1, 2))), (0.13, draw(THREE)), (0.3, tumble((4, 5)))))) == []
    )


def test_dice_still_lying_when_the_recording_ends_are_a_roll() -> None:
    reader = DrawnReader(doubt=(3,))
    (roll,) = rolls(watch(show((0.4, draw(AWAY)), (0.3, tumble((1, 2))), (0.27, draw(THREE))), reader))
    assert not roll.sure


@pytest.mark.parametrize("again", [(0,), (1,), (2,), (0, 2), (1, 2), (0, 1)])
def test_a_subset_thrown_again_keeps_the_rest_and_says_which(again: tuple[int, ...]) -> None:
    stay = [die for i, die in enumerate(THREE) if i not in again]
    landed = [(220 + 90 * n, 400, 1 + n) for n in range(len(again))]
    seen = watch(
        show(
            *THROW,
            (0.2, tumble((1, 1), stay)),
            (0.3, draw(stay)),
            (0.2, tumble((1, 1), stay)),
            (0.5, draw([*stay, *landed])),
        )
    )
    first, second = rolls(seen)
    assert (second.thrown, second.stayed) == (again, tuple(i for i in range(3) if i not in again))
    assert [faces(second)[i] for i in second.stayed] == [faces(first)[i] for i in second.stayed]
    assert sorted(face or 0 for i, face in enumerate(faces(second)) if i in again) == [1 + n for n in range(len(again))]


def test_a_subset_thrown_again_without_a_pause_is_the_same_reroll() -> None:
    seen = watch(show(*THROW, (0.4, tumble((1,), THREE[:2])), (0.5, draw([*THREE[:2], (220, 400, 1)]))))
    assert [(roll.thrown, roll.stayed, faces(roll)) for roll in rolls(seen)][1:] == [((2,), (0, 1), [3, 5, 1])]


def test_all_dice_thrown_again_are_a_fresh_throw() -> None:
    anew: list[Drawn] = [(200, 300, 1), (330, 330, 2), (500, 100, 2)]
    seen = watch(show(*THROW, (0.3, tumble((6, 6))), (0.4, draw(AWAY)), (0.3, tumble((6, 6))), (0.5, draw(anew))))
    assert [roll.thrown for roll in rolls(seen)] == [(0, 1, 2), (0, 1, 2)]


def test_dice_picked_up_one_by_one_are_no_smaller_roll() -> None:
    taking = [(0.5, draw(THREE[n:], hand=200 + 20 * n)) for n in range(4)]
    seen = watch(show(*THROW, *taking, (0.5, draw(AWAY))))
    assert len(rolls(seen)) == 1
    assert seen[-1].phase == Phase.TAKEN


def test_a_hand_passing_over_dice_at_rest_is_no_roll() -> None:
    passing = [draw(THREE, hand=x) for x in range(0, 330, 30)]
    seen = watch(show(*THROW, (0.4, passing), (0.5, draw(THREE))))
    assert len(rolls(seen)) == 1
    assert Phase.HAND in phases(seen)
    assert seen[-1].phase == Phase.SETTLED


def test_a_die_thrown_again_beside_others_is_no_hand() -> None:
    again = (0.4, tumble((1,), THREE[:2]))
    seen = watch(show(*THROW, (0.3, draw(THREE[:2])), again, (0.5, draw([*THREE[:2], (220, 400, 1)]))))
    assert Phase.HAND not in phases(seen)


def test_something_smaller_than_a_die_that_moves_changes_no_phase() -> None:
    crumbs = [cv2.circle(draw(THREE), (200 + 20 * n, 250), 6, (255, 255, 255), -1) for n in range(6)]
    seen = watch(show(*THROW, (0.2, crumbs), (0.5, draw(THREE))))
    assert phases(seen)[-1] == Phase.SETTLED
    assert phases(seen).count(Phase.ROLLING) == 1


def test_a_hand_at_rest_that_covers_a_die_makes_no_roll_when_it_leaves() -> None:
    corner: list[Drawn] = [(120, 380, 4), *THREE[1:]]
    frames = show(
        (0.4, draw(AWAY)), (0.3, tumble((1, 2))), (0.5, draw(corner)),
        (0.2, [draw(corner, hand=x) for x in (20, 60, 100)]), (0.5, draw(corner, hand=240)), (0.5, draw(corner)),
    )  # fmt: skip
    assert len(rolls(watch(frames))) == 1


def test_a_bumped_die_is_no_reroll() -> None:
    bumped = [(THREE[0][0] + 20, THREE[0][1] + 6, THREE[0][2]), *THREE[1:]]
    seen = watch(show(*THROW, (0.1, tumble((1,), THREE[1:])), (0.5, draw(bumped))))
    assert len(rolls(seen)) == 1


def test_a_nudged_camera_is_no_roll() -> None:
    nudged = np.roll(draw(THREE), (1, 2), (0, 1))
    assert len(rolls(watch(show(*THROW, (0.5, nudged))))) == 1


def test_a_die_turned_over_by_a_finger_is_a_touch_and_nothing_thrown() -> None:
    turned = [(*THREE[0][:2], 6), *THREE[1:]]
    seen = watch(show(*THROW, (0.2, [draw(THREE, hand=x) for x in (60, 90)]), (0.5, draw(turned))))
    touch = rolls(seen)[1]
    assert (touch.touched, touch.thrown, touch.stayed, faces(touch)) == ((0,), (), (1, 2), [6, 5, 6])


def reach(dice: Sequence[Drawn]) -> tuple[float, list[Image]]:
    """A hand that reaches in over dice."""
    return 0.2, [draw(dice, hand=x) for x in (60, 90)]


HAND = reach(THREE)
TURNED = [(*THREE[0][:2], 6), *THREE[1:]]


@pytest.mark.parametrize(
    "then",
    [
        (HAND, (0.5, draw([(THREE[0][0] + EDGE, THREE[0][1], 6), *THREE[1:]]))),
        (HAND, (0.4, draw(THREE[1:])), HAND, (0.5, draw(TURNED))),
        (HAND, (0.4, draw(THREE[1:], hand=240)), HAND, (0.5, draw(TURNED))),
    ],
    ids=["tipped over its edge", "picked up and set back", "picked up under a hand and set back"],
)
def test_a_die_that_a_hand_moves_to_another_face_is_a_touch(then: tuple[tuple[float, Image], ...]) -> None:
    touch = rolls(watch(show(*THROW, *then)))[1]
    assert (touch.touched, touch.thrown, touch.stayed) == ((0,), (), (1, 2))
    assert touch.turned == (Turned(0, fell=3, before=3),)


def test_a_die_that_is_picked_up_and_set_back_as_it_was_is_no_roll() -> None:
    assert len(rolls(watch(show(*THROW, HAND, (0.4, draw(THREE[1:])), HAND, (0.5, draw(THREE)))))) == 1


def test_dice_turned_one_after_another_are_a_touch_each() -> None:
    both = [*TURNED[:2], (*THREE[2][:2], 1)]
    seen = watch(show(*THROW, HAND, (0.5, draw(TURNED)), HAND, (0.5, draw(both))))
    assert [roll.touched for roll in rolls(seen)[1:]] == [(0,), (2,)]
    assert [turned.die for turned in rolls(seen)[2].turned] == [0, 2]


def test_a_die_turned_while_another_is_thrown_again_is_told_apart_from_it() -> None:
    seen = watch(show(*THROW, (0.3, tumble((1, 2), THREE[1:2])), (0.5, draw([*TURNED[:2], (220, 400, 1)]))))
    roll = rolls(seen)[1]
    assert (roll.touched, roll.stayed, roll.thrown) == ((0,), (1,), (2,))


@pytest.mark.parametrize("passing", [False, True], ids=["at once", "after a hand passed"])
@pytest.mark.parametrize("lie", [TURNED, [*THREE[:2], (220, 400, 1)]], ids=["a touch", "a reroll"])
def test_a_reread_repeats_what_was_told_last_and_makes_no_throw_of_it(lie: list[Drawn], passing: bool) -> None:
    watcher = Watcher(DrawnReader())
    then = (reach(lie), (0.5, draw(lie))) if passing else ()
    told = rolls([watcher.see(frame) for frame in show(*THROW, HAND, (0.5, draw(lie)), *then)])
    watcher.reread()
    later = [Frame(frame.image, 10 + frame.at, 100 + frame.index) for frame in show((0.5, draw(lie)))]
    (again,) = rolls([watcher.see(frame) for frame in later])
    assert (len(told), again.origin) == (2, Origin.REREAD)
    for part in ("thrown", "stayed", "touched", "turned"):
        assert getattr(again, part) == getattr(told[-1], part)


def test_light_that_changes_is_no_roll() -> None:
    flicker = [draw(THREE, light=light) for light in (1.0, 0.93, 1.05, 0.97)]
    assert len(rolls(watch(show(*THROW, (1.0, flicker))))) == 1


def test_noise_is_no_motion() -> None:
    noisy = [draw(THREE, noise=seed) for seed in range(1, 9)]
    (roll,) = rolls(watch(show((0.4, draw(AWAY, noise=9)), (0.3, tumble((1, 2))), (1.0, noisy))))
    assert roll.sure


def test_dice_that_lay_there_before_the_watching_are_asked_about() -> None:
    (roll,) = rolls(watch(show((1.0, draw(THREE)))))
    assert (roll.origin, roll.ask) == (Origin.LAY, (LAY_HERE,))
    assert not roll.sure


def test_dice_thrown_before_the_table_first_rests_are_a_roll() -> None:
    (roll,) = rolls(watch(show((0.4, tumble((1, 2, 3))), (0.6, draw(THREE)))))
    assert roll.sure


@pytest.mark.parametrize(
    ("frames", "first"),
    [
        (((1.0, draw(THREE)),), [True]),
        (((0.2, [draw(THREE, hand=x) for x in (120, 80, 40)]), (0.8, draw(THREE))), [True]),
        (((0.2, [np.roll(draw(THREE), n, 1) for n in (12, 6, 3)]), (0.8, draw(THREE))), [True]),
        (((0.4, tumble((1, 2, 3))), (0.6, draw(THREE))), [True]),
        (THROW, [False]),
        (((1.0, draw(THREE)), (0.3, tumble((1,), THREE[:2])), (0.5, draw([*THREE[:2], (220, 400, 1)]))), [True, False]),
    ],
    ids=["at rest", "a hand leaves", "the camera shakes", "they fall", "the table was empty", "then one thrown again"],
)
def test_the_first_dice_seen_are_told_as_the_first_whatever_moved(
    frames: tuple[tuple[float, Image], ...], first: list[bool]
) -> None:
    assert [roll.first for roll in rolls(watch(show(*frames)))] == first


def test_a_die_never_read_for_sure_is_asked_about() -> None:
    (roll,) = rolls(watch(show(*THROW), DrawnReader(doubt=(5,))))
    assert roll.ask == ("worn pips",)
    assert [die.sure for die in roll.dice] == [True, False, True]


def test_a_doubtful_die_that_is_nudged_fires_no_second_roll() -> None:
    nudged = np.roll(draw(THREE), (1, 2), (0, 1))
    assert len(rolls(watch(show(*THROW, (0.5, nudged)), DrawnReader(doubt=(3, 5, 6))))) == 1


def test_a_die_first_missed_and_then_seen_where_it_lay_is_no_throw() -> None:
    class Waking(DrawnReader):
        def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
            self.blind = (6,) if self.calls < 3 else ()
            return super().read(image, kind)

    seen = watch(
        show(
            *THROW,
            (0.2, [draw(THREE, hand=x) for x in (60, 90)]),
            (0.1, draw(THREE, hand=30)),
            (0.5, np.roll(draw(THREE), 1, 0)),
        ),
        Waking(),
    )
    assert len(rolls(seen)) == 1


def test_a_reread_reports_the_same_throw_again() -> None:
    reader = DrawnReader(doubt=(5,))
    watcher = Watcher(reader)
    before = rolls([watcher.see(frame) for frame in show(*THROW)])
    reader.doubt = ()
    watcher.reread()
    later = [Frame(frame.image, 10 + frame.at, 100 + frame.index) for frame in show((0.5, draw(THREE)))]
    (again,) = rolls([watcher.see(frame) for frame in later])
    assert again.sure
    assert (before[0].origin, again.origin) == (Origin.THROWN, Origin.REREAD)
    assert again.thrown == before[0].thrown


def test_a_table_at_rest_is_not_read_over_and_over() -> None:
    reader = DrawnReader()
    watch(show(*THROW, (5.0, draw(THREE))), reader)
    assert reader.calls <= 4


class Hinted(DrawnReader):
    """Knows what it was asked; told an edge, it overlooks `blind_at_one_size` and doubts `doubt_at_one_size`."""

    def __init__(self, blind_at_one_size: Sequence[int] = (), doubt_at_one_size: Sequence[int] = ()) -> None:
        super().__init__()
        self.lost, self.doubted = blind_at_one_size, doubt_at_one_size
        self.asked: list[float | None] = []

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        self.asked.append(edge)
        self.blind, self.doubt = (self.lost, self.doubted) if edge else ((), ())
        return super().read(image, kind, edge)


def test_dice_at_rest_are_looked_at_once_at_every_size_and_then_at_theirs() -> None:
    reader = Hinted()
    (roll,) = rolls(watch(show((0.3, tumble((1, 2, 3))), (0.6, draw(THREE))), reader))
    assert roll.sure
    assert reader.asked[0] is None
    assert reader.asked[1:] == [pytest.approx(EDGE, abs=3)] * (len(reader.asked) - 1)
    assert len(reader.asked) >= 2


@pytest.mark.parametrize("reader", [Hinted(blind_at_one_size=(5,)), Hinted(doubt_at_one_size=(5,))])
def test_a_look_at_one_size_costs_no_die(reader: Hinted) -> None:
    (roll,) = rolls(watch(show((0.3, tumble((1, 2, 3))), (0.6, draw(THREE))), reader))
    assert faces(roll) == [3, 5, 6]
    assert roll.sure
    assert reader.asked[-1] is None


class Wary(Hinted):
    """Has something against the picture, which it does not see when it is told an edge."""

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        reading = super().read(image, kind, edge)
        return reading if edge else replace(reading, why=("a die may be cut off by the edge of the picture",))


def test_what_speaks_against_the_picture_is_not_forgotten_by_looks_at_one_size() -> None:
    (roll,) = rolls(watch(show((0.3, tumble((1, 2, 3))), (0.6, draw(THREE))), Wary()))
    assert "a die may be cut off by the edge of the picture" in roll.ask


def test_an_empty_table_gives_no_size_to_look_at() -> None:
    reader = Hinted()
    watch(show((1.0, draw(AWAY))), reader)
    assert set(reader.asked) == {None}


def test_a_picture_of_another_size_is_motion_not_an_error() -> None:
    small = cv2.resize(draw(THREE), (320, 240))
    assert len(rolls(watch(show(*THROW, (0.5, small))))) == 1


def test_the_same_frames_give_the_same_rolls() -> None:
    frames = show(*THROW, (0.3, tumble((1,), THREE[:2])), (0.5, draw([*THREE[:2], (220, 400, 1)])))
    tell = [(look.at, look.phase, look.dice) for look in watch(frames)]
    assert tell == [(look.at, look.phase, look.dice) for look in watch(frames)]
