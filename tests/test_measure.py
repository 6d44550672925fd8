"""Measuring a reader: figures are counted as they are named, a throw counts once, and what was sure and wrong shows."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from croupier.models.workshop.drawn import Drawn, table
from croupier.models.workshop.measure import main
from croupier.models.workshop.measuring.agreement import agreement
from croupier.models.workshop.measuring.dice import BINS, Bin, calibration, confusion, pairs, sure_and_wrong
from croupier.models.workshop.measuring.figures import by_slant, by_source, figures, mean, worst
from croupier.models.workshop.measuring.lines import MeasureError
from croupier.models.workshop.measuring.pictures import Picture, chosen, pictures_in, weighed
from croupier.models.workshop.measuring.readings import Choice, Outcome, measure, reweighed, save, saved
from croupier.models.workshop.measuring.tables import agreement_lines, wrong_lines
from croupier.vision.picture import PictureError
from croupier.vision.reading import Die

SQUARE = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))


def die(face: int | None, sure: bool = True, kind: str = "d6", x: float = 0, confidence: float = 0.99) -> Die:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = SQUARE
    corners = ((ax + x, ay), (bx + x, by), (cx + x, cy), (dx + x, dy))
    return Die(kind, face, corners, confidence, sure)


def picture(*faces: int, source: str = "a", kind: str = "d6", name: str = "x", **rest: Any) -> Picture:
    return Picture(Path(name), source, kind, tuple(sorted(faces)), name, **rest)


def read(truth: Picture, *dice: Die | int, why: tuple[str, ...] = ()) -> Outcome:
    return Outcome(truth, tuple(die(d) if isinstance(d, int) else d for d in dice), why, 0.01)


def write(folder: Path, *rows: dict[str, Any]) -> Path:
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_figures_are_counted_as_they_are_named() -> None:
    outcomes = [
        read(picture(1, 2), 1, 2),
        read(picture(3), 3, 3),
        read(picture(4, 4, source="b"), die(4, sure=False)),
        read(picture(source="b", kind="none")),
    ]
    found = by_source(outcomes)
    assert by_source([]) == {}
    assert list(found) == ["a", "b"]
    assert (found["a"].exact, found["a"].sure, found["a"].wrong_when_sure, found["a"].wrong) == (0.5, 1.0, 0.5, 1)
    assert (found["a"].precision, found["a"].recall) == (0.75, 1.0)
    assert (found["b"].exact, found["b"].sure, found["b"].wrong_when_sure, found["b"].wrong) == (0.5, 0.5, 0.0, 0)
    assert (found["b"].precision, found["b"].recall) == (1.0, 0.5)
    everything = figures(outcomes)
    assert (everything.pictures, everything.throws, everything.exact, everything.sure) == (4, 4, 0.5, 0.75)
    assert everything.wrong_when_sure == pytest.approx(1 / 3)
    assert (everything.dice, everything.sure_dice, everything.wrong_dice) == (5, 4, 1)
    assert everything.ms == 10


def test_the_mean_over_sources_counts_a_large_source_like_a_small_one() -> None:
    outcomes = [read(picture(1), 1)] * 3 + [read(picture(2, source="b"), 1), read(picture(source="c", kind="none"))]
    average = mean(by_source(outcomes).values())
    assert (average.sources, average.exact, average.wrong_when_sure) == (3, pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert (average.precision, average.recall) == (0.5, 0.5)


def test_a_source_counts_only_in_the_means_of_figures_that_it_has() -> None:
    never_sure = [read(picture(1, source=source), die(2, sure=False)) for source in "cde"]
    wrong, right = read(picture(1), 2), read(picture(1, source="b"), 1)
    assert mean(by_source([wrong, right, *never_sure]).values()).wrong_when_sure == 0.5
    assert mean(by_source([wrong, *never_sure]).values()).wrong_when_sure == 1
    assert mean(by_source(never_sure).values()).wrong_when_sure == 0


def test_several_pictures_of_a_throw_weigh_as_much_as_one() -> None:
    throw = [picture(1, 2, 3, name=name) for name in "pqr"]
    others = [picture(1, 2, 3, source="b"), picture(5, 6), picture(5, 6, name="y"), picture(1, 1, 1)]
    told = [picture(4, 4, 4, throw=name, name=name) for name in "uvv"]
    assert [p.weight for p in weighed([*throw, *others, *told])] == [1 / 3] * 3 + [1] * 4 + [1, 0.5, 0.5]
    assert weighed([]) == []
    wrong_once = [read(p, 1, 2, 3) for p in weighed([*throw[:2], picture(6)])]
    assert figures(wrong_once).exact == 0.5
    assert figures(wrong_once).throws == 2


def test_sources_are_chosen_by_a_part_of_their_names() -> None:
    there = [picture(1, source=source) for source in ("ann/dice", "ben/dice", "cy/felt")]
    assert chosen(there) == there
    assert chosen(there, sources=["dice"], without=["ann"]) == [there[1]]
    assert chosen(there, every=2) == there[::2]
    with pytest.raises(MeasureError, match="No source is called dan; there are ann/dice"):
        chosen(there, without=["dan"])


def test_a_folder_tells_kinds_places_slants_and_throws(tmp_path: Path) -> None:
    top = [[0, 0], [10, 0], [10, 10], [0, 10]]
    write(
        tmp_path,
        {"file": "a.jpg", "kind": "d6", "faces": [5, 2], "boxes": [[0, 0, 10, 20, 5], [30, 0, 10, 10, 2]]},
        {"file": "b.jpg", "kind": "d6", "faces": [5, 2], "boxes": [[0, 0, 10, 20, 5]], "notes": "slant 52 degrees"},
        {"file": "c.jpg", "kind": "dF", "faces": [0], "dice": [{"face": 0, "corners": top}], "slant": 47.5, "throw": 7},
        {"file": "d.jpg", "kind": "empty", "faces": [], "notes": "slanted"},
        {"file": "e.jpg", "kind": "numerals", "faces": [20]},
    )
    assert [p.path.name for p in pictures_in(tmp_path)] == ["a.jpg", "b.jpg"]
    boxed, told, fudge, empty = pictures_in(tmp_path, ("d6", "dF", "none"))
    assert boxed.faces == (2, 5)
    assert boxed.places == ((4.5, 9.5, 10, 5), (34.5, 4.5, 5, 2))
    assert boxed.name == f"{tmp_path.name}/a.jpg"
    assert told.places == ()
    assert [p.band for p in (boxed, told, fudge, empty)] == ["not told slanted", "50–55°", "45–50°", "slanted"]
    assert fudge.throw == "7"
    assert fudge.places[0][:2] == (4.5, 4.5)
    assert (empty.kind, empty.faces) == ("none", ())


def test_places_are_where_a_reader_tells_the_dice_that_are_drawn_there(tmp_path: Path) -> None:
    # 11 white pixels from the 20th on: counted from the corner they reach from 20 to 31, counted as pixels to 30.
    drawn = np.zeros((60, 60), np.uint8)
    drawn[20:31, 20:31] = 255
    middle = tuple(np.argwhere(drawn).mean(axis=0).tolist())
    corners = [[20, 20], [31, 20], [31, 31], [20, 31]]
    write(
        tmp_path,
        {"file": "a.png", "kind": "d6", "faces": [1], "boxes": [[20, 20, 11, 11, 1]]},
        {"file": "b.png", "kind": "d6", "faces": [1], "dice": [{"face": 1, "corners": corners}]},
    )
    assert [p.places[0][:2] for p in pictures_in(tmp_path)] == [middle, middle]


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(MeasureError, match=r"labels\.jsonl nor truth\.jsonl"):
        pictures_in(tmp_path)
    with pytest.raises(MeasureError, match="cannot be opened"):
        pictures_in(tmp_path / ("long" * 100))


def test_slanted_pictures_are_told_apart() -> None:
    found = by_slant([read(picture(1, slant=50), 1), read(picture(1, slant=69.9)), read(picture(1), 1)])
    assert {name: f.exact for name, f in found.items()} == {"d6 50–55°": 1, "d6 65–90°": 0, "d6 not told slanted": 1}


def test_a_plus_read_where_a_one_lies_is_wrong() -> None:
    outcome = read(picture(1), die(1, kind="dF"))
    assert not outcome.exact
    assert outcome.right == 0
    assert confusion([outcome]) == {("1", "dF+"): 1}
    assert read(picture(1, kind="dF"), die(1, kind="dF")).exact


def test_of_a_mixed_table_only_the_pip_dice_count() -> None:
    assert read(picture(1, 4, kind="mixed"), 4, 1, die(-1, kind="dF")).exact
    assert not read(picture(1, 4), 4, 1, die(-1, kind="dF")).exact


def test_dice_on_an_empty_table_are_wrong() -> None:
    empty = picture(kind="none")
    assert read(empty).exact
    assert sure_and_wrong(read(empty, 3)) == [(None, die(3))]
    assert pairs(read(empty)) == []


def test_without_places_dice_are_paired_by_face_and_one_left_over_with_one() -> None:
    assert pairs(read(picture(2, 3, 5), 2, 3, 6)) == [(2, die(2)), (3, die(3)), (5, die(6))]
    assert pairs(read(picture(2, 5, 5), 2, 6)) == [(2, die(2)), (5, None), (5, None), (None, die(6))]


def test_with_places_a_face_read_elsewhere_is_wrong() -> None:
    truth = picture(2, 3, places=((0, 0, 8, 2), (100, 0, 8, 3)))
    swapped = read(truth, die(3, x=1), die(2, x=99, sure=False))
    assert swapped.exact
    assert sure_and_wrong(swapped) == [(2, die(3, x=1))]
    assert confusion([swapped]) == {("2", "3"): 1, ("3", "2"): 1}
    assert pairs(read(truth, die(2, x=50))) == [(2, None), (3, None), (None, die(2, x=50))]


def test_the_nearest_die_takes_a_place_and_no_die_takes_two() -> None:
    truth = picture(2, 3, places=((0, 0, 20, 2), (12, 0, 20, 3)))
    assert pairs(read(truth, die(3, x=11))) == [(2, None), (3, die(3, x=11))]
    assert pairs(read(truth, die(3, x=11), die(2, x=7))) == [(2, die(2, x=7)), (3, die(3, x=11))]


def test_a_die_that_is_sure_and_wrong_shows_in_a_picture_that_is_not_sure() -> None:
    outcome = read(picture(1, 2), 1, 3, why=("the picture is blurred",))
    assert figures([outcome]).wrong == 0
    assert figures([outcome]).wrong_dice == 1
    assert wrong_lines([outcome]) == ["die sure and wrong: x has 2 where 3 was read"]
    assert wrong_lines([read(picture(1, 2), 1, 3)]) == ["sure and wrong: x shows (1, 2), read (1, 3)"]
    assert wrong_lines([read(picture(1, 2), 1, 2)]) == []


def test_missed_and_invented_dice_are_in_the_confusion() -> None:
    outcomes = [read(picture(1, 2), 1), read(picture(6, 6), 6, 6, 4), read(picture(0, kind="dF"), die(-1, kind="dF"))]
    expected = {("1", "1"): 1, ("2", "–"): 1, ("6", "6"): 2, ("–", "4"): 1, ("dF0", "dF-"): 1}
    assert confusion(outcomes) == expected


def test_confidence_that_keeps_its_word_has_no_calibration_error() -> None:
    assert calibration([]).error == 0
    kept = [read(picture(3), die(3 if number < 3 else 4, confidence=0.75)) for number in range(4)]
    assert calibration(kept).bins == (Bin(0.7, 0.8, 4, 0.75, 0.75),)
    assert calibration(kept).error == pytest.approx(0)
    boasted = [read(picture(3), die(4, confidence=1.0)), read(picture(3), die(3, confidence=1.0))]
    assert calibration(boasted).bins == (Bin(BINS[-2], 1.0, 2, 1.0, 0.5),)
    assert calibration(boasted).error == pytest.approx(0.5)


def test_the_worst_pictures_are_those_sure_and_wrong_then_those_most_wrong() -> None:
    fine, sure = read(picture(1), 1), read(picture(1, name="sure"), 2)
    blank = read(picture(1, 2, 3, name="blank"), why=("dark",))
    off = read(picture(1, 2, name="off"), die(1, sure=False))
    assert worst([fine, off, blank, sure], 2) == [sure, blank]


def test_what_was_read_is_kept_and_read_back(tmp_path: Path) -> None:
    there = [picture(1, 2, name="p"), picture(3, name="q")]
    outcomes = [read(there[0], 1, die(None, sure=False)), read(there[1], why=("dark",))]
    save(outcomes, tmp_path / "kept.jsonl")
    assert saved(tmp_path / "kept.jsonl", [*there, picture(4, name="new")]) == outcomes


def test_two_readings_agree_or_their_differences_are_told() -> None:
    one = [read(picture(1, name="p"), 1), read(picture(2, name="q"), 2), read(picture(3, name="only before"), 3)]
    close = [replace(one[0], dice=(die(1, confidence=0.97),)), one[1], read(picture(6, name="only now"), 6)]
    assert agreement([], []).pictures == 0
    same = agreement(one, close)
    assert (same.pictures, same.same_faces, same.same_sure, same.differences) == (2, 2, 2, ())
    assert same.confidence_gap == pytest.approx(0.02)
    other = agreement(one, [read(one[0].picture, 4), read(one[1].picture, die(2, sure=False))])
    assert (other.same_faces, other.same_sure) == (1, 1)
    assert agreement_lines(other)[1:] == ["p: 1, sure; now 4, sure", "q: 2, sure; now 2, not sure"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two drawn pictures; the truth of the second is told wrong, so that its reading is sure and wrong."""
    made = tmp_path_factory.mktemp("drawn")
    cv2.imwrite(str(made / "good.png"), table([Drawn(5, (120, 120)), Drawn(2, (330, 220), turn=20)]))
    cv2.imwrite(str(made / "lied.png"), table([Drawn(3, (240, 180), turn=30)]))
    rows: list[dict[str, Any]] = [
        {"file": "good.png", "kind": "d6", "faces": [2, 5]},
        {"file": "lied.png", "kind": "d6", "faces": [4], "source": "liar"},
    ]
    return write(made, *rows)


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> None:
    monkeypatch.setattr(sys, "argv", ["measure", *map(str, words), "--processes", "1", "--reader", "classical"])
    main()


