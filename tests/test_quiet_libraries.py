"""What Croupier loads keeps no number of whoever uses it, and reports to nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOADING = (
    "from croupier.vision.learned.sessions import open_models; open_models()",
    "from croupier.server.cli.doctor import error_of_loading; assert not error_of_loading('onnxruntime')",
)


@pytest.mark.parametrize("loading", LOADING, ids=["the reader", "the doctor"])
def test_onnxruntime_leaves_nothing_in_the_home_of_whoever_loads_it(tmp_path: Path, loading: str) -> None:
    without = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    subprocess.run([sys.executable, "-c", loading], env={**without, **home}, check=True, timeout=60)
    assert list(tmp_path.rglob("*")) == []
