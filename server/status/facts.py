"""Facts about this machine and the software on it, that cost nothing to look up."""

from __future__ import annotations

import os
import platform
import shutil
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from croupier.models.store import MODELS, NAMES, ModelsError, open_store, read_manifest

LIBRARIES = {
    "OpenCV": ("opencv-python-headless", "opencv-python", "opencv-contrib-python-headless"),
    "onnxruntime": ("onnxruntime",),
    "NumPy": ("numpy",),
    "FastAPI": ("fastapi",),
    "SQLAlchemy": ("sqlalchemy",),
}
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
"""Of a Raspberry Pi: what its firmware holds back, as bits of a hexadecimal number."""
HELD_BACK = {0: "too little voltage now", 1: "its clock is held back now", 2: "slowed down now", 3: "too warm now"}
ROUND_BYTES = 10_000_000
"""Free space is told no finer than this: what is written in secret does not show in it."""


@cache
def version() -> str:
    """Croupier's own."""
    return _version("croupier") or "unknown"


@cache
def software() -> dict[str, str]:
    """The versions that matter when something does not work."""
    found = {"Croupier": version(), "Python": platform.python_version(), "System": platform.platform(terse=True)}
    for name, packages in LIBRARIES.items():
        found[name] = next((known for one in packages if (known := _version(one))), "from the system")
    return found


@cache
def models() -> list[dict[str, str]]:
    """The models' names, files and checksums; none where they are not installed."""
    try:
        manifest = read_manifest(MODELS)
    except ModelsError:
        return []
    return [{"name": name, "file": manifest.files[name], "sha256": manifest.sha256[name]} for name in NAMES]


def reader(used: object) -> dict[str, str]:
    """Which reader reads the dice, and why that one."""
    if used is None:
        return {"name": "none", "why": "Nothing has been read yet."}
    if type(used).__name__ == "LearnedReader":
        return {"name": "learned", "why": "The models are installed and whole."}
    return {"name": "classical", "why": _why_no_models()}


@cache
def _why_no_models() -> str:
    try:
        open_store()
    except ModelsError as error:
        return str(error)
    return "The models cannot be run on this machine: `croupier doctor` says why."


def free_bytes(near: str | None) -> int:
    """Free space on the disk of the file `near`, or else of the user's home, roughly."""
    place = Path(os.path.expanduser(near or "~")).absolute()
    there = next(folder for folder in (place, *place.parents) if folder.exists())
    return shutil.disk_usage(there).free // ROUND_BYTES * ROUND_BYTES


def throttled() -> str | None:
    """What a Raspberry Pi says of its power and warmth; None on other machines."""
    try:
        bits = int(THROTTLED.read_text().strip(), 16)
    except (OSError, ValueError):
        return None
    return ", ".join(words for bit, words in HELD_BACK.items() if bits >> bit & 1) or "no"


def load() -> float | None:
    """How many programs want the processor, over the last minute."""
    try:
        return round(os.getloadavg()[0], 1)
    except OSError:
        return None


def told(about: dict[str, Any]) -> str:
    """Facts as lines of text."""
    return "\n".join(f"{name}: {value}" for name, value in about.items())


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
