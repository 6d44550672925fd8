"""The learned reader's pipeline on drawn squares, with models that are a few lines each."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from croupier.models.store import Manifest
from croupier.vision.frame import Image, resized
from croupier.vision.learned import LearnedReader
from croupier.vision.learned.find import search as searching
from croupier.vision.learned.find.decode import CELL_PX, CLOSER, DOWN, EDGE, HEAT, PLACE, TURN, Maps, decode
from croupier.vision.learned.find.plan import LOOKED_PX, SHARP_PX, Plan, coarse_to_fine, every_scale, one_scale
from croupier.vision.learned.find.search import Search, search
from croupier.vision.learned.find.tiles import OVERLAP_PX, TILE_PX, cut
from croupier.vision.learned.judge.confidence import CALIBRATION, CUT, WORDS
from croupier.vision.learned.judge.doubts import BLUR, DARK, DETAIL, PLANES, UNREAD
from croupier.vision.learned.name import FACES, LOOKS, NOT_A_FACE
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.sessions import Models
from croupier.vision.reading import Die, Reading, enlarged

SURE_LOGIT, NO_LOGIT = 4.0, -8.0
BRIGHTNESS = {1: 130, 2: 150, 3: 170, 4: 190, 5: 210, 6: 230}
"""A square's grey tells the fake namer its face; anything else is no face."""


@dataclass(frozen=True)
class Square:
    """A drawn die that lies straight: its middle and edge in px, and its face (0: a thing that is no die)."""

    x: float
    y: float
    edge: float
    face: int = 5


def draw(squares: Iterable[Square], size: tuple[int, int]) -> Image:
    """A dark table, `size` (width, height), with squares and a mark in the middle of each."""
    image = np.full((size[1], size[0], 3), 40, np.uint8)
    for s in squares:
        grey = BRIGHTNESS.get(s.face, 250)
        x0, y0 = round(s.x - s.edge / 2), round(s.y - s.edge / 2)
        cv2.rectangle(image, (x0, y0), (round(x0 + s.edge) - 1, round(y0 + s.edge) - 1), (grey, grey, grey), -1)
    return image


