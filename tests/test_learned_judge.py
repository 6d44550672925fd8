"""What the learned reader makes of faces that were found: planes, sides, second witness, kinds, doubts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from croupier.models.store import Manifest, ModelsError, read_manifest
from croupier.models.workshop.drawn import Drawn, table
from croupier.vision.frame import Image
from croupier.vision.learned import LearnedReader
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.judge import strays as searching_strays
from croupier.vision.learned.judge.confidence import CALIBRATION, SLANTED, WORDS, features, judge, probability, weights
from croupier.vision.learned.judge.doubts import PLANES, UNREAD, doubts
from croupier.vision.learned.judge.evidence import Evidence, askew, gather, without_verdict
from croupier.vision.learned.judge.fuse import Fused, fuse
from croupier.vision.learned.judge.plane import agreed, misfit, side_of
from croupier.vision.learned.judge.sharp import glare, outline, patch, softness
from croupier.vision.learned.judge.strays import strays
from croupier.vision.learned.judge.witness import AGREES, DISAGREES, witness
from croupier.vision.learned.name import FACES, Named
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.sessions import Models
from croupier.vision.learned.top import Floats, Top, top_of
from croupier.vision.reading import Die

GOOD = Evidence(
    heat=0.95, seen=1.0, not_a_face=0.001, chance=0.998, agree=1.0, witness=1.0, size=0.0, plane=0.0,
    fall=0.0, cube=0.0, slant=0.1, askew=0.0, side=0.0, edge=60.0, softness=0.4, glare=0.0, outline=1.0, crowd=0.0,
    cut=False,
)  # fmt: skip
A_DIE = Die("d6", 5, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.0, False)
Colour = tuple[int, int, int]

CUBE = np.array([(x, y, z) for z in (1, -1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], float) / 2


def cube(x: float, y: float, turn: float, slant: float, edge: float = 60) -> Floats:
    """(8, 2) corners in the picture of a cube on a table seen at `slant` degrees: four of the top, four of the bottom.

    `x`, `y` say where it stands on the table, in edges.
    """
    c, s, tilt = math.cos(math.radians(turn)), math.sin(math.radians(turn)), math.radians(slant)
    points = CUBE @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, y, 0]
    across, deep, high = points.T
    seen = np.stack([across, deep * math.cos(tilt) - high * math.sin(tilt)], axis=1)
    return np.asarray(seen * edge + [320, 240])


def top(x: float, y: float, turn: float, slant: float, edge: float = 60) -> Top:
    corners = cube(x, y, turn, slant, edge)
    dx, dy = (corners[4:].mean(axis=0) - corners[:4].mean(axis=0)).tolist()
    return top_of(corners[:4], (dx, dy))


def front(x: float, y: float, slant: float) -> Top:
    """The side that looks at the camera of a cube that stands straight, taken for a top: its fall goes up."""
    corners = cube(x, y, 0, slant)
    face = corners[[3, 2, 6, 7]]
    dx, dy = (corners[[0, 1, 5, 4]].mean(axis=0) - face.mean(axis=0)).tolist()
    return top_of(face, (dx, dy))


def named(where: Top, heat: float = 0.9, **faces: float) -> Named:
    """A face of which the namer says `six=0.9`, `none=0.1`, …; the rest is spread thinly."""
    names = ("one", "two", "three", "four", "five", "six", "plus", "minus", "blank", "none")
    chances = np.array([faces.get(name, 0.0) for name in names])
    chances += (1 - chances.sum()) / len(names)
    return Named(Candidate(where, heat), chances, np.tile(chances, (4, 1)))


def fused(several: Sequence[Named], kind: str = "auto") -> Fused:
    return fuse(several, kind)


def test_no_faces_agree_on_nothing() -> None:
    assert len(agreed([], [], 640).stretch) == 0
    assert fused([]) == Fused()


@pytest.mark.parametrize("slant", [0, 20, 40, 60])
def test_faces_of_a_table_agree_whatever_their_turn(slant: int) -> None:
    tops = [top(2 * n - 4, n % 3 - 1, 23 * n, slant) for n in range(5)]
    plane = agreed(tops, [1.0] * 5, 640)
    assert np.degrees(plane.slant) == pytest.approx([slant] * 5, abs=0.5)
    assert np.max(misfit(tops, plane)) < 0.02


@pytest.mark.parametrize("slant", [20, 35, 45, 55])
def test_a_front_face_taken_for_a_top_disagrees_with_the_table(slant: int) -> None:
    tops = [*(top(2 * n - 4, n % 3 - 1, 23 * n, slant) for n in range(4)), front(4, 0, slant)]
    plane = agreed(tops, [1.0] * 5, 640)
    stretch, fall, _ = misfit(tops, plane)
    assert max(stretch[4], fall[4]) > 0.3
    assert max(*stretch[:4], *fall[:4]) < 0.15


@pytest.mark.parametrize("slant", [35, 45, 60, 68])
def test_a_lone_front_taken_for_a_top_is_seen_to_fall_upwards_and_a_top_downwards(slant: int) -> None:
    assert askew(np.array(front(0, 0, slant).down)) > 0.9
    assert askew(np.array(top(0, 0, 20, slant).down)) < 0.05


@pytest.mark.parametrize("way", range(0, 360, 45))
def test_from_above_no_way_to_fall_is_askew(way: int) -> None:
    down = 0.06 * np.array([math.cos(math.radians(way)), math.sin(math.radians(way))])
    assert askew(down) < 0.2


def test_a_cocked_die_among_flat_ones_disagrees() -> None:
    tops = [*(top(2 * n - 4, n % 3 - 1, 23 * n, 10) for n in range(4)), top(4, 0, 10, 50)]
    stretch, _, _ = misfit(tops, agreed(tops, [1.0] * 5, 640))
    assert stretch[4] > 0.25
    assert max(stretch[:4]) < 0.1


def test_perspective_may_change_the_plane_slowly_over_the_picture() -> None:
    tops = [replace(top(0, 0, 17 * n, 20 + 5 * n), center=(60.0 + 90 * n, 200.0)) for n in range(6)]
    stretch, fall, _ = misfit(tops, agreed(tops, [1.0] * 6, 640))
    assert max(*stretch, *fall) < 0.12


def test_a_face_that_is_no_cubes_top_by_its_own_fall_is_noticed() -> None:
    leaning = replace(top(0, 0, 30, 45), down=(0.0, 0.0))
    _, _, cube_off = misfit([leaning], agreed([leaning], [1.0], 640))
    assert cube_off[0] > 0.5


@pytest.mark.parametrize("turn", [0, 20, 45])
def test_a_die_knows_where_its_sides_are_seen(turn: int) -> None:
    die = top(0, 0, turn, 40)
    corners = cube(0, 0, turn, 40)
    sides = [corners[[a, (a + 1) % 4, (a + 1) % 4 + 4, a + 4]].mean(axis=0) for a in range(4)]
    lowest = max(sides, key=lambda side: side[1])
    assert side_of(Top((float(lowest[0]), float(lowest[1])), 50), die) > 0.9
    highest = min(sides, key=lambda side: side[1])
    assert side_of(Top((float(highest[0]), float(highest[1])), 50), die) < 0.3
    assert side_of(Top((die.center[0] + 200, die.center[1]), 50), die) == 0


def test_a_die_that_is_seen_from_above_shows_no_sides() -> None:
    assert side_of(top(0, 0.75, 0, 0), top(0, 0, 0, 0)) == 0


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("edge", "turn"), [(24, 0), (40, 30), (110, 61)])
def test_the_second_witness_sees_the_face_that_is_there(face: int, edge: int, turn: int) -> None:
    picture = Halves(table([Drawn(face, (200, 150), edge, turn)], (400, 300)))
    where = Top((200, 150), edge)
    assert witness(picture, where, "d6", face) >= 0.5 * AGREES
    other = face % 6 + 1
    assert witness(picture, where, "d6", other) <= 0.5 * DISAGREES


def fudge(
    face: int, turn: float, body: Colour = (235, 235, 235), ink: Colour = (30, 30, 30), table: Colour = (60, 120, 40)
) -> Image:
    """A Fudge die, 60 px, turned by `turn` degrees; a white one on green unless told otherwise."""
    image = np.full((200, 200, 3), table, np.uint8)
    rect = cv2.boxPoints(((100, 100), (60, 60), turn)).astype(np.int32)
    cv2.fillConvexPoly(image, rect, body, cv2.LINE_AA)
    for bar in ((36, 9), (9, 36)) if face > 0 else ((36, 9),) if face < 0 else ():
        cv2.fillConvexPoly(image, cv2.boxPoints(((100, 100), bar, turn)).astype(np.int32), ink, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("face", range(1, 7))
def test_the_second_witness_sees_pips_that_differ_from_the_die_in_hue_alone(face: int) -> None:
    dice = [Drawn(face, (200, 150), 60, 20, body=(150, 40, 40), ink=(40, 40, 150))]
    picture, where = Halves(table(dice, (400, 300))), Top((200, 150), 60)
    assert witness(picture, where, "d6", face) >= 0.5 * AGREES
    assert witness(picture, where, "d6", face % 6 + 1) <= 0.5 * DISAGREES


@pytest.mark.parametrize("face", [-1, 1])
@pytest.mark.parametrize("turn", [0, 25, 45])
def test_the_second_witness_knows_the_signs_of_fudge_dice(face: int, turn: int) -> None:
    picture, where = Halves(fudge(face, turn)), Top((100, 100), 60)
    assert witness(picture, where, "dF", face) > 0
    assert witness(picture, where, "dF", 0) < 0
    assert witness(picture, where, "dF", -face) < 0


@pytest.mark.parametrize("face", [-1, 0, 1])
@pytest.mark.parametrize("depth", [0, 8, 12, 15])
@pytest.mark.parametrize("turn", [0, 25])
def test_a_worn_sign_is_no_testimony_of_a_blank(face: int, depth: int, turn: int) -> None:
    body = (120, 120, 120)
    picture = Halves(fudge(face, turn, body, (120 - depth,) * 3, body))
    assert witness(picture, Top((100, 100), 60), "dF", 0) <= 0
    assert witness(picture, Top((100, 100), 60), "dF", face or 1) >= 0


def test_a_blank_is_the_namers_word_alone() -> None:
    assert witness(Halves(fudge(0, 20)), Top((100, 100), 60), "dF", 0) <= 0
    blank, certain = replace(A_DIE, kind="dF", face=0), {**CALIBRATION, "all": 12.0}
    assert not judge(blank, replace(GOOD, witness=0.0, chance=0.85), certain, 0.95).sure
    assert judge(blank, replace(GOOD, witness=0.0, chance=0.97), certain, 0.95).sure


def test_the_second_witness_cannot_tell_what_shows_no_marks() -> None:
    assert witness(Halves(np.full((200, 200, 3), 200, np.uint8)), Top((100, 100), 60), "d6", 4) == 0


def test_a_second_find_of_one_die_and_its_pip_are_dropped() -> None:
    die = Top((100, 100), 60)
    again, pip = Top((112, 104), 50), Top((115, 115), 14)
    kept = fused([named(die, five=0.97), named(again, 0.8, four=0.9), named(pip, 0.7, one=0.9)])
    assert [(j.kind, j.face) for j in kept.dice] == [("d6", 5)]
    assert kept.grey == ()


def test_touching_dice_are_two() -> None:
    kept = fused([named(Top((100, 100), 60), two=0.95), named(Top((161, 100), 60), three=0.95)])
    assert sorted(j.face or 0 for j in kept.dice) == [2, 3]


@pytest.mark.parametrize("slant", [35, 50])
def test_a_weaker_face_where_a_die_has_its_side_is_dropped(slant: int) -> None:
    kept = fused([named(top(0, 0, 0, slant), five=0.97), named(front(0, 0, slant), 0.5, three=0.7, none=0.25)])
    assert [j.face for j in kept.dice] == [5]


def test_a_faint_neighbour_at_that_place_that_falls_as_the_die_does_is_no_side() -> None:
    """At 45° the top of a die that touches from the front is seen exactly where the first one's side would be."""
    neighbour = top(0, 1, 0, 45)
    assert side_of(neighbour, top(0, 0, 0, 45)) > 0.9
    kept = fused([named(top(0, 0, 0, 45), five=0.97), named(neighbour, 0.6, three=0.8)])
    assert sorted(j.face or 0 for j in kept.dice) == [3, 5]


