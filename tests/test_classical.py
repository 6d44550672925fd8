"""The reader on drawn dice: what it reads for sure, and what it asks."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from croupier.models.workshop.drawn import FELT, INK, IVORY, Drawn, table
from croupier.vision.classical import ClassicalReader
from croupier.vision.classical.doubts import UNREAD
from croupier.vision.classical.read import TEXTURE
from croupier.vision.frame import Image
from croupier.vision.reading import Reading

READER = ClassicalReader()
LONE = Drawn(5, (240, 180), 60, 20)


def read(image: Image, kind: str = "auto") -> Reading:
    return READER.read(image, kind)


def faces(reading: Reading) -> list[int | None]:
    return sorted((die.face for die in reading.dice), key=lambda face: (face is None, face))


def each_face() -> list[Drawn]:
    """The six faces in two rows, far apart."""
    return [Drawn(face, (80 + 160 * ((face - 1) % 3), 100 + 160 * ((face - 1) // 3)), 60) for face in range(1, 7)]


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        pytest.param([], [], id="an empty table"),
        pytest.param([LONE], [5], id="one die"),
        pytest.param(each_face(), [1, 2, 3, 4, 5, 6], id="each face"),
        pytest.param([replace(d, body=INK, ink=IVORY) for d in each_face()], [1, 2, 3, 4, 5, 6], id="light on dark"),
        pytest.param([replace(d, body=(40, 40, 190), ink=IVORY) for d in each_face()], [1, 2, 3, 4, 5, 6], id="on red"),
        pytest.param([replace(d, body=(60, 210, 240), ink=(40, 40, 200)) for d in each_face()], [1, 2, 3, 4, 5, 6]),
        pytest.param([replace(d, pip=0.21) for d in each_face()], [1, 2, 3, 4, 5, 6], id="big pips"),
        pytest.param([replace(d, pip=0.15) for d in each_face()], [1, 2, 3, 4, 5, 6], id="small pips"),
        pytest.param([Drawn(2, (200, 180)), Drawn(3, (261, 180))], [2, 3], id="2 and 3 touching are no 5"),
        pytest.param([Drawn(3, (200, 180)), Drawn(3, (261, 180), turn=90)], [3, 3], id="3 and 3 touching are no 6"),
        pytest.param([Drawn(1, (200, 180)), Drawn(4, (261, 184))], [1, 4], id="1 and 4 touching are no 5"),
    ],
)
def test_dice_that_are_plainly_seen_are_read_for_sure(dice: list[Drawn], expected: list[int]) -> None:
    reading = read(table(dice))
    assert faces(reading) == expected
    assert reading.sure, reading


@pytest.mark.parametrize(
    ("edge", "turn"), [*((45, turn) for turn in range(0, 90, 15)), (22, 0), (22, 30), (22, 45), (150, 15), (150, 45)]
)
def test_every_face_reads_at_every_turn_and_size(turn: int, edge: int) -> None:
    apart = 2 * edge
    places = [(apart * (0.75 + across), apart * (0.75 + down)) for down in range(2) for across in range(3)]
    dice = [Drawn(face, place, edge, turn) for face, place in enumerate(places, 1)]
    reading = read(table(dice, (max(100, round(3.5 * apart)), max(80, round(2.5 * apart)))))
    assert [
        die.face for die in sorted(reading.dice, key=lambda die: (die.center[1] > 1.25 * apart, die.center[0]))
    ] == [*range(1, 7)]
    assert reading.sure


def test_a_large_die_reads_too() -> None:
    assert faces(read(table([Drawn(6, (320, 240), 380, 12)], (640, 480)))) == [6]


def test_upside_down_is_the_same() -> None:
    turned = table([replace(die, turn=13) for die in each_face()])[::-1, ::-1]
    assert faces(read(np.ascontiguousarray(turned))) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("body", "ink"), [(IVORY, INK), ((40, 40, 190), IVORY), ((60, 210, 240), (40, 40, 200))])
def test_a_camera_that_swaps_red_and_blue_changes_nothing(
    body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    swapped = table([replace(die, body=body, ink=ink) for die in each_face()])[:, :, ::-1]
    reading = read(np.ascontiguousarray(swapped))
    assert faces(reading) == [1, 2, 3, 4, 5, 6]  # as the same dice unswapped are read, above
    assert reading.sure


def test_bands_of_flicker_are_read_through() -> None:
    picture = table(each_face())
    bands = 1 + 0.35 * np.sin(np.arange(picture.shape[0]) / 40)
    flickering = np.clip(picture * bands[:, None, None], 0, 255).astype(np.uint8)
    reading = read(flickering)
    assert faces(reading) == [1, 2, 3, 4, 5, 6]
    assert reading.sure


def test_the_corners_of_a_die_go_round_clockwise_at_its_outline() -> None:
    (die,) = read(table([Drawn(5, (240, 180), 60, 0)])).dice
    assert die.edge == pytest.approx(60, abs=5)
    assert die.center == pytest.approx((240, 180), abs=3)
    xs, ys = zip(*die.corners, strict=True)
    area = sum(xs[i] * ys[(i + 1) % 4] - xs[(i + 1) % 4] * ys[i] for i in range(4)) / 2
    assert area == pytest.approx(die.edge**2, rel=0.1)


def test_a_large_picture_gives_corners_in_its_own_pixels() -> None:
    picture = cv2.resize(table([LONE]), None, fx=6, fy=6, interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    (die,) = read(picture).dice
    assert die.center == pytest.approx((6 * 240, 6 * 180), abs=18)


def blurred(width: int) -> Image:
    return cv2.blur(table([LONE, Drawn(3, (340, 180))]), (width, 1)).astype(np.uint8)


def crossed_out() -> Image:
    picture = table([Drawn(4, (240, 180))])
    cv2.line(picture, (222, 180), (258, 180), INK, 5, cv2.LINE_AA)
    return picture


def without_a_pip() -> Image:
    picture = table([Drawn(5, (240, 180))])
    cv2.circle(picture, (256, 196), 8, IVORY, -1)
    return picture


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(table([Drawn(5, (22, 180))]), id="cut off by the edge"),
        pytest.param(table([Drawn(5, (10, 180)), Drawn(3, (200, 100))]), id="half of one die"),
        pytest.param(blurred(17), id="blurred"),
        pytest.param(blurred(31), id="much blurred"),
        pytest.param((table([LONE]) // 12).astype(np.uint8), id="dark"),
        pytest.param(without_a_pip(), id="a 5 that lost a pip"),
        pytest.param(crossed_out(), id="a stroke on the face"),
        pytest.param(table([Drawn(2, (150, 180)), Drawn(3, (300, 180), 110)]), id="dice of two sizes"),
    ],
)
def test_what_is_not_plain_is_asked(picture: Image) -> None:
    reading = read(picture)
    assert not reading.sure
    assert all(die.why for die in reading.dice if not die.sure)


@pytest.mark.parametrize("edge", [20, 26, 40])
@pytest.mark.parametrize("turn", [0, 10, 45])
def test_a_6_whose_pips_merge_into_two_bars_is_a_6_or_asked(edge: int, turn: int) -> None:
    reading = read(table([Drawn(6, (240, 180), edge, turn, pip=0.27)]))
    assert not reading.sure or faces(reading) == [6]


@pytest.mark.parametrize(("face", "turn"), [(face, turn) for face in range(1, 7) for turn in (0, 30)])
def test_a_slanted_die_is_right_or_asked(face: int, turn: int) -> None:
    picture = table([Drawn(face, (240, 180), 90, turn)])
    corners = np.array([[0, 0], [480, 0], [480, 360], [0, 360]], np.float32)
    slant = np.array([[70, 60], [410, 60], [480, 300], [0, 300]], np.float32)
    tilted = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, slant), (480, 360), borderValue=FELT)
    reading = read(tilted.astype(np.uint8))
    assert not reading.sure or faces(reading) == [face]


def test_pips_without_a_die_are_no_die() -> None:
    dots = table([])
    for x, y in ((200, 150), (232, 150), (200, 182), (232, 182)):
        cv2.circle(dots, (x, y), 6, INK, -1, cv2.LINE_AA)
    assert not read(dots).sure
    assert not any(die.sure for die in read(dots).dice)


def test_a_die_with_no_pips_to_see_is_not_passed_over() -> None:
    strange = table([LONE])
    cv2.rectangle(strange, (330, 150), (390, 210), IVORY, -1)
    cv2.putText(strange, "7", (345, 200), cv2.FONT_HERSHEY_DUPLEX, 1.6, INK, 3, cv2.LINE_AA)
    reading = read(strange)
    assert not reading.sure
    assert UNREAD in reading.why


def test_a_keyboard_is_never_sure_dice() -> None:
    keys = table([], (270, 250), ground=(40, 40, 40))
    for row in range(4):
        for column in range(5):
            x, y = 12 + 52 * column, 14 + 58 * row
            cv2.rectangle(keys, (x, y), (x + 42, y + 46), (95, 95, 95), -1)
            cv2.putText(keys, chr(65 + 5 * row + column), (x + 8, y + 30), 0, 0.8, (230, 230, 230), 2)
    assert not any(die.sure for die in read(keys).dice)


@pytest.mark.parametrize("seed", range(6))
def test_noise_never_raises_and_never_is_sure_dice(seed: int) -> None:
    chance = np.random.default_rng(seed)
    size = (int(chance.integers(8, 300)), int(chance.integers(8, 300)), 3)
    noise = chance.integers(0, 256, size, np.uint8)
    if seed % 2:
        noise = cv2.GaussianBlur(noise, (0, 0), float(chance.uniform(1, 6))).astype(np.uint8)
    assert not any(die.sure for die in read(noise).dice)


@pytest.mark.parametrize("size", [(1, 1), (2, 700), (8, 8), (33, 31)])
@pytest.mark.parametrize("grey", [0, 128, 255])
def test_a_picture_of_nothing_has_no_dice(size: tuple[int, int], grey: int) -> None:
    assert read(np.full((*size, 3), grey, np.uint8)).dice == ()


def test_asked_for_fudge_dice_it_reads_no_pips() -> None:
    reading = read(table([LONE]), "dF")
    assert [(die.kind, die.face, die.sure) for die in reading.dice] == [("dF", None, False)]
    assert not reading.sure
    assert read(table([]), "dF") == Reading()


def test_a_confidence_is_a_probability_and_sure_dice_have_a_high_one() -> None:
    dice = read(table(each_face())).dice
    assert all(0.9 < die.confidence <= 1 for die in dice)


@pytest.mark.parametrize("size", [(8, 70_000), (70_000, 8), (1, 12_000), (5, 900)])
def test_the_longest_and_thinnest_picture_is_read(size: tuple[int, int]) -> None:
    reading = read(np.full((size[1], size[0], 3), FELT, np.uint8))
    assert reading.dice == ()


def test_dice_of_known_size_are_looked_for_alone() -> None:
    picture = table([Drawn(5, (120, 180), 36), Drawn(3, (320, 180), 150)])
    assert faces(READER.read(picture, "d6", edge=150)) == [3]
    assert faces(READER.read(picture, "d6", edge=36)) == [5]
    assert faces(READER.read(picture, "d6")) == [3, 5]


@pytest.mark.parametrize(("across", "down"), [(8, 6), (10, 8), (12, 9), (20, 15)])
def test_a_reader_of_little_patience_traces_no_table_full_of_spots(
    across: int, down: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = table([], (640, 480))
    for n in range(across * down):
        x, y = (n % across + 0.5) * 640 / across, (n // across + 0.5) * 480 / down
        cv2.circle(picture, (round(x), round(y)), 10, INK, -1)
    monkeypatch.setattr("croupier.vision.classical.read.trace", lambda *_: pytest.fail("traced"))
    reading = ClassicalReader(80).read(picture, "d6", edge=90)
    assert (reading.dice, reading.why) == ((), (TEXTURE,))
