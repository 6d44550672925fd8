"""`croupier advise`: exact figures as the rules' own reckoning gives them, and a cache that can only save time."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from croupier.rules.attributes.odds import distribution
from croupier.rules.fate.advice import advise as advise_fate
from croupier.rules.fate.advice import odds_of
from croupier.rules.liars_dice.odds import chance
from croupier.rules.rift.advice import advise
from croupier.rules.rift.optimum import Floats, solve
from croupier.rules.rift.table import CRAG_TABLE, RIFT_TABLE, TABLES, Table
from croupier.server.advice import solved as store
from croupier.server.advice.solved import MOST_EXTRA, TooManyRerolls, load, rests_of
from croupier.server.cli import app
from croupier.server.folders import cache_folder

DOCS = Path(__file__).parent.parent / "docs"
EVERY = ",".join(category.name for category in RIFT_TABLE.categories)


class Ran:
    """What a run of `croupier advise` printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def told(self) -> Any:
        """Its only line, as JSON."""
        (line,) = self.out.splitlines()
        return json.loads(line)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the solved games are kept in these tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def in_our_cache(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept))


solve_once = cache(solve)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What had to be solved in a test: (game, extra rerolls)."""
    calls = []

    def noting(table: Table, extra: int) -> Floats:
        calls.append((table.name, extra))
        return solve_once(table, extra).copy()

    monkeypatch.setattr(store, "solve", noting)
    return calls


@pytest.fixture
def croupier(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["croupier", "advise", *words])
        with pytest.raises(SystemExit) as ended:
            app.main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


def test_before_the_first_roll_all_there_is_to_do_is_to_roll(croupier: Any) -> None:
    ran = croupier("rift", "--json")
    assert (ran.status, ran.err) == (0, "")
    expected = ran.told["expected"]
    assert expected == pytest.approx(156.686114, abs=1e-6)
    assert ran.told == {
        "expected": expected,
        "best": {"kind": "roll"},
        "options": [{"kind": "roll", "expected": expected}],
    }


@pytest.mark.parametrize("read_by", ["none", "--00++", "--0+++", "+-0000"])
def test_the_odds_of_a_4df_roll_are_those_of_so_many_pluses_and_minuses(croupier: Any, read_by: str) -> None:
    minus, plus, sides = (1, 1, 3) if read_by == "none" else (read_by.count("-"), read_by.count("+"), 6)
    expected = dict.fromkeys(range(-4, 5), 0.0)
    for high, low in ((h, n) for h in range(5) for n in range(5 - h)):
        ways = factorial(4) // (factorial(high) * factorial(low) * factorial(4 - high - low))
        expected[high - low] += ways * plus**high * minus**low * (sides - plus - minus) ** (4 - high - low) / sides**4
    told = croupier("4df", f"--map={read_by}", "--json").told["distribution"]
    assert {int(total): chance for total, chance in told.items()} == pytest.approx(expected)
    lines = croupier("4df", f"--map={read_by}").out.splitlines()
    assert [line.split()[:2] for line in (lines[0], lines[-1])] == [["−4", "Horrifying"], ["+4", "Great"]]


def test_when_all_is_used_nothing_is_to_come(croupier: Any) -> None:
    assert croupier("rift", "--used", EVERY, "--json").told == {"expected": 0, "best": None, "options": []}
    assert croupier("rift", "--used", EVERY).out == "The game is over: no more points are to come.\n"


@pytest.mark.parametrize("table", [RIFT_TABLE, CRAG_TABLE], ids=lambda table: table.name)
@pytest.mark.parametrize(
    ("words", "used", "faces", "free", "extra"),
    [
        (["--faces", "1,2,6"], (), (1, 2, 6), True, 0),
        (["--used", "sixes,ones", "--faces", "1,2,6", "--rerolls", "1"], ("sixes", "ones"), (1, 2, 6), True, 0),
        (["--faces", "6,2,1", "--rerolls", "0"], (), (6, 2, 1), False, 0),
        (["--faces", " 6, 2,1", "--rerolls", "0", "--extra", "2"], (), (6, 2, 1), False, 2),
        (["--used", "", "--faces=5,5,5", "--extra=1"], (), (5, 5, 5), True, 1),
        (["--used", " sixes , ones ", "--extra", "3"], ("sixes", "ones"), (), True, 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_choice_has_its_figure_and_the_first_is_the_best(
    croupier: Any,
    table: Table,
    words: list[str],
    used: tuple[str, ...],
    faces: tuple[int, ...],
    free: bool,
    extra: int,
) -> None:
    told = croupier(table.name, *words, "--json").told
    choices = advise(table, rests_of(table, extra), used, faces, free, extra)
    assert [option.pop("expected") for option in told["options"]] == pytest.approx([c.expected for c in choices])
    what = {"roll": {}, "score": {"category": "category"}, "reroll": {"dice": "dice"}}
    for option, choice in zip(told["options"], choices, strict=True):
        fields = {name: getattr(choice, name) for name in what[choice.kind]}
        assert option == json.loads(json.dumps({"kind": choice.kind, **fields}))
    assert told["best"] == told["options"][0]
    assert told["expected"] == pytest.approx(choices[0].expected)


@pytest.mark.parametrize(
    ("words", "exact"),
    [
        (["--total", "5", "--quantity", "0", "--face", "6"], Fraction(1)),
        (["--total", "1", "--quantity", "1", "--face", "6"], Fraction(1, 6)),
        (["--total", "15", "--quantity", "4", "--face", "3"], chance(15, 4, 3)),
        (["--total", "15", "--quantity", "4", "--face", "3", "--mine", "3,3,1,2,6"], chance(15, 4, 3, (3, 3, 1, 2, 6))),
        (["--total", "15", "--quantity", "4", "--face", "3", "--mine", ""], chance(15, 4, 3)),
        (["--total", "15", "--quantity", "4", "--face", "3", "--wild"], chance(15, 4, 3, wild=True)),
        (["--total", "15", "--quantity", "4", "--face", "3", "--exact"], chance(15, 4, 3, exact=True)),
        (
            ["--total", "15", "--quantity", "4", "--face", "3", "--mine", "3,1", "--wild", "--exact"],
            chance(15, 4, 3, (3, 1), wild=True, exact=True),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bid_has_its_chance(croupier: Any, words: list[str], exact: Fraction) -> None:
    ran = croupier("liars-dice", *words, "--json")
    assert ran.status == 0
    assert ran.told == {"chance": float(exact)}


@pytest.mark.parametrize(
    ("words", "faces", "fudges", "bound"),
    [
        (["--faces=+,-,0,0", "--fudges", "2"], (1, -1, 0, 0), 2, ()),
        (["--faces=-,−,0,+"], (-1, -1, 0, 1), 2, ()),
        (["--faces", "+,-,0,0", "--fudges", "0"], (1, -1, 0, 0), 0, ()),
        (["--faces", "+, -, 0, 0", "--fudges", "1", "--bound", "0,2"], (1, -1, 0, 0), 1, (0, 2)),
        (["--faces", "+,-,0,0", "--fudges", "1", "--bound", "0,1,2"], (1, -1, 0, 0), 1, (0, 1, 2)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_binding_has_its_points(
    croupier: Any, words: list[str], faces: tuple[int, ...], fudges: int, bound: tuple[int, ...]
) -> None:
    told = croupier("fate", *words, "--json").told
    choices = advise_fate(faces, fudges, bound)
    assert told["options"] == [
        {"kind": choice.kind}
        | ({"bind": list(choice.bind)} if choice.kind == "fudge" else {})
        | {"expected": float(choice.expected)}
        for choice in choices
    ]
    assert told["best"] | {"expected": told["expected"]} == told["options"][0]


@pytest.mark.parametrize(
    ("words", "exact"),
    [
        (["--dice", "1d6"], distribution(1, 6)),
        (["--dice", "4d6", "--bonus", "2"], distribution(4, 6, 2)),
        (["--dice", "2D4", "--bonus=-30", "--rounding", "sum"], distribution(2, 4, -30, "sum")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_attribute_has_the_chance_of_each_value(croupier: Any, words: list[str], exact: dict[int, Fraction]) -> None:
    told = croupier("attributes", *words, "--json").told["distribution"]
    assert told == {str(value): float(share) for value, share in exact.items()}
    assert sum(told.values()) == pytest.approx(1)


@pytest.mark.parametrize("page", ["command-line.md", *(f"games/{path.name}" for path in DOCS.glob("games/*.md"))])
def test_the_examples_in_the_documentation_are_what_comes_out(croupier: Any, page: str) -> None:
    """A line with an ellipsis stands for lines that are left out."""
    text = (DOCS / page).read_text("utf-8")
    examples = re.findall(r"^\$ croupier advise (.*)\n((?:(?!```|\$ ).*\n)+)", text, re.MULTILINE)
    assert examples
    for words, shown in examples:
        pattern = re.escape(shown).replace(re.escape("…\n"), "(?:.*\\n)+")
        assert re.fullmatch(pattern, croupier(*words.split()).out), words


def test_the_figures_in_the_documentation_are_those_of_whole_games() -> None:
    text = (DOCS / "games" / "rift.md").read_text("utf-8")
    for table in (RIFT_TABLE, CRAG_TABLE):
        figures = " | ".join(f"{expected:.2f}" for expected in rests_of(table)[:4, 0])
        assert f"| {table.title} | {figures} |" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no advice on 'chess'; there is on rift, crag, liars-dice, fate, 4df, attributes."),
        (["4df", "--map", "+"], "map is none, d6, or what the pips 1 to 6 mean"),
        (["x" * 10_000], "There is no advice on 'xxx"),
        (["rift", "--used", "lions"], "There is no category 'lions'; the categories are rift, mage"),
        (["crag", "--used", "rift"], "There is no category 'rift'; the categories are crag, thirteen"),
        (["rift", "--used", "north,"], "There is no category ''"),
        (["rift", "--used", "north,north"], "The category north is given twice"),
        (["rift", "--used", EVERY, "--faces", "1,2,3"], "All categories are used"),
        (["rift", "--faces", "1,2"], "give 3 faces, not 2"),
        (["rift", "--faces", "1,2,3,4"], "give 3 faces, not 4"),
        (["fate", "--faces=+,-,0,0", "--map", "---0++0"], "map is none, d6, or what the pips 1 to 6 mean"),
        (["rift", "--faces", "1,2,-3"], "A die shows 1 to 6"),
        (["rift", "--faces", "0,1,2"], "A die shows 1 to 6"),
        (["rift", "--faces", "1,2,7"], "A die shows 1 to 6"),
        (["rift", "--faces", "1,2,3", "--rerolls", "2"], "give --rerolls 1 or 0, and further ones with --extra"),
        (["rift", "--faces", "1,2,3", "--rerolls", "-1"], "A turn has one free reroll"),
        (["rift", "--rerolls", "0"], "A reroll is used on dice that lie there"),
        (["rift", "--extra", "-1"], "Advice reckons with 0 to 30 extra rerolls: give"),
        (["rift", "--extra", "31"], "Advice reckons with 0 to 30 extra rerolls: give"),
        (["rift", "--extra", "9" * 4000], "Advice reckons with 0 to 30 extra rerolls: give"),
        (["liars-dice", "--total", "0", "--quantity", "1", "--face", "1"], "The dice on the table are a whole number"),
        (["liars-dice", "--total", "9" * 4000, "--quantity", "1", "--face", "1"], "The dice on the table are"),
        (["liars-dice", "--total", "5", "--quantity", "-1", "--face", "1"], "The quantity of a bid is a whole number"),
        (["liars-dice", "--total", "5", "--quantity", "1", "--face", "7"], "A die shows 1 to 6"),
        (["liars-dice", "--total", "5", "--quantity", "1", "--face", "1", "--mine", "0"], "A die shows 1 to 6"),
        (["liars-dice", "--total", "1", "--quantity", "1", "--face", "1", "--mine", "1,1"], "Your own dice are among"),
        (["fate", "--faces", "+,-,0"], "A hand is 4 dice, not 3"),
        (["fate", "--faces", "+,-,0,2"], "--faces takes +, 0 or - for each die (--faces=+,-,0,0), not '2'"),
        (["fate", "--faces", ""], "--faces takes +, 0 or - for each die"),
        (["fate", "--faces", "+,-,0,0", "--fudges", "3"], "A turn has 2 fudges: give --fudges 0, 1 or 2"),
        (["fate", "--faces", "+,-,0,0", "--fudges", "-1"], "A turn has 2 fudges: give --fudges 0, 1 or 2"),
        (["fate", "--faces", "+,-,0,0", "--bound", "4"], "Name the dice that are bound by their places"),
        (["fate", "--faces", "+,-,0,0", "--bound", "1,1"], "Name the dice that are bound by their places"),
        (["attributes", "--dice", "4"], "--dice takes dice like 3d6"),
        (["attributes", "--dice", "0d6"], "--dice takes dice like 3d6"),
        (["attributes", "--dice", "9999d9999"], "--dice takes dice like 3d6"),
        (["attributes", "--dice", "3d6", "--bonus", "1000"], "--bonus takes whole numbers from -999 to 999"),
        (["attributes", "--dice", "3d6", "--rounding", "up"], "rounding is one of each, sum"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
def test_what_cannot_be_advised_on_is_one_sentence_and_exit_status_1(
    croupier: Any, words: list[str], sentence: str, as_json: bool
) -> None:
    ran = croupier(*words, *(["--json"] if as_json else []))
    assert (ran.status, ran.out) == (1, "")
    assert sentence in ran.err
    assert ran.err.startswith("croupier: ")
    assert ran.err.endswith(".\n")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 300


BID = ["liars-dice", "--total", "5", "--quantity", "1", "--face"]
HAND = ["fate", "--faces", "+,-,0,0"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--hats"], "`croupier advise` has no option '--hats'"),
        (["rift", "--hats"], "`croupier advise rift` has no option '--hats': it has --used, --faces, --rerolls, --ex"),
        (["rift", "1,2,6"], "`croupier advise rift` does not know what '1,2,6' is for"),
        (["rift", "--rerolls", "one"], "--rerolls takes a whole number"),
        (["rift", "--rerolls", "9" * 5000], "--rerolls takes a whole number"),
        (["rift", "--extra", "0.5"], "--extra takes a whole number"),
        (["rift", "--faces"], "--faces needs a value after it"),
        (["rift", "--json=yes"], "--json takes no value"),
        (["rift", "--faces", ""], "--faces takes whole numbers with commas between (1,2,6), not ''"),
        (["rift", "--faces", "1,2,"], "--faces takes whole numbers with commas between (1,2,6), not '1,2,'"),
        (["rift", "--faces", "1,2,x"], "--faces takes whole numbers with commas between (1,2,6), not '1,2,x'"),
        (["rift", "--faces", "1,2,3.0"], "--faces takes whole numbers"),
        (["rift", "--faces", "1,2,nan"], "--faces takes whole numbers"),
        (["rift", "--faces", "1,2," + "9" * 100_000], "--faces takes whole numbers"),
        (["liars-dice"], "`croupier advise liars-dice` needs --total (how many dice are on the table"),
        (BID[:-1], "`croupier advise liars-dice` needs --face (what they are to show)"),
        ([*BID, "two"], "--face takes a whole number"),
        ([*BID, "1", "--mine", "a"], "--mine takes whole numbers"),
        (["fate"], "`croupier advise fate` needs --faces (what the dice show"),
        ([*HAND, "--fudges", "two"], "--fudges takes a whole number"),
        ([*HAND, "--bound", "one"], "--bound takes whole numbers"),
        (["attributes"], "`croupier advise attributes` needs --dice (the attribute's dice, such as 4d6)"),
        (["attributes", "--dice", "3d6", "--bonus", "many"], "--bonus takes a whole number"),
        (["attributes", "--dice", "3d6", "--bonus", "9" * 5000], "--bonus takes a whole number"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_sentence_of_our_own_and_exit_status_2(
    croupier: Any, words: list[str], sentence: str
) -> None:
    ran = croupier(*words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {sentence}")
    assert ran.err.endswith(" --help` tells all.\n")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 300
    assert "nput should" not in ran.err
    assert "valid" not in ran.err


def test_with_no_game_at_all_it_says_how_it_is_used(croupier: Any) -> None:
    ran = croupier()
    assert ran.status == 2
    assert "liars-dice" in ran.out + ran.err


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (["Rift", "--used", "North, SIXES", "--faces", "1,1,6"], ["rift", "--used", "north,sixes", "--faces", "1,1,6"]),
        (["CRAG", "--used", "Low straight,Three of a kind"], ["crag", "--used", "low,triple"]),
        (["Liar's Dice", *BID[1:], "3"], [*BID, "3"]),
        (["Tinkering with fate", *HAND[1:], "--map", " D6 "], [*HAND, "--map", "d6"]),
        (
            ["Exceptional  Attributes", "--dice", "2D4", "--rounding", "SUM"],
            ["attributes", "--dice", "2d4", "--rounding", "sum"],
        ),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_names_are_understood_in_capitals_and_with_blanks(croupier: Any, said: list[str], meant: list[str]) -> None:
    assert croupier(*said, "--json").told == croupier(*meant, "--json").told


def test_without_json_the_choices_are_told_in_words_and_dice_that_show_the_same_once(croupier: Any) -> None:
    told = croupier("rift", "--used", "north,sixes", "--faces", "1,1,6").out.splitlines()
    assert told[0] == "Expected points of the rest of a solo game, this turn included, best first:"
    assert told[1][10:] == "score 48 in Rift"
    assert sorted(line[10:] for line in told[1:] if "throw" in line) == [
        "throw 1 1 6 again",
        "throw 1 1 again and keep 6",
        "throw 1 6 again and keep 1",
        "throw 1 again and keep 1 6",
        "throw 6 again and keep 1 1",
    ]
    figures = [float(line[:8]) for line in told[1:]]
    assert figures == sorted(figures, reverse=True)


def test_fate_takes_faces_as_the_rules_write_them_too(croupier: Any) -> None:
    assert croupier("fate", "--faces=1,-1,0,0", "--json").told == croupier("fate", "--faces=+,-,0,0", "--json").told


def test_fate_reckons_with_the_map_of_the_table(croupier: Any) -> None:
    told = croupier("fate", "--faces=+,-,0,0", "--map", "-0000+", "--json").told
    choices = advise_fate((1, -1, 0, 0), 2, (), odds_of((-1, 0, 0, 0, 0, 1)))
    assert told["expected"] == pytest.approx(float(choices[0].expected))
    assert told != croupier("fate", "--faces=+,-,0,0", "--json").told


def test_what_is_solved_is_loaded_once() -> None:
    assert rests_of(RIFT_TABLE) is rests_of(RIFT_TABLE)


@pytest.mark.parametrize("name", TABLES)
def test_what_was_solved_is_kept_and_not_solved_again(name: str, tmp_path: Path, solved: list[tuple[str, int]]) -> None:
    folder = tmp_path / "made" / "for it"
    first = load(TABLES[name], 1, folder)
    assert [file.name for file in folder.iterdir()] == [f"{name}.solved"]
    assert (load(TABLES[name], 1, folder) == first).all()
    assert (load(TABLES[name], 0, folder) == first).all(), "for more than is asked"
    assert solved == [(name, 1)]


def test_more_extra_rerolls_than_are_kept_are_solved_and_kept(tmp_path: Path, solved: list[tuple[str, int]]) -> None:
    load(RIFT_TABLE, 0, tmp_path)
    more = load(RIFT_TABLE, 1, tmp_path)
    assert (more == solve_once(RIFT_TABLE, 1)).all()
    assert (load(RIFT_TABLE, 1, tmp_path) == more).all()
    assert solved == [("rift", 0), ("rift", 1)]


def spoil(file: Path, how: str) -> None:
    data = file.read_bytes()
    middle = len(data) // 2
    spoiled = {
        "empty": b"",
        "cut short": data[:-8],
        "a row short": data[: -8 * 2**13],
        "too long": data + bytes(8 * 2**13 * MOST_EXTRA),
        "one bit turned": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "its sum turned": bytes([data[0] ^ 1]) + data[1:],
        "noughts": bytes(len(data)),
        "words": b"nothing to see here\n",
    }
    file.write_bytes(spoiled[how])


@pytest.mark.parametrize(
    "how",
    ["empty", "cut short", "a row short", "too long", "one bit turned", "its sum turned", "noughts", "words"],
)
def test_a_damaged_copy_is_solved_anew_and_mended(tmp_path: Path, how: str, solved: list[tuple[str, int]]) -> None:
    sound = load(RIFT_TABLE, 1, tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    spoil(file, how)
    assert (load(RIFT_TABLE, 1, tmp_path) == sound).all()
    assert file.read_bytes() == whole
    assert len(solved) == 2
    assert list(tmp_path.iterdir()) == [file]


def test_a_copy_of_another_table_or_of_an_older_solver_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solved: list[tuple[str, int]]
) -> None:
    load(CRAG_TABLE, 0, tmp_path)
    (tmp_path / "crag.solved").rename(tmp_path / "rift.solved")
    assert load(RIFT_TABLE, 0, tmp_path)[0, 0] == pytest.approx(156.686114, abs=1e-6)
    assert solved == [("crag", 0), ("rift", 0)]
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    load(RIFT_TABLE, 0, tmp_path)
    assert solved[2:] == [("rift", 0)]


@pytest.mark.parametrize("hindrance", ["a file for a folder", "a folder for a file", "no folder", "a full disk"])
def test_where_nothing_can_be_kept_nothing_is_lost_but_time(
    tmp_path: Path, hindrance: str, monkeypatch: pytest.MonkeyPatch, solved: list[tuple[str, int]]
) -> None:
    folder: Path | None = tmp_path / "kept"
    match hindrance:
        case "a file for a folder":
            (tmp_path / "kept").write_bytes(b"")
        case "a folder for a file":
            (tmp_path / "kept" / "rift.solved" / "full").mkdir(parents=True)
        case "no folder":
            folder = None
        case "a full disk":

            def full(old: str, new: Path) -> None:
                raise OSError(28, "No space left on device")

            monkeypatch.setattr(store.os, "replace", full)
    for _ in range(2):
        assert (load(RIFT_TABLE, 0, folder) == solve_once(RIFT_TABLE, 0)).all()
    assert len(solved) == 2
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path != tmp_path / "kept"]


@pytest.mark.parametrize(
    ("given", "folder"), [("/some/where", "/some/where/croupier"), ("some/where", None), ("", None)]
)
def test_the_cache_is_where_the_user_keeps_caches(
    given: str, folder: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    monkeypatch.setenv("HOME", "/home/ada")
    assert cache_folder() == Path(folder or "/home/ada/.cache/croupier")


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(store.Path, "home", nowhere)
    assert cache_folder() is None


@pytest.mark.parametrize("extra", [-1, MOST_EXTRA + 1, 10**100])
def test_more_rerolls_than_anybody_grants_are_not_reckoned_with(extra: int) -> None:
    with pytest.raises(TooManyRerolls, match=r"^Advice reckons with 0 to 30 extra rerolls"):
        rests_of(RIFT_TABLE, extra)
