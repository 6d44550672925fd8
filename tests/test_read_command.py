"""`croupier read`: a line a picture, in order; what cannot be read is said and the rest go on."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from croupier.models.store import ModelsError
from croupier.models.workshop.drawn import Drawn, table
from croupier.server.cli.app import main
from croupier.server.cli.vision import read as reading_command
from croupier.server.cli.vision.dice import face_words, in_rows
from croupier.server.cli.vision.overheard import open_picture
from croupier.server.cli.vision.words import picture_words, reasons
from croupier.vision.classical import doubts as classical_doubts
from croupier.vision.classical import face as classical_face
from croupier.vision.classical import fudge as classical_fudge
from croupier.vision.classical import read as classical_read
from croupier.vision.frame import Image
from croupier.vision.learned.judge import confidence
from croupier.vision.learned.judge import doubts as learned_doubts
from croupier.vision.reading import Die, Reading

ROOT = Path(__file__).parent.parent
DICE = [Drawn(5, (120, 120), 60, 20), Drawn(2, (300, 200), 60, 70)]
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


class Ended:
    """How a command ended and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["croupier", "read", *map(str, arguments)])
        status = 0
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capfd.readouterr()
        return Ended(status, printed.out, printed.err)

    return run


@pytest.fixture
def two_dice(tmp_path: Path) -> Path:
    path = tmp_path / "two.png"
    cv2.imwrite(str(path), table(DICE))
    return path


@pytest.fixture
def no_dice(tmp_path: Path) -> Path:
    path = tmp_path / "none.png"
    cv2.imwrite(str(path), table())
    return path


def test_a_picture_is_read_as_the_command_line_promises(run: Any, two_dice: Path) -> None:
    ended = run("--json", two_dice)
    (line,) = ended.lines
    assert (ended.status, ended.err) == (0, "")
    assert list(line) == ["file", "dice", "sure", "why", "ms"]
    assert line["file"] == str(two_dice)
    assert sorted(die["face"] for die in line["dice"]) == [2, 5]
    assert line["sure"] is True
    assert line["why"] == []
    assert line["ms"] > 0
    for die in line["dice"]:
        assert list(die) == ["kind", "face", "confidence", "sure", "corners"]
        assert die["kind"] == "d6"
        assert [len(corner) for corner in die["corners"]] == [2, 2, 2, 2]


def test_an_empty_table_is_a_sure_reading_of_no_dice(run: Any, no_dice: Path) -> None:
    (line,) = run("--json", no_dice).lines
    assert (line["dice"], line["sure"], line["why"]) == ([], True, [])


@pytest.mark.parametrize("jobs", [1, 2])
def test_pictures_come_in_the_order_given_and_a_bad_one_does_not_stop_the_rest(
    run: Any, two_dice: Path, no_dice: Path, tmp_path: Path, jobs: int
) -> None:
    broken = tmp_path / "a.jpg"
    broken.write_bytes(b"no picture")
    ended = run("--json", "--jobs", str(jobs), two_dice, broken, no_dice, tmp_path / "gone.jpg", two_dice)
    files = [Path(line["file"]).name for line in ended.lines]
    assert files == ["two.png", "a.jpg", "none.png", "gone.jpg", "two.png"]
    assert [list(line) == ["file", "error"] for line in ended.lines] == [False, True, False, True, False]
    assert ended.status == 1
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("expect", "sure", "why"),
    [("2", True, []), ("3", False, ["3 dice expected, 2 seen"]), ("1", False, ["1 die expected, 2 seen"])],
)
def test_the_number_of_dice_flags_a_reading_and_never_bends_it(
    run: Any, two_dice: Path, expect: str, sure: bool, why: list[str]
) -> None:
    ended = run("--json", "--expect", expect, two_dice)
    (line,) = ended.lines
    assert (line["sure"], line["why"], ended.status) == (sure, why, 0)
    assert sorted(die["face"] for die in line["dice"]) == [2, 5]
    assert all(die["sure"] for die in line["dice"])