@pytest.mark.parametrize("slant", [25, 35, 45, 50])
def test_a_faint_die_in_front_of_another_is_asked_about_never_passed_over(slant: int) -> None:
    found = fused([named(top(0, 0, 0, slant), six=0.97), named(top(0, 1.02, 0, slant), heat=0.25, two=0.97)])
    assert len(found.dice) == 1
    assert len(found.grey) == 1


@pytest.mark.parametrize("slant", [25, 35, 45, 50])
@pytest.mark.parametrize("apart", [0.0, 0.15, 0.29, 0.45])
@pytest.mark.parametrize("heat", [0.5, 0.6, 0.75])
def test_a_weaker_die_in_front_of_another_is_never_passed_over_however_its_fall_is_told(
    slant: int, apart: float, heat: float
) -> None:
    die, neighbour = top(0, 0, 0, slant), top(0, 1.02, 0, slant)
    for across, down in ((apart, 0.0), (-apart, 0.0), (0.0, apart), (0.0, -apart)):
        told = replace(neighbour, down=(neighbour.down[0] + across, neighbour.down[1] + down))
        found = fused([named(die, heat=0.97, five=0.97), named(told, heat, three=0.97)])
        assert len(found.dice) + len(found.grey) == 2


@pytest.mark.parametrize("size", [0.8, 0.7, 0.5])
def test_a_smaller_weaker_die_that_touches_a_larger_one_is_asked_about(size: float) -> None:
    beside = top((1 + size) / 2, 0, 0, 0, 60 * size)
    beside = replace(beside, center=(320 + 30 * (1 + size), 240))
    found = fused([named(top(0, 0, 0, 0), six=0.97), named(beside, heat=0.5, two=0.95)])
    assert len(found.dice) + len(found.grey) == 2


