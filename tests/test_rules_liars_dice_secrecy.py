"""Secrets of Liar's Dice: no view, sentence, event, board, log or picture for anybody else tells a die under a cup."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.draw import draw_action
from croupier.rules.game import Action, IllegalAction
from croupier.rules.liars_dice import LIARS_DICE as GAME
from croupier.rules.liars_dice.actions import Accept, Accuse, Bid, Count, Place, Reveal, Roll, Show, Sleight
from croupier.rules.liars_dice.show import AS_IF_NOTHING
from croupier.rules.liars_dice.state import Phase, State
from croupier.rules.secrecy import hides, in_public, is_secret, prompts_for, public_events
from croupier.rules.wire import to_json
from croupier.server import show
from croupier.server.errors import TableError
from croupier.server.live import Live
from croupier.server.log import Draft, Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import Origin, Seen
from croupier.vision.roll import Phase as Seeing
from croupier.vision.roll import Roll as Thrown

PATIENCE_S = 10.0
NAMES = ("Ada", "Bo", "Cy")
TURNING = Sleight(seat=0, die=0, face=6, d20=(15,), bonus=0, dc=10)


def game(**options: str) -> State:
    return GAME.start(NAMES, {"proficient": "yes,no,yes", "expert": "no,yes,no", "long": "yes", **options})


def known(state: State, seat: int | None) -> Any:
    """All that an audience is told of a state."""
    prompts = prompts_for(seat, GAME.prompts(state))
    standings = [to_json(place) for place in GAME.standings(state)]
    return GAME.view(state, seat), to_json(prompts), standings, hides(state)


def heard(state: State, action: Action) -> tuple[State, list[Any]]:
    """The next state, and all that everybody is told of the action."""
    after, events = GAME.apply(state, action)
    told = public_events(events)
    said = [] if is_secret(action) else [in_public(action)]
    return after, [*said, to_json(told), [GAME.tell(after, event) for event in told]]


def other_dice(action: Action, chance: Random) -> Action:
    """The same hidden action with other faces."""
    match action:
        case Roll(seat, faces):
            return Roll(seat, tuple(chance.randint(1, 6) for _ in faces))
        case Place(seat, _):
            return Place(seat, chance.randint(1, 6))
        case Sleight():
            return replace(action, face=chance.randint(1, 6), d20=(chance.randint(1, 20),))
    return action


# The rules


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2), st.sampled_from(["no", "yes"]), st.integers(0, 2**32))
def test_until_a_reveal_others_are_told_the_same_whatever_lies_under_a_cup(owner: int, wild: str, seed: int) -> None:
    """Two games that differ in one gambler's dice, checks and all, are the same game to everybody else."""
    chance = Random(seed)
    one = two = game(wild=wild)
    others = [seat for seat in (None, 0, 1, 2) if seat != owner]
    while True:
        action = draw_action(GAME, one, chance.randrange)
        if action.kind == "reveal":
            return
        twin = other_dice(action, chance) if action.seat == owner else action
        one, told_one = heard(one, action)
        two, told_two = heard(two, twin)
        assert told_one == told_two
        assert [known(one, seat) for seat in others] == [known(two, seat) for seat in others]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_check_changes_nothing_that_anybody_else_is_told(seed: int) -> None:
    chance = Random(seed)
    state = game()
    for _ in range(30):
        action = draw_action(GAME, state, chance.randrange)
        after, told = heard(state, action)
        if isinstance(action, Sleight):
            others = [seat for seat in (None, 0, 1, 2) if seat != action.seat]
            assert [known(after, seat) for seat in others] == [known(state, seat) for seat in others]
            assert told == [[], []]
            assert known(after, action.seat) != known(state, action.seat)
        state = after
        if not GAME.prompts(state):
            return


def test_a_gambler_sees_the_own_cup_alone_and_the_board_none() -> None:
    state = game()
    for action in (Roll(0, (1, 1, 1, 1, 1)), Roll(2, (3, 3, 3, 3, 3)), Roll(1, (2, 2, 2, 2))):
        state, _ = GAME.apply(state, action)
    assert [GAME.view(state, seat)["mine"] and GAME.view(state, seat)["mine"]["dice"] for seat in (0, 1, 2, None)] == [
        [1] * 5, [2] * 4, [3] * 5, None,
    ]  # fmt: skip
    assert GAME.view(state, 99)["mine"] is None
    assert {player["cast"] for player in GAME.view(state, None)["players"]} == {True, False}


