"""The training: what it learns from is true, other people's labels are repaired, and every stage works."""

from __future__ import annotations

import json
import math
import operator
import os
import pickle
import queue
import shutil
import signal
import subprocess
import sys
import warnings
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("torch", reason="training needs PyTorch: pip install -e '.[workshop,train]'")
pytest.importorskip("scipy", reason="training needs SciPy: pip install -e '.[workshop,train]'")

import torch

from croupier.models.store import MODELS, open_store, read_manifest
from croupier.models.workshop.stopped import OtherWork, write_whole
from croupier.models.workshop.training import __main__ as training
from croupier.models.workshop.training import finder, namer, stream
from croupier.models.workshop.training.__main__ import main
from croupier.models.workshop.training.examples import SOURCES, Example, Known, photographs, renders, seeds
from croupier.models.workshop.training.harvest import finds, named, with_gaps_closed
from croupier.models.workshop.training.plan import FULL, ON, SMOKE, Plan
from croupier.models.workshop.training.repair import repaired
from croupier.models.workshop.training.stages import learned_by
from croupier.models.workshop.training.stream import batches
from croupier.models.workshop.training.told import Learned, learned_from, write_calibration, write_manifest
from croupier.models.workshop.training.views import SIDE, view
from croupier.models.workshop.training.workplace import Workplace, work_in
from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import CELL_PX, decode
from croupier.vision.learned.find.plan import LEAST_PX, MOST_PX
from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

torch.set_num_threads(1)  # several wait for each other busily, and take from the tests beside them
RNG = 5


def die_at(x: float, y: float, edge: float = 40.0, **more: object) -> Known:
    """A die seen from above, its sides along the picture's."""
    top = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2 + (x, y)
    return Known(np.array([x, y]), edge, face=5, top=top, down=np.array([0.0, 8.0]), **more)  # type: ignore[arg-type]


def undisturbed(picture: Image) -> Image:
    """What is asked of the finder does not depend on how a view is disturbed, which takes long."""
    return picture


def test_the_maps_a_view_asks_for_are_what_the_reader_decodes_to_that_die() -> None:
    rng = np.random.default_rng(RNG)
    picture = Halves(np.full((300, 400, 3), 90, np.uint8))
    seen = 0
    for _ in range(40):
        one = view(picture, (die_at(200, 150),), rng, undisturbed)
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
        one = view(picture, (die_at(200, 150),), rng, undisturbed)
        kinds.add(("die" if one.heat.max() == 1 else "none", "closer" if one.closer.max() == 1 else "not"))
    assert {("die", "not"), ("none", "closer"), ("none", "not")} <= kinds


def test_a_die_that_does_not_count_is_neither_learned_nor_held_against_the_finder() -> None:
    rng = np.random.default_rng(RNG)
    picture = Halves(np.full((300, 400, 3), 90, np.uint8))
    for _ in range(30):
        one = view(picture, (die_at(200, 150, counts=False),), rng, undisturbed)
        assert one.heat.max() < 1
        assert one.closer.max() == 0


def test_boxes_of_pips_alone_become_edges_of_dice_and_a_one_takes_its_size_from_the_others() -> None:
    boxes = np.array([[100, 100, 50, 50, 5], [200, 100, 12, 12, 1]], float)
    (_, five, _), (middle, one, face) = repaired("matteop65", boxes, (640, 480), 1.0)
    assert five == pytest.approx(57.5)
    assert one == pytest.approx(five)
    assert (middle.tolist(), face) == ([206, 106], 1)


def test_boxes_that_nobody_has_looked_at_are_refused_and_every_source_with_boxes_is_known() -> None:
    boxes = np.array([[100, 100, 50, 50, 5]], float)
    for source in ("matteop65", "NikitaMensh"):
        assert len(list(repaired(source, boxes, (640, 480), 1.0))) == 1
    for source in ("somebody", *(SOURCES.keys() - {"matteop65", "NikitaMensh"})):
        with pytest.raises(ValueError, match=f"what boxes of {source} mean; say it in repair"):
            list(repaired(source, boxes, (640, 480), 1.0))


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