def test_a_strong_face_where_a_die_may_have_its_side_is_kept_and_noted() -> None:
    kept = fused([named(top(0, 0, 0, 50), five=0.97), named(front(0, 0, 50), 0.88, three=0.97)])
    assert sorted(j.face or 0 for j in kept.dice) == [3, 5]
    assert max(j.side for j in kept.dice) > 0.8


def test_a_faint_thing_of_an_odd_size_is_no_die_but_a_clear_one_is() -> None:
    others = [named(Top((100 * n, 100), 40), six=0.97) for n in range(1, 4)]
    faint = named(Top((300, 400), 160), 0.5, two=0.8)
    clear = named(Top((600, 400), 80), 0.95, two=0.98)
    kept = fused([*others, faint, clear])
    assert sorted(j.face or 0 for j in kept.dice) == [2, 6, 6, 6]
    assert [j.named for j in kept.grey] == [faint]


@pytest.mark.parametrize(
    ("several", "kind", "expected"),
    [
        ([{"one": 0.9}, {"minus": 0.95}], "auto", [("d6", 1), ("dF", -1)]),
        ([{"plus": 0.9}, {"minus": 0.9}, {"blank": 0.9}], "auto", [("dF", -1), ("dF", 0), ("dF", 1)]),
        ([{"five": 0.9}, {"two": 0.9}, {"one": 0.4, "minus": 0.5}], "auto", [("d6", 1), ("d6", 2), ("d6", 5)]),
        ([{"blank": 0.95}], "auto", []),
        ([{"blank": 0.95}], "dF", [("dF", 0)]),
        ([{"two": 0.5, "minus": 0.45}], "dF", [("dF", -1)]),
        ([{"two": 0.9, "minus": 0.05}], "dF", [("dF", None)]),
    ],
)
def test_the_kind_is_the_tables_unless_a_die_clearly_is_of_another(
    several: list[dict[str, float]], kind: str, expected: list[tuple[str, int | None]]
) -> None:
    kept = fused([named(Top((100 + 150 * n, 100), 60), 0.95, **faces) for n, faces in enumerate(several)], kind)
    assert sorted(((j.kind, j.face) for j in kept.dice), key=str) == sorted(expected, key=str)


