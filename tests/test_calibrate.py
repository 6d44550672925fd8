"""The calibration: a find is right when its kind and face are, each throw counts once, and nothing seen is believed."""

from __future__ import annotations

import io
import json
import math
import shutil
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("torch", reason="training needs PyTorch: pip install -e '.[workshop,train]'")
pytest.importorskip("scipy", reason="training needs SciPy: pip install -e '.[workshop,train]'")

from croupier.models.store import MANIFEST, MODELS, ModelsError
from croupier.models.workshop.measuring.lines import MeasureError
from croupier.models.workshop.training.calibrate import calibrate, fit, least_sure, main, sure_and_wrong
from croupier.models.workshop.training.examples import Example, Known, photographs
from croupier.models.workshop.training.told import learned_from, write_calibration
from croupier.models.workshop.training.verdicts import Seen, Told, look, verdicts
from croupier.vision.learned.judge.confidence import CALIBRATION, probability
from croupier.vision.learned.read import Looked
from croupier.vision.reading import Die

RNG = 5


def known(x: float, face: int | None, kind: str = "d6", counts: bool = True) -> Known:
    return Known(np.array([x, 50.0]), 40.0, kind, face, counts=counts)


def found(x: float, face: int | None, kind: str = "d6") -> Die:
    corners = ((x - 20, 30.0), (x + 20, 30.0), (x + 20, 70.0), (x - 20, 70.0))
    return Die(kind, face, corners, 0.9, True)


def placed(*dice: Known) -> Example:
    return Example(Path("a.jpg"), "renders", dice)


@pytest.mark.parametrize(
    ("lies", "read", "right"),
    [
        (("d6", 1), ("d6", 1), True),
        (("d6", 1), ("d6", 2), False),
        (("d6", 1), ("dF", 1), False),
        (("dF", 1), ("d6", 1), False),
        (("dF", -1), ("dF", -1), True),
        (("dF", 0), ("dF", -1), False),
        (("d6", None), ("d6", 3), False),
        (("d6", 3), ("d6", None), None),
    ],
)
def test_a_find_is_right_when_its_kind_and_its_face_are(
    lies: tuple[str, int | None], read: tuple[str, int | None], right: bool | None
) -> None:
    assert verdicts(placed(known(50, lies[1], lies[0])), [found(52, read[1], read[0])]) == ([right], False)


def test_each_die_takes_the_find_nearest_to_it_and_every_other_find_there_is_wrong() -> None:
    one = placed(known(50, 5))
    assert verdicts(one, [found(50, 5), found(56, 5)]) == ([True, False], False)
    assert verdicts(one, [found(56, 5), found(50, 5)]) == ([False, True], False)
    two = placed(known(50, 5), known(75, 2))
    assert verdicts(two, [found(64, 2), found(58, 5)]) == ([True, True], False)
    assert verdicts(two, [found(50, 5), found(55, 5)]) == ([True, False], True)
    assert verdicts(two, []) == ([], True)
    assert verdicts(placed(), [found(50, 5)]) == ([False], False)


def test_nobody_knows_whether_finds_on_a_die_that_does_not_count_are_right_and_none_is_missed_there() -> None:
    hidden = placed(known(50, 5, counts=False))
    assert verdicts(hidden, [found(50, 5), found(56, 1)]) == ([None, None], False)
    assert verdicts(hidden, []) == ([], False)


def test_where_only_faces_are_known_each_is_taken_once_and_by_a_die_with_pips() -> None:
    faces = Example(Path("a.jpg"), "skovy", None, (1, 4))
    assert verdicts(faces, [found(50, 1), found(90, 1), found(130, 4)]) == ([True, False, True], False)
    assert verdicts(faces, [found(50, 1, "dF"), found(90, 1)]) == ([False, True], False)
    assert verdicts(faces, [found(50, None)]) == ([None], True)


class FakeReader:
    """Notes what it is shown, and finds nothing."""

    def __init__(self) -> None:
        self.shown: list[tuple[tuple[int, ...], str, float | None]] = []

    def look(self, image: Any, kind: str, edge: float | None) -> Looked:
        self.shown.append((image.shape, kind, edge))
        return Looked((), ())