class FakeFinder:
    """Finds light squares as the contract says: 14 to 58 px are told, 5 to 14 px asked for, larger ones are nothing."""

    def __init__(self) -> None:
        self.looks: list[tuple[int, int]] = []

    def __call__(self, image: Image) -> Maps:
        height, width = image.shape[:2]
        assert width % 32 == 0
        assert height % 32 == 0
        self.looks.append((width, height))
        maps = np.zeros((12, height // 4, width // 4), np.float32)
        maps[HEAT] = maps[CLOSER] = NO_LOGIT
        light = (image[:, :, 0] > 85).astype(np.uint8)
        count, _, stats, middles = cv2.connectedComponentsWithStats(light)
        for n in range(1, count):
            edge = float(np.sqrt(stats[n, cv2.CC_STAT_AREA]))
            x, y = middles[n]
            column, row = int(x / CELL_PX), int(y / CELL_PX)
            if 14 <= edge <= 58:
                maps[HEAT, row, column] = SURE_LOGIT
                maps[EDGE, row, column] = np.log(edge / CELL_PX)
                maps[PLACE, row, column] = x / CELL_PX - column, y / CELL_PX - row
                maps[TURN, row, column] = 1, 0
                maps[DOWN, row, column] = 0
            elif 4.5 <= edge < 14:
                maps[CLOSER, row, column] = SURE_LOGIT
        return maps


def fake_namer(near: npt.NDArray[np.uint8], wide: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Names a square by the grey in the middle of its near crop; surely, and right."""
    assert near.shape == wide.shape == (len(near), 64, 64, 3)
    answers = np.full((len(near), len(FACES)), 0.0001, np.float32)
    for n, crop in enumerate(near):
        grey = float(crop[28:36, 28:36].mean())
        face = min(BRIGHTNESS, key=lambda f: abs(BRIGHTNESS[f] - grey))
        known = abs(BRIGHTNESS[face] - grey) < 8
        answers[n, face - 1 if known else NOT_A_FACE] = 0.999
    return answers


# The marks of real faces are missing here: the second witness is left out.
MANIFEST = Manifest({}, {}, {**CALIBRATION, "witness": 0.0, "against": 0.0, "small": 0.0}, {})


def reader() -> LearnedReader:
    return LearnedReader(Models(FakeFinder(), fake_namer, MANIFEST))


def found_in(image: Image, plan: Plan | None = None) -> Search:
    picture = Halves(image)
    return search(FakeFinder(), picture, plan or coarse_to_fine(picture.size))


def faces(reading: Reading) -> list[int | None]:
    return sorted((die.face for die in reading.dice), key=lambda face: face or 0)


def test_no_peak_is_no_face() -> None:
    assert len(decode(np.full((12, 8, 8), NO_LOGIT, np.float32))) == 0


def test_a_peak_tells_its_place_and_edge_in_pixels() -> None:
    maps = np.full((12, 8, 8), NO_LOGIT, np.float32)
    maps[2:, 3, 5] = [np.log(7.5), 0.25, 0.5, 0.1, -0.2, 0.0, 1.0, 0.3, 0.4, 0.5]
    maps[HEAT, 3, 5] = 2.0
    maps[HEAT, 3, 4] = 1.0  # its slope is no second peak
    peaks = decode(maps)
    assert len(peaks) == 1
    top = peaks.top(0)
    assert top.center == pytest.approx((21, 14))
    assert top.edge == pytest.approx(30)
    assert (top.stretch, top.down) == (pytest.approx((0.1, -0.2)), pytest.approx((0.3, 0.4)))
    assert top.turn == pytest.approx(np.pi / 8)
    assert top.tilt == pytest.approx(0.5)
    assert peaks.heat[0] == pytest.approx(0.88, abs=0.01)


@pytest.mark.parametrize("edge", [5, 80])
def test_a_peak_out_of_the_finders_range_is_left_to_another_scale(edge: int) -> None:
    maps = np.full((12, 8, 8), NO_LOGIT, np.float32)
    maps[:3, 3, 5] = [3.0, NO_LOGIT, np.log(edge / 4)]
    assert len(decode(maps)) == 0


@pytest.mark.parametrize("edge", [14, 20, 45, 100, 210, 400])
@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1280, 720)])
def test_a_die_of_any_size_is_found_where_it_lies(edge: int, size: tuple[int, int]) -> None:
    x, y = 0.51 * size[0], 0.49 * size[1]
    (found,) = found_in(draw([Square(x, y, edge)], size)).candidates
    assert found.top.center == pytest.approx(
        (round(x - edge / 2) + edge / 2 - 0.5, round(y - edge / 2) + edge / 2 - 0.5), abs=0.04 * edge + 1
    )
    assert found.top.edge == pytest.approx(edge, rel=0.12)


def test_small_dice_in_a_huge_picture_are_all_found_and_little_of_it_is_looked_at_closely() -> None:
    rng = np.random.default_rng(3)
    dice = [
        Square(100 + 620 * (n % 6) + rng.integers(300), 150 + 700 * (n // 6) + rng.integers(400), 20) for n in range(24)
    ]
    finder = FakeFinder()
    picture = Halves(draw(dice, (4000, 3000)))
    found = search(finder, picture, coarse_to_fine(picture.size)).candidates
    assert len(found) == 24
    for die in dice:
        nearest = min(found, key=lambda f: abs(f.top.center[0] - die.x) + abs(f.top.center[1] - die.y))
        assert nearest.top.center == pytest.approx((die.x - 0.5, die.y - 0.5), abs=2)
        assert nearest.top.edge == pytest.approx(20, abs=2)
    assert sum(width * height for width, height in finder.looks) < 0.25 * 4000 * 3000


def test_no_die_is_lost_or_doubled_at_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice so dense that all of the picture is looked at closely, in tiles."""
    monkeypatch.setattr(searching, "MOST_FACES", 10_000)
    monkeypatch.setattr(searching, "LOOKED_PX", 100_000_000)
    columns, rows = 60, 45
    dice = [Square(30 + 61 * (n % columns), 30 + 61 * (n // columns), 25) for n in range(columns * rows)]
    picture = Halves(draw(dice, (61 * columns, 61 * rows)))
    found = search(FakeFinder(), picture, coarse_to_fine(picture.size)).candidates
    places = {(round((c.top.center[0] - 30) / 61), round((c.top.center[1] - 30) / 61)) for c in found}
    assert len(places) == len(found) == len(dice)


def test_tiles_cover_everything_and_overlap_enough() -> None:
    area = (0.0, 0.0, 3000.0, 1000.0)
    boxes = list(cut(area, (3000, 1000), 1.0))
    assert min(x0 for x0, *_ in boxes) == 0
    assert max(box[2] for box in boxes) == 3000
    rows = sorted({(box[0], box[2]) for box in boxes})
    for (_, end), (start, _) in pairwise(rows):
        assert end - start == pytest.approx(OVERLAP_PX)
    assert max(x1 - x0 for x0, _, x1, _ in boxes) <= TILE_PX


@pytest.mark.parametrize("size", [(1077, 811), (3150, 1080), (1999, 997)])
def test_no_die_is_lost_at_the_pictures_end_whatever_its_size(size: tuple[int, int]) -> None:
    edge = 60 * max(size) / 640
    x, y = size[0] - 0.6 * edge, size[1] - 0.6 * edge
    picture = draw([Square(round(x), round(y), round(edge))], size)
    assert [c for c in found_in(picture, every_scale(size)).candidates if math.dist(c.top.center, (x, y)) < edge / 4]


def test_a_die_seen_at_several_scales_is_one() -> None:
    picture = draw([Square(320, 240, 60)], (640, 480))
    (found,) = found_in(picture, every_scale((640, 480))).candidates
    assert found.seen == 1.0
    (once,) = found_in(picture, Plan((0.5, 0.25))).candidates
    assert once.seen == 1.0


def test_a_die_that_only_one_of_two_scales_sees_is_less_certain() -> None:
    class OnlyOnce(FakeFinder):
        def __call__(self, image: Image) -> Maps:
            maps = super().__call__(image)
            return maps if len(self.looks) == 1 else np.full_like(maps, NO_LOGIT)

    picture = Halves(draw([Square(320, 240, 60)], (640, 480)))
    (found,) = search(OnlyOnce(), picture, Plan((0.8, 0.4))).candidates
    assert found.seen == 0.5


def test_dice_of_known_size_are_looked_at_once() -> None:
    finder = FakeFinder()
    picture = Halves(draw([Square(100 + 90 * n, 200, 60, 1 + n) for n in range(6)], (640, 480)))
    assert len(search(finder, picture, one_scale(picture.size, 60)).candidates) == 6
    assert len(finder.looks) == 1


BORDERS = 4
"""Looks at the picture's borders, for dice that they cut."""


def test_beside_large_dice_no_tiny_ones_are_looked_for() -> None:
    crumbs = [Square(60 + 90 * n, 900, 24, 0) for n in range(20)]
    image = draw([Square(500, 300, 200, 5), Square(900, 400, 200, 6), *crumbs], (1920, 1080))
    finder = FakeFinder()
    assert faces(LearnedReader(Models(finder, fake_namer, MANIFEST)).read(image)) == [5, 6]
    assert len(finder.looks) == len(coarse_to_fine((1920, 1080)).whole) + BORDERS


def test_beside_a_large_thing_that_is_no_die_small_dice_are_found() -> None:
    image = draw([Square(500, 300, 200, 0), Square(900, 900, 24, 4), Square(1200, 800, 24, 3)], (1920, 1080))
    assert faces(reader().read(image)) == [3, 4]


def test_a_large_and_a_small_die_lie_on_one_table() -> None:
    image = draw([Square(500, 300, 100, 2), Square(900, 900, 30, 4)], (1920, 1080))
    assert len(found_in(image).candidates) == 2
    picture = Halves(image)
    assert (
        len(
            search(FakeFinder(), picture, coarse_to_fine(picture.size), lambda several: [1.0] * len(several)).candidates
        )
        == 2
    )


def test_more_detail_than_can_be_looked_at_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [Square(30 + 61 * (n % 30), 30 + 61 * (n // 30), 20) for n in range(600)]
    monkeypatch.setattr(searching, "LOOKED_PX", 400_000)
    image = draw(dice, (1900, 1300))
    assert found_in(image).left_out
    assert DETAIL in reader().read(image).why


@pytest.mark.parametrize(("columns", "rows"), [(9, 9), (16, 12), (24, 18)])
def test_more_dice_than_can_be_read_are_told(columns: int, rows: int) -> None:
    dice = [Square(40 + 61 * (n % columns), 40 + 61 * (n // columns), 40) for n in range(columns * rows)]
    image = draw(dice, (61 * columns + 20, 61 * rows + 20))
    found = found_in(image)
    assert len(found.candidates) == searching.MOST_FACES < len(dice)
    assert found.left_out
    reading = reader().read(image)
    assert DETAIL in reading.why
    assert not reading.sure


def test_as_many_dice_as_can_be_read_are_all_read() -> None:
    dice = [Square(40 + 61 * (n % 10), 40 + 61 * (n // 10), 40) for n in range(searching.MOST_FACES)]
    image = draw(dice, (630, 510))
    assert len(found_in(image).candidates) == len(dice)
    assert reader().read(image).sure


def test_an_empty_table_is_a_sure_reading_of_no_dice() -> None:
    for size in ((640, 480), (1, 1), (5, 900)):
        reading = reader().read(draw([], size))
        assert reading == Reading()
        assert reading.sure


def test_dice_are_read_with_their_corners() -> None:
    reading = reader().read(draw([Square(100 + 100 * n, 150, 50, 1 + n) for n in range(6)], (700, 300)))
    assert faces(reading) == [1, 2, 3, 4, 5, 6]
    assert reading.sure, reading
    die = next(die for die in reading.dice if die.face == 1)
    assert die.center == pytest.approx((99.5, 149.5), abs=2)
    assert die.edge == pytest.approx(50, rel=0.1)


def test_small_dice_are_read_where_the_finder_asks_to_look_closer() -> None:
    dice = [Square(100, 100, 24, 3), Square(500, 300, 28, 4), Square(900, 600, 26, 6)]
    assert faces(reader().read(draw(dice, (1280, 720)))) == [3, 4, 6]


@pytest.mark.parametrize("size", [(8, 70_000), (70_000, 8), (9, 5000), (1, 12_000), (4201, 1)])
def test_the_longest_and_thinnest_picture_is_read(size: tuple[int, int]) -> None:
    assert reader().read(draw([], size)) == Reading()


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (4200, 3150), (3000, 4000), (4200, 60)])
@pytest.mark.parametrize("edge", [1, 14, 20, 33, 150, 900])
def test_dice_of_known_size_cost_no_more_to_look_for_than_any(size: tuple[int, int], edge: float) -> None:
    finder = FakeFinder()
    picture = Halves(draw([], size))
    search(finder, picture, one_scale(picture.size, edge))
    assert sum(width * height for width, height in finder.looks) < 1.3 * LOOKED_PX
    assert max(one_scale(picture.size, edge).whole) <= max(1.0, SHARP_PX / max(size))


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (4200, 3150)])
@pytest.mark.parametrize("edge", [20, 33, 150])
def test_dice_of_known_size_are_found_in_pictures_of_any_size(size: tuple[int, int], edge: int) -> None:
    picture = Halves(draw([Square(0.3 * size[0], 0.4 * size[1], edge), Square(0.8 * size[0], 300, edge)], size))
    assert len(search(FakeFinder(), picture, one_scale(picture.size, edge)).candidates) == 2


@pytest.mark.parametrize("whole", [(6001, 1499), (70_000, 8), (640, 480)])
@pytest.mark.parametrize("factor", [0.07, 0.5, 0.7])
def test_the_corners_of_a_resized_picture_are_those_of_the_whole_one(whole: tuple[int, int], factor: float) -> None:
    image = draw([], whole)
    small = resized(image, factor)
    (w, h), (x, y) = (small.shape[1] - 0.5, small.shape[0] - 0.5), (whole[0] - 0.5, whole[1] - 0.5)
    die = enlarged(Die("d6", 1, ((-0.5, -0.5), (w, -0.5), (w, h), (-0.5, h)), 1.0, True), small, image)
    assert die == Die("d6", 1, ((-0.5, -0.5), (x, -0.5), (x, y), (-0.5, y)), 1.0, True)


def test_what_is_surely_no_face_is_shown_to_the_namer_once() -> None:
    shown: list[int] = []

    def counting(near: npt.NDArray[np.uint8], wide: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        shown.append(len(near))
        return fake_namer(near, wide)

    image = draw([Square(100, 100, 50, 3), Square(300, 100, 50, 0)], (400, 200))
    reading = LearnedReader(Models(FakeFinder(), counting, Manifest({}, {}, {}, {}))).read(image)
    assert faces(reading) == [3]
    assert shown[-2:] == [2, len(LOOKS) - 1]


def test_where_dice_lie_in_several_planes_none_of_them_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    image = draw([Square(100, 100, 40), Square(300, 200, 40)], (480, 360))
    assert all(die.sure for die in reader().read(image).dice)
    monkeypatch.setattr("croupier.vision.learned.read.doubts", lambda *_: (PLANES,))
    assert [(die.sure, die.why) for die in reader().read(image).dice] == [(False, WORDS["side"])] * 2


def test_a_die_cut_by_the_pictures_edge_is_asked_about() -> None:
    reading = reader().read(draw([Square(20, 100, 50, 3), Square(200, 100, 50, 4)], (300, 200)))
    by_face = {die.face: die for die in reading.dice}
    assert by_face[4].sure
    assert not by_face[3].sure
    assert by_face[3].why == CUT


def test_what_may_be_a_die_makes_the_picture_unsure() -> None:
    def doubting(near: npt.NDArray[np.uint8], wide: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        answers = fake_namer(near, wide)
        grey = near[:, 28:36, 28:36].mean(axis=(1, 2, 3))
        answers[np.abs(grey - BRIGHTNESS[6]) < 8] = [0, 0, 0, 0, 0, 0.25, 0, 0, 0, 0.75]
        return answers

    image = draw([Square(100, 100, 50, 3), Square(300, 100, 50, 6)], (400, 200))
    reading = LearnedReader(Models(FakeFinder(), doubting, MANIFEST)).read(image)
    assert faces(reading) == [3]
    assert reading.why == (UNREAD,)
    assert not reading.sure


def test_a_dark_picture_is_no_empty_table() -> None:
    assert reader().read(np.full((300, 400, 3), 6, np.uint8)).why == (DARK,)


def test_a_blurred_picture_is_not_read_for_sure() -> None:
    image = draw([Square(100, 100, 60, 3), Square(300, 110, 60, 4)], (400, 220))
    assert reader().read(image).sure
    moved = np.asarray(cv2.blur(image, (25, 1)), np.uint8)
    reading = reader().read(moved)
    assert BLUR in reading.why
    assert all(die.why for die in reading.dice if not die.sure)


def test_a_huge_picture_is_shrunk_and_its_dice_lie_where_they_lie() -> None:
    reading = reader().read(draw([Square(4000, 900, 400, 5)], (6000, 1500)))
    (die,) = reading.dice
    assert die.face == 5
    assert die.center == pytest.approx((4000, 900), abs=10)
    assert die.edge == pytest.approx(400, rel=0.1)


def test_an_edge_that_is_known_finds_the_same_dice() -> None:
    image = draw([Square(100 + 90 * n, 200, 60, 1 + n) for n in range(6)], (640, 480))
    assert faces(reader().read(image, edge=60)) == faces(reader().read(image)) == [1, 2, 3, 4, 5, 6]