def test_a_die_without_a_doubt_is_sure() -> None:
    die = judge(A_DIE, GOOD, {}, 0.95)
    assert (die.sure, die.why) == (True, "")
    assert die.confidence > 0.99
    assert all(value == pytest.approx(0, abs=0.01) for value in features(GOOD).values())


@pytest.mark.parametrize(
    ("doubt", "why"),
    [
        ({"heat": 0.1}, "hardly stands out"),
        ({"not_a_face": 0.7}, "the top of a die"),
        ({"chance": 0.5}, "face is not clear"),
        ({"plane": 0.9}, "cocked"),
        ({"witness": -1.0}, "like another face"),
        ({"softness": 1.4}, "blurred"),
        ({"cut": True}, "cut off by the edge"),
        ({"slant": math.radians(60)}, "look more from above"),
        ({"glare": 0.8}, "lamp"),
        ({"outline": 0.0, "witness": 0.3}, "outline"),
        ({"crowd": 0.8, "heat": 0.6}, "full of things like dice"),
    ],
)
def test_each_doubt_makes_a_die_unsure_and_is_named(doubt: dict[str, float], why: str) -> None:
    die = judge(A_DIE, replace(GOOD, **doubt), {}, 0.95)
    assert not die.sure
    assert why in die.why


@pytest.mark.parametrize(("kind", "face", "other", "why"), [("d6", 5, 6, "5 or a 6"), ("dF", -1, 0, "− or a blank")])
def test_an_unclear_face_is_asked_about_with_the_two_likeliest(kind: str, face: int, other: int, why: str) -> None:
    die = judge(replace(A_DIE, kind=kind, face=face), replace(GOOD, chance=0.5, other=other), {}, 0.95)
    assert die.why == f"it may be a {why}"


