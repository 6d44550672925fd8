"""Work that may be stopped at any time: files are there whole or not at all, and what is made is not made again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class OtherWork(ValueError):
    """A folder holds other work than it is asked to go on with; says so, and what to do."""


def claim(told: Path, work: str, inputs: Mapping[str, Any]) -> None:
    """Write into `told` what the work in its folder is made from. Raises `OtherWork` when it tells otherwise already;
    `work` says in a word what the work is."""
    content = (json.dumps(inputs, indent=2, sort_keys=True) + "\n").encode()
    if not told.exists():
        write_whole(told, content)
    elif told.read_bytes() != content:
        raise OtherWork(f"{told.parent} holds another {work}; give an empty folder.")


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path`, whose folder is made; the file gets its name when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    half.write_bytes(content)
    half.replace(path)


def made_already(truth: Path, seed: int) -> set[str]:
    """The files that the lines of `truth` tell of; a last line that was cut off while it was written is taken away.

    Raises `OtherWork` when they were made from another seed, or from one that is not told, or tell of no files.
    """
    if not truth.exists():
        return set()
    content = truth.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        write_whole(truth, whole)
    return {_made(truth, number, row, seed) for number, row in enumerate(whole.splitlines(), 1)}


def _made(truth: Path, number: int, row: bytes, seed: int) -> str:
    try:
        told = json.loads(row)
    # Brackets without end are too deep, and that is no ValueError.
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("file"), str):
        raise OtherWork(f"{truth}, line {number}, tells of no picture; give an empty folder.")
    if told.get("seed") != seed:
        raise OtherWork(f"{truth.parent} holds pictures of another seed than {seed}; give an empty folder.")
    return str(told["file"])