def test_the_command_tells_everything_as_json(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, folder, "--json", "--disturb", "turn180,swap", "--worst", 1)
    told = json.loads(capsys.readouterr().out)
    assert told["all"]["exact"] == told["all"]["wrong_when_sure"] == 0.5
    assert set(told["sources"]) == {folder.name, "liar"}
    assert {name: f["exact"] for name, f in told["disturbed"].items()} == {"turn180": 0.5, "swap": 0.5}
    assert (
        [Path(w["file"]).name for w in told["wrong"]] == ["lied.png"] == [Path(w["file"]).name for w in told["worst"]]
    )
    assert {"true": "4", "read": "3", "dice": 1} in told["confusion"]
    assert told["calibration"]["error"] > 0.2
    assert told["agreement"] is None


def test_the_command_shows_tables_and_what_is_wrong(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    run(monkeypatch, folder, "--save", kept, "--disturb", "jpeg20", "--confusion", "--calibration")
    shown = capsys.readouterr().out
    for words in ("mean of 2", "liar", "jpeg20", "read 5", "expected calibration error", "sure and wrong: "):
        assert words in shown
    run(monkeypatch, folder, "--readings", kept, "--compare", kept, "--without", "liar")
    shown = capsys.readouterr().out
    assert "1 pictures read by both: 1 with the same faces, 1 as sure as before" in shown
    assert "liar" not in shown


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """Three pictures of a throw, of which the second is none and the third is not there."""
    cv2.imwrite(str(tmp_path / "good.png"), table([Drawn(5, (120, 120)), Drawn(2, (330, 220), turn=20)]))
    (tmp_path / "bad.jpg").write_text("no picture")
    names = ("good.png", "bad.jpg", "gone.jpg")
    return write(tmp_path, *({"file": name, "kind": "d6", "faces": [2, 5], "throw": 1} for name in names))


def test_pictures_that_cannot_be_opened_are_told_after_the_figures_of_the_others(
    half: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, half, "--json", "--disturb", "swap")
    bad, gone = str(ended.value).splitlines()
    assert bad.startswith(f"{half / 'bad.jpg'} is no picture")
    assert gone.startswith(f"{half / 'gone.jpg'} does not exist")
    told = json.loads(capsys.readouterr().out)
    assert told["left_out"] == [bad, gone]
    assert (told["all"]["pictures"], told["all"]["throws"], told["all"]["exact"]) == (1, 1, 1)
    with pytest.raises(SystemExit, match="is no picture"):
        run(monkeypatch, half)
    assert "mean of 1" in capsys.readouterr().out
    (half / "good.png").unlink()
    with pytest.raises(SystemExit, match=r"good\.png does not exist"):
        run(monkeypatch, half)
    assert capsys.readouterr().out.strip() == ""


@pytest.mark.parametrize("processes", [1, 2])
def test_pictures_that_cannot_be_opened_go_to_who_asks_for_them_and_else_end_the_measuring(
    half: Path, processes: int
) -> None:
    there, choice, noticed = pictures_in(half), Choice("classical"), list[str]()
    assert [o.picture for o in measure(there, choice, "", processes, noticed.append)] == there[:1]
    assert len(noticed) == 2
    with pytest.raises(PictureError, match="is no picture"):
        list(measure(there, choice, "", processes))


def test_what_was_not_read_of_a_throw_leaves_its_weight_to_the_rest() -> None:
    there = weighed([picture(1, 2, 3, name=name) for name in "pqr"])
    assert [o.picture.weight for o in reweighed([read(p, 1, 2, 3) for p in there[:2]])] == [0.5, 0.5]
    assert reweighed([]) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere"], "nowhere has neither"),
        (["FOLDER", "--kind", "dF"], "No picture of those kinds"),
        (["FOLDER", "--sources", "nobody"], "No source is called nobody"),
        (["FOLDER", "--compare", "missing.jsonl"], r"^missing\.jsonl does not exist; check the name"),
        (["FOLDER", "--readings", "missing.jsonl"], r"^missing\.jsonl does not exist; check the name"),
        (["FOLDER", "--readings", "FOLDER"], "cannot be read .*; check the name"),
        (["FOLDER", "--readings", "EMPTY"], "tells of none of these pictures; name the readings of these"),
        (["FOLDER", "--save", "nowhere/kept.jsonl"], "cannot be written; name a file in a folder that is there"),
        (["FOLDER", "--save", "FOLDER"], "cannot be written; name a file in a folder that is there"),
        (["FOLDER", "--save", "long" * 100], "cannot be written; name a file in a folder that is there"),
        (["FOLDER", "--models", "nowhere"], "install Croupier again"),
    ],
)
def test_what_cannot_be_measured_is_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match=sentence):
        run(monkeypatch, *({"FOLDER": folder, "EMPTY": os.devnull}.get(word, word) for word in words))


@pytest.mark.parametrize("words", ["--every 0", "--every -1", "--worst -3", "--processes 0", "--every x", "--every ²"])
def test_numbers_that_count_nothing_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    name, number = words.split()
    monkeypatch.setattr(sys, "argv", ["measure", str(folder), f"{name}={number}"])
    with pytest.raises(SystemExit):
        main()
    assert f"argument {name}: {number} is no whole number from {int(name != '--worst')} on" in capsys.readouterr().err


def test_an_unknown_disturbance_is_refused_with_those_there_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, folder, "--disturb", "earthquake")
    assert "turn90, turn180, swap" in capsys.readouterr().err
