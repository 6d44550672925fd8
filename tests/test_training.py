"""The training: what it learns from is true, other people's labels are repaired, and every stage works."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install -e '.[workshop,train]'")
pytest.importorskip("scipy", reason="training needs SciPy: pip install -e '.[workshop,train]'")

from croupier.models.workshop.training.calibrate import Seen, Told, confidence, fit, least_sure, sure_and_wrong
from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import Example, Known, photographs, renders
from croupier.models.workshop.training.harvest import finds, named, with_gaps_closed
from croupier.models.workshop.training.repair import repaired
from croupier.models.workshop.training.views import SIDE, view
from croupier.vision.learned.find.decode import CELL_PX, decode
from croupier.vision.learned.find.plan import LEAST_PX, MOST_PX
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.judge.confidence import CALIBRATION
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

RNG = 5


def die_at(x: float, y: float, edge: float = 40.0, **more: object) -> Known:
    """A die seen from above, its sides along the picture's."""
    top = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2 + (x, y)
    return Known(np.array([x, y]), edge, face=5, top=top, down=np.array([0.0, 8.0]), **more)  # type: ignore[arg-type]


def test_the_maps_a_view_asks_for_are_what_the_reader_decodes_to_that_die() -> None:
    rng = np.random.default_rng(RNG)
    picture = Halves(np.full((300, 400, 3), 90, np.uint8))
    seen = 0
    for _ in range(40):
        one = view(picture, (die_at(200, 150),), rng, Disturber(rng))
        told = np.concatenate([np.log(one.heat + 1e-6)[None] - np.log(1 - one.heat + 1e-6), one.closer[None], one.told])
        peaks = decode(told.astype(np.float32))
        for n in np.flatnonzero(peaks.heat > 0.99):
            top = peaks.top(int(n))
            seen += 1
            assert LEAST_PX * 0.85 < top.edge < MOST_PX * 1.15
            assert 0 <= top.center[0] < SIDE
            assert 0 <= top.center[1] < SIDE
            assert math.hypot(*top.down) == pytest.approx(8 / 40, abs=0.05)
            assert one.heat[int(top.center[1]) // CELL_PX, int(top.center[0]) // CELL_PX] == pytest.approx(1)
    assert seen > 15


def test_dice_too_large_for_a_view_are_background_and_small_ones_ask_to_look_closer() -> None:
    rng = np.random.default_rng(RNG)
    picture = Halves(np.full((300, 400, 3), 90, np.uint8))
    kinds = set()
    for _ in range(80):
        one = view(picture, (die_at(200, 150),), rng, Disturber(rng))
        kinds.add(("die" if one.heat.max() == 1 else "none", "closer" if one.closer.max() == 1 else "not"))
    assert {("die", "not"), ("none", "closer"), ("none", "not")} <= kinds


def test_a_die_that_does_not_count_is_neither_learned_nor_held_against_the_finder() -> None:
    rng = np.random.default_rng(RNG)
    picture = Halves(np.full((300, 400, 3), 90, np.uint8))
    for _ in range(30):
        one = view(picture, (die_at(200, 150, counts=False),), rng, Disturber(rng))
        assert one.heat.max() < 1
        assert one.closer.max() == 0


def test_boxes_of_pips_alone_become_edges_of_dice_and_a_one_takes_its_size_from_the_others() -> None:
    boxes = np.array([[100, 100, 50, 50, 5], [200, 100, 12, 12, 1]], float)
    (_, five, _), (middle, one, face) = repaired("matteop65", boxes, (640, 480), 1.0)
    assert five == pytest.approx(57.5)
    assert one == pytest.approx(five)
    assert (middle.tolist(), face) == ([206, 106], 1)


def test_a_clear_find_without_a_label_counts_for_nothing_and_faces_alone_get_places() -> None:
    labelled = Example(Path("a.jpg"), "matteop65", (die_at(50, 50),), (5,))
    faces_only = Example(Path("b.jpg"), "skovy", None, (2, 6))
    one_too_many = Example(Path("c.jpg"), "skovy", None, (2,))
    found = [Candidate(Top((50, 50), 40), 0.9), Candidate(Top((200, 50), 38), 0.8), Candidate(Top((9, 9), 40), 0.1)]

    def load(self: Example) -> object:
        return np.zeros((4, 4, 3), np.uint8)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Example, "load", load)
        closed = [with_gaps_closed(example, lambda _: found) for example in (labelled, faces_only, one_too_many)]
    first, second, third = closed
    assert first is not None
    assert [die.counts for die in first.dice or ()] == [True, False]
    assert second is not None
    assert [die.middle.tolist() for die in second.dice or ()] == [[50, 50], [200, 50]]
    assert third is None


def test_finds_beside_a_die_are_wrong_and_those_on_it_are_its_face() -> None:
    example = Example(Path("a.jpg"), "renders", (die_at(50, 50), die_at(150, 50, counts=False)))
    found = [Candidate(Top((52, 49), 42), 0.9), Candidate(Top((90, 50), 40), 0.5), Candidate(Top((150, 50), 40), 0.7)]
    told = finds(example, found)
    assert [(top.center, face) for top, face in told.faces] == [((52, 49), 4)]
    assert [top.center for top in told.wrong] == [(90, 50)]


