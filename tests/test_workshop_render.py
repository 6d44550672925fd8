"""The renderer: the same scene gives the same pixels, and what it says about each die is where the die is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.models.workshop.recording import throws
from croupier.models.workshop.recording.moves import Sweep, clear
from croupier.models.workshop.recording.player import best_category, sheet, to_throw_again, with_thrown
from croupier.models.workshop.recording.throws import tumbles
from croupier.models.workshop.shots import SHOTS
from croupier.models.workshop.stills import lay_out, truth
from croupier.models.workshop.studio import surfaces
from croupier.models.workshop.studio.cube import FUDGE, NORMALS, rotation, turns_with_up
from croupier.models.workshop.studio.scene import (
    Ground,
    Light,
    Paint,
    PlacedDie,
    Pose,
    Scene,
    Shape,
    View,
    outline,
    top_corners,
)
from croupier.models.workshop.studio.sensor import develop, grain
from croupier.models.workshop.studio.surfaces import SURFACES, surface

if TYPE_CHECKING:
    from croupier.models.workshop.studio.render import Studio

IVORY = Paint((0.84, 0.79, 0.66), (0.02, 0.02, 0.025))
VIEW = View((160, 120), 600.0, 60.0, math.radians(8))


def die(face: int, x: float = 0.0, y: float = 0.0, yaw: float = 0.3, shape: Shape | None = None) -> PlacedDie:
    turn = rotation((0, 0, 1), yaw) @ turns_with_up(face)[0]
    return PlacedDie(shape or Shape(), IVORY, Pose(np.array([x, y, 0.8]), turn))


def scene(*dice: PlacedDie) -> Scene:
    return Scene(VIEW, Ground("black felt"), Light(), dice)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    pytest.importorskip("manifold3d", reason="the renderer needs `pip install croupier[workshop]`")
    pytest.importorskip("moderngl", reason="the renderer needs `pip install croupier[workshop]`")
    from croupier.models.workshop.studio.render import Studio

    try:
        opened = Studio()
    except RuntimeError as error:
        pytest.skip(str(error))
    with opened:
        yield opened


def test_a_scene_rendered_twice_gives_the_same_pixels(studio: Studio) -> None:
    first = studio.take(scene(die(5)))
    studio.take(scene(die(2, 1.0)))
    assert np.array_equal(first, studio.take(scene(die(5))))


def test_an_ivory_die_on_black_felt_is_bright_inside_its_corners_and_nowhere_else(studio: Studio) -> None:
    lone = die(1, 2.0, -1.0)
    picture = develop(studio.take(scene(lone)))
    x, y = np.round(top_corners(VIEW, lone).mean(axis=0)).astype(int) + np.array([4, 0])
    assert picture[y, x].min() > 150
    assert picture[:, :60].max() < 100


def test_a_face_shows_as_many_pips_as_it_counts(studio: Studio) -> None:
    import cv2

    close = View((480, 320), 6000.0, 100.0)
    places = [(2.6 * (face % 3 - 1), 2.6 * (face // 3 - 0.5)) for face in range(6)]
    dice = tuple(
        PlacedDie(Shape(), IVORY, Pose(np.array([x, y, 0.8]), turns_with_up(face)[1]))
        for face, (x, y) in enumerate(places, 1)
    )
    picture = develop(studio.take([Scene(close, Ground("black felt"), Light(), dice)]))
    for face, placed in enumerate(dice, 1):
        x, y = np.round(top_corners(close, placed).mean(axis=0)).astype(int)
        dark = np.asarray(picture.max(axis=2)[y - 40 : y + 40, x - 40 : x + 40] < 100, np.uint8)
        assert cv2.connectedComponents(dark)[0] - 1 == face


def test_an_empty_table_renders(studio: Studio) -> None:
    picture = develop(studio.take(scene()))
    assert picture.shape == (120, 160, 3)
    assert 10 < picture.mean() < 120


def test_moments_are_averaged_into_a_blur(studio: Studio) -> None:
    still = studio.take([scene(die(1))] * 4)
    moving = studio.take([scene(die(1, x)) for x in (-0.6, -0.2, 0.2, 0.6)])
    assert moving.max() <= still.max() + 0.01
    assert (np.abs(moving - still) > 0.02).sum() > 200


@pytest.mark.parametrize("slant", [0, 15, 30, 45, 60])
def test_corners_go_clockwise_and_stay_in_the_outline(slant: int) -> None:
    view = View((640, 480), 1200.0, 30.0, math.radians(slant), roll=0.4)
    for face in NORMALS:
        placed = die(face, 1.0, 0.5, yaw=face)
        x, y = top_corners(view, placed).T
        assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0
        low, high = outline(view, placed).min(axis=0), outline(view, placed).max(axis=0)
        assert (top_corners(view, placed) >= low - 1e-6).all()
        assert (top_corners(view, placed) <= high + 1e-6).all()


def test_a_die_says_the_face_that_lies_up() -> None:
    for face, shown in FUDGE.items():
        assert die(face).face == face
        assert die(face, shape=Shape("dF")).face == shown


def test_the_camera_sees_a_point_of_the_table_where_it_looks_for_it() -> None:
    view = View((640, 480), 900.0, 40.0, 0.5, 0.3, 0.2)
    assert view.project(view.on_table(100, 400, 1.6)[None])[0] == pytest.approx([100, 400])


def test_every_table_top_can_be_drawn_and_none_is_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surfaces, "SIZE", 256)
    for name in SURFACES:
        assert surface(name).std() > 1, name


def test_an_unknown_table_top_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="green felt"):
        surface("lava")


def test_noise_is_seeded() -> None:
    grey = np.full((20, 20, 3), 128, np.uint8)
    assert np.array_equal(grain(grey, np.random.default_rng(1)), grain(grey, np.random.default_rng(1)))
    assert not np.array_equal(grain(grey, np.random.default_rng(1)), grain(grey, np.random.default_rng(2)))


def test_thrown_dice_come_to_rest_flat_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throws, "LONGEST_S", 1.2)  # some have come to rest by then
    thrown = tumbles(np.random.default_rng(3), 8, 1.6, 0.12)
    assert thrown
    for tumble in thrown:
        end = tumble.pose(tumble.lasts + 1)
        assert end.at == pytest.approx([0, 0, 0.8])
        assert end.turn[2] == pytest.approx([0, 0, 1], abs=1e-6)
        assert np.linalg.norm(tumble.pose(0).at) > 5


def test_a_swept_die_is_gone_and_misses_those_it_does_not_meet() -> None:
    lying = Pose(np.array([0, 0, 0.8]), np.eye(3))
    gone = Sweep(1.0, lying, 0.0)
    assert gone.pose(5.0) is None
    assert clear(gone, [])
    assert not clear(gone, [Sweep(50.0, Pose(np.array([4, 0, 0.8]), np.eye(3)), 0.0)])


def test_the_recorded_player_keeps_a_rift_and_throws_a_poor_roll_again() -> None:
    assert to_throw_again((1, 1, 6), sheet()) == ()
    assert best_category((1, 1, 6), sheet()).name == "rift"
    assert to_throw_again((1, 3, 3), sheet()) != ()
    assert with_thrown((1, 3, 3), (0,), (2,)) == (2, 3, 3)


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.hard)
def test_every_still_can_be_laid_out_with_its_labels_in_the_picture(shot: object) -> None:
    from croupier.models.workshop.shots import Shot

    assert isinstance(shot, Shot)
    told = truth(shot, lay_out(shot, np.random.default_rng(5)))
    width, height = told["size"]
    for corners in told["corners"]:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in corners)
    assert len(told["faces"]) == len(shot.faces) - shot.cut