def test_a_folder_stands_for_its_pictures_by_name(run: Any, two_dice: Path, no_dice: Path, tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_text("{}")
    assert [Path(line["file"]).name for line in run("--json", tmp_path).lines] == ["none.png", "two.png"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_that_gives_no_pictures_costs_no_other(run: Any, two_dice: Path, tmp_path: Path, jobs: str) -> None:
    for name in ("bare", "nested"):
        (tmp_path / name / "within.png" if name == "nested" else tmp_path / name).mkdir(parents=True)
    ended = run("--json", "--jobs", jobs, tmp_path / "bare", tmp_path / "nested", two_dice)
    assert [list(line)[1] for line in ended.lines] == ["error", "error", "dice"]
    assert ended.lines[0]["file"] == str(tmp_path / "bare")
    assert "has no pictures" in ended.lines[0]["error"]
    assert (ended.status, ended.err) == (1, "")


def test_a_folder_that_may_not_be_looked_into_costs_no_other(
    run: Any, two_dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(folder: Path) -> list[str]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(os, "listdir", closed)  # root may look into all
    ended = run("--json", tmp_path, two_dice)
    assert [list(line)[1] for line in ended.lines] == ["error", "dice"]
    assert "cannot be opened (Permission denied); check its permissions." in ended.lines[0]["error"]
    assert (ended.status, ended.err) == (1, "")


def test_each_file_in_a_folder_that_is_named_like_a_picture_is_read_or_told(
    run: Any, two_dice: Path, tmp_path: Path
) -> None:
    unread = ("a.heic", "b.AVIF", "c.tif", "d.tiff", "e.gif", "f.jpg", "g.jpe", "h.heif")
    for name in unread:
        (tmp_path / name).write_bytes(b"no picture")
    (tmp_path / "i.jpeg").symlink_to("gone")
    os.mkfifo(tmp_path / "j.bmp")
    for name in ("truth.jsonl", "notes.txt", "jpg"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "folder.png").mkdir()
    ended = run("--json", tmp_path)
    files = [Path(line["file"]).name for line in ended.lines]
    assert files == sorted([*unread, "i.jpeg", "j.bmp", "two.png"])
    assert {Path(line["file"]).name for line in ended.lines if "dice" in line} == {"two.png"}
    assert ended.status == 1


class Failing:
    """A reader that fails as readers do, once."""

    def __init__(self, error: Exception) -> None:
        self.errors = [error]

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        if self.errors:
            raise self.errors.pop()
        return Reading()


def no_memory_in_opencv() -> cv2.error:
    error = cv2.error("Failed to allocate")
    error.code = cv2.Error.StsNoMem
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "too little memory to read"),
        (no_memory_in_opencv(), "too little memory to read"),
        (ModelsError("The model finder fails on this picture."), "The model finder fails on this picture."),
    ],
)
def test_a_picture_that_the_reader_fails_on_costs_no_other(
    run: Any, two_dice: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    failing = Failing(error)
    monkeypatch.setattr(reading_command, "_reader", lambda: failing)
    ended = run("--json", two_dice, two_dice)
    assert [list(line)[1] for line in ended.lines] == ["error", "dice"]
    assert words in ended.lines[0]["error"]
    assert (ended.status, ended.err) == (1, "")


def test_standard_input_is_no_picture_and_an_empty_name_no_folder(
    run: Any, two_dice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(two_dice.parent)
    assert "Standard input is not read" in run("--json", "-").lines[0]["error"]
    ended = run("--json", "")
    assert (ended.status, ended.out) == (2, "")
    assert "name is empty" in ended.err


def test_a_terminal_that_claims_no_width_shows_whole_lines(
    run: Any, two_dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("long" * 50)
    long.write_bytes(two_dice.read_bytes())
    wide = run(long).out
    assert len(wide.splitlines()) == 1
    monkeypatch.setenv("COLUMNS", "0")
    assert run(long).out == wide


@pytest.mark.parametrize("arguments", [["--kind", "d20", "x.jpg"], ["--jobs", "0", "x.jpg"], ["--expect", "-1", "x"]])
def test_wrong_usage_ends_with_status_2(run: Any, arguments: list[str]) -> None:
    ended = run(*arguments)
    assert (ended.status, ended.out) == (2, "")


def test_words_say_what_is_sure_why_another_is_not_and_how_many_of_each(
    run: Any, two_dice: Path, no_dice: Path, tmp_path: Path
) -> None:
    ended = run("--expect", "2", two_dice, no_dice, tmp_path / "gone.jpg")
    assert ended.status == 1
    assert ended.out.splitlines() == [
        f"sure    {two_dice}: 5 2",
        f"unsure  {no_dice}: no dice",
        "        2 dice expected, 0 seen",
        "3 pictures: 1 sure, 1 to ask about, 1 that could not be read.",
    ]
    assert ended.err == f"croupier: {tmp_path / 'gone.jpg'} does not exist; check the name.\n"


def test_of_a_single_picture_nothing_is_counted(run: Any, no_dice: Path) -> None:
    assert run(no_dice).out == f"sure    {no_dice}: no dice\n"


def seen(face: int | None, at: tuple[float, float] = (0, 0), why: str = "", kind: str = "d6") -> Die:
    """A die of 10 px by the middle of its face."""
    (x, y), (near, far) = at, (-5, 5)
    corners = ((x + near, y + near), (x + far, y + near), (x + far, y + far), (x + near, y + far))
    return Die(kind, face, corners, 0.9, not why, why)


@pytest.mark.parametrize(
    ("die", "words"),
    [
        (seen(5), "5"),
        (seen(5, why="it is blurred"), "5?"),
        (seen(None, why="it is blurred"), "?"),
        (seen(1, kind="dF"), "+"),
        (seen(0, kind="dF"), "0"),
        (seen(-1, kind="dF", why="it is blurred"), "−?"),
    ],
)
def test_a_die_is_written_as_people_write_it(die: Die, words: str) -> None:
    assert face_words(die) == words


@pytest.mark.parametrize(
    ("places", "faces"),
    [
        ([], ""),
        ([(90, 10), (50, 12), (10, 8)], "321"),
        ([(10, 50), (90, 10), (10, 10), (90, 54)], "3214"),
        ([(10, 30), (10, 20), (10, 10)], "321"),
        ([(70, 13), (10, 16), (40, 10)], "231"),
    ],
)
def test_dice_are_told_row_by_row_and_each_row_from_the_left(places: list[tuple[float, float]], faces: str) -> None:
    dice = [seen(number, place) for number, place in enumerate(places, 1)]
    assert "".join(str(die.face) for die in in_rows(dice)) == faces


BLURS = "it is blurred: hold it still"


@pytest.mark.parametrize(
    ("reading", "lines"),
    [
        (Reading((seen(5), seen(2))), []),
        (Reading((seen(5), seen(2, why=BLURS))), [f"die 2 (2?): {BLURS}"]),
        (Reading((seen(5, why=BLURS), seen(6), seen(None, why=BLURS))), [f"dice 1 and 3 each: {BLURS}"]),
        (Reading((seen(5, why=BLURS),), ("all is blurred: hold it still",)), ["all is blurred: hold it still"]),
        (Reading((seen(4, why="it leans"),), ("it leans",)), ["die 1 (4?): it leans"]),
        (Reading((seen(3), seen(4)), ("it is dark", "it is full")), ["it is dark", "it is full"]),
    ],
)
def test_each_doubt_is_told_once_with_the_dice_it_is_about(reading: Reading, lines: list[str]) -> None:
    told = picture_words("a.jpg", reading, reasons(reading)).plain.splitlines()
    assert told[0].startswith("unsure" if lines else "sure")
    assert [line.strip() for line in told[1:]] == lines


@pytest.mark.parametrize(("kind", "right"), [("dF", "d6"), ("d6", "dF")])
def test_dice_of_another_kind_than_asked_for_are_told_with_the_kind_to_ask_for(kind: str, right: str) -> None:
    assert confidence.NO_FACE[kind].endswith(f"read it as kind {right}")


@pytest.mark.parametrize(
    ("put_in", "read"),
    [
        pytest.param((6000, 6200, b""), False, id="bytes lost in the middle"),
        pytest.param((6000, 6200, b"\xff\x00" * 100), False, id="codes that there are not"),
        pytest.param((-2, -2, b"\x01" * 9), True, id="padding at the end"),
    ],
)
def test_what_a_decoder_says_of_a_damaged_picture_is_heard_and_not_shown(
    run: Any, no_dice: Path, tmp_path: Path, put_in: tuple[int, int, bytes], read: bool
) -> None:
    rough = np.random.default_rng(5).integers(0, 256, (120, 160, 3), np.uint8)
    content = bytearray(cv2.imencode(".jpg", rough)[1].tobytes())
    first, last, between = put_in
    content[first:last] = between
    (tmp_path / "damaged.jpg").write_bytes(content)
    ended = run("--json", tmp_path / "damaged.jpg", no_dice)
    assert [list(line)[1] for line in ended.lines] == ["dice" if read else "error", "dice"]
    assert read or "cut short or damaged" in ended.lines[0]["error"]
    assert ended.err == ""


def test_a_picture_is_opened_where_there_is_no_stderr(two_dice: Path) -> None:
    kept = os.dup(2)
    os.close(2)
    try:
        image = open_picture(two_dice)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
    assert image.shape == table().shape


def test_asked_for_fudge_dice_it_reads_no_pips(run: Any, two_dice: Path) -> None:
    (line,) = run("--json", "--kind", "dF", two_dice).lines
    assert {(die["kind"], die["face"]) for die in line["dice"]} == {("dF", None)}
    assert (line["sure"], line["why"]) == (False, [confidence.NO_FACE["dF"]])


@pytest.mark.parametrize(
    ("reading", "expect", "why"),
    [
        (Reading(), None, []),
        (Reading(), 0, []),
        (Reading(why=("the picture is blurred",)), None, ["the picture is blurred"]),
        (Reading((Die("d6", 3, SQUARE, 0.4, False, "two dice touch"),) * 2), None, ["two dice touch"]),
        (Reading((Die("d6", None, SQUARE, 0.0, False),)), 1, ["a die is not sure"]),
    ],
)
def test_each_reason_is_given_once(reading: Reading, expect: int | None, why: list[str]) -> None:
    assert reasons(reading, expect) == why


@pytest.mark.parametrize("size", [(20_000, 48), (48, 20_000)])
def test_a_long_thin_picture_is_read_and_the_next_one_too(
    run: Any, two_dice: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    thin = tmp_path / "thin.png"
    cv2.imwrite(str(thin), np.full((*size, 3), 90, np.uint8))
    ended = run("--json", thin, two_dice)
    assert (ended.status, ended.err) == (0, "")
    assert [len(line["dice"]) for line in ended.lines] == [0, 2]


def sentences(module: ModuleType) -> list[str]:
    """The doubts that a module names: texts, and tables of texts, in capitals."""
    named = [value for name, value in vars(module).items() if name.isupper()]
    listed = chain.from_iterable(value.values() if isinstance(value, Mapping) else [value] for value in named)
    return [text for text in listed if isinstance(text, str) and " " in text]


@pytest.mark.parametrize(
    "module", [confidence, learned_doubts, classical_doubts, classical_face, classical_read, classical_fudge]
)
def test_every_doubt_says_what_to_do(module: ModuleType) -> None:
    told = sentences(module)
    assert told
    assert [words for words in told if not re.fullmatch(r"[^:]+: [^:]+[^:.]", words)] == []


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md"])
def test_what_the_pages_show_is_what_it_prints(run: Any, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = re.findall(r"^\$ croupier read (.*)\n((?:.+\n)+?)```", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert run(*shown[0].split()).out == shown[1]
