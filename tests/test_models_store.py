"""The models are the files that the manifest names, or the reader that needs none takes over and says so."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from croupier.models.store import MANIFEST, ModelsError, open_store, read_manifest, sha256_of
from croupier.vision.classical import ClassicalReader
from croupier.vision.reader import open_reader

FINDER, NAMER = b"finds", b"names"


def put(folder: Path, **more: object) -> None:
    """Two models that are not models, and the manifest that names them."""
    (folder / "finder.onnx").write_bytes(FINDER)
    (folder / "namer.onnx").write_bytes(NAMER)
    models = {
        "finder": {"file": "finder.onnx", "sha256": sha256_of(FINDER)},
        "namer": {"file": "namer.onnx", "sha256": sha256_of(NAMER)},
    }
    (folder / MANIFEST).write_text(json.dumps({"models": models, **more}))


def opened(folder: Path) -> tuple[object, list[str]]:
    told: list[str] = []
    return open_reader(folder, told.append), told


def test_the_models_are_read_as_the_manifest_names_them(tmp_path: Path) -> None:
    put(tmp_path, calibration={"all": 4.5}, thresholds={"sure": 0.97})
    store = open_store(tmp_path)
    assert store.models == {"finder": FINDER, "namer": NAMER}
    assert store.manifest.calibration == {"all": 4.5}
    assert store.manifest.thresholds == {"sure": 0.97}


def test_a_manifest_without_calibration_leaves_it_to_the_reader(tmp_path: Path) -> None:
    put(tmp_path)
    manifest = read_manifest(tmp_path)
    assert (manifest.calibration, manifest.thresholds) == ({}, {})


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "namer.onnx").write_bytes(NAMER[:-1])
    with pytest.raises(ModelsError, match=r"namer\.onnx is damaged"):
        open_store(tmp_path)


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "finder.onnx").unlink()
    with pytest.raises(ModelsError, match=r"finder\.onnx is missing"):
        open_store(tmp_path)


@pytest.mark.parametrize(
    "content",
    [*("", "[]", "{}", '{"models": {"finder": 1, "namer": 2}}', '{"models": null}'), "[" * 100_000, '{"a":' * 100_000],
    ids=lambda content: content[:40],
)
def test_a_damaged_manifest_is_said(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(ModelsError, match=r"manifest\.json is damaged"):
        open_store(tmp_path)


@pytest.mark.parametrize(
    "more",
    [
        *({"thresholds": {"sure": value}} for value in (0, 0.49, 1.01, -1, float("nan"), float("inf"), 10**400, "x")),
        *({"calibration": {"all": value}} for value in (float("inf"), -float("inf"), float("nan"), 1e4, -1e4, None)),
    ],
    ids=lambda more: str(more)[:40],
)
def test_numbers_that_nobody_can_judge_by_are_damage(tmp_path: Path, more: dict[str, object]) -> None:
    put(tmp_path, **more)
    with pytest.raises(ModelsError, match=r"manifest\.json is damaged"):
        read_manifest(tmp_path)


def test_without_models_dice_are_read_without_them(tmp_path: Path) -> None:
    reader, told = opened(tmp_path)
    assert isinstance(reader, ClassicalReader)
    assert told == [
        "The models that read dice are not installed: install Croupier again. "
        "Until then dice are read without them, and more are asked about."
    ]


def test_a_damaged_model_is_told_once_and_dice_are_read_without_it(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "finder.onnx").write_bytes(b"")
    reader, told = opened(tmp_path)
    assert isinstance(reader, ClassicalReader)
    assert told == [
        "The model finder.onnx is damaged: install Croupier again. "
        "Until then dice are read without them, and more are asked about."
    ]


def test_models_that_no_onnxruntime_runs_are_told(tmp_path: Path) -> None:
    put(tmp_path)
    reader, (told,) = opened(tmp_path)
    assert isinstance(reader, ClassicalReader)
    assert "finder cannot be run" in told


def test_an_onnxruntime_that_does_not_load_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    reader, (told,) = opened(tmp_path)
    assert isinstance(reader, ClassicalReader)
    assert told.startswith("onnxruntime, which runs the models, does not load (")
    assert "\n" not in told


def test_what_hinders_the_models_goes_to_stderr_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path)
    (tmp_path / "finder.onnx").unlink()
    open_reader(tmp_path)
    open_reader(tmp_path)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("croupier: The model finder.onnx is missing") == 1
