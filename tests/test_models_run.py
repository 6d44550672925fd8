"""The models opened and run: whatever hinders it is one sentence, and dice are read without them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.models.store import MANIFEST, MODELS, ModelsError
from croupier.vision.classical import ClassicalReader
from croupier.vision.learned import sessions
from croupier.vision.reader import open_reader

PICTURE = np.full((64, 64, 3), 90, np.uint8)


def named(*names: str) -> Callable[[], list[SimpleNamespace]]:
    return lambda: [SimpleNamespace(name=name) for name in names]


class Session:
    """What onnxruntime gives for a model, which fails as it runs."""

    get_inputs, get_outputs = staticmethod(named("picture")), staticmethod(named("maps"))

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def run(self, *_: Any) -> Any:
        raise RuntimeError("kernel failed\nbad allocation \x1b[31m")


def library(**has: Any) -> ModuleType:
    made = ModuleType("onnxruntime")
    made.__dict__.update(has)
    return made


def told(folder: Path) -> str:
    """The one sentence that is said as the reader without models takes over."""
    said: list[str] = []
    assert isinstance(open_reader(folder, said.append), ClassicalReader)
    (sentence,) = said
    assert sentence.isprintable()
    return sentence


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(library(), id="it has nothing in it"),
        pytest.param(library(SessionOptions=SimpleNamespace), id="it has no sessions"),
        pytest.param(library(SessionOptions=SimpleNamespace, InferenceSession=SimpleNamespace), id="it has others"),
    ],
)
def test_an_onnxruntime_that_loads_but_is_none_is_told(monkeypatch: pytest.MonkeyPatch, broken: ModuleType) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", broken)
    assert "onnxruntime" in told(MODELS)


def test_an_error_of_loading_that_has_many_lines_is_told_in_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "onnxruntime.py").write_text(r"raise ImportError('libonnx.so: cannot open\nsecond line\n\x1b[31mred')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    assert "does not load (libonnx.so: cannot open second line" in told(MODELS)


def test_models_that_took_each_others_place_are_told(tmp_path: Path) -> None:
    manifest = json.loads((MODELS / MANIFEST).read_text(encoding="utf-8"))
    models = manifest["models"]
    models["finder"], models["namer"] = models["namer"], models["finder"]
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    for model in models.values():
        (tmp_path / model["file"]).symlink_to(MODELS / model["file"])
    assert "The model finder is another model: install Croupier again." in told(tmp_path)


def test_a_model_that_fails_on_a_picture_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", library(SessionOptions=SimpleNamespace, InferenceSession=Session))
    find = sessions.open_finder(b"a model")
    with pytest.raises(
        ModelsError, match=r"The model finder fails on this picture .kernel failed bad allocation"
    ) as caught:
        find(PICTURE)
    assert str(caught.value).isprintable()