def test_only_photographs_that_allow_it_are_trained_on(tmp_path: Path) -> None:
    def row(source: str, allowed: bool) -> dict[str, object]:
        told = {"file": "a.jpg", "source": f"{source}/x", "kind": "d6", "faces": [3], "size": [640, 480]}
        return {**told, "training_allowed": allowed}

    rows = [row("skovy", True), row("skovy", False), row("somebody", True), row("DamianTab", True)]
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(one) for one in rows) + "\n")
    assert [e.source for e in photographs(tmp_path)] == ["skovy", "DamianTab"]
    assert [e.source for e in photographs(tmp_path, frozenset({"skovy"}))] == ["DamianTab"]


def test_shrunk_photographs_are_whole_and_two_of_the_same_name_stay_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = [tmp_path / folder / "same" / "1.png" for folder in "ab"]
    for value, path in enumerate(photos):
        path.parent.mkdir(parents=True)
        cv2.imwrite(str(path), np.full((96, 144, 3), 200 * value, np.uint8))
    examples = [Example(path, "skovy", (), (), 0.5) for path in photos]
    made = [example.shrunk(tmp_path / "small") for example in examples]
    assert [one.load().shape for one in made] == [(48, 72, 3)] * 2
    assert [int(one.load().mean()) for one in made] == [0, 200]
    assert [example.shrunk(tmp_path / "small") for example in examples] == made
    monkeypatch.setattr(cv2, "imencode", lambda *_: (False, np.zeros(0, np.uint8)))
    with pytest.raises(OSError, match="leave it out"):
        examples[0].shrunk(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_long_thin_picture_keeps_a_side_when_it_is_shrunk(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "thin.png"), np.zeros((48, 5000, 3), np.uint8))
    assert Example(tmp_path / "thin.png", "skovy", (), (), 0.01).load().shape == (1, 50, 3)


def test_rendered_scenes_come_in_the_order_of_their_files_whatever_the_order_they_were_told_in(tmp_path: Path) -> None:
    rows = [{"file": f"{number:06}.jpg", "seed": 7, "dice": []} for number in (2, 0, 1)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "labels.jsonl").write_text(text + '{"file": "0000')
    assert [example.path.name for example in renders(tmp_path)] == [f"{number:06}.jpg" for number in range(3)]
    assert seeds(tmp_path) == {7}


def test_a_seed_gives_the_same_batches_in_the_same_order_however_fast_each_process_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "LOOKED_AFTER_S", 0.1)
    made = batches(operator.methodcaller("integers", 10**6, size=(4, 2)), workers=2, seed=3)
    own = [np.random.default_rng(3000 + number).integers(10**6, size=(4, 2)) for number in range(2)]
    for turn in range(4):
        for number in range(2):
            assert np.array_equal(next(made), own[number][turn])
    with pytest.raises(RuntimeError, match="has ended"):
        next(made)
    alone = batches(operator.methodcaller("integers", 10**6, size=(4, 2)), workers=0, seed=3)
    assert np.array_equal(list(alone), own[0])


def test_training_stops_when_one_of_the_processes_that_make_examples_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LOOKED_AFTER_S", 0.01)
    empty: Any = queue.Queue()
    alive, ended = (SimpleNamespace(is_alive=lambda up=up: up) for up in (True, False))
    for running in ([alive, ended], [ended, alive], [ended]):
        with pytest.raises(RuntimeError, match="has ended"):
            stream._next(empty, running)  # type: ignore[arg-type]
    empty.put(("a batch",))
    assert stream._next(empty, [alive, ended]) == ("a batch",)  # type: ignore[list-item]


KILLED = """
from multiprocessing import active_children
from operator import methodcaller
from croupier.models.workshop.training.stream import batches

if __name__ == "__main__":
    # More than a pipe holds, so that there is always something left to be taken.
    made = batches(methodcaller("integers", 9, size=(50, 100_000)), workers=2, seed=1)
    next(made), next(made)
    print(len(active_children()), flush=True)
    input()
"""


def test_a_training_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    (tmp_path / "killed.py").write_text(KILLED)
    command = [sys.executable, str(tmp_path / "killed.py")]
    pipe = subprocess.PIPE
    parent = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
    try:
        assert parent.stdout
        assert parent.stdout.readline() == "2\n"
        parent.kill()
        # The processes hold the other end: it is closed when the last of them has ended.
        assert parent.communicate(timeout=20) == ("", None)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "labels.jsonl").write_text("{}\n")
    return tmp_path / "photos"


