"""The reader on real photographs and rendered pictures: what it is sure of is right."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import pytest

from croupier.models.workshop.measuring.figures import figures
from croupier.models.workshop.measuring.pictures import Picture, pictures_in
from croupier.models.workshop.measuring.readings import measure
from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reader

ROOT = Path(__file__).parent.parent
PHOTOS = ROOT.parent / "shared" / "photos" / "dev"
STILLS = ROOT / "samples" / "stills"
A_SOURCE = 1
"""Photographs measured of each source; the trials measure all."""

needs_photos = pytest.mark.skipif(
    not (PHOTOS / "labels.jsonl").is_file(), reason="the photographs are not in this repository: ../shared/photos"
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader()


def of_each_source(pictures: list[Picture], count: int) -> list[Picture]:
    groups: dict[str, list[Picture]] = defaultdict(list)
    for picture in pictures:
        groups[picture.source].append(picture)
    return [p for group in groups.values() for p in group[:: -(-len(group) // count)]]


@needs_photos
@pytest.mark.parametrize(
    ("count", "at_least"), [(A_SOURCE, 13), pytest.param(1000, 270, marks=pytest.mark.trials, id="all")]
)
def test_on_photographs_a_sure_reading_is_right(count: int, at_least: int) -> None:
    outcomes = list(measure(of_each_source(pictures_in(PHOTOS), count), processes=1))
    found = figures(outcomes)
    assert found.pictures >= at_least
    assert found.wrong_when_sure <= 0.05, [o.picture.path.name for o in outcomes if o.sure and not o.exact]
    assert found.sure >= 0.65
    assert found.exact >= 0.85
    assert found.precision >= 0.9


@needs_photos
@pytest.mark.parametrize("count", [1, pytest.param(1000, marks=pytest.mark.trials, id="all")])
def test_numerals_make_no_sure_picture_and_fudge_dice_only_a_right_one(reader: Reader, count: int) -> None:
    for picture in of_each_source(pictures_in(PHOTOS, ("numerals", "dF")), count):
        reading = reader.read(load_picture(picture.path))
        read = tuple(sorted(die.face for die in reading.dice if die.kind == "dF" and die.face is not None))
        right = picture.kind == "dF" and read == picture.faces and len(read) == len(reading.dice)
        assert right or not reading.sure, picture.path.name


def test_on_rendered_pictures_a_sure_reading_is_right() -> None:
    outcomes = list(measure(pictures_in(STILLS)[1::5], processes=1))
    found = figures(outcomes)
    assert found.wrong == 0, [o.picture.path.name for o in outcomes if o.sure and not o.exact]
    assert found.sure >= 0.7


@needs_photos
@pytest.mark.parametrize(
    ("frame", "faces"), [(5, []), (40, [1]), (100, [2]), (160, [3]), (230, [4]), (320, [5]), (400, [6]), (500, [5, 6])]
)
def test_white_dice_on_green_felt_are_read_for_sure(reader: Reader, frame: int, faces: list[int]) -> None:
    film = cv2.VideoCapture(str(PHOTOS / "green_felt_rolls_1280x720.mp4"))
    film.set(cv2.CAP_PROP_POS_FRAMES, frame)
    done, image = film.read()
    assert done
    reading = reader.read(image)
    assert sorted(die.face or 0 for die in reading.dice) == faces
    assert reading.sure


def test_processes_read_like_this_one(reader: Reader) -> None:
    """The reader can be used in another process: nothing in it is tied to the one that made it."""
    picture = pictures_in(STILLS)[0]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        image = load_picture(picture.path)
        assert pool.submit(reader.read, image).result() == reader.read(image)
