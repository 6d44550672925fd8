"""Training scenes: seeded, told truly, made further where they stopped."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from croupier.models.workshop.scenes.clutter.strew import strew
from croupier.models.workshop.scenes.clutter.things import MAKERS, covers
from croupier.models.workshop.scenes.compose import compose
from croupier.models.workshop.scenes.looks import FAMILIES, look
from croupier.models.workshop.scenes.place import Manner, apart, lay
from croupier.models.workshop.scenes.prints import figured, grounds
from croupier.models.workshop.scenes.prints.crests import CELLS, crests
from croupier.models.workshop.scenes.prints.drawn import DRAWERS, drawn
from croupier.models.workshop.scenes.stage.film import develop
from croupier.models.workshop.scenes.stage.forms.named import FORMS
from croupier.models.workshop.scenes.stage.forms.rounded import cube
from croupier.models.workshop.scenes.stage.values import Die, Film, Ground, Lamp, Look, Marks, Room, Scene
from croupier.models.workshop.scenes.truth import face_corners, line
from croupier.models.workshop.stopped import OtherWork
from croupier.models.workshop.studio import surfaces
from croupier.models.workshop.studio.cube import rotation, turns_with_up
from croupier.models.workshop.studio.scene import View

if TYPE_CHECKING:
    from croupier.models.workshop.scenes.stage.stage import Stage

BLACK, WHITE = (0.01, 0.01, 0.01), (0.9, 0.9, 0.9)
PLAIN = Look("d6", WHITE, WHITE, Marks(BLACK, BLACK, BLACK, BLACK))
ROOM = Room((Lamp((-20.0, 15.0, 60.0), 5.0, 0.8, WHITE),), (0.5, 0.5, 0.5))
VIEW = View((320, 240), 900.0, 50.0, math.radians(20))


def die(face: int, x: float = 0.0, y: float = 0.0, yaw: float = 0.0, look: Look = PLAIN) -> Die:
    turn = np.asarray(rotation((0, 0, 1), yaw) @ turns_with_up(face)[0])
    return Die(look, np.array([x, y, 0.8]), turn, 1.6)


def scene(*dice: Die, view: View = VIEW) -> Scene:
    return Scene(1, view, Ground("bare 0", tint=(0.05, 0.2, 0.05)), ROOM, Film(), dice)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    pytest.importorskip("moderngl", reason="the renderer needs `pip install croupier[workshop]`")
    from croupier.models.workshop.scenes.stage.stage import Stage

    try:
        opened = Stage()
    except RuntimeError as error:
        pytest.skip(str(error))
    with opened:
        yield opened


def test_the_same_seed_and_number_give_the_same_picture_and_labels(stage: Stage) -> None:
    from croupier.models.workshop.scenes.run import picture

    first, told = picture(stage, 5, 3)
    other, _ = picture(stage, 5, 4)
    again, told_again = picture(stage, 5, 3)
    assert np.array_equal(first, again)
    assert told == told_again
    assert not np.array_equal(first, other)


def test_a_scene_depends_on_nothing_but_its_seed_and_number() -> None:
    def summary(made: Scene) -> tuple[object, ...]:
        return made.view, made.ground, made.room, made.film, [(d.look, d.at.tolist(), d.face) for d in made.dice]

    assert summary(compose(3, 8)) == summary(compose(3, 8))
    assert summary(compose(3, 8)) != summary(compose(4, 8))


def test_a_top_lies_where_the_renderer_drew_the_die(stage: Stage) -> None:
    for number in range(6):
        made = compose(11, number)
        who = stage.who(made)
        told: Any = line(made, who, "x.jpg", 11)["dice"]
        for row in told:
            if row["visible"] > 0.95 and row["flat"]:
                corners = np.array(row["top"]) * (1, made.film.stretch)
                drawn_over = np.zeros(who.shape, np.uint8)
                cv2.fillConvexPoly(drawn_over, np.round(corners).astype(np.int32), 1)
                shown = set(np.unique(who[cv2.erode(drawn_over, np.ones((3, 3))) > 0]).tolist())
                middle = who[tuple(np.round(corners.mean(axis=0)).astype(int)[::-1])]
                assert middle >= 0
                assert made.dice[middle].face == row["face"]
                assert middle in shown


def test_a_face_shows_as_many_pips_as_its_label_counts(stage: Stage) -> None:
    above = View((160, 160), 6000.0, 100.0)
    for face in range(1, 7):
        picture = develop(
            stage.take(scene(die(face), view=above)), Film(vignette=0.0), (160, 160), np.random.default_rng(0)
        )
        dark = np.asarray(picture.max(axis=2)[40:120, 40:120] < 90, np.uint8)
        assert cv2.connectedComponents(dark)[0] - 1 == face


def test_a_covered_face_is_told_as_less_visible(stage: Stage) -> None:
    below, on_top = die(3), replace(die(6), at=np.array([0.0, 0.0, 2.4]), flat=False)
    alone: Any = line(scene(below), stage.who(scene(below)), "x.jpg", 0)["dice"]
    both: Any = line(scene(below, on_top), stage.who(scene(below, on_top)), "x.jpg", 0)["dice"]
    assert alone[0]["visible"] == 1.0
    assert {row["face"]: row["visible"] for row in both}[6] == 1.0
    assert {row["face"]: row["visible"] for row in both}.get(3, 0.0) < 0.3


def test_a_die_cut_by_the_edge_is_visible_in_part_and_one_outside_is_left_out(stage: Stage) -> None:
    left = VIEW.on_table(0, 120, 1.6)
    cut, gone = die(2, left[0], left[1]), die(4, 3 * left[0], left[1])
    told: Any = line(scene(cut, gone), stage.who(scene(cut, gone)), "x.jpg", 0)["dice"]
    assert [row["face"] for row in told] == [2]
    assert 0.2 < told[0]["visible"] < 0.8


def test_down_points_from_the_top_face_to_the_bottom_and_sides_look_at_the_camera(stage: Stage) -> None:
    slanted = View((320, 240), 900.0, 50.0, math.radians(50))
    (row,) = line(scene(die(5), view=slanted), stage.who(scene(die(5), view=slanted)), "x.jpg", 0)["dice"]  # type: ignore[attr-defined,misc]
    assert row["down"][1] > 20
    assert abs(row["down"][0]) < 1
    assert len(row["sides"]) in (1, 2, 3)
    assert max(side["visible"] for side in row["sides"]) > 0.9
    for corners in [row["top"], *(side["corners"] for side in row["sides"])]:
        x, y = np.array(corners).T
        assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0


def test_a_logo_in_the_place_of_the_one_is_not_to_be_read(stage: Stage) -> None:
    marked = replace(PLAIN, logo="logo 1")
    for face, flat in ((1, False), (6, True)):
        made = scene(die(face, look=marked))
        (row,) = line(made, stage.who(made), "x.jpg", 0)["dice"]  # type: ignore[misc,attr-defined]
        assert row["flat"] is flat


def test_about_a_third_of_the_scenes_have_fudge_dice_and_those_with_no_dice_have_something_else() -> None:
    made = [compose(3, number) for number in range(120)]
    fudge = sum(any(d.look.kind == "dF" for d in each.dice) for each in made) / len(made)
    empty = [each for each in made if not each.dice]
    assert 0.25 < fudge < 0.48
    assert 3 <= len(empty) <= 24
    assert sum(bool(each.things) for each in empty) > 0.8 * len(empty)


def test_a_scene_with_no_dice_tells_of_none(stage: Stage) -> None:
    assert line(scene(), stage.who(scene()), "x.jpg", 0)["dice"] == []


def test_dice_lie_flat_and_run_into_none() -> None:
    rng = np.random.default_rng(2)
    lying = lay(rng, VIEW, 12, Manner(1.6, huddled=0.9, squared=0.6), lambda: PLAIN)
    assert len(lying) > 5
    for number, one in enumerate(lying):
        assert one.at[2] == pytest.approx(0.8)
        assert all(apart(one, other) for other in lying[:number])
        assert face_corners(one, one.up)[:, 2] == pytest.approx(np.full(4, 1.6))


def test_every_family_of_bodies_can_be_made_and_pips_keep_apart_and_within_their_face() -> None:
    rng = np.random.default_rng(0)
    looks = [look(rng, kind) for kind in ("d6", "dF") for _ in range(200)]
    assert {made.grain for made in looks} >= {"plain", "marble", "speckle", "glitter", "pearl", "wood"}
    assert any(made.clear for made in looks)
    assert any(made.metal for made in looks)
    assert len(FAMILIES) == 12
    for made in looks:
        assert made.marks.spread + made.marks.radius < 0.5
        assert made.marks.spread > made.marks.radius


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_form_stands_on_the_table_and_its_normals_have_length_one(form: str) -> None:
    triangles = FORMS[form]()
    assert triangles[:, 2].min() == pytest.approx(0.0, abs=0.05)
    assert np.linalg.norm(triangles[:, 3:6], axis=1) == pytest.approx(np.ones(len(triangles)), abs=1e-3)


def test_a_rounded_cube_keeps_within_its_edge_and_its_ball() -> None:
    for ball in (0.0, 0.66):
        corners = cube(0.1, ball)[:, :3]
        assert np.abs(corners).max() == pytest.approx(0.5, abs=1e-6)
        assert np.linalg.norm(corners, axis=1).max() <= (ball or 0.87) + 1e-6


@pytest.mark.parametrize("kind", sorted(DRAWERS))
def test_a_print_is_always_the_same_and_none_is_flat(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (surfaces, grounds, figured):
        monkeypatch.setattr(module, "SIZE", 512)
    first = drawn(f"{kind} 0")
    assert np.array_equal(first, drawn(f"{kind} 0"))
    assert first.std() > 0.5


def test_an_unknown_print_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="felt"):
        drawn("lava 3")


def test_every_crest_has_ink() -> None:
    sheet = crests()
    size = sheet.shape[0] // 8
    for cell in CELLS.values():
        row, column = 7 - cell // 8, cell % 8
        assert sheet[row * size : (row + 1) * size, column * size : (column + 1) * size].max() > 200


def test_things_keep_clear_of_the_dice() -> None:
    lone = die(1)
    for seed in range(10):
        for thing in strew(np.random.default_rng(seed), VIEW, 6, (lone,)):
            across = (lone.at[:2] - thing.at[:2]) @ thing.turn[:2, :2]
            gap = np.maximum(np.abs(across) - covers(thing) / 2, 0)
            assert np.hypot(*gap) > 0.4 * lone.edge
    assert len(MAKERS) > 10


def test_more_light_gives_a_brighter_picture_of_the_size_asked_for() -> None:
    grey, rng = np.full((60, 80, 3), 0.2, np.float32), np.random.default_rng(0)
    dim, bright = (develop(grey, Film(exposure=light, noise=0.0), (80, 60), rng) for light in (0.5, 2.0))
    assert dim.shape == bright.shape == (60, 80, 3)
    assert dim.mean() + 40 < bright.mean()
    assert develop(grey, Film(stretch=1.5), (80, 40), rng).shape == (40, 80, 3)


def test_a_run_that_was_stopped_goes_on_and_makes_nothing_twice(stage: Stage, tmp_path: Path) -> None:
    from croupier.models.workshop.scenes.run import Order, file_name, render

    labels, kept = tmp_path / "labels.jsonl", tmp_path / file_name(1)
    kept.write_bytes(b"made before")
    labels.write_text(json.dumps({"file": kept.name, "seed": 1, "dice": []}) + "\n" + '{"file": "0000')
    assert list(render(Order(tmp_path, 3, 1), jobs=1)) == [1, 2, 3]
    told = [json.loads(row)["file"] for row in labels.read_text().splitlines()]
    assert sorted(told) == [file_name(number) for number in range(3)]
    assert kept.read_bytes() == b"made before"
    assert all(cv2.imread(str(tmp_path / file_name(number))).shape == (480, 640, 3) for number in (0, 2))
    assert list(render(Order(tmp_path, 3, 1), jobs=1)) == [3]


def test_a_folder_of_another_seed_is_refused_before_anything_is_rendered(tmp_path: Path) -> None:
    pytest.importorskip("moderngl", reason="the renderer needs `pip install croupier[workshop]`")
    from croupier.models.workshop.scenes.run import Order, render

    (tmp_path / "labels.jsonl").write_text(json.dumps({"file": "000000.jpg", "seed": 7, "dice": []}) + "\n")
    with pytest.raises(OtherWork, match="another seed than 8; give an empty folder"):
        list(render(Order(tmp_path, 1, 8), jobs=1))
    assert list(render(Order(tmp_path, 1, 7), jobs=1)) == [1]