def test_a_folder_goes_on_with_the_training_that_it_holds_and_with_no_other(tmp_path: Path, photos: Path) -> None:
    def place(
        plan: Plan = FULL, photos: tuple[Path, ...] = (photos,), without: str = "", start: Path | None = None
    ) -> Workplace:
        left_out = frozenset(filter(None, [without]))
        return work_in(tmp_path / "work", plan, photos, left_out, start, console)

    console, models = Console(), Path(__file__).parents[1] / "models"
    other = tmp_path / "other"
    shutil.copytree(models, other, ignore=shutil.ignore_patterns("workshop", "__pycache__", "*.py"))
    told = json.loads((other / "manifest.json").read_text())
    told["models"]["finder"]["sha256"] = "0" * 64
    (other / "manifest.json").write_text(json.dumps(told))

    assert place() == place()
    assert place(without="skovy") == place(without="skovy")
    assert place().base == place(without="skovy").base
    assert place(start=models) == place(start=models)
    assert place(start=models).folder != place().folder
    (photos.parent / "more").mkdir()
    (photos.parent / "more" / "labels.jsonl").write_text("{}\n")
    more = (photos, photos.parent / "more")
    for changed in (
        lambda: place(plan=SMOKE),
        lambda: place(plan=SMOKE, without="DamianTab"),
        lambda: place(photos=()),
        lambda: place(photos=more),
        lambda: place(photos=more, without="skovy"),
        lambda: place(start=other),
    ):
        with pytest.raises(OtherWork, match="holds another training; give an empty folder"):
            changed()
    (photos / "labels.jsonl").write_text('{"other": "labels"}\n')
    with pytest.raises(OtherWork):
        place()


def test_a_training_in_the_folder_of_another_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plan.json").write_text("{}\n")
    monkeypatch.setattr(sys, "argv", ["training", str(tmp_path), "--smoke"])
    with pytest.raises(SystemExit, match="holds another training; give an empty folder"):
        main()
    assert not (tmp_path / "scenes").exists()


def test_photographs_without_labels_are_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [str(tmp_path / "work"), "--smoke", "--photos", str(tmp_path / "nowhere")]
    monkeypatch.setattr(sys, "argv", ["training", *words])
    with pytest.raises(SystemExit, match=r"nowhere/labels\.jsonl does not exist; check the name"):
        main()


def test_what_is_written_is_there_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "folder" / "manifest.json"
    write_whole(file, b"before")

    def stopped(half: Path, content: bytes) -> None:
        with half.open("wb") as out:
            out.write(content[:3])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, b"behind")
    assert file.read_bytes() == b"before"


def test_models_tell_what_they_and_those_they_came_from_have_learned_from(tmp_path: Path) -> None:
    for name in ("finder.onnx", "namer.onnx"):
        (tmp_path / name).write_bytes(name.encode())
    photo = Example(Path("a.jpg"), "matteop65", ())
    first = learned_by(FULL, [photo, Example(Path("b.jpg"), "DamianTab", ())], None)
    write_manifest(tmp_path, first)
    write_calibration(tmp_path, {"all": 5.0}, 0.97)
    assert learned_from(tmp_path) == first == Learned(frozenset({"DamianTab", "matteop65"}), frozenset({FULL.seed}))
    told = json.loads((tmp_path / "manifest.json").read_text())
    assert (told["learned_from"], told["scene_seeds"]) == (["DamianTab", "matteop65"], [FULL.seed])
    assert open_store(tmp_path).manifest.thresholds == {"sure": 0.97}
    other = replace(FULL, seed=9)
    assert learned_by(other, [replace(photo, source="skovy")], tmp_path) == Learned(
        frozenset({"DamianTab", "matteop65", "skovy"}), frozenset({FULL.seed, 9})
    )
    del told["learned_from"]
    (tmp_path / "manifest.json").write_text(json.dumps(told))
    assert learned_from(tmp_path) is None
    assert learned_by(FULL, [], tmp_path).sources == SOURCES.keys()


def test_every_source_of_photographs_is_left_out_of_one_fold() -> None:
    makefile = (Path(__file__).parents[1] / "Makefile").read_text()
    (folds,) = (line.partition(":=")[2].split() for line in makefile.splitlines() if line.startswith("FOLDS"))
    assert sorted(source for fold in folds for source in fold.split(",")) == sorted(SOURCES)
    # The training sorts the names of the folder that it works in.
    assert all(fold.split(",") == sorted(fold.split(",")) for fold in folds)


