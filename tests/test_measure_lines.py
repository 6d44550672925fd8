"""Lines that tell of pictures: whatever is wrong in one is a sentence with its file and its line."""

from __future__ import annotations

import codecs
import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.models.workshop.measuring.lines import Line, MeasureError, lines
from croupier.models.workshop.measuring.pictures import Picture, pictures_in
from croupier.models.workshop.measuring.readings import saved
from croupier.models.workshop.stopped import OtherWork, made_already

CORNERS = [[0, 0], [9, 0], [9, 9], [0, 9]]
BOXED = {"file": "a.jpg", "kind": "d6", "faces": [5], "source": "matteop65/x", "boxes": [[1, 1, 9, 9, 5]], "notes": ""}
PHOTO = {**BOXED, "size": [40, 30], "training_allowed": True}
DRAWN = {"file": "a.jpg", "kind": "d6", "faces": [5], "slant": 3.5, "throw": "a", "seed": 1}
SCENE = {"file": "a.jpg", "seed": 1, "slant": 3.5}
DIE = {"kind": "d6", "face": 5, "corners": CORNERS, "confidence": 0.9, "sure": True, "why": ""}
RENDERED = {"kind": "d6", "face": 5, "top": CORNERS, "down": [0, 4], "visible": 1.0, "flat": True}

TRUTHS = [BOXED, {**DRAWN, "dice": [{"face": 5, "corners": CORNERS}]}]
READINGS = [{"name": "FOLDER/a.jpg", "dice": [DIE], "why": ["dark"], "seconds": 0.1}]
SCENES = [{**SCENE, "dice": [{**RENDERED, "sides": [{"corners": CORNERS, "visible": 0.9}]}]}]

NO_LINES = [b"{", b"[1, 2]", b"7", b"null", b"\xff\xfe", b'{"a": "\xe9"}', b"[" * 100_000, b'{"a": ' * 100_000]
OTHERS: list[Any] = ["x", "5", 7, 0, -1, 0.5, True, None, [], [[]], [1], ["a", 1], [[1, 2]], {}, [{}], 1e308, 10**400]
OTHERS += [float("nan"), float("inf"), {"a": 1}, [None], [[None] * 5], [[0] * 5], [0, 0], [[[1]]]]


def spoilt(row: Any) -> Iterator[Any]:
    """`row` with one thing in it, at any depth, taken out or put as something else."""
    for key in row if isinstance(row, dict) else range(len(row)):
        less = copy.copy(row)
        del less[key]
        yield less
        for inner in [*OTHERS, *(spoilt(row[key]) if isinstance(row[key], dict | list) else ())]:
            other = copy.copy(row)
            other[key] = inner
            yield other


def use(what: str, file: Path) -> None:
    """Let `file`, which tells of that, be used to the end."""
    if what == "readings":
        saved(file, [Picture(Path("a.jpg"), "a", "d6", (5,), "FOLDER/a.jpg")])
    elif what == "truth":
        pictures_in(file.parent)
    elif what == "made":
        made_already(file, 1)
    else:
        pytest.importorskip("torch", reason="training needs PyTorch: pip install -e '.[workshop,train]'")
        from croupier.models.workshop.training.examples import photographs, renders, seeds

        list(renders(file.parent)) and seeds(file.parent) if what == "scenes" else list(photographs(file.parent))


def refusal(what: str, file: Path) -> str:
    """Why it cannot be used; "" when it can."""
    try:
        use(what, file)
    except (MeasureError, OtherWork) as error:
        return str(error)
    return ""


USES = {
    "truth": TRUTHS,
    "readings": READINGS,
    "made": [SCENE],
    "scenes": SCENES,
    "photographs": [PHOTO, {**PHOTO, "kind": "numerals"}],
}


def write(file: Path, *rows: Any) -> Path:
    content = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    file.unlink(missing_ok=True)  # a file that is cut short and written anew waits for the disk
    file.write_bytes(b"".join(row + b"\n" for row in content))
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "FOLDER").mkdir()
    return tmp_path / "FOLDER" / "labels.jsonl"


@pytest.mark.parametrize("what", USES)
def test_whatever_is_wrong_in_a_line_is_a_sentence_that_names_the_file_and_the_line(what: str, file: Path) -> None:
    sentence = re.compile(rf"{re.escape(str(file))}, line 2\b.*; (mend the line or take it out|give an empty folder)\.")
    another_seed = re.compile(".* holds pictures of another seed than 1; give an empty folder.")
    refused = 0
    for good in USES[what]:
        use(what, write(file, good, good))
        for bad in [*NO_LINES, *spoilt(good)]:
            write(file, good, bad)
            said = refusal(what, file)
            assert said or bad not in NO_LINES
            assert not said or sentence.fullmatch(said) or another_seed.fullmatch(said), bad
            assert len(said) < len(str(file)) + 200
            refused += said != ""
    assert refused > len(NO_LINES) + len(OTHERS)


@pytest.mark.parametrize("what", ["truth", "readings", "scenes", "photographs"])
def test_a_file_of_lines_that_cannot_be_read_is_named(what: str, file: Path) -> None:
    file.mkdir()
    with pytest.raises(MeasureError, match=rf"^{re.escape(str(file))} cannot be read \(Is a directory\); check"):
        use(what, file)


def test_a_line_is_taken_whole_whatever_stands_in_its_texts_and_around_it(file: Path) -> None:
    assert lines(write(file)) == []
    told = {"notes": "two\u2028lines"}
    row = json.dumps(told, ensure_ascii=False).encode()
    file.write_bytes(codecs.BOM_UTF8 + row + b"\r\n\n" + row)
    assert lines(file) == [Line(f"{file}, line {number}", told) for number in (1, 3)]
    assert lines(file, growing=True) == lines(file)[:1]
