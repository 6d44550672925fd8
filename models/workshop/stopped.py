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
    text = json.dumps(inputs, indent=2, sort_keys=True) + "\n"
    if not told.exists():
        write_whole(told, text.encode())
    elif told.read_text(encoding="utf-8") != text:
        raise OtherWork(f"{told.parent} holds another {work}; give an empty folder.")


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` to `path`, whose folder is made; the file gets its name when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    half.write_bytes(content)
    half.replace(path)


def made_already(truth: Path, seed: int) -> set[str]:
    """The files that the lines of `truth` tell of; a last line that was cut off while it was written is taken away.

    Raises `OtherWork` when they were made from another seed, or from one that is not told.
    """
    if not truth.exists():
        return set()
    text = truth.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_whole(truth, whole.encode())
    rows = [json.loads(line) for line in whole.splitlines()]
    if any(row.get("seed") != seed for row in rows):
        raise OtherWork(f"{truth.parent} holds pictures of another seed than {seed}; give an empty folder.")
    return {row["file"] for row in rows}