def test_a_die_with_no_legal_face_is_never_sure() -> None:
    die = judge(replace(A_DIE, face=None), GOOD, {}, 0.0)
    assert (die.sure, die.confidence) == (False, 0.0)
    assert die.why


def test_a_view_that_is_told_to_be_slanted_makes_no_die_sure() -> None:
    """A side that is looked at straight leans little and falls little; only the view's tilt gives it away."""
    faces = fused([named(replace(top(n, 0, 0, 0), tilt=math.radians(62)), five=0.97) for n in (0, 2, 4)]).dice
    rows = gather(Halves(np.full((480, 640, 3), 90, np.uint8)), faces, 0)
    verdicts = [judge(A_DIE, replace(GOOD, slant=row.slant), {}, 0.95) for row in rows]
    assert [(die.sure, die.why) for die in verdicts] == [(False, SLANTED)] * 3


def test_the_manifest_overrules_the_calibration() -> None:
    told = {**CALIBRATION, "all": 0.0}
    assert judge(A_DIE, GOOD, told, 0.95).confidence == pytest.approx(0.5, abs=0.05)


def test_confidence_is_the_probability_of_the_doubts() -> None:
    evidence = replace(GOOD, glare=0.4, softness=0.9)
    assert judge(A_DIE, evidence, {}, 0.95).confidence == pytest.approx(
        probability(features(evidence), CALIBRATION), abs=1e-4
    )
    assert probability(features(GOOD), CALIBRATION) > probability(features(evidence), CALIBRATION)