def test_the_sentence_for_a_check_is_the_same_however_it_went() -> None:
    state = game()
    for action in (Roll(0, (1, 1, 1, 1, 1)), Roll(2, (3, 3, 3, 3, 3)), Roll(1, (2, 2, 2, 2, 2))):
        state, _ = GAME.apply(state, action)
    for check in (TURNING, replace(TURNING, dc=20)):
        after, events = GAME.apply(state, check)
        assert [(to_json(event), GAME.tell(after, event)) for event in events] == [
            ({"kind": "tried", "seat": 0}, AS_IF_NOTHING)
        ]


def test_what_is_offered_in_secret_is_so_marked_and_offered_to_its_seat_alone() -> None:
    state = game()
    for action in (Roll(0, (1, 1, 1, 1, 1)), Roll(2, (3, 3, 3, 3, 3)), Roll(1, (2, 2, 2, 2, 2))):
        state, _ = GAME.apply(state, action)
    offered = GAME.prompts(state)
    assert [(prompt.kind, prompt.seat, prompt.secret) for prompt in offered] == [
        ("bid", 0, False), ("sleight", 0, True), ("sleight", 2, True),
    ]  # fmt: skip
    assert [prompt.kind for prompt in prompts_for(None, offered)] == ["bid"]
    assert [(prompt.kind, prompt.seat) for prompt in prompts_for(2, offered)] == [("bid", 0), ("sleight", 2)]


def test_a_refusal_to_somebody_else_says_nothing_of_a_check() -> None:
    state = game()
    for action in (Roll(0, (1, 1, 1, 1, 1)), Roll(2, (3, 3, 3, 3, 3)), Roll(1, (2, 2, 2, 2, 2))):
        state, _ = GAME.apply(state, action)
    tried, _ = GAME.apply(state, TURNING)
    wrong: tuple[Action, ...] = (Bid(1, 1, 1), Count(2, 2), Reveal(1), Roll(0, (1,) * 5), replace(TURNING, seat=1))
    for action in wrong:
        refusals = []
        for each in (state, tried):
            with pytest.raises(IllegalAction) as refused:
                GAME.apply(each, action)
            refusals.append(str(refused.value))
        assert refusals[0] == refusals[1]


@pytest.mark.parametrize(
    ("referee", "phases"),
    [("no", {Phase.CAST: True, Phase.BID: True}), ("yes", {Phase.ACCUSE: True, Phase.SHOW: False})],
)
def test_the_state_says_while_dice_lie_hidden(referee: str, phases: dict[Phase, bool]) -> None:
    chance, seen = Random(1), dict[Phase, bool]()
    state = game(referee=referee, buy_in="5", initiative="roll")
    while GAME.prompts(state):
        seen[state.phase] = hides(state)
        state, _ = GAME.apply(state, draw_action(GAME, state, chance.randrange))
    seen[state.phase] = hides(state)
    assert seen == {Phase.ORDER: False, Phase.BUY_INS: False, Phase.OVER: False, **phases}


# The table


class Told:
    """A table, and everything that anybody but the seats themselves is told by it."""

    def __init__(self, log: Log, **options: str) -> None:
        self.log, self.news = log, list[Any]()
        self.table = Table(log, lambda kind, item: self.news.append((kind, item)), lambda roll: b"jpeg", lambda: 5.0)
        self.table.start("liars-dice", NAMES, {"proficient": "yes,no,yes", "long": "yes", **options})

    def do(self, *actions: Action) -> None:
        for action in actions:
            self.table.do(action, f"seat {action.seat}")

    @property
    def all(self) -> Any:
        return json.loads(json.dumps([show.board(self.table), show.story(self.table), self.news]))


CAST = (Roll(1, (2, 2, 2, 2, 2)), Roll(2, (3, 3, 3, 3, 3)))


def test_the_board_the_log_and_the_news_are_the_same_whatever_was_rolled() -> None:
    tables = []
    for dice in ((1, 1, 1, 1, 1), (6, 5, 4, 3, 2)):
        log = Log("sqlite://")
        told = Told(log)
        told.do(Roll(0, dice), *CAST, Bid(0, 3, 3), Count(1, 5))
        tables.append(told.all)
        assert "1, 1, 1" not in json.dumps(told.all)
        log.close()
    assert tables[0] == tables[1]