def test_the_reader_gets_photographs_as_large_as_they_are_and_often_how_large_the_dice_are(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "large.png"), np.zeros((300, 2000, 3), np.uint8))
    row = {"file": "large.png", "source": "matteop65/x", "kind": "d6", "faces": [5, 5], "size": [2000, 300]}
    boxes = [[100, 100, 50, 50, 5], [300, 100, 50, 50, 5]]
    (tmp_path / "labels.jsonl").write_text(json.dumps({**row, "boxes": boxes, "training_allowed": True}) + "\n")
    (example,) = photographs(tmp_path, largest_px=math.inf)
    reader: Any = FakeReader()
    list(look(reader, [example] * 60, np.random.default_rng(RNG)))
    assert {shape for shape, *_ in reader.shown} == {(300, 2000, 3)}
    assert {kind for _, kind, _ in reader.shown} == {"auto", "d6"}
    edges = [edge for *_, edge in reader.shown if edge is not None]
    assert 10 < len(edges) < 30
    assert edges == pytest.approx([57.5] * len(edges))


def test_pictures_of_a_throw_count_as_one() -> None:
    def photo(name: str, *faces: int) -> Example:
        return Example(Path(name), "skovy", None, faces)

    examples = [photo("a", 1, 2, 3), photo("b", 3, 2, 1), photo("c", 1, 2, 4), photo("d", 5), photo("e", 5)]
    reader: Any = FakeReader()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Example, "load", lambda self: np.zeros((4, 4, 3), np.uint8))
        told = [one.weight for one in look(reader, examples, np.random.default_rng(RNG))]
    assert told == [0.5, 0.5, 1, 1, 1]


def seen(doubt: float, right: bool, source: str = "one", weight: float = 1.0) -> Seen:
    doubts = {name: doubt if name == "heat" else 0.0 for name in CALIBRATION if name != "all"}
    return Seen(source, (Told(doubts, right),), missed=False, asked=False, weight=weight)


def test_a_throw_seen_ten_times_moves_neither_the_fit_nor_the_figures_more_than_once() -> None:
    once = [seen(0, True), seen(1, True), seen(3, False), seen(4, False), seen(0, True, "other")]
    often = [*once[:2], *[seen(3, False, weight=0.1)] * 10, *once[3:]]
    assert fit(often) == pytest.approx(fit(once), abs=1e-3)
    sure = {**CALIBRATION, "all": 9.0}
    assert sure_and_wrong(often, sure, 0.9) == pytest.approx(sure_and_wrong(once, sure, 0.9))


def test_confidence_falls_with_every_doubt_and_few_pictures_are_sure_and_wrong() -> None:
    rng = np.random.default_rng(RNG)
    told = []
    for n in range(600):
        doubt = float(rng.uniform(0, 4))
        told.append(seen(doubt, bool(rng.random() > (doubt / 4) ** 3), "one" if n % 2 else "other"))
    calibration = fit(told)
    assert calibration["heat"] < 0
    assert all(value <= 0 for name, value in calibration.items() if name != "all")
    in_order = sorted(told, key=lambda one: one.dice[0].doubts["heat"])
    confidences = [probability(one.dice[0].doubts, calibration) for one in in_order]
    assert (np.diff(confidences) <= 1e-12).all()
    least = least_sure(told, calibration)
    assert least is not None
    sure, wrong = sure_and_wrong(told, calibration, least)
    assert 0.1 < sure < 0.9
    assert wrong <= 0.005


def test_where_no_confidence_keeps_the_faults_few_there_is_none() -> None:
    wrong_without_doubt = [seen(0, False), seen(0, True)]
    assert least_sure(wrong_without_doubt, {**CALIBRATION, "all": 12.0}) is None


