"""`croupier play`: a line in, a line out; an error in between changes nothing and shows in the exit status."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer.main

from croupier.rules import GAMES, find_game
from croupier.rules.draw import draw_action
from croupier.rules.game import Game
from croupier.rules.secrecy import is_secret
from croupier.rules.wire import action_from_json, state_from_json, to_json
from croupier.server.cli import app
from croupier.server.cli.advise import app as advising

ROLL = {"kind": "roll", "seat": 0, "faces": [1, 1, 6]}
SCORE = {"kind": "score", "seat": 0, "category": "rift"}
ADA = ["rift", "--players", "Ada", "--script", "-"]
SAMPLES = Path(__file__).parent.parent / "samples" / "playthroughs"
ADVISED = sorted(typer.main.get_group(advising).commands)
GAME_PAGES = sorted((Path(__file__).parent.parent / "docs" / "games").glob("*.md"))
EXAMPLES = [
    example
    for page in GAME_PAGES
    for example in re.findall(
        r"^\$ croupier play ([^\n]*) <<'END'\n(.*?)^END\n(.*?)^```", page.read_text("utf-8"), re.M | re.S
    )
]
"""Command line, script and output of each."""


class Ran:
    """What a run of the command line printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def croupier(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str, script: bytes | list[Any] = b"") -> Ran:
        text = script if isinstance(script, bytes) else "".join(json.dumps(line) + "\n" for line in script).encode()
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        with pytest.raises(SystemExit) as ended:
            app.main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


def test_an_empty_script_prints_how_the_game_starts(croupier: Any) -> None:
    ran = croupier("play", "rift", "--players", "Ada", "--script", "-", "--json")
    (end,) = ran.lines
    assert ran.status == 0
    assert (end["over"], end["winners"]) == (False, [])
    assert end["standings"] == [{"seat": 0, "player": "Ada", "score": 0}]
    game = find_game("rift")
    assert state_from_json(game, end["state"]) == game.start(("Ada",), {})


def test_each_action_prints_its_events_and_the_end_the_standings(croupier: Any) -> None:
    words = ["play", "rift", "--players", "Ada,Bo", "--option", "betting=tavern", "--option", "extra_rerolls=0,1"]
    ran = croupier(*words, "--script", "-", "--json", script=[ROLL, SCORE])
    rolled, scored, end = ran.lines
    assert (ran.status, ran.err) == (0, "")
    assert rolled == {"events": [{"kind": "rolled", "seat": 0, "faces": [1, 1, 6]}]}
    assert [event["kind"] for event in scored["events"]] == ["scored", "paid"]
    assert end["standings"] == [
        {"seat": 0, "player": "Ada", "score": 48, "copper": 48},
        {"seat": 1, "player": "Bo", "score": 0, "copper": 0},
    ]


def test_a_script_is_a_file_and_blank_lines_in_it_do_not_count(croupier: Any, tmp_path: Path) -> None:
    script = tmp_path / "actions.jsonl"
    script.write_bytes(b"\xef\xbb\xbf" + json.dumps(ROLL).encode() + b"\r\n\r\n  \n" + json.dumps(SCORE).encode())
    ran = croupier("play", "rift", "--players", "Ada", "--script", str(script), "--json")
    assert ran.status == 0
    assert [list(line) for line in ran.lines] == [["events"], ["events"], ["over", "standings", "winners", "state"]]


