"""What is installed is the whole program: every package and data file is listed, and a wheel has them all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
FOLDERS: dict[str, str] = SETTINGS["package-dir"]
"""Package → its folder at the root."""
CHECKED = ("hardware", "models", "rules", "server", "vision")
LEFT_OUT = {"__pycache__", ".mypy_cache", ".ruff_cache"}
NOT_SHIPPED = {Path("samples/playthroughs"), Path("samples/stills"), Path("samples/README.md")}
"""What only tests and people look at; the recorded sessions are what the demo plays."""


def folder_of(package: str) -> Path:
    top = ".".join(package.split(".")[:2])
    return ROOT.joinpath(FOLDERS[top], *package.split(".")[2:])


def files() -> list[Path]:
    """Every file that is to be installed, as paths from the root."""
    return [
        path.relative_to(ROOT)
        for folder in FOLDERS.values()
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and not LEFT_OUT & set(path.parts) and path.suffix != ".pyc"
        if not NOT_SHIPPED & {path.relative_to(ROOT), *path.relative_to(ROOT).parents}
    ]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked; built from a copy, so that the build leaves nothing here."""
    copy, built = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for folder in FOLDERS.values():
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    build = f"from setuptools import build_meta; print(build_meta.build_wheel({str(built)!r}))"
    ran = subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as parts:
        parts.extractall(built / "unpacked")
    return built / "unpacked"


def test_every_package_is_listed_and_every_listed_package_is_there() -> None:
    there = {".".join(("croupier", *path.parent.parts)) for path in files() if path.name == "__init__.py"}
    assert sorted(SETTINGS["packages"]) == sorted(there)


@pytest.mark.parametrize("folder", CHECKED)
def test_every_folder_of_modules_is_a_package(folder: str) -> None:
    modules = [path for path in files() if path.parts[0] == folder and path.suffix == ".py"]
    assert modules
    assert [path for path in modules if not (ROOT / path.parent / "__init__.py").exists()] == []


def test_croupier_itself_is_a_namespace_with_no_file_of_its_own() -> None:
    assert not (ROOT / "croupier").exists()
    assert not (ROOT / "__init__.py").exists()
    assert sorted(path.name for path in (ROOT / "typings" / "croupier").iterdir()) == sorted(CHECKED)


@pytest.mark.parametrize("folder", CHECKED)
def test_type_checkers_see_each_package_through_a_link(folder: str) -> None:
    link = ROOT / "typings" / "croupier" / folder
    assert link.is_symlink()
    assert os.readlink(link) == f"../../{folder}"


def test_a_wheel_has_every_module_and_every_data_file_and_nothing_else(wheel: Path) -> None:
    packed = {path.relative_to(wheel) for path in wheel.rglob("*") if path.is_file()}
    ours = {path for path in packed if not path.parts[0].endswith(".dist-info")}
    assert sorted(ours) == sorted(Path("croupier") / path for path in files())


def test_a_wheel_brings_the_command(wheel: Path) -> None:
    (points,) = wheel.glob("*.dist-info/entry_points.txt")
    assert points.read_text().split("\n")[:2] == ["[console_scripts]", "croupier = croupier.server.cli.start:main"]


def test_every_module_of_a_wheel_but_the_workshop_loads_from_the_wheel(wheel: Path) -> None:
    names = [
        ".".join(path.relative_to(wheel).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((wheel / "croupier").rglob("*.py"))
        if "workshop" not in path.parts
    ]
    program = f"""if True:
        from importlib import import_module
        for name in {names}:
            place = import_module(name).__file__
            assert place.startswith({str(wheel)!r}), place
    """
    ran = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(wheel)}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert len(names) > 20