def test_a_minute_of_training_runs_every_stage_and_ends_with_models_that_the_reader_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["training", str(tmp_path), "--smoke"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            main()
        except SystemExit:
            told = capfd.readouterr().err
            if "found no OpenGL" in told:
                pytest.skip("the renderer needs EGL: apt install libegl1 libgl1-mesa-dri")
            pytest.fail(told)
    from croupier.vision.learned.read import open_learned

    for size in ("full", "small"):
        reader = open_learned(tmp_path / "models" / size)
        assert reader.read(np.full((240, 320, 3), 90, np.uint8)).dice is not None
        assert learned_from(tmp_path / "models" / size) == Learned(frozenset(), frozenset({SMOKE.seed}))
    assert list(renders(tmp_path / "scenes"))
    assert list(tmp_path.glob("*.ckpt"))


def test_what_makes_examples_can_be_sent_to_a_process_of_its_own() -> None:
    for made in (partial(finder.make, finder.Course("a", 9, ())), partial(namer.make, namer.Course("b", 9, ()))):
        assert pickle.loads(pickle.dumps(made)).args == made.args


def test_a_shipped_model_learns_on_from_where_it_stands(tmp_path: Path) -> None:
    from croupier.models.workshop.training.export import export_finder, export_namer
    from croupier.models.workshop.training.nets import Finder, Namer
    from croupier.models.workshop.training.thaw import thaw_finder, thaw_namer

    torch.manual_seed(RNG)
    finds, names = Finder().train(), Namer().train()
    views, crops = torch.rand(4, 3, 64, 64), torch.rand(2, 4, 3, 64, 64)
    finds(views), names(*crops)  # gives the normalizations something to fold
    export_finder(finds.eval(), tmp_path / "finder.onnx")
    export_namer(names.eval(), tmp_path / "namer.onnx")
    thawed = thaw_finder(tmp_path / "finder.onnx", [views]), thaw_namer(tmp_path / "namer.onnx", [(crops[0], crops[1])])
    with torch.no_grad():
        assert torch.allclose(thawed[0].eval()(views), finds(views), atol=1e-3)
        for ours, theirs in zip(thawed[1].eval()(*crops), names(*crops), strict=True):
            assert torch.allclose(ours, theirs, atol=1e-3)
        # In training it normalizes by what it sees, and that is what it was thawed with.
        assert torch.allclose(thawed[0].train()(views), finds(views), atol=0.05)


def test_from_shipped_models_the_finder_alone_learns_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[Plan] = []
    monkeypatch.setattr(training, "run", lambda plan, *_: plans.append(plan))
    for words in ([], ["--from", "models"], ["--from", "models", "--smoke"]):
        monkeypatch.setattr(sys, "argv", ["training", str(tmp_path), *words])
        main()
    assert plans == [FULL, ON, SMOKE]
    assert ON.namer == ON.namer_first == 0
    assert ON.seed not in (learned_from(MODELS) or Learned(frozenset(), frozenset())).seeds


def test_a_finder_that_learned_on_goes_with_the_namer_and_the_calibration_that_it_came_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.models.workshop.training import ship
    from croupier.models.workshop.training.nets import Finder

    monkeypatch.setattr(ship, "quantize", lambda full, small, *_: shutil.copyfile(full, small))
    ship.ship(tmp_path, Finder(), None, [], Learned(frozenset(), frozenset({ON.seed})), MODELS)
    shipped = read_manifest(MODELS)
    for size in ("full", "small"):
        made = read_manifest(tmp_path / size)
        assert made.sha256["namer"] == shipped.sha256["namer"]
        assert made.sha256["finder"] != shipped.sha256["finder"]
        assert (made.calibration, made.thresholds) == (shipped.calibration, shipped.thresholds)


def test_a_source_cannot_be_left_out_of_models_that_may_have_seen_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / "work"), "--without", "skovy", "--from", "models"]
    monkeypatch.setattr(sys, "argv", ["training", *words])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "--from cannot go with --without" in capsys.readouterr().err
    assert not (tmp_path / "work").exists()
