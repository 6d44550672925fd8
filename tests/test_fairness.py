"""Which dice count for fairness, once each, and the chart that is drawn of them."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from croupier.server.history.fairness.chart import chart
from croupier.server.history.fairness.throws import Fallen, fallen_in
from croupier.server.history.fairness.values import SetOfDice
from croupier.server.history.fairness.verdict import fairness
from croupier.server.history.shelf import Shelf
from croupier.server.log import Entry, Log
from croupier.server.table import Table
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

SVG = "{http://www.w3.org/2000/svg}"


def seen(*faces: int, thrown: tuple[int, ...] | None = None, kind: str = "d6") -> Roll:
    """Dice that the camera sees come to rest, those at the places `thrown` just now."""
    corners = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in range(0, 20 * len(faces), 20)]
    dice = tuple(Die(kind, face, spot, 0.99, True) for face, spot in zip(faces, corners, strict=True))
    moved = tuple(range(len(faces))) if thrown is None else thrown
    return Roll(dice, moved, tuple(i for i in range(len(faces)) if i not in moved), 1.0)


def fell(table: Table) -> dict[tuple[str, str], list[int]]:
    """The faces that count, by set and source."""
    found: dict[tuple[str, str], list[int]] = {}
    for one, times in fallen_in(table.course).items():
        found.setdefault((one.kind, one.source), []).extend([one.face] * times)
    return {key: sorted(faces) for key, faces in found.items()}


def play(table: Table, kind: str, **fields: Any) -> None:
    table.act({"kind": kind, "seat": 0, **fields}, "operator")


def test_nothing_fell_before_the_first_throw(table: Table) -> None:
    assert fell(table) == {}


def test_of_a_reroll_only_the_dice_that_were_thrown_again_fell_again(table: Table) -> None:
    table.settle(seen(1, 2, 6))
    table.settle(seen(5, 2, 6, thrown=(0,)))
    assert fell(table) == {("d6", "camera"): [1, 2, 5, 6]}


def test_a_corrected_throw_counts_as_corrected(table: Table) -> None:
    table.settle(seen(1, 2, 6))
    table.mend(table.course.version, [1, 3, 6], "operator")
    assert fell(table) == {("d6", "camera"): [1, 3, 6]}


def test_a_throw_that_was_undone_fell_all_the_same(table: Table) -> None:
    table.settle(seen(1, 2, 6))
    table.undo("operator")
    table.settle(seen(4, 4, 4))
    assert fell(table) == {("d6", "camera"): [1, 2, 4, 4, 4, 6]}


def test_what_was_typed_in_and_undone_was_a_slip_and_counts_only_as_typed_again(table: Table) -> None:
    play(table, "roll", faces=[1, 2, 6])
    table.undo("operator")
    play(table, "roll", faces=[1, 2, 5])
    assert fell(table) == {("d6", "hand"): [1, 2, 5]}


def test_a_roll_that_a_person_settled_was_seen_by_the_camera(table: Table) -> None:
    doubtful = seen(1, 2, 6)
    table.settle(Roll(doubtful.dice, doubtful.thrown, (), 1.0, ask=("are these dice?",)))
    assert table.asks
    assert fell(table) == {}
    play(table, "roll", faces=[1, 2, 6])
    assert fell(table) == {("d6", "camera"): [1, 2, 6]}


def test_a_roll_that_was_dropped_does_not_count(table: Table) -> None:
    table.settle(seen(1, 2))
    table.dismiss("operator")
    assert fell(table) == {}


def test_a_die_that_sleight_of_hand_turned_counts_as_it_fell(table: Table) -> None:
    table.settle(seen(1, 2, 6))
    trick = {"die": 0, "face": 6, "d20": [20], "bonus": 5}
    play(table, "sleight", **trick, opponent=1, opponent_d20=[1], opponent_bonus=0, disadvantage=False)
    assert table.course.lying[0]["face"] == 6
    assert fell(table) == {("d6", "camera"): [1, 2, 6]}


def test_sets_of_dice_are_told_apart_by_what_the_camera_calls_them(table: Table) -> None:
    table.settle(seen(1, 2, 6, kind="bone"))
    play(table, "roll", faces=[1, 2, 6])
    assert fell(table) == {("bone", "camera"): [1, 2, 6]}


def test_games_that_hide_dice_are_left_out_with_all_that_is_shown_in_them(table: Table) -> None:
    table.start("liars-dice", ("Ada", "Bo"), {"initiative": "17,12"})
    for seat in (0, 1):
        table.act({"kind": "roll", "seat": seat, "faces": [6, 6, 6, 6, 6]}, "operator")
    table.act({"kind": "bid", "seat": 0, "quantity": 1, "face": 6}, "operator")
    table.act({"kind": "reveal", "seat": 1}, "operator")
    assert fell(table) == {}


# ---- The chart ----


def dice(*counts: int, kind: str = "d6") -> SetOfDice:
    awaited = f"d{len(counts)}"
    return fairness(
        Counter({Fallen(kind, awaited, "camera", face): count for face, count in enumerate(counts, 1)})
    ).sets[0]


def parts(svg: str, tag: str, of: str) -> list[Xml.Element]:
    return [part for part in Xml.fromstring(svg).iter(SVG + tag) if of in part.attrib.get("class", "").split()]


def test_the_chart_has_a_bar_a_face_as_high_as_it_fell_often() -> None:
    bars = parts(chart(dice(10, 20, 0, 15, 12, 3)), "rect", "bar")
    heights = [float(bar.attrib["height"]) for bar in bars]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.2)
    assert heights[2] == 0
    assert len(heights) == 6


def test_the_line_is_where_every_face_is_expected_and_inside_its_band() -> None:
    svg = chart(dice(10, 10, 10, 10, 10, 10))
    (line,), (band,) = parts(svg, "line", "expected"), parts(svg, "rect", "band")
    assert [bar.attrib["y"] for bar in parts(svg, "rect", "bar")] == [line.attrib["y1"]] * 6
    top = float(band.attrib["y"])
    assert top < float(line.attrib["y1"]) < top + float(band.attrib["height"])


def test_a_bar_that_leaves_the_band_is_marked() -> None:
    marked = parts(chart(dice(10, 10, 10, 10, 10, 40)), "rect", "outside")
    assert len(marked) == 1


def test_the_chart_says_in_words_what_it_shows() -> None:
    root = Xml.fromstring(chart(dice(10, 20, 0, 15, 12, 3)))
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert (root.attrib["role"], root.attrib["aria-labelledby"]) == ("img", title.attrib["id"])
    assert root.attrib["aria-describedby"] == told.attrib["id"]
    assert "60 dice thrown. 1: 10, 2: 20, 3: 0, 4: 15, 5: 12, 6: 3." in (told.text or "")


def test_the_chart_has_no_style_or_script_of_its_own_whatever_a_set_is_called() -> None:
    svg = chart(dice(1, 2, 3, kind='"><script>alert(1)</script>\x01'))
    assert "<script" not in svg
    assert "style" not in svg
    assert Xml.fromstring(svg).find(f"{SVG}title") is not None


def test_many_faces_have_numbers_at_some_of_them_only() -> None:
    words = [part.text for part in parts(chart(dice(*[3] * 20, kind="d20")), "text", "face")]
    assert words == [str(face) for face in range(1, 21, 2)]


# ---- All games ----


def test_the_rows_of_a_game_that_is_behind_are_read_once(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(log)
    for _ in range(2):
        table.start("rift", ("Ada", "Bo"), {})
        play(table, "roll", faces=[1, 2, 6])
    read, entries = list[int](), log.entries

    def counted(game: int) -> tuple[Entry, ...]:
        read.append(game)
        return entries(game)

    monkeypatch.setattr(log, "entries", counted)
    shelf = Shelf(log, lambda: table.playing)
    assert shelf.throws()[0].total() == 6
    play(table, "reroll", dice=[0], faces=[4])
    assert shelf.throws()[0].total() == 7, "the dice of the game on the table count as they fall"
    assert read == [1]