def test_a_check_leaves_the_board_the_log_and_the_news_as_they_were(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, Bid(0, 3, 3))
    before = told.all
    told.do(TURNING, replace(TURNING, seat=2))
    assert [kind for kind, _ in told.news[-2:]] == ["board of seat 0", "board of seat 2"], "theirs alone to know"
    del told.news[-2:]
    assert told.all == before
    assert told.table.course.state.players[0].dice == (6, 1, 1, 1, 1)
    assert show.board(told.table, 0)["view"]["mine"]["check"] == {"total": 15, "dc": 10, "success": True}
    assert show.board(told.table, 1)["view"]["mine"] == {"dice": [2] * 5, "check": None, "may_turn": False}
    again = Table(log)
    assert show.board(again) == show.board(told.table), "also after a restart"
    told.table.act(to_json(Count(1, 5)), "seat 1", version=before[0]["version"])
    assert len(show.story(told.table)) == 5, "an action for the board that was seen before the check is not stale"


def test_after_a_reveal_the_log_still_does_not_say_what_was_rolled_before_it_was_turned(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, TURNING, Bid(0, 9, 6), Reveal(1))
    rows = show.story(told.table)
    assert [row["action"] for row in rows[:3]] == [{"kind": "roll", "seat": seat} for seat in (0, 1, 2)]
    assert "Ada 6 1 1 1 1" in rows[-1]["text"]
    assert "1, 1, 1, 1, 1" not in json.dumps(told.all)


def test_each_seat_is_offered_its_own_check_and_nobody_else_is(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST)
    offered = {seat: [prompt["kind"] for prompt in show.board(told.table, seat)["prompts"]] for seat in (None, 0, 1, 2)}
    assert offered == {None: ["bid"], 0: ["bid", "sleight"], 1: ["bid"], 2: ["bid", "sleight"]}


def test_an_undo_takes_back_the_last_thing_that_everybody_knows_and_leaves_a_check_where_its_roll_lies(
    log: Log,
) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, Bid(0, 3, 3), TURNING)
    assert show.board(told.table)["undo"] == {"text": "Ada bids 3 threes."}
    told.table.undo("operator")
    assert told.table.course.state.claim is None
    assert show.story(told.table)[-1]["text"] == "Undone: Ada bids 3 threes."
    assert told.table.course.state.players[0].dice == (6, 1, 1, 1, 1)
    with pytest.raises(IllegalAction, match="Ada has tried once already"):
        told.do(TURNING)
    assert show.board(Table(log), 0) == show.board(told.table, 0), "also after a restart"


def test_a_check_is_free_again_only_with_another_roll(log: Log) -> None:
    told = Told(log)
    told.do(*CAST, Roll(0, (1, 1, 1, 1, 1)), TURNING, replace(TURNING, seat=2, dc=20))
    told.table.undo("operator")
    told.do(Roll(0, (2, 1, 1, 1, 1)), TURNING)
    assert told.table.course.state.players[0].dice == (6, 1, 1, 1, 1)
    with pytest.raises(IllegalAction, match="Cy has tried once already"):
        told.do(replace(TURNING, seat=2))
    told.table.undo("operator")
    told.table.undo("operator")
    told.do(Roll(2, (3, 3, 3, 3, 3)), replace(TURNING, seat=2))
    assert told.table.course.state.players[2].dice == (6, 3, 3, 3, 3)


def test_an_undo_that_was_written_when_it_still_took_checks_along_means_what_it_meant(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, Bid(0, 3, 3), TURNING)
    log.append(1, 5.0, [Draft("undo", "operator", {"entry": 5})])
    table = Table(log)
    assert table.course.state.players[0].dice == (1, 1, 1, 1, 1)
    table.do(TURNING, "seat 0")


def test_a_hidden_roll_is_corrected_without_telling_its_dice(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, Bid(0, 3, 3))
    told.table.correct(2, to_json(Roll(0, (5, 5, 5, 5, 5))), "operator")
    assert told.table.course.state.players[0].dice == (5, 5, 5, 5, 5)
    row = show.story(told.table)[-1]
    assert (row["action"], row["text"]) == (
        {"kind": "roll", "seat": 0}, "Corrected: Ada rolls 5 dice under the cup.",
    )  # fmt: skip
    assert "5, 5, 5" not in json.dumps(told.all)


