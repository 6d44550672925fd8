"""The live table: its state is what its log adds up to, and a doubtful roll is a question, never an action."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules import GAMES, find_game
from croupier.rules.draw import draw_action
from croupier.rules.game import BadOption, Game, IllegalAction, RulesError, UnknownGame, UnreadableAction
from croupier.rules.replay import replay
from croupier.rules.secrecy import is_secret
from croupier.rules.wire import action_from_json, to_json
from croupier.server import show
from croupier.server.cli.table.stand_in import AWAY_S, StandIn, choose
from croupier.server.errors import LogError, NoGame, Stale, TableError
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.vision.reading import Die
from croupier.vision.roll import LAY_HERE, Origin, Phase, Roll, Seen

PLAYERS = ("Ada", "Bo")


def die(face: int | None, sure: bool = True, kind: str = "d6", why: str = "", x: float = 0) -> Die:
    return Die(kind, face, ((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)), 0.99 if sure else 0.5, sure, why)


def rolled(
    *faces: int,
    thrown: tuple[int, ...] | None = None,
    ask: tuple[str, ...] = (),
    origin: Origin = Origin.THROWN,
) -> Roll:
    """All of the dice thrown, or the others stayed; each lies at a place of its own."""
    places = tuple(range(len(faces)))
    thrown = places if thrown is None else thrown
    dice = tuple(die(face, x=100 * i) for i, face in enumerate(faces))
    return Roll(dice, thrown, tuple(i for i in places if i not in thrown), 1.0, ask, origin=origin)


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


def score(seat: int, category: str) -> dict[str, Any]:
    return {"kind": "score", "seat": seat, "category": category}


SLEIGHT = {"kind": "sleight", "seat": 0, "die": 2, "face": 6, "d20": [20], "bonus": 0, "opponent": 1}
SLEIGHT |= {"opponent_d20": [1], "opponent_bonus": 0}


def dice_of(table: Table) -> list[int]:
    return list(table.course.state.dice)


def asked(table: Table) -> str:
    question = show.board(table)["question"]
    return "" if question is None else " ".join(question["ask"])


# Actions by hand


def test_a_table_with_no_game_says_so(log: Log) -> None:
    table = Table(log)
    assert show.board(table)["game"] is None
    with pytest.raises(NoGame, match="choose one first"):
        table.act(roll(0, 1, 2, 3), "operator")


def test_a_game_that_cannot_start_leaves_the_old_one_on_the_table(table: Table) -> None:
    with pytest.raises(UnknownGame):
        table.start("chess", PLAYERS, {})
    with pytest.raises(BadOption):
        table.start("rift", PLAYERS, {"betting": "much"})
    assert show.board(table)["version"] == 1


def test_an_action_moves_the_state_and_the_version(table: Table, news: list[tuple[str, Any]]) -> None:
    table.act(roll(0, 3, 5, 6), "operator", version=1)
    board = show.board(table)
    assert board["version"] == 2
    assert board["view"]["dice"] == [3, 5, 6]
    assert (board["last"]["text"], board["last"]["author"]) == ("Ada rolls 3 5 6.", "operator")
    event = next(item for kind, item in news if kind == "event")
    assert (event["version"], event["events"][0]["kind"]) == (2, "rolled")
    assert news[-1][0] == "board"


@pytest.mark.parametrize(
    ("action", "error"), [(roll(1, 1, 2, 3), IllegalAction), (roll(0, 1), IllegalAction), ({}, UnreadableAction)]
)
def test_what_is_not_legal_changes_nothing(table: Table, log: Log, action: dict[str, Any], error: type) -> None:
    before = show.board(table)
    with pytest.raises(error):
        table.act(action, "operator", version=1)
    assert show.board(table) == before
    assert len(log.entries(1)) == 1


def test_an_action_for_an_older_board_is_stale(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator", version=1)
    with pytest.raises(Stale, match="moved on"):
        table.act(score(0, "ones"), "operator", version=1)


def test_a_log_that_fails_changes_nothing(table: Table, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    before = show.board(table)

    def full(*_: object) -> None:
        raise LogError("The disk is full: free some space.")

    with monkeypatch.context() as patched:
        patched.setattr(log, "append", full)
        with pytest.raises(LogError):
            table.act(roll(0, 3, 5, 6), "operator")
        table.settle(rolled(3, 5, 6))
    assert show.board(table) == before
    assert table.settle_unwritten()  # the roll was kept
    assert dice_of(table) == [3, 5, 6]


def test_a_roll_that_could_not_be_written_is_let_go_once_it_was_typed_in(
    table: Table, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise LogError("The disk is full: free some space.")

    with monkeypatch.context() as patched:
        patched.setattr(log, "append", full)
        table.settle(rolled(3, 5, 6))
    table.act(roll(0, 3, 5, 6), "operator")
    table.act(score(0, "sixes"), "operator")
    assert not table.settle_unwritten()  # it would be the next player's
    assert dice_of(table) == []


# Undo and correct


def test_an_undo_takes_the_last_action_back_across_a_turn(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    before = show.board(table)
    table.act(score(0, "sixes"), "operator")
    assert show.board(table)["prompts"][0]["seat"] == 1
    table.undo("operator")
    after = show.board(table)
    assert after["version"] > before["version"]
    assert after["changed"]["kind"] == "undo"
    assert {**after, "version": 0, "changed": None} == {**before, "version": 0}


def test_an_undo_takes_the_end_of_a_game_back(log: Log) -> None:
    table = Table(log)
    table.start("rift", ("Ada",), {})
    while prompts := show.board(table)["prompts"]:
        table.act(prompts[0]["choices"][0] if prompts[0]["choices"] else roll(0, 1, 2, 3), "operator")
    assert show.board(table)["over"]
    assert show.board(table)["winners"] == [0]
    table.undo("operator")
    assert not show.board(table)["over"]


def test_an_undo_takes_only_the_correction_back_if_that_came_last(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.correct(2, roll(0, 1, 1, 6), "operator")
    assert show.board(table)["undo"] == {"text": "the correction “Ada rolls 1 1 6.”"}
    table.undo("operator")
    assert dice_of(table) == [3, 5, 6]
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == [3, 5, 6]
    assert [(row["kind"], row["undone"]) for row in show.story(table)] == [
        ("action", False),
        ("correct", True),
        ("undo", False),
    ]
    table.undo("operator")
    assert dice_of(table) == []
    assert show.board(table)["undo"] is None


def test_a_correction_after_which_play_went_on_stays_when_that_play_is_undone(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.correct(2, roll(0, 1, 1, 6), "operator")
    table.act(score(0, "rift"), "operator")
    table.undo("operator")
    assert dice_of(table) == [1, 1, 6]


def test_nothing_to_undo_is_said(table: Table) -> None:
    with pytest.raises(TableError, match="nothing to undo"):
        table.undo("operator")


def test_a_correction_replays_what_followed(table: Table, news: list[tuple[str, Any]]) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.act(score(0, "sixes"), "operator")
    table.act(roll(1, 1, 1, 1), "operator")
    table.correct(2, roll(0, 3, 6, 6), "operator")
    board = show.board(table)
    assert board["standings"][0]["score"] == 12
    assert board["view"]["dice"] == [1, 1, 1]
    text = next(item["text"] for kind, item in reversed(news) if kind == "event")
    assert text == "Corrected: Ada rolls 3 6 6. Now Ada has 12."
    rows = show.story(table)
    assert [row["kind"] for row in rows] == ["action", "action", "action", "correct"]
    assert rows[0]["corrected"]
    assert rows[0]["text"] == "Ada rolls 3 6 6."
    assert rows[3]["text"] == "Corrected: Ada rolls 3 6 6, not 3 5 6. Now Ada has 12."


def test_a_correction_that_makes_something_later_illegal_is_refused_and_not_written(table: Table, log: Log) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.act(score(0, "sixes"), "operator")
    table.act(roll(1, 3, 5, 6), "operator")
    table.act(score(1, "sixes"), "operator")
    table.act(roll(0, 3, 5, 6), "operator")
    table.act(score(0, "fives"), "operator")
    before = show.board(table)
    with pytest.raises(IllegalAction, match="“Ada scores 5 in Fives: 11 in all\\.” would no longer be possible"):
        table.correct(3, score(0, "fives"), "operator")
    assert show.board(table) == before
    assert len(log.entries(1)) == 7


def lies(table: Table) -> list[list[int]]:
    """The faces of the dice shown as lying: where they are the last thing done, and later."""
    board = show.board(table)
    return [[die["face"] for die in told["dice"]] for told in (board["last"], board["last_throw"])]


def assert_dice_lie_as_they_count(table: Table) -> None:
    """Whatever dice the state holds are those that are shown as lying, where any are."""
    held = list(table.course.game.lying(table.course.state))
    last, last_throw = (show.board(table)[told] for told in ("last", "last_throw"))
    for told in (last, last_throw) if held else ():
        assert not told["dice"] or [die["face"] for die in told["dice"]] == held


def test_dice_that_were_turned_are_shown_as_they_count_until_the_next_throw(table: Table) -> None:
    table.settle(rolled(2, 4, 5))
    seen = show.board(table)["last_throw"]
    table.act(SLEIGHT, "operator")
    assert lies(table) == [[2, 4, 6]] * 2
    now = show.board(table)["last_throw"]
    assert [die["corners"] for die in now["dice"]] == [die["corners"] for die in seen["dice"]]
    assert now["picture"] == seen["picture"]
    assert now["picture"] is not None
    table.act(score(0, "knaves"), "operator")
    assert lies(table) == [[], [2, 4, 6]]
    table.undo("operator")
    assert lies(table) == [[2, 4, 6]] * 2
    table.undo("operator")
    assert lies(table) == [[2, 4, 5]] * 2


@pytest.mark.parametrize(
    ("faces", "then"),
    [([2, 4, 3], [2, 4, 3]), ([1, 4, 6], [1, 4, 6])],
    ids=["the one that was turned", "another"],
)
def test_dice_that_were_turned_are_corrected_as_they_lie(table: Table, faces: list[int], then: list[int]) -> None:
    table.act(roll(0, 2, 4, 5), "operator")
    table.act(SLEIGHT, "operator")
    table.mend(show.board(table)["last_throw"]["entry"], faces, "operator")
    assert (dice_of(table), lies(table)) == (then, [then] * 2)
    table.act(score(0, "ones"), "operator")
    assert lies(table) == [[], then]


def test_a_correction_of_the_throw_shows_in_dice_that_were_turned_since(table: Table) -> None:
    table.act(roll(0, 2, 4, 5), "operator")
    throw = show.board(table)["last"]["entry"]
    table.act(SLEIGHT, "operator")
    table.act(score(0, "ones"), "operator")
    table.mend(throw, [3, 4, 5], "operator")
    assert lies(table) == [[], [3, 4, 6]]


def test_a_check_that_fails_turns_no_die(table: Table) -> None:
    table.act(roll(0, 2, 4, 5), "operator")
    table.act({**SLEIGHT, "d20": [1]}, "operator")
    assert lies(table) == [[], [2, 4, 5]]


def test_what_was_undone_cannot_be_corrected(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.undo("operator")
    with pytest.raises(TableError, match="may have been undone"):
        table.correct(2, roll(0, 1, 1, 1), "operator")


def test_the_story_tells_what_was_undone(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.undo("operator")
    rows = show.story(table)
    assert [(row["kind"], row["text"], row["undone"]) for row in rows] == [
        ("action", "Ada rolls 3 5 6.", True),
        ("undo", "Undone: Ada rolls 3 5 6.", False),
    ]


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_undoing_and_correcting_is_as_if_it_had_been_played_so(random: Any) -> None:
    log = Log("sqlite://")
    table = Table(log)
    table.start("rift", ("Ada",) if random.random() < 0.5 else PLAYERS, {})
    game = table.course.game
    played: list[tuple[int, Any]] = []  # the actions that count, with the numbers of their rows
    past: list[list[Any]] = []  # what had been played before each action and correction that counts
    rows: tuple[Any, ...] = ()
    for _ in range(25):
        prompts = game.prompts(table.course.state)
        what = random.choice(["act", "act", "act", "undo", "correct"])
        if what == "undo" and past:
            table.undo("operator")
            played = past.pop()
        elif what == "correct" and played:
            place = random.randrange(len(played))
            entry, old = played[place]
            other = {**old, "faces": [random.randint(1, 6) for _ in old["faces"]]} if "faces" in old else old
            table.correct(entry, other, "operator")
            past.append(list(played))
            played[place] = (entry, other)
        elif prompts:
            prompt = prompts[0]
            if prompt.choices:
                action = to_json(random.choice(prompt.choices))
            else:
                action = roll(prompt.seat, *(random.randint(1, 6) for _ in range(3)))
            table.act(action, "operator")
            past.append(list(played))
            played.append((table.course.version, action))
        now = log.entries(1)
        assert now[: len(rows)] == rows  # insert only
        rows = now
    expected = replay(game, table.course.started.players, {}, [action_from_json(game, action) for _, action in played])
    assert table.course.state == expected
    assert show.board(Table(log)) == show.board(table)
    while table.course.moves:
        table.undo("operator")
        assert_dice_lie_as_they_count(table)
    log.close()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_correction_at_the_table_is_as_if_it_had_been_played_so_or_changes_nothing(game: Game, seed: int) -> None:
    chance = Random(seed)
    log = Log("sqlite://")
    table = Table(log)
    players = ("Ada", "Bo", "Cy")[: max(game.seats[0], chance.randint(1, 3))]
    options = {o.name: chance.choice(o.choices or (o.default, *o.examples)) for o in game.options}
    table.start(game.name, players, options)
    while game.prompts(table.course.state) and len(table.course.steps) < 12:
        table.do(draw_action(game, table.course.state, chance.randrange), "operator")
        assert_dice_lie_as_they_count(table)
    for _ in range(6):
        course = table.course
        place = chance.randrange(len(course.steps))
        before = course.steps[place - 1].state if place else course.first
        other = draw_action(game, before, chance.randrange)
        actions = [step.action for step in course.steps]
        actions[place] = other
        try:
            expected = replay(game, players, options, actions)
        except IllegalAction:
            expected = None
        number = course.number(course.steps[place].entry)
        if course.steps[place].secret or is_secret(other):
            expected = None
        if expected is not None:
            table.correct(number, to_json(other), "operator")
            assert table.course.state == expected
            assert_dice_lie_as_they_count(table)
        else:
            rows = log.entries(1)
            with pytest.raises((TableError, RulesError)):
                table.correct(number, to_json(other), "operator")
            assert (table.course.state, log.entries(1)) == (course.state, rows)
    assert show.board(Table(log)) == show.board(table)
    log.close()


# Rolls from the camera


def test_a_sure_roll_that_is_awaited_is_an_action_with_its_evidence(table: Table, log: Log) -> None:
    table.settle(rolled(3, 5, 6))
    last = show.board(table)["last"]
    assert (last["author"], last["action"]) == ("camera", roll(0, 3, 5, 6))
    assert [d["face"] for d in last["dice"]] == [3, 5, 6]
    assert last["picture"] == "/api/pictures/1.jpg"
    assert log.picture(1) == b"jpeg"


def test_dice_thrown_again_are_a_reroll_of_just_those(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(3, 1, 2, thrown=(1, 2)))
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [1, 2], "faces": [1, 2]}


def test_dice_typed_in_any_order_are_shown_and_corrected_in_their_places(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.act({"kind": "reroll", "seat": 0, "dice": [2, 0], "faces": [1, 2]}, "operator")
    assert (dice_of(table), lies(table)) == ([2, 5, 1], [[2, 5, 1]] * 2)
    table.mend(show.board(table)["last"]["entry"], [4, 5, 1], "operator")
    assert (dice_of(table), lies(table)) == ([4, 5, 1], [[4, 5, 1]] * 2)


def test_all_dice_thrown_again_are_a_reroll_of_all(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(6, 6, 6))
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [0, 1, 2], "faces": [6, 6, 6]}


def test_a_reroll_finds_its_dice_when_the_roll_was_typed_in_another_order(table: Table) -> None:
    table.act(roll(0, 6, 3, 5), "operator")  # the camera has them as 3 5 6
    table.settle(rolled(3, 1, 6, thrown=(1,)))
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [2], "faces": [1]}
    assert dice_of(table) == [6, 3, 1]


@pytest.mark.parametrize(
    ("doubtful", "asks"),
    [
        (rolled(3, 5), "Ada throws 3 dice, but 2 were thrown."),
        (rolled(3, 5, 6, 6), "Ada throws 3 dice, but 4 were thrown."),
        (rolled(3, 5, 6, thrown=(0, 1)), "Ada throws 3 dice, but 2 were thrown."),
        (rolled(1, 3, 5, 6, thrown=(1, 2, 3)), "1 die stayed where it was."),
        (rolled(1, 1, 3, 5, 6, thrown=(2, 3, 4)), "2 dice stayed where they were."),
        (rolled(3, 5, 6, ask=("A die is cut off by the edge.",)), "A die is cut off by the edge."),
        (rolled(3, 5, 6, thrown=()), "No die was thrown"),
        (Roll((die(3), die(5), die(None, False)), (0, 1, 2), (), 1.0), "cannot be read for sure"),
        (Roll((die(3), die(5), die(6, False, why="Two dice touch.")), (0, 1, 2), (), 1.0), "Two dice touch."),
        (Roll((die(1, kind="dF"),) * 3, (0, 1, 2), (), 1.0), "Ada throws d6 dice, but dF lie there."),
    ],
)
def test_a_roll_in_doubt_is_a_question_and_no_action(table: Table, doubtful: Roll, asks: str) -> None:
    state = table.course.state
    table.settle(doubtful)
    question = show.board(table)["question"]
    assert asks in " ".join(question["ask"])
    assert len(question["dice"]) == len(doubtful.dice)
    assert question["picture"] == "/api/pictures/1.jpg"
    assert table.course.state == state
    assert show.board(table)["last"] is None


def test_dice_that_stayed_are_known_by_their_places_whatever_the_watchers_order(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    turned = Roll((die(6, x=200), die(2, x=50), die(3, x=1)), (1,), (0, 2), 2.0)
    table.settle(turned)
    assert show.board(table)["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [1], "faces": [2]}
    assert [d["corners"][0][0] for d in show.board(table)["last"]["dice"]] == [1, 50, 200]


def test_a_die_that_was_corrected_and_stayed_is_not_asked_about_again(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.correct(2, roll(0, 4, 5, 6), "operator")
    table.settle(rolled(3, 5, 1, thrown=(2,)))  # the camera still takes it for a 3
    assert asked(table) == ""
    assert dice_of(table) == [4, 5, 1]
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == [4, 5, 1]


def test_a_doubtful_die_that_was_answered_and_stayed_is_not_asked_about_again(table: Table) -> None:
    worn = die(3, False, why="Worn pips.")
    table.settle(Roll((worn, die(5, x=100), die(6, x=200)), (0, 1, 2), (), 1.0, ask=("Worn pips.",)))
    table.act(roll(0, 2, 5, 6), "operator")
    table.settle(Roll((worn, die(5, x=100), die(1, x=300)), (2,), (0, 1), 2.0, ask=("Worn pips.",)))
    assert asked(table) == ""
    assert dice_of(table) == [2, 5, 1]


def test_a_doubtful_die_that_is_thrown_again_is_asked_about(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    worn = die(3, False, why="Worn pips.", x=300)
    table.settle(Roll((worn, die(5, x=100), die(6, x=200)), (0,), (1, 2), 2.0, ask=("Worn pips.",)))
    assert asked(table) == "Worn pips."


def test_a_correction_shows_in_the_dice_of_every_later_throw(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(3, 5, 1, thrown=(2,)))
    table.correct(2, roll(0, 4, 5, 6), "operator")
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == [4, 5, 1]


def test_a_die_that_stayed_with_another_face_than_was_typed_is_a_question(table: Table) -> None:
    table.act(roll(0, 3, 5, 6), "operator")
    table.settle(rolled(4, 1, 6, thrown=(1,)))
    assert asked(table) == "A die that stayed shows 4, but 3 5 6 lay there: was a die moved?"
    assert dice_of(table) == [3, 5, 6]


def test_a_die_missing_from_a_reroll_is_a_question(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(3, 1, thrown=(1,)))
    assert asked(table) == "3 dice should lie there, but 2 do."


def fudge_dice(*faces: int, thrown: tuple[int, ...] = (0, 1, 2, 3), at: tuple[int, ...] = (0, 100, 200, 300)) -> Roll:
    dice = tuple(die(face, kind="dF", x=x) for face, x in zip(faces, at, strict=True))
    stayed = tuple(i for i in range(len(faces)) if i not in thrown)
    return Roll(dice, tuple(i for i in range(len(faces)) if i in thrown), stayed, 1.0)


@pytest.fixture
def bound(table: Table) -> Table:
    """Ada has cast + 0 0 −, and bound the first two: + 0 1 1 lies there, and one fudge is left."""
    table.start("fate", PLAYERS, {})
    table.settle(fudge_dice(1, 0, 0, -1))
    table.settle(fudge_dice(1, 0, 1, 1, thrown=(2, 3)))
    return table


def test_what_was_not_thrown_in_a_fudge_is_bound(bound: Table) -> None:
    assert show.board(bound)["last"]["action"] == {"kind": "fudge", "seat": 0, "bind": [0, 1], "faces": [1, 1]}
    assert dice_of(bound) == [d["face"] for d in show.board(bound)["last"]["dice"]] == [1, 0, 1, 1]
    assert show.board(bound)["prompts"][1]["throw"]["fixed"] == [0, 1]


def test_a_fudge_that_leaves_the_bound_dice_is_taken(bound: Table) -> None:
    bound.settle(fudge_dice(1, 0, -1, 1, thrown=(2,)))
    assert asked(bound) == ""
    assert show.board(bound)["last"]["action"] == {"kind": "fudge", "seat": 0, "bind": [0, 1, 3], "faces": [-1]}
    assert dice_of(bound) == [d["face"] for d in show.board(bound)["last"]["dice"]] == [1, 0, -1, 1]


@pytest.mark.parametrize(
    "moved",
    [
        fudge_dice(1, 0, 1, 1, thrown=(0,)),
        fudge_dice(-1, 0, 1, 1, thrown=(0,), at=(50, 100, 200, 300)),
        fudge_dice(1, -1, -1, 1, thrown=(1, 2)),
        fudge_dice(1, 1, 0, -1),
        fudge_dice(1, 1, -1, thrown=(2,), at=(0, 200, 300)),
        fudge_dice(-1, -1, thrown=(0, 1), at=(200, 300)),
        fudge_dice(1, 1, 0, 0, thrown=(1, 3), at=(200, 0, 100, 300)),
    ],
    ids=["to the same face", "away", "with another", "all thrown", "gone", "all bound gone", "another order"],
)
def test_a_roll_that_moved_a_bound_die_is_a_question_and_no_action(bound: Table, moved: Roll) -> None:
    state = bound.course.state
    bound.settle(moved)
    assert asked(bound) == "A bound die was moved: + 0 are bound and must stay. Which dice were thrown?"
    assert bound.course.state == state


def test_a_single_bound_die_is_spoken_of_as_one(table: Table) -> None:
    table.start("fate", PLAYERS, {"map": "d6"})
    table.settle(rolled(1, 3, 5, 6))
    table.settle(rolled(1, 2, 2, 2, thrown=(1, 2, 3)))
    table.settle(rolled(4, 3, 2, 2, thrown=(0, 1)))
    assert asked(table) == "A bound die was moved: 1 is bound and must stay. Which dice were thrown?"


@pytest.mark.parametrize("bind", [[0], [0, 1]], ids=["the new one alone", "those bound before too"])
def test_dice_that_were_typed_bound_are_known_again_by_their_faces(table: Table, bind: list[int]) -> None:
    table.start("fate", PLAYERS, {})
    table.act({"kind": "cast", "seat": 0, "faces": [1, 1, 0, -1]}, "operator")
    table.act({"kind": "fudge", "seat": 0, "bind": [1], "faces": [1, 0, 0]}, "operator")
    table.act({"kind": "fudge", "seat": 0, "bind": bind, "faces": [-1, -1]}, "operator")
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == dice_of(table) == [1, 1, -1, -1]
    table.undo("operator")
    table.settle(fudge_dice(1, -1, -1, -1, thrown=(1, 2, 3)))
    assert asked(table) == "Ada throws 1 or 2 dice, but 3 were thrown."
    table.dismiss("operator")
    table.settle(fudge_dice(1, -1, -1, 1, thrown=(1, 2)))
    assert show.board(table)["last"]["action"] == {"kind": "fudge", "seat": 0, "bind": [0, 1], "faces": [-1, -1]}
    assert dice_of(table) == [1, 1, -1, -1]


def test_dice_of_a_fudge_that_is_corrected_are_put_right_in_their_own_places(bound: Table) -> None:
    bound.correct(
        show.board(bound)["version"], {"kind": "fudge", "seat": 0, "bind": [0, 1], "faces": [-1, 0]}, "operator"
    )
    assert dice_of(bound) == [d["face"] for d in show.board(bound)["last"]["dice"]] == [1, 0, -1, 0]


def test_a_bound_die_that_seems_to_show_another_face_is_a_question(table: Table) -> None:
    table.start("fate", PLAYERS, {})
    table.act({"kind": "cast", "seat": 0, "faces": [1, 1, 0, 0]}, "operator")
    table.act({"kind": "fudge", "seat": 0, "bind": [0], "faces": [1, 0, 0]}, "operator")
    table.settle(fudge_dice(-1, 1, 1, 1, thrown=(1, 2, 3)))
    assert asked(table) == "Ada throws 1 or 2 dice, but 3 were thrown."
    table.dismiss("operator")
    table.settle(fudge_dice(-1, 0, 1, 1, thrown=(2, 3)))
    assert asked(table) == "A die that stayed shows −, but + + 0 0 lay there: was a die moved?"


def test_a_single_bonus_die_is_a_throw_with_its_die(table: Table) -> None:
    table.start("attributes", PLAYERS, {})
    table.settle(rolled(6, 6, 5))
    table.settle(rolled(4))
    board = show.board(table)
    assert (asked(table), board["standings"][0]["score"]) == ("", 21)
    assert board["last"]["action"] == {"kind": "bonus", "seat": 0, "face": 4}
    assert [(d["face"], d["kind"]) for d in board["last"]["dice"]] == [(4, "d6")]
    table.settle(rolled(4, origin=Origin.LAY))
    assert asked(table) == "", "the die that the camera comes back to is not scored again"
    table.correct(board["version"], {"kind": "bonus", "seat": 0, "face": 3}, "operator")
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == [3]
    assert show.board(table)["standings"][0]["score"] == 20


@pytest.mark.parametrize(
    "thrown",
    [rolled(4), rolled(6, 4, 6, thrown=(1,)), rolled(6, 6, 5, 4, thrown=(3,))],
    ids=["alone", "one of the dice again", "one more die"],
)
def test_a_bonus_die_may_be_thrown_alone_or_beside_the_dice_that_earned_it(table: Table, thrown: Roll) -> None:
    table.start("attributes", PLAYERS, {})
    table.settle(rolled(6, 6, 5))
    table.settle(thrown)
    assert asked(table) == ""
    assert show.board(table)["last"]["action"] == {"kind": "bonus", "seat": 0, "face": 4}
    assert [d["face"] for d in show.board(table)["last"]["dice"]] == [4]


def test_two_dice_where_a_bonus_die_is_awaited_are_a_question(table: Table) -> None:
    table.start("attributes", PLAYERS, {})
    table.settle(rolled(6, 6, 5))
    table.settle(rolled(6, 3, 4, thrown=(1, 2)))
    assert asked(table) == "Roll a bonus die: 1d6, all at once and nothing else; thrown: 2."


def test_the_likely_faces_come_first(table: Table) -> None:
    table.settle(Roll((die(5, False), die(None, False), die(1)), (0, 1, 2), (), 1.0))
    likely = [d["likely"] for d in show.board(table)["question"]["dice"]]
    assert likely[0][0] == 5
    assert all(sorted(faces) == [1, 2, 3, 4, 5, 6] for faces in likely)


@pytest.mark.parametrize("sure", [True, False])
def test_a_roll_keeps_the_faces_that_its_reader_took_for_likely_next(table: Table, sure: bool) -> None:
    dice = [replace(die(face, x=100 * face), likely=(face, 6, 2)) for face in (1, 3)]
    table.settle(Roll((*dice, die(5, sure, x=900)), (0, 1, 2), (), 1.0))
    shown = show.board(table)["last" if sure else "question"]["dice"]
    assert [d["likely"] for d in shown] == [[1, 6, 2, 3, 4, 5], [3, 6, 2, 5, 1, 4], [5, 4, 6, 3, 1, 2]]


def test_a_question_is_answered_by_the_action_that_a_person_confirms(table: Table) -> None:
    table.settle(Roll((die(3), die(5), die(None, False)), (0, 1, 2), (), 1.0))
    table.act(roll(0, 3, 5, 6), "operator", version=2)
    board = show.board(table)
    assert board["question"] is None
    assert [d["face"] for d in board["last"]["dice"]] == [3, 5, 6]
    assert board["last"]["picture"] == "/api/pictures/1.jpg"
    assert board["last"]["author"] == "operator"


def test_a_die_that_was_missed_is_kept_where_a_person_saw_it_and_those_that_were_read_where_they_were(
    table: Table,
) -> None:
    table.settle(Roll((die(3), die(2, False, x=100), die(5, x=200)), (0, 1, 2), (), 1.0, ask=("one is no die",)))
    table.throw(0, "roll", (3, 5, 6), (0, 1, 2), "operator", version=2, seen=(0, 2, (400.0, 54.5)))
    dice = show.board(table)["last"]["dice"]
    assert [d["face"] for d in dice] == [3, 5, 6]
    assert [d["corners"][0] for d in dice] == [[0, 0], [200, 0], [395.5, 50.0]]
    assert dice[1]["likely"][0] == 5, "as the reader had it"
    table.settle(rolled(3, 5, 6, origin=Origin.REREAD))
    assert show.board(table)["question"] is None


def test_a_die_that_was_not_asked_about_is_refused(table: Table) -> None:
    table.settle(rolled(3, 5))
    with pytest.raises(TableError, match="The question is of 2 dice"):
        table.throw(0, "roll", (3, 5, 6), (0, 1, 2), "operator", version=2, seen=(0, 1, 2))
    assert show.board(table)["question"]


def test_a_dismissed_question_does_not_count(table: Table) -> None:
    table.settle(rolled(3, 5))
    table.dismiss("operator", version=2)
    board = show.board(table)
    assert board["question"] is None
    assert board["last"] is None
    with pytest.raises(TableError, match="no open question"):
        table.dismiss("operator")


def test_a_new_roll_takes_the_place_of_an_open_question(table: Table) -> None:
    table.settle(rolled(3, 5))
    table.settle(rolled(3, 5, 6))
    assert asked(table) == ""
    assert dice_of(table) == [3, 5, 6]


def test_an_open_question_is_still_there_after_a_restart(table: Table, log: Log) -> None:
    table.settle(rolled(3, 5))
    assert show.board(Table(log)) == show.board(table)
    assert asked(Table(log)) != ""


def test_dice_thrown_too_early_wait_until_they_are_awaited_and_ask_again(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(3, 5, 1, thrown=(2,)))
    table.settle(rolled(2, 2, 4))  # Bo throws before Ada has chosen
    assert asked(table) == "No roll is awaited now. First, Ada: choose a category."
    table.act(score(0, "fives"), "operator")
    assert asked(table) == "These dice were thrown early: do they count now?"
    table.act(roll(1, 2, 2, 4), "operator")
    assert asked(table) == ""
    assert dice_of(table) == [2, 2, 4]


def test_dice_lying_still_after_an_undo_are_not_scored_again(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.undo("operator")
    table.settle(rolled(3, 5, 6, origin=Origin.LAY))  # the camera comes back to them
    assert asked(table) == ""
    assert dice_of(table) == []


def test_dice_that_the_camera_comes_back_to_are_not_scored_again(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    before = show.board(table)
    table.settle(rolled(6, 5, 3, ask=("These dice lay here: do they count?",), origin=Origin.LAY))
    assert show.board(table) == before


def test_other_dice_that_the_camera_comes_back_to_are_a_question(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(1, 1, 1, ask=(LAY_HERE,), origin=Origin.LAY))
    assert asked(table) == LAY_HERE


def test_reading_the_same_dice_again_changes_nothing_and_says_so(table: Table, news: list[tuple[str, Any]]) -> None:
    table.settle(rolled(3, 5, 6))
    before = show.board(table)
    table.settle(rolled(3, 5, 6, origin=Origin.REREAD))
    assert show.board(table) == before
    assert news[-1][0] == "notice"


def test_reading_other_dice_than_counted_asks_and_never_rerolls(table: Table) -> None:
    table.settle(rolled(3, 5, 6))
    table.settle(rolled(3, 5, 5, origin=Origin.REREAD))
    assert "read again" in asked(table)
    assert dice_of(table) == [3, 5, 6]


def test_reading_again_can_answer_an_open_question(table: Table) -> None:
    table.settle(Roll((die(3), die(5), die(None, False)), (0, 1, 2), (), 1.0))
    table.settle(rolled(3, 5, 6, origin=Origin.REREAD))
    assert asked(table) == ""
    assert dice_of(table) == [3, 5, 6]


AGAIN = "The dice lie as they were counted last."


def at(*placed: tuple[int, int], thrown: tuple[int, ...] = (), origin: Origin = Origin.REREAD) -> Roll:
    """Dice by their faces and places; those not thrown stayed, and with none thrown all count as thrown."""
    dice, every = tuple(die(face, x=x) for face, x in placed), tuple(range(len(placed)))
    thrown = thrown or every
    return Roll(dice, thrown, tuple(i for i in every if i not in thrown), 3.0, origin=origin)


ROLLED = ((6, 0), (6, 100), (5, 200))


@pytest.mark.parametrize(
    ("thrown", "again"),
    [
        (at(*ROLLED, (4, 300), thrown=(3,)), at(*ROLLED, (4, 300), thrown=(3,))),
        (at(*ROLLED, (4, 300), thrown=(3,)), at(*ROLLED, (4, 300))),
        (at(*ROLLED, (4, 300), thrown=(3,)), at((4, 300))),
        (at(*ROLLED, (4, 300), thrown=(3,)), at((4, 300), (5, 200))),
        (at(*ROLLED, (6, 300), thrown=(3,)), at((6, 300), *ROLLED)),
        (at((6, 0), (3, 100), (5, 200), thrown=(1,)), at((5, 200), (3, 100), (6, 0))),
    ],
    ids=["seen as thrown", "all seen as thrown", "alone", "some taken away", "the same face", "one of the dice again"],
)
def test_a_die_thrown_beside_others_is_not_counted_twice_when_the_table_is_read_again(
    table: Table, log: Log, news: list[tuple[str, Any]], thrown: Roll, again: Roll
) -> None:
    table.start("attributes", PLAYERS, {})
    table.settle(at(*ROLLED, origin=Origin.THROWN))
    table.settle(replace(thrown, origin=Origin.THROWN))
    before = show.board(table)
    table.settle(again)
    assert show.board(table) == before
    assert news[-1] == ("notice", {"level": "info", "text": AGAIN})
    table.settle(replace(again, origin=Origin.LAY))
    assert show.board(table) == before
    assert show.board(Table(log)) == before


@pytest.mark.parametrize(
    "again",
    [
        at(*ROLLED, (3, 300), thrown=(3,)),
        at(*ROLLED),
        at(*ROLLED, (4, 300), (2, 400)),
        at((6, 50), (4, 300)),
        at(*ROLLED, (4, 300), (4, 400), thrown=(3, 4)),
    ],
    ids=["another face", "the die is gone", "one more", "an old one lies elsewhere", "two where one was thrown"],
)
def test_dice_that_lie_otherwise_beside_others_are_asked_about_when_the_table_is_read_again(
    table: Table, again: Roll
) -> None:
    table.start("attributes", PLAYERS, {})
    table.settle(at(*ROLLED, origin=Origin.THROWN))
    table.settle(at(*ROLLED, (4, 300), thrown=(3,), origin=Origin.THROWN))
    state = table.course.state
    table.settle(again)
    assert asked(table) != ""
    assert table.course.state == state


def test_dice_that_were_typed_in_beside_others_are_known_by_their_faces_when_the_table_is_read_again(
    table: Table, news: list[tuple[str, Any]]
) -> None:
    table.start("attributes", PLAYERS, {})
    table.act(roll(0, 6, 6, 5), "operator")
    table.act({"kind": "bonus", "seat": 0, "face": 4}, "operator")
    table.settle(at((5, 0), (4, 100), (6, 200), (6, 300)))
    assert (asked(table), news[-1][1]["text"]) == ("", AGAIN)
    table.settle(at((5, 0), (4, 100), (6, 200), (6, 300), (6, 400)))
    assert asked(table) != ""


def test_dice_shown_in_several_pictures_are_not_counted_twice_when_the_table_is_read_again(
    table: Table, news: list[tuple[str, Any]]
) -> None:
    table.start("liars-dice", ("Ada", "Bo", "Cy"), {"referee": "yes"})
    table.act({"kind": "accuse", "seat": 1, "bidder": 0, "quantity": 4, "face": 3}, "operator")
    first = tuple((3, 20 * n) for n in range(5))
    second = tuple((2, 20 * n) for n in range(5, 10))
    table.settle(at(*first, origin=Origin.THROWN))
    table.settle(at(*first, *second, thrown=(5, 6, 7, 8, 9), origin=Origin.THROWN))
    before = show.board(table)
    for again in (at(*first, *second, thrown=(5, 6, 7, 8, 9)), at(*second, *first), at(*second)):
        table.settle(again)
        assert show.board(table) == before
        assert news[-1][1]["text"] == AGAIN
    table.settle(at(*first))
    assert "read again" in asked(table), "the last ones are gone"


def test_a_roll_before_any_game_is_let_go(log: Log) -> None:
    table = Table(log)
    table.settle(rolled(1, 2, 3))
    assert show.board(table)["question"] is None


# The stand-in


def test_the_stand_in_takes_what_brings_most() -> None:
    game = find_game("rift")
    state, _ = game.apply(game.start(("Ada",), {}), action_from_json(game, roll(0, 1, 1, 6)))
    assert to_json(choose(game, state)) == score(0, "rift")


def test_the_stand_in_chooses_only_once_the_dice_stay_away(table: Table) -> None:
    stand_in = StandIn()
    stand_in.look(table, Seen(0.0, Phase.EMPTY))
    table.settle(rolled(1, 1, 6))
    stand_in.look(table, Seen(1.0, Phase.SETTLED))
    stand_in.look(table, Seen(2.0, Phase.TAKEN))
    assert dice_of(table) == [1, 1, 6]
    stand_in.look(table, Seen(2.0 + AWAY_S * 0.9, Phase.TAKEN))
    stand_in.look(table, Seen(2.0 + AWAY_S, Phase.ROLLING))
    stand_in.look(table, Seen(4.0, Phase.TAKEN))
    assert dice_of(table) == [1, 1, 6]
    stand_in.look(table, Seen(4.0 + AWAY_S, Phase.TAKEN))
    last = show.board(table)["last"]
    assert (last["action"], last["author"]) == (score(0, "rift"), "seat 0")


def test_the_stand_in_waits_while_a_question_is_open(table: Table) -> None:
    stand_in = StandIn()
    table.settle(rolled(1, 1, 6))
    table.settle(rolled(1, 6, thrown=()))
    stand_in.look(table, Seen(1.0, Phase.TAKEN))
    stand_in.look(table, Seen(9.0, Phase.TAKEN))
    assert dice_of(table) == [1, 1, 6]


def test_the_stand_in_lets_a_person_who_is_faster_choose(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(game: Game, state: Any) -> Any:
        table.act(score(0, "ones"), "operator")
        return choose(game, state)

    table.settle(rolled(1, 1, 6))
    monkeypatch.setattr("croupier.server.cli.table.stand_in.choose", too_late)
    StandIn().end(table)
    assert show.board(table)["last"]["action"] == score(0, "ones")


def test_the_stand_in_chooses_when_nothing_more_is_thrown(table: Table) -> None:
    stand_in = StandIn()
    table.settle(rolled(1, 1, 6))
    stand_in.end(table)
    assert show.board(table)["last"]["action"] == score(0, "rift")
    stand_in.end(table)  # nothing is left to choose
    assert show.board(table)["prompts"][0]["seat"] == 1