def test_faces_of_a_picture_go_to_the_dice_that_they_fit_best_or_to_none() -> None:
    example = Example(Path("a.jpg"), "skovy", (die_at(0, 0), die_at(99, 0)), (2, 6))
    sure = np.full((2, 10), 0.01)
    sure[0, 5], sure[1, 1] = 0.9, 0.9
    told = named(example, sure)
    assert told is not None
    assert [die.face for die in told.dice or ()] == [6, 2]
    assert named(example, sure[:, ::-1].copy()) is None


def test_confidence_falls_with_every_doubt_and_few_pictures_are_sure_and_wrong() -> None:
    rng = np.random.default_rng(RNG)
    seen = []
    for n in range(600):
        doubt = float(rng.uniform(0, 4))
        doubts = {name: doubt if name == "heat" else 0.0 for name in CALIBRATION if name != "all"}
        die = Told(doubts, right=bool(rng.random() > (doubt / 4) ** 3))
        seen.append(Seen("one" if n % 2 else "other", (die,), missed=False, asked=False))
    calibration = fit(seen)
    assert calibration["heat"] < 0
    assert all(value <= 0 for name, value in calibration.items() if name != "all")
    told = [confidence(one.dice[0], calibration) for one in sorted(seen, key=lambda one: one.dice[0].doubts["heat"])]
    assert (np.diff(told) <= 1e-12).all()
    sure, wrong = sure_and_wrong(seen, calibration, least_sure(seen, calibration))
    assert 0.1 < sure < 0.9
    assert wrong <= 0.005


def test_a_missed_die_makes_a_sure_picture_wrong_and_an_asking_one_not() -> None:
    die = Told(dict.fromkeys(CALIBRATION, 0.0), right=True)
    seen = [Seen("one", (die,), missed=True, asked=False), Seen("one", (die,), missed=True, asked=True)]
    assert sure_and_wrong(seen, {**CALIBRATION, "all": 5.0}, 0.9) == (0.5, 0.5)


def test_only_photographs_that_allow_it_are_trained_on(tmp_path: Path) -> None:
    def row(source: str, allowed: bool) -> dict[str, object]:
        told = {"file": "a.jpg", "source": f"{source}/x", "kind": "d6", "faces": [3], "size": [640, 480]}
        return {**told, "training_allowed": allowed}

    rows = [row("skovy", True), row("skovy", False), row("somebody", True), row("DamianTab", True)]
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(one) for one in rows) + "\n")
    assert [e.source for e in photographs(tmp_path)] == ["skovy", "DamianTab"]
    assert [e.source for e in photographs(tmp_path, frozenset({"skovy"}))] == ["DamianTab"]


def test_two_minutes_of_training_run_every_stage_and_end_with_models_that_the_reader_opens(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "croupier.models.workshop.training", str(tmp_path), "--smoke"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "found no OpenGL" in done.stderr:
        pytest.skip("the renderer needs EGL: apt install libegl1 libgl1-mesa-dri")
    assert done.returncode == 0, done.stderr
    from croupier.vision.learned.read import open_learned

    for size in ("full", "small"):
        reader = open_learned(tmp_path / "models" / size)
        assert reader.read(np.full((240, 320, 3), 90, np.uint8)).dice is not None
    scenes = list(renders(tmp_path / "scenes"))
    before = [path.stat().st_mtime_ns for path in sorted(tmp_path.glob("*.ckpt"))]
    assert scenes
    assert before


def test_a_shipped_model_learns_on_from_where_it_stands(tmp_path: Path) -> None:
    import torch

    from croupier.models.workshop.training.export import export_finder, export_namer
    from croupier.models.workshop.training.nets import Finder, Namer
    from croupier.models.workshop.training.thaw import thaw_finder, thaw_namer

    torch.manual_seed(RNG)
    finder, namer = Finder().train(), Namer().train()
    views, crops = torch.rand(4, 3, 64, 64), torch.rand(2, 4, 3, 64, 64)
    finder(views), namer(*crops)  # gives the normalizations something to fold
    export_finder(finder.eval(), tmp_path / "finder.onnx")
    export_namer(namer.eval(), tmp_path / "namer.onnx")
    thawed = thaw_finder(tmp_path / "finder.onnx", [views]), thaw_namer(tmp_path / "namer.onnx", [(crops[0], crops[1])])
    with torch.no_grad():
        assert torch.allclose(thawed[0].eval()(views), finder(views), atol=1e-3)
        for ours, theirs in zip(thawed[1].eval()(*crops), namer(*crops), strict=True):
            assert torch.allclose(ours, theirs, atol=1e-3)
        # In training it normalizes by what it sees, and that is what it was thawed with.
        assert torch.allclose(thawed[0].train()(views), finder(views), atol=0.05)


def test_a_source_cannot_be_left_out_of_models_that_may_have_seen_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "croupier.models.workshop.training", str(tmp_path / "work")]
    done = subprocess.run(
        [*command, "--without", "skovy", "--from", "models"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--from cannot go with --without" in done.stderr
    assert not (tmp_path / "work").exists()
