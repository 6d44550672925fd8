"""The models that ship, in the reader that uses them."""

from __future__ import annotations

import pickle
import statistics
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from croupier.models.store import MODELS, open_store
from croupier.models.workshop.drawn import Drawn, table
from croupier.models.workshop.measure import Picture, pictures_in
from croupier.vision.frame import Image
from croupier.vision.learned import LearnedReader
from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reading

STILLS = Path(__file__).parent.parent / "samples" / "stills"
LARGEST_BYTES = 8_000_000


@pytest.fixture(scope="module")
def reader() -> LearnedReader:
    opened = open_reader()
    assert isinstance(opened, LearnedReader)
    return opened


@pytest.fixture(scope="module")
def stills() -> list[tuple[Picture, Image]]:
    pictures = pictures_in(STILLS)[::9]
    assert len(pictures) >= 5
    return [(picture, load_picture(picture.path)) for picture in pictures]


def faces(reading: Reading) -> tuple[int, ...]:
    return tuple(sorted(die.face for die in reading.dice if die.face is not None))


def test_the_models_are_small_enough_to_ship() -> None:
    assert sum(len(model) for model in open_store(MODELS).models.values()) < LARGEST_BYTES


def test_an_empty_table_is_read_as_no_dice_for_sure(reader: LearnedReader) -> None:
    assert reader.read(table()) == Reading()


def test_drawn_dice_are_read(reader: LearnedReader) -> None:
    dice = [Drawn(face, (80 + 160 * ((face - 1) % 3), 100 + 160 * ((face - 1) // 3)), 60, 11) for face in range(1, 7)]
    assert faces(reader.read(table(dice))) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(lambda image: image, id="as it is"),
        pytest.param(lambda image: np.ascontiguousarray(np.rot90(image)), id="a quarter turn"),
        pytest.param(lambda image: np.ascontiguousarray(image[::-1, ::-1]), id="upside down"),
        pytest.param(lambda image: np.ascontiguousarray(image[:, :, ::-1]), id="red and blue swapped"),
    ],
)
def test_however_the_camera_hangs_what_is_sure_is_right(
    reader: LearnedReader, stills: list[tuple[Picture, Image]], seen: Callable[[Image], Image]
) -> None:
    readings = [(picture, reader.read(seen(image))) for picture, image in stills]
    assert [picture.path.name for picture, r in readings if r.sure and faces(r) != picture.faces] == []
    assert statistics.mean(faces(r) == picture.faces for picture, r in readings) >= 0.75


def test_a_known_size_reads_what_a_full_look_reads(reader: LearnedReader, stills: list[tuple[Picture, Image]]) -> None:
    _, image = stills[0]
    full = reader.read(image)
    assert full.dice
    edge = statistics.median(die.edge for die in full.dice)
    assert faces(reader.read(image, edge=edge)) == faces(full)


def test_another_process_gets_the_same_reader(reader: LearnedReader, stills: list[tuple[Picture, Image]]) -> None:
    _, image = stills[0]
    assert pickle.loads(pickle.dumps(reader)).read(image) == reader.read(image)


@pytest.mark.parametrize(
    ("face", "note", "paint"),
    [
        ((2 * n + m) % 3 + 1, note, paint)
        for n, note in enumerate((110, 150, 210, 300))
        for m, paint in enumerate(((90, 220, 250), (235, 235, 240), (60, 60, 200)))
        if (n + m) % 3 < 2
    ],
)
def test_a_die_on_a_square_note_is_no_large_die_for_sure(
    reader: LearnedReader, face: int, note: int, paint: tuple[int, int, int]
) -> None:
    middle = (240, 180)
    reading = reader.read(table([Drawn(0, middle, note, 12, body=paint), Drawn(face, middle, 44, 30)]))
    assert faces(reading) == (face,) or not reading.sure


@pytest.mark.parametrize("shown", [0.5, 0.6, 0.75, 0.9])
def test_beside_others_a_die_that_the_pictures_edge_cuts_is_never_passed_over_for_sure(
    reader: LearnedReader, stills: list[tuple[Picture, Image]], shown: float
) -> None:
    for picture, image in stills:
        if len(picture.places) < 2:
            continue
        x, _, half, _ = max(picture.places)
        cut = np.ascontiguousarray(image[:, : round(x + (2 * shown - 1) * half)])
        reading = reader.read(cut)
        assert faces(reading) == picture.faces or not reading.sure, picture.path.name