@pytest.mark.parametrize(
    "fitted",
    [
        pytest.param({name: -1.0 for name in CALIBRATION if name != "askew"}, id="without a doubt of this reader"),
        pytest.param({name: -1.0 for name in CALIBRATION if name != "all"}, id="without the odds of all"),
        pytest.param({**CALIBRATION, "moonlight": -1.0}, id="with a doubt that this reader has not"),
        pytest.param({("fal" if name == "fall" else name): -1.0 for name in CALIBRATION}, id="misspelt"),
        pytest.param({"all": 5.0}, id="hardly any"),
    ],
)
def test_a_calibration_for_another_reader_is_refused_in_one_sentence(fitted: dict[str, float]) -> None:
    models = Models(
        lambda image: np.zeros((12, 8, 8), np.float32), lambda near, wide: near, Manifest({}, {}, fitted, {})
    )
    with pytest.raises(ModelsError, match=r"^The models' confidence was fitted for another version: install Croupier"):
        LearnedReader(models)


def test_the_models_that_ship_are_calibrated_for_this_reader() -> None:
    assert weights(read_manifest().calibration).keys() == CALIBRATION.keys()


def test_every_doubt_has_its_weight_and_words() -> None:
    assert set(features(GOOD)) == set(WORDS) == set(CALIBRATION) - {"all"}


def test_faces_are_named_in_the_order_of_the_contract() -> None:
    assert FACES[:6] == tuple(("d6", n) for n in range(1, 7))
    assert FACES[6:] == (("dF", 1), ("dF", -1), ("dF", 0), None)


@pytest.mark.parametrize("turn", [0, 30])
@pytest.mark.parametrize("moved", [0, 45, 90, 135])
def test_blur_is_noticed_whatever_way_the_die_moved(turn: int, moved: int) -> None:
    image = table([Drawn(5, (200, 150), 80, turn)], (400, 300))
    kernel = np.zeros((41, 41), np.float32)
    dx, dy = round(14 * math.cos(math.radians(moved))), round(14 * math.sin(math.radians(moved)))
    cv2.line(kernel, (20 - dx, 20 - dy), (20 + dx, 20 + dy), (1.0,))
    blurred = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
    sharp_one, soft_one = (softness(flat(picture), 80) for picture in (image, blurred))
    assert sharp_one < 0.8
    assert soft_one > 1


def flat(image: Image) -> Image:
    return patch(Halves(image), Top((200, 150), 80))


def test_a_plain_patch_is_not_blurred() -> None:
    assert softness(np.full((96, 96, 3), 120, np.uint8), 60) == 0


def test_a_mirrored_lamp_is_glare_and_a_white_die_is_not() -> None:
    face = np.full((96, 96, 3), (40, 40, 180), np.uint8)
    assert glare(face) == 0
    face[30:60, 30:60] = 255
    assert glare(face) > 0.15
    assert glare(np.full((96, 96, 3), 255, np.uint8)) == 0


@pytest.mark.parametrize(("body", "ink"), [((235, 240, 240), (25, 25, 25)), ((40, 30, 30), (230, 230, 230))])
def test_a_die_that_was_passed_over_is_told_by_its_pips(body: Colour, ink: Colour) -> None:
    dice = [Drawn(5, (100, 100), 60, 20, body=body, ink=ink), Drawn(4, (300, 220), 60, 50, body=body, ink=ink)]
    picture = Halves(table(dice, (640, 480)))
    both = [Top((100, 100), 60), Top((300, 220), 60)]
    assert strays(picture, both[:1])
    assert strays(picture, both[1:])
    assert not strays(picture, both)


def test_where_no_die_is_read_no_pip_is_astray() -> None:
    assert not strays(Halves(table([Drawn(5, (100, 100), 60)], (640, 480))), [])


def test_where_nothing_stands_out_beside_the_dice_no_spots_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Halves(table([Drawn(5, (100, 100), 60), Drawn(4, (300, 220), 60)], (640, 480)))
    monkeypatch.setattr(searching_strays, "_spots", lambda *_: pytest.fail("There is nothing beside the dice."))
    assert not strays(picture, [Top((100, 100), 60), Top((300, 220), 60)])