def test_a_missed_die_makes_a_sure_picture_wrong_and_an_asking_one_not() -> None:
    die = Told({name: 0.0 for name in CALIBRATION if name != "all"}, right=True)
    told = [Seen("one", (die,), missed=True, asked=False), Seen("one", (die,), missed=True, asked=True)]
    assert sure_and_wrong(told, {**CALIBRATION, "all": 5.0}, 0.9) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("sources", "seeds", "again"),
    [(["skovy"], [7], "skovy"), (["matteop65", "skovy"], [7], "skovy"), ([], [8], None)],
)
def test_models_that_have_learned_from_what_they_are_to_read_are_refused(
    tmp_path: Path, sources: list[str], seeds: list[int], again: str | None
) -> None:
    def models(name: str, **told: object) -> Path:
        (tmp_path / name).mkdir()
        (tmp_path / name / MANIFEST).write_text(json.dumps(told))
        return tmp_path / name

    scenes = tmp_path / "scenes"
    scenes.mkdir()
    (scenes / "labels.jsonl").write_text(json.dumps({"file": "a.jpg", "seed": 8, "dice": []}) + "\n")
    shipped = models("shipped", learned_from=["DamianTab"], scene_seeds=[7] if again else seeds)
    silent, held = models("silent"), models("held", learned_from=sources, scene_seeds=seeds)
    said = io.StringIO()
    readers = [(silent, frozenset({"skovy"})), (held, frozenset({"skovy", "DamianTab"}))]
    with pytest.raises(ModelsError, match=f"have learned from {again or 'scenes of seed 8'}; give others"):
        calibrate(shipped, scenes, [], readers, Console(file=said, width=400))
    assert ("silent does not tell what its models have learned from" in said.getvalue()) is bool(again)


@pytest.mark.parametrize(
    "manifest",
    [
        *("", "{", "[]", "7", "[" * 100_000, '{"learned_from": 5, "scene_seeds": []}', '{"learned_from": []}'),
        *('{"learned_from": [5], "scene_seeds": []}', '{"learned_from": [], "scene_seeds": ["x"]}', "\xff", None),
    ],
)
def test_a_manifest_that_tells_nothing_is_named(tmp_path: Path, manifest: str | None) -> None:
    if manifest is not None:
        (tmp_path / MANIFEST).write_text(manifest, encoding="latin-1")
    sentence = f"{tmp_path} has no {MANIFEST}; give" if manifest is None else f"{tmp_path / MANIFEST} is damaged; give"
    with pytest.raises(ModelsError, match=sentence):
        learned_from(tmp_path)
    if manifest is None or "learned" not in manifest:
        with pytest.raises(ModelsError, match=sentence):
            write_calibration(tmp_path, {}, 0.9)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """The shipped models, which tell to have learned from nothing."""
    shutil.copytree(MODELS, tmp_path / "models", ignore=shutil.ignore_patterns("workshop", "__pycache__", "*.py"))
    told = json.loads((tmp_path / "models" / MANIFEST).read_text())
    (tmp_path / "models" / MANIFEST).write_text(json.dumps({**told, "learned_from": [], "scene_seeds": []}))
    return tmp_path / "models"


def scenes_of(folder: Path, text: str | None) -> Path:
    folder.mkdir()
    if text is not None:
        (folder / "labels.jsonl").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "labels.jsonl does not exist; check the name"),
        ("", "tells of no rendered scene; render some"),
        ("garbage\n", "labels.jsonl, line 1 is no JSON"),
        ('{"file": "a.png", "seed": 1}\n', "labels.jsonl, line 1 does not tell dice"),
        ('{"file": "gone.png", "seed": 1, "dice": []}\n', "gone.png does not exist"),
        ('{"file": "a.png", "seed": 1, "dice": []}\n', "No die was found that is known; give other scenes"),
    ],
)
def test_scenes_that_teach_nothing_are_one_sentence_and_leave_the_models_as_they_were(
    tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, sentence: str
) -> None:
    scenes = scenes_of(tmp_path / "scenes", text)
    cv2.imwrite(str(scenes / "a.png"), np.full((240, 320, 3), 90, np.uint8))
    before = (models / MANIFEST).read_bytes()
    monkeypatch.setattr(sys, "argv", ["calibrate", str(models), "--scenes", str(scenes)])
    with pytest.raises(SystemExit, match=sentence):
        main()
    assert (models / MANIFEST).read_bytes() == before


def test_a_source_without_photographs_is_named(tmp_path: Path, models: Path) -> None:
    scenes = scenes_of(tmp_path / "scenes", '{"file": "a.png", "seed": 1, "dice": []}\n')
    with pytest.raises(MeasureError, match=r"No photograph of skovy .* name its folder with --photos"):
        calibrate(models, scenes, [], [(models, frozenset({"skovy"}))], Console(file=io.StringIO()))