def test_an_illegal_action_prints_what_is_legal_changes_nothing_and_the_rest_goes_on(croupier: Any) -> None:
    ran = croupier("play", "rift", "--players", "Ada,Bo", "--script", "-", "--json", script=[ROLL, ROLL, SCORE])
    assert ran.status == 1
    _, refused, scored, end = ran.lines
    assert scored["events"][0]["kind"] == "scored"
    assert [standing["score"] for standing in end["standings"]] == [48, 0]
    assert refused["error"] == "Ada has rolled already; reroll some dice or choose a category."
    assert [prompt["kind"] for prompt in refused["legal"]] == ["score", "reroll", "sleight", "sleight"]
    assert SCORE in refused["legal"][0]["choices"]
    assert ran.err.startswith(f"croupier: line 2: {refused['error']} Legal now is score, reroll or sleight by seat 0,")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "This is not JSON"),
        (b"null", "An action is a JSON object"),
        (b'{"kind": "roll", "seat": 0, "faces": [1, 1, ' + b"9" * 10**6 + b"]}", "too large"),
        (b'{"kind": "roll", "seat": 0, "faces": [1, 1, NaN]}', "whole number, not the number nan"),
        (b"[" * 10**5, "nested too deeply"),
        (b"\xff\xff", "This is not JSON"),
    ],
    ids=["cut short", "null", "a million digits", "NaN", "nested", "not UTF-8"],
)
def test_a_line_that_is_no_action_is_an_error_in_one_sentence(croupier: Any, line: bytes, words: str) -> None:
    ran = croupier("play", "rift", "--players", "Ada", "--script", "-", "--json", script=line)
    assert ran.status == 1
    refused, _ = ran.lines
    assert words in refused["error"]
    assert [prompt["kind"] for prompt in refused["legal"]] == ["roll"]
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--players", "Ada", "--script", "-"], "There is no game 'chess'; the games are"),
        (["rift", "--players", "", "--script", "-"], "A player's name is 1 to 40 visible characters"),
        (["rift", "--players", "Ada,Ada", "--script", "-"], "Two players are called Ada"),
        (["rift", "--players", "Ada", "--option", "hats=1", "--script", "-"], "There is no option 'hats'"),
        (["rift", "--players", "Ada", "--option", "betting=x", "--script", "-"], "betting is one of none, tavern"),
        (["rift", "--players", "A,B", "--option", "extra_rerolls=0,1,2", "--script", "-"], "extra rerolls needs one"),
        (
            ["rift", "--players", "A", "--option", "betting=none", "--option", "betting=none", "--script", "-"],
            "The option betting is given twice",
        ),
        (["rift", "--players", "Ada", "--script", "/no/such/file"], "cannot be read: No such file or directory"),
        (["rift", "--players", "Ada", "--script", "/"], "cannot be read: Is a directory"),
        (["rift", "--players", "Ada", "--script", "a\0b"], "cannot be read: embedded null byte"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_exit_status_1(
    croupier: Any, words: list[str], sentence: str
) -> None:
    ran = croupier("play", *words)
    assert (ran.status, ran.out) == (1, "")
    assert sentence in ran.err
    assert ran.err.startswith("croupier: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "`croupier play` needs GAME (which game: rift, crag"),
        (["rift"], "`croupier play` needs --players (the players' names in seat order, with commas between)"),
        (["rift", "--players", "Ada"], "`croupier play` needs --script"),
        (["rift", "--players", "Ada", "--script"], "--script needs a value after it"),
        (["rift", "Ada", "--players", "Ada", "--script", "-"], "`croupier play` does not know what 'Ada' is for"),
        ([*ADA, "--option", "betting"], "--option takes KEY=VALUE (betting=tavern), not 'betting'"),
        ([*ADA, "--option", "=tavern"], "--option takes KEY=VALUE (betting=tavern), not '=tavern'"),
        ([*ADA, "--hats"], "`croupier play` has no option '--hats': it has --players, --script, --option, --json"),
        ([*ADA, "--json=no"], "--json takes no value"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_sentence_of_our_own_and_exit_status_2(
    croupier: Any, words: list[str], sentence: str
) -> None:
    ran = croupier("play", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {sentence}")
    assert ran.err.endswith(" --help` tells all.\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("said", ["Rift", " RIFT ", "rift"])
def test_a_game_is_understood_in_capitals_and_with_blanks(croupier: Any, said: str) -> None:
    words = ["--players", "Ada", "--option", "betting=Take All", "--script", "-"]
    assert croupier("play", said, *words).out == "So far: Ada 0 (0 copper)\n"


@pytest.mark.parametrize(
    "script",
    [
        b"\x7fELF\x02\x01\x01\0\0\n" * 1000,
        b"\x89PNG\r\n\x1a\n" * 1000,
        b"\xff\xfe" + '{"kind": "roll"}\n'.encode("utf-16-le") * 1000,
        json.dumps(ROLL).encode() + b"\n\0",
        bytes(10**6),
        b"x" * (10**7 + 1),
        b"Dear Ada,\n" * 1000,
        b"[\n" * 1000,
    ],
    ids=["a program", "a picture", "UTF-16", "a null", "noughts", "one endless line", "a letter", "brackets"],
)
def test_what_is_no_script_ends_soon_and_in_a_sentence(croupier: Any, script: bytes) -> None:
    ran = croupier("play", *ADA, script=script)
    assert ran.status == 1
    assert ran.err.count("\n") <= 11
    assert "script" in ran.err.splitlines()[-1]
    assert all(len(line) < 300 for line in ran.err.splitlines())


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"{bad", "line 1: This is not JSON: "),
        (b"[1]", "line 1: An action is a JSON object, not a list. "),
        (b'{"kind": "fly", "seat": 0}', "line 1: There is no action 'fly'; there is roll, reroll, score, sleight. "),
        (json.dumps(SCORE).encode(), "line 1: Ada has not rolled yet; roll 3 dice. "),
    ],
    ids=["no JSON", "a list", "another game's", "too early"],
)
def test_a_refusal_in_words_names_the_line_and_what_is_legal_with_an_example(
    croupier: Any, line: bytes, error: str
) -> None:
    ran = croupier("play", *ADA, script=line)
    assert ran.status == 1
    assert ran.err.startswith(f"croupier: {error}")
    assert ran.err.endswith(f"Legal now is roll by seat 0, such as {json.dumps(ROLL | {'faces': [1, 1, 1]})}.\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_example_in_a_refusal_is_itself_legal_and_no_secret(croupier: Any, game: Game) -> None:
    chance = Random(2)
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))
    options = {"proficient": "yes", "initiative": "roll"} if game.name == "liars-dice" else {}
    state, script = game.start(players, options), []
    while game.prompts(state) and len(script) < 60:
        script += [[], to_json(draw_action(game, state, chance.randrange))]
        state, _ = game.apply(state, action_from_json(game, script[-1]))
    given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    ran = croupier("play", game.name, "--players", ",".join(players), *given, "--script", "-", script=script)
    state = game.start(players, options)
    for line, action in zip(ran.err.splitlines(), script[1::2], strict=True):
        example = action_from_json(game, json.loads(line[line.index("such as ") + len("such as ") : -1]))
        assert not is_secret(example)
        assert "sleight" not in line or game.name != "liars-dice"
        game.apply(state, example)
        state, _ = game.apply(state, action_from_json(game, action))


def test_what_is_legal_for_some_seats_only_is_told_of_them(croupier: Any) -> None:
    words = ["play", "liars-dice", "--players", "A,B,C,D,E", "--option", "expert=yes,no,no,no,no", "--script", "-"]
    four = {"kind": "roll", "seat": 0, "faces": [1, 1, 1, 1]}
    before, after = croupier(*words, script=[[], four, []]).err.splitlines()
    assert " Legal now is roll by 5 of the seats, such as {" in before
    assert " Legal now is place by seat 0; roll by seat 1, 2, 3 or 4, such as {" in after


def test_a_finished_game_offers_nothing_more(croupier: Any) -> None:
    rolled = {"kind": "roll", "seat": 0, "faces": [0, 0, 0, 0]}
    ran = croupier("play", "4df", "--players", "Ada", "--script", "-", script=[rolled, rolled])
    assert ran.err == "croupier: line 2: The rolls are over; start a new game to go on.\n"


def test_in_words_a_secret_check_is_not_told_to_those_who_read_along(croupier: Any) -> None:
    check = {"kind": "sleight", "seat": 0, "die": 0, "face": 6, "d20": [20], "bonus": 5, "dc": 10}
    rolls = [{"kind": "roll", "seat": seat, "faces": [1, 1, 6, 2, 2]} for seat in (0, 1)]
    words = ["play", "liars-dice", "--players", "Ada,Bo", "--option", "proficient=yes", "--script", "-"]
    honest, cheating = croupier(*words, script=rolls), croupier(*words, script=[rolls[0], check, rolls[1]])
    assert (cheating.status, cheating.out, cheating.err) == (0, honest.out, "")
    assert croupier(*words, "--json", script=[rolls[0], check]).lines[1] == {"events": [{"kind": "tried", "seat": 0}]}


CHECK = {"kind": "sleight", "seat": 0, "die": 0, "face": 6, "d20": [20], "bonus": 5, "dc": 10}


@pytest.mark.parametrize("before", [CHECK, CHECK | {"d20": [1]}], ids=["one that worked", "one that failed"])
@pytest.mark.parametrize(
    "refused",
    [CHECK, CHECK | {"seat": 1}, CHECK | {"die": 9}, CHECK | {"dc": "hard"}, {"kind": "sleight"}, CHECK | {"hats": 1}],
    ids=["tried again", "another seat's", "no such die", "no number", "nothing said", "too much said"],
)
def test_in_words_a_refused_check_is_told_alike_whatever_is_wrong_with_it(
    croupier: Any, before: Any, refused: Any
) -> None:
    words = ["play", "liars-dice", "--players", "Ada,Bo", "--option", "proficient=yes,no", "--script", "-"]
    script = [{"kind": "roll", "seat": 0, "faces": [1, 1, 6, 2, 2]}, before, refused]
    ran = croupier(*words, script=script)
    assert ran.status == 1
    assert ran.err.startswith(
        "croupier: line 3: What is its player's alone to do was refused; with --json it is said why. Legal now is roll"
    )
    assert not re.search("sleight|check|tried|proficien", ran.out + ran.err, re.I)
    ran = croupier(*words, "--json", script=script)
    assert ran.lines[-2]["error"] in ran.err, "who may know all is told why"


def test_without_json_it_says_what_happens_in_words(croupier: Any) -> None:
    ran = croupier("play", "rift", "--players", "Ada,Bo", "--script", "-", script=[ROLL, SCORE])
    assert ran.out.splitlines() == [
        "Ada rolls 1 1 6.",
        "Ada scores 48 in Rift: 48 in all.",
        "So far: Ada 48, Bo 0",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_of_many_players_is_played_through_a_long_script(croupier: Any, game: Game) -> None:
    chance = Random(1)
    players = tuple(f"Player {seat}" for seat in range(min(30, game.seats[1])))
    state, script = game.start(players, {}), []
    while game.prompts(state) and len(script) < 300:
        action = draw_action(game, state, chance.randrange)
        script.append(to_json(action))
        state, _ = game.apply(state, action)
    ran = croupier("play", game.name, "--players", ",".join(players), "--script", "-", "--json", script=script)
    assert (ran.status, len(ran.lines)) == (0, len(script) + 1)


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*/*.jsonl")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_command_line_plays_a_golden_playthrough_as_the_rules_do(croupier: Any, file: Path) -> None:
    first, *lines, last = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    legal = [line for line in lines if "events" in line]
    options = [word for name, value in first["options"].items() for word in ("--option", f"{name}={value}")]
    words = ["play", first["game"], "--players", ",".join(first["players"]), *options, "--script", "-", "--json"]
    ran = croupier(*words, script=[line["action"] for line in legal])
    *events, end = ran.lines
    assert ran.status == 0
    assert [line["events"] for line in events] == [line["events"] for line in legal]
    assert {name: end[name] for name in last} == last


def test_the_installed_program_answers_each_line_as_it_comes(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from croupier.server.cli.app import main; main()"]
    words = ["play", "rift", "--players", "Ada", "--script", "-", "--json"]
    with subprocess.Popen([*program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps(ROLL).encode() + b"\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["events"][0]["kind"] == "rolled"
        rest, _ = running.communicate(json.dumps(SCORE).encode() + b"\n", timeout=30)
    assert [next(iter(json.loads(line))) for line in rest.splitlines()] == ["events", "over"]
    assert running.returncode == 0


@pytest.mark.parametrize(("words", "script", "out"), EXAMPLES, ids=[words for words, _, _ in EXAMPLES])
def test_an_example_in_the_documentation_is_what_comes_out(croupier: Any, words: str, script: str, out: str) -> None:
    assert croupier("play", *shlex.split(words), script=script.encode()).out == out


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_example_in_its_documentation(game: str) -> None:
    assert game in {words.split(" ")[0] for words, _, _ in EXAMPLES}


def page_of(game: str) -> str:
    """What the documentation says of a game: the page that has an example of it."""
    (page,) = (text for path in GAME_PAGES if f"$ croupier play {game} " in (text := path.read_text("utf-8")))
    return page


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_of_a_game_stands_in_its_documentation_with_its_default(game: Game) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| ", page_of(game.name), re.M)
    missing = {(option.name, f"`{option.default}`" if option.default else "nothing") for option in game.options}
    assert not missing - set(rows)


@pytest.mark.parametrize("game", ADVISED)
def test_where_there_is_advice_on_a_game_its_documentation_shows_it(game: str) -> None:
    assert re.search(r"^\$ croupier advise ", page_of(game), re.M)
    assert "Advice" in page_of(game) or "Odds" in page_of(game)