def test_a_check_can_be_neither_corrected_nor_put_in_anothers_place(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST, TURNING, Bid(0, 3, 3))
    assert [row["entry"] for row in show.story(told.table)] == [2, 3, 4, 5], "a check has no number"
    with pytest.raises(TableError, match="Entry 0 is no action that counts"):
        told.table.correct(0, to_json(TURNING), "operator")
    with pytest.raises(TableError, match="Entry 6 is no action that counts"):
        told.table.correct(6, to_json(TURNING), "operator")
    with pytest.raises(TableError, match="cannot take another action's place"):
        told.table.correct(5, to_json(replace(TURNING, seat=2)), "operator")


def test_a_check_waits_without_a_word_while_a_cup_is_not_complete(log: Log) -> None:
    told = Told(log, expert="yes,no,no")
    told.do(Roll(0, (1, 1, 1, 1, 1)), TURNING, *CAST)
    told.table.correct(2, to_json(Roll(0, (1, 1, 1, 1))), "operator")
    assert told.table.course.state.players[0].dice == (1, 1, 1, 1)
    assert told.table.course.state.players[0].check is None
    for face in (5, 4):
        told.do(Place(0, face))
        assert told.table.course.state.players[0].dice == (6, 1, 1, 1, face)
        with pytest.raises(IllegalAction, match="Ada has tried once already"):
            told.do(TURNING)
        assert Table(log).course == told.table.course, "also after a restart"
        told.table.undo("operator")
        assert told.table.course.state.players[0].check is None
    told.table.undo("operator")
    assert told.table.course.state.players[0].dice == (6, 1, 1, 1, 1)
    assert "tried" not in json.dumps(told.all)


def test_a_check_that_waits_goes_with_the_roll_that_it_was_made_for(log: Log) -> None:
    told = Told(log, expert="yes,no,no")
    told.do(Roll(0, (1, 1, 1, 1)), Place(0, 1), TURNING)
    told.table.undo("operator")
    told.table.undo("operator")
    told.do(Roll(0, (2, 2, 2, 2)), Place(0, 2))
    assert told.table.course.state.players[0].dice == (2, 2, 2, 2, 2)
    told.do(TURNING)
    assert told.table.course.state.players[0].dice == (6, 2, 2, 2, 2)


def test_a_question_stays_open_when_somebody_turns_a_die(log: Log) -> None:
    told = Told(log)
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST)
    asked = {"ask": ["Which?"], "dice": [], "thrown": [], "stayed": [], "early": True}
    log.append(1, 5.0, [Draft("question", "camera", asked)])
    table = Table(log)
    before = show.board(table)
    table.do(TURNING, "seat 0")
    assert show.board(table) == before


# What the camera sees


def thrown(*faces: int, stayed: int = 0, origin: Origin = Origin.THROWN) -> Thrown:
    """Dice thrown, the first of them `stayed` from before."""
    corners = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in range(0, 20 * len(faces), 20)]
    dice = tuple(Die("d6", face, spot, 0.99, True) for face, spot in zip(faces, corners, strict=True))
    places = tuple(range(len(faces)))
    return Thrown(dice, places[stayed:], places[:stayed], 1.0, origin=origin)


def test_dice_that_the_camera_sees_while_cups_are_down_are_no_roll_and_no_question_and_not_kept(log: Log) -> None:
    told = Told(log)
    before = told.all
    told.table.settle(thrown(1, 2, 3, 4, 5))
    told.do(Roll(0, (1, 1, 1, 1, 1)), *CAST)
    middle = told.all
    told.table.settle(thrown(1, 1, 1, 1, 1))
    told.table.settle(thrown(1, 1, origin=Origin.REREAD))
    assert told.all == middle
    assert before != middle
    assert log.picture(1) is None


def test_dice_thrown_before_the_cups_go_down_are_not_asked_about_under_them(log: Log) -> None:
    told = Told(log, buy_in="5")
    told.table.settle(thrown(1, 2, 3, 4, 5))
    assert show.board(told.table)["question"]["ask"] == ["No roll is awaited now. First, Ada: accept all buy-ins."]
    told.do(Accept(0))
    assert show.board(told.table)["question"]["ask"] == ["No roll is awaited now. First, Bo: accept all buy-ins."]
    told.do(Accept(1), Accept(2))
    assert told.table.hides
    assert show.board(told.table)["question"] is None