@pytest.mark.parametrize("away", [1.5, 1.6, 2.5])
def test_a_die_close_to_one_that_is_read_is_told_too(away: float) -> None:
    near = Drawn(5, (200 + 60 * away, 200), 60)
    assert strays(Halves(table([Drawn(5, (200, 200), 60), near], (640, 480))), [Top((200, 200), 60)])


def test_a_weave_of_spots_smaller_than_pips_is_no_die() -> None:
    image = table([Drawn(5, (300, 220), 90)], (640, 480))
    for n in range(300):
        x, y = 20 + 30 * (n % 20), 20 + 30 * (n // 20)
        if abs(x - 300) > 70 or abs(y - 220) > 70:
            cv2.circle(image, (x, y), 4, (20, 20, 20), -1)
    assert not strays(Halves(image), [Top((300, 220), 90)])


@pytest.mark.parametrize("step", [14, 18, 24])
def test_a_pattern_of_spots_like_pips_is_told_without_a_search(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    monkeypatch.setattr(searching_strays, "_faces", lambda spots, to_table: searched.append(len(spots)) or False)
    image = table([Drawn(5, (480, 360), 30, 0, body=(150, 150, 150), ink=(60, 60, 60))], (960, 720))
    for x in range(10, 950, step):
        for y in range(10, 710, step):
            if abs(x - 480) > 45 or abs(y - 360) > 45:
                cv2.circle(image, (x, y), 3, (20, 20, 20), -1)
    assert strays(Halves(image), [Top((480, 360), 30)])
    assert searched == []


@pytest.mark.parametrize("step", [0.1, 0.2, 0.3, 0.45])
def test_a_search_for_strays_is_short_however_dense_the_spots_lie(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def no_face(points: Floats) -> float:
        asked.append(len(points))
        return 1.0

    monkeypatch.setattr(searching_strays, "misfit", no_face)
    count = searching_strays.PATTERN - 1
    spots = np.array([(step * (n % 20), step * (n // 20), 0.02) for n in range(count)])
    assert not searching_strays._faces(spots, np.eye(2))
    assert len(asked) < 25 * count


def faint(center: tuple[float, float], exists: float, edge: float = 40) -> Named:
    """A face of which the finder is as unsure as the namer, so that it exists by `exists`."""
    return named(Top(center, edge), heat=exists, six=exists, none=1 - exists)


DIE = named(Top((300, 200), 40), six=0.97)


@pytest.mark.parametrize("center", [(5.0, 200.0), (635.0, 200.0), (300.0, 2.0), (300.0, 478.0), (1.0, 1.0)])
@pytest.mark.parametrize("exists", [0.16, 0.2, 0.3, 0.39])
@pytest.mark.parametrize("beside", [[], [DIE]])
def test_what_the_pictures_edge_cuts_and_may_be_a_die_is_asked_about(
    center: tuple[float, float], exists: float, beside: list[Named]
) -> None:
    assert UNREAD in doubted([*beside, faint(center, exists)])


@pytest.mark.parametrize(
    "thing",
    [
        pytest.param(faint((150, 200), 0.3), id="faint, in the middle of the picture"),
        pytest.param(faint((5, 200), 0.12), id="hardly anything, at the edge"),
        pytest.param(faint((20, 200), 0.3, 80), id="at the edge, but twice as large as the dice"),
    ],
)
def test_what_is_faint_and_not_cut_or_no_die_is_not_asked_about(thing: Named) -> None:
    assert UNREAD not in doubted([DIE, thing])


@pytest.mark.parametrize(
    ("exists", "edge", "asked"),
    [(0.45, 40, True), (0.45, 12, False), (0.45, 140, False), (0.52, 30, True), (0.7, 12, True), (0.7, 140, True)],
)
def test_a_thing_far_from_the_dices_size_is_asked_about_only_when_it_plainly_exists(
    exists: float, edge: float, asked: bool
) -> None:
    assert (UNREAD in doubted([DIE, faint((150, 300), exists, edge)])) is asked


@pytest.mark.parametrize(("exists", "asked"), [(0.45, False), (0.52, True)])
def test_a_thing_without_a_face_of_the_dices_kind_is_asked_about_only_when_it_plainly_exists(
    exists: float, asked: bool
) -> None:
    thing = named(Top((150, 300), 40), heat=2 * exists**2, minus=0.98)
    assert (UNREAD in doubted([DIE, thing], "d6")) is asked


@pytest.mark.parametrize("doubt", [{"plane": 0.35}, {"fall": 0.5}])
def test_where_one_die_lies_in_another_plane_the_planes_of_all_are_doubted(doubt: dict[str, float]) -> None:
    assert PLANES not in doubted([DIE, DIE], evidence=[GOOD, GOOD])
    assert PLANES in doubted([DIE, DIE], evidence=[GOOD, replace(GOOD, **doubt)])


def doubted(several: Sequence[Named], kind: str = "auto", evidence: Sequence[Evidence] = ()) -> tuple[str, ...]:
    """What is wrong with a grey picture of 640 × 480 in which `several` faces are found."""
    return doubts(Halves(np.full((480, 640, 3), 90, np.uint8)), fused(several, kind), evidence, False)


def test_pips_on_nothing_have_no_outline() -> None:
    image = table([], (400, 300))
    for x, y in ((180, 130), (220, 130), (180, 170), (220, 170)):
        cv2.circle(image, (x, y), 8, (20, 20, 20), -1)
    assert outline(flat(image)) < 0.1
    assert outline(flat(table([Drawn(4, (200, 150), 80, 33)], (400, 300)))) > 0.9


def test_a_letter_is_no_pip() -> None:
    image = np.full((300, 400, 3), 90, np.uint8)
    cv2.putText(image, "A", (184, 164), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (230, 230, 230), 4)
    assert witness(Halves(image), Top((200, 150), 80), "d6", 1) <= 0


def test_a_plain_square_beside_dice_with_pips_is_no_die() -> None:
    kept = fused([named(Top((100, 100), 60), five=0.97), named(Top((400, 100), 60), 0.6, blank=0.95)])
    assert [j.face for j in kept.dice] == [5]
    assert kept.grey == ()


def test_a_plain_square_alone_may_be_a_blank_fudge_die() -> None:
    assert len(fused([named(Top((400, 100), 60), 0.6, blank=0.95)]).grey) == 1


def test_the_second_witness_has_a_veto_and_its_silence_asks_for_more_of_the_namer() -> None:
    certain = {**CALIBRATION, "all": 12.0}
    assert judge(A_DIE, replace(GOOD, witness=0.0), certain, 0.95).sure
    assert not judge(A_DIE, replace(GOOD, witness=0.0, chance=0.85), certain, 0.95).sure
    assert judge(A_DIE, replace(GOOD, witness=0.5, chance=0.85), certain, 0.95).sure
    assert not judge(A_DIE, replace(GOOD, witness=-0.5), certain, 0.95).sure


def test_a_neighbour_in_a_pile_is_asked_about_even_where_an_edge_is_taken_too_long() -> None:
    """The finder's edge of one die reaches over the middle of the next."""
    long, next_to_it = Top((300, 240), 92), Top((352, 240), 70)
    found = fused([named(long, four=0.97), named(next_to_it, 0.8, five=0.95)])
    assert len(found.dice) == 1
    assert [j.face for j in found.grey] == [5]


def test_the_faces_that_a_die_may_be_taken_for_come_in_the_order_of_the_namers_chances() -> None:
    (die,) = fused([named(top(0, 0, 10, 20), five=0.6, six=0.25, four=0.1)]).dice
    assert die.likely[:3] == (5, 6, 4)
    assert sorted(die.likely) == [1, 2, 3, 4, 5, 6]
    assert without_verdict(die).likely == die.likely
