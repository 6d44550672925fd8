"""The judge's scenes: dice lie whole and open to view, and the truth told of each is what its top shows."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("manifold3d", reason="the judge's solids need `pip install croupier[judge]`")

from croupier.models.workshop.judge.__main__ import TRUTH, file_name
from croupier.models.workshop.judge.film import develop, without_fireflies
from croupier.models.workshop.judge.grounds import GROUNDS, clouds
from croupier.models.workshop.judge.layout import EDGE_PX, OPEN, SLANT_DEG, lay_out
from croupier.models.workshop.judge.looks import form
from croupier.models.workshop.judge.scene import Scene, open_share, truth
from croupier.models.workshop.judge.solids import PIPS, clutter_piece, die_pieces
from croupier.models.workshop.stopped import OtherWork, made_already
from croupier.vision.reading import FACES

SEEDS = range(4)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [lay_out(np.random.default_rng(seed)) for seed in SEEDS]


def test_an_empty_scene_has_clutter_and_no_dice() -> None:
    empty = lay_out(np.random.default_rng(1), empty=True)
    assert empty.dice == ()
    assert empty.clutter
    told = truth(empty, "none-0001.jpg")
    assert (told["kind"], told["faces"]) == ("none", [])


def test_the_same_seed_lays_the_same_dice(scenes: list[Scene]) -> None:
    again = lay_out(np.random.default_rng(SEEDS[0]))
    assert truth(again, "x") == truth(scenes[0], "x")
    assert truth(again, "x") != truth(scenes[1], "x")


def test_every_die_is_whole_in_the_picture_open_to_view_and_large_enough(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert SLANT_DEG[0] <= math.degrees(scene.view.slant) <= SLANT_DEG[1]
        assert 1 <= len(scene.dice) <= 6
        for die in scene.dice:
            seen = scene.view.project(die.corners)
            assert (seen > 0).all()
            assert (seen < scene.view.size).all()
            others = [other for other in scene.dice if other is not die]
            assert open_share(scene.view, die, [*others, *scene.clutter]) >= OPEN
            edge = die.edge * scene.view.focal / np.linalg.norm(die.at - scene.view.eye)
            assert EDGE_PX[0] <= edge <= EDGE_PX[1]


def test_a_die_behind_another_is_covered_by_it(scenes: list[Scene]) -> None:
    scene = scenes[0]
    die = scene.dice[0]
    nearer = type(die)(die.form, die.look, die.at + 0.2 * (scene.view.eye - die.at), die.turn, die.up, die.edge)
    assert open_share(scene.view, die, [nearer]) < 0.2
    assert open_share(scene.view, nearer, [die]) == 1


def test_the_face_told_is_the_one_whose_marks_lie_highest(scenes: list[Scene]) -> None:
    for scene in scenes:
        for die in scene.dice:
            assert die.face in FACES[scene.kind]
            if scene.kind == "dF":
                continue
            heights = {
                shown: float((piece.points @ die.turn.T)[:, 2].mean())
                for shown, piece in die_pieces(die.form).items()
                if shown is not None
            }
            assert max(heights, key=lambda shown: heights[shown]) == die.face


def test_top_corners_go_clockwise_about_the_marks_of_the_top(scenes: list[Scene]) -> None:
    for scene in scenes:
        for die in scene.dice:
            top = die.top(scene.view).astype(np.float32)
            assert cv2.contourArea(top, oriented=True) > 0
            if scene.kind == "d6":
                marks = die_pieces(die.form)[die.face].points * die.edge @ die.turn.T + die.at
                # Their rims: the bottoms lie deeper than the top, and from the side below it in the picture.
                rims = marks[marks[:, 2] > marks[:, 2].max() - 0.01 * die.edge]
                for x, y in scene.view.project(rims):
                    assert cv2.pointPolygonTest(top, (float(x), float(y)), False) >= 0


def test_a_pip_die_has_each_face_once_opposite_ones_add_up_to_seven_and_a_fudge_die_each_sign_twice() -> None:
    for seed in SEEDS:
        pips, fudge = (form(np.random.default_rng(seed), kind) for kind in ("d6", "dF"))
        assert sorted(pips.shows) == [1, 2, 3, 4, 5, 6]
        assert {pips.shows[k] + pips.shows[k + 1] for k in (0, 2, 4)} == {7}
        assert Counter(fudge.shows) == {-1: 2, 0: 2, 1: 2}


def test_a_die_is_a_closed_solid_with_marks_on_all_faces_but_blanks() -> None:
    for kind, marked in (("d6", set(PIPS)), ("dF", {-1, 1})):
        pieces = die_pieces(form(np.random.default_rng(4), kind))
        assert set(pieces) - {None} == marked
        edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
        for piece in pieces.values():
            points = [tuple(point) for point in np.round(piece.points, 6)]
            for a, b, c in piece.triangles:
                edges.update([(points[a], points[b]), (points[b], points[c]), (points[c], points[a])])
        assert all(edges[after, before] == count for (before, after), count in edges.items())


def test_normals_look_outward() -> None:
    for piece in (die_pieces(form(np.random.default_rng(2), "d6"))[None], clutter_piece("pawn")):
        assert np.linalg.norm(piece.normals, axis=1) == pytest.approx(1, abs=1e-3)
        corners = piece.points[piece.triangles]
        flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert (np.einsum("ij,ij->i", flat, piece.normals[piece.triangles].mean(axis=1)) > -1e-9).all()


def test_unknown_clutter_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="take slab, disc"):
        clutter_piece("hand")


@pytest.mark.parametrize("name", GROUNDS)
def test_every_ground_can_be_drawn_and_is_not_flat(name: str) -> None:
    drawn = GROUNDS[name](np.random.default_rng(5))
    assert drawn.dtype == np.uint8
    assert drawn.shape == (768, 768, 3)
    assert drawn.std() > 1


def test_clouds_repeat_without_a_seam() -> None:
    noise = clouds(np.random.default_rng(1), 1.5)
    assert np.abs(noise[0] - noise[-1]).mean() < 2 * np.abs(np.diff(noise, axis=0)).mean()


def test_the_camera_exposes_dim_and_bright_scenes_alike() -> None:
    light = np.random.default_rng(1).uniform(0.1, 1, (40, 60, 3)).astype(np.float32)
    dim, bright = (develop(light * k, np.random.default_rng(3)) for k in (0.01, 20))
    assert dim.shape == (40, 60, 3)
    assert np.abs(dim.astype(int) - bright).max() <= 1


def test_a_stray_of_the_renderer_is_brought_down_and_a_lit_area_is_not() -> None:
    light = np.full((30, 30, 3), 0.2, np.float32)
    light[5, 5] = 50
    light[15:25, 15:25] = 50
    calm = without_fireflies(light)
    assert calm[5, 5].max() < 2
    assert calm[18:22, 18:22].min() == 50


def test_rendering_goes_on_after_the_last_whole_line(tmp_path: Path) -> None:
    assert made_already(tmp_path / TRUTH, 1) == set()
    (tmp_path / TRUTH).write_text(json.dumps({"file": file_name(0, False), "seed": 1}) + '\n{"file": "dice-00')
    assert made_already(tmp_path / TRUTH, 1) == {"dice-0000.jpg"}
    assert (tmp_path / TRUTH).read_text().count("\n") == 1
    with pytest.raises(OtherWork, match="another seed than 2"):
        made_already(tmp_path / TRUTH, 2)


def test_a_rendered_die_stands_where_it_is_told(tmp_path: Path) -> None:
    pytest.importorskip("mitsuba", reason="the judge's renderer needs `pip install croupier[judge]`")
    from croupier.models.workshop.judge.rendering import Renderer

    scene = lay_out(np.random.default_rng(2))
    renderer = Renderer(samples=4)
    with_dice = renderer.take(scene, 1)
    bare = renderer.take(Scene(**{**{k: getattr(scene, k) for k in Scene.__slots__}, "dice": ()}), 1)
    changed = np.abs(with_dice - bare).sum(axis=2) > 0.3 * bare.mean()
    for die in scene.dice:
        mask = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(die.top(scene.view)).astype(np.int32), 1)
        assert changed[mask > 0].mean() > 0.5