def test_the_referee_counts_dice_player_by_player_while_those_shown_before_stay(log: Log) -> None:
    told = Told(log, referee="yes")
    told.do(Accuse(1, 0, 4, 3))
    told.table.settle(thrown(3, 3, 1, 2, 6))
    told.table.settle(thrown(3, 3, 1, 2, 6, 3, 1, 1, 1, 1, stayed=5))
    assert told.table.course.state.shown == (3, 3, 1, 2, 6, 3, 1, 1, 1, 1)
    assert show.board(told.table)["last"]["text"] == "5 dice shown: 3 1 1 1 1; 5 of 15 dice are still missing."
    told.table.settle(thrown(5, 5, 5, 5, 5, 3, stayed=0))
    moved = "Dice that were shown before do not lie where they lay: are these others?"
    assert show.board(told.table)["question"]["ask"] == [moved]
    told.table.settle(thrown(5, 5, 5, 5, 3))
    assert show.board(told.table)["question"]["ask"] == [moved]
    told.do(Show(1, (5, 5, 5, 5, 3)))
    assert show.board(told.table)["question"] is None
    assert told.table.course.state.last.correct
    assert log.picture(1) == b"jpeg"


def test_all_dice_in_one_picture_are_the_whole_reveal(log: Log) -> None:
    told = Told(log, referee="yes")
    told.do(Accuse(1, 0, 4, 3), Show(1, (6, 6)))
    told.table.settle(thrown(*[3] * 4, *[1] * 11))
    assert told.table.course.state.last.dice == ((3, 3, 3, 3, *[1] * 11),)


class Camera:
    """A film of two frames; between them it does what it was told to."""

    url, live = "script:", False

    def __init__(self, between: Callable[[], object]) -> None:
        self._between = between

    def __enter__(self) -> Camera:
        return self

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> Iterator[Frame]:
        yield Frame(np.zeros((48, 64, 3), np.uint8), 0.0, 0)
        self._between()
        yield Frame(np.zeros((48, 64, 3), np.uint8), 1.0, 1)


class Eyes:
    """Sees two dice in every frame."""

    def see(self, frame: Frame) -> Seen:
        return Seen(frame.at, Seeing.SETTLED, thrown(4, 4).dice, ("It is dark.",))

    def finish(self) -> Seen | None:
        return None

    def reread(self) -> None: ...


class Onlooker:
    """Keeps what is seen."""

    def __init__(self) -> None:
        self.seen = list[Seen]()

    def look(self, table: Table, seen: Seen) -> None:
        self.seen.append(seen)

    def end(self, table: Table) -> None: ...


class Board(News):
    """Keeps what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.published = list[tuple[str, Any]]()

    def publish(self, kind: str, news: Any) -> None:
        self.published.append((kind, news))

    def wanted(self, kind: str) -> bool:
        return True


def test_the_live_picture_is_closed_while_dice_are_hidden_and_opens_for_the_reveal(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "table.db"))  # one in memory is for one thread alone
    told, news = Told(log, referee="yes"), Board()
    closed = list[Any]()

    def lift() -> None:
        closed.append((live.shot, live.seen, live.camera["text"], list(news.published)))
        news.published.clear()
        told.do(Accuse(1, 0, 4, 3))

    onlooker = Onlooker()
    live = Live(told.table, "script:", lambda url: Camera(lift), Eyes, news, speed=None, onlooker=onlooker)
    live.start()
    until(lambda: live.camera["state"] == "ended")
    live.stop(PATIENCE_S)
    log.close()
    ((shot, seen, text, published),) = closed
    assert (shot, seen.phase, seen.dice, seen.why) == (None, Seeing.SETTLED, (), ())
    assert text == "Dice are hidden: the picture is closed until they are shown."
    assert [(kind, item and item["dice"]) for kind, item in published] == [("board", None), ("seen", [])]
    assert live.shot is not None
    assert [len(now.dice) for now in onlooker.seen] == [0, 2]
    assert [kind for kind, _ in news.published if kind == "shot"] == ["shot"]


def until(true: Callable[[], Any]) -> None:
    """Wait for something that the camera's thread brings about."""
    tick = threading.Event()
    for _ in range(int(PATIENCE_S / 0.005)):
        if true():
            return
        tick.wait(0.005)
    raise AssertionError("It did not come about.")
