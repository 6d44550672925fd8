"""The promises every game keeps, tested on each registered game by what it offers, with no knowledge of its rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.rules import GAMES, find_game
from croupier.rules.draw import draw_action, faces_of
from croupier.rules.game import (
    Action,
    BadOption,
    Game,
    IllegalAction,
    Prompt,
    RulesError,
    UnknownGame,
    UnreadableAction,
    UnreadableState,
)
from croupier.rules.replay import BrokenReplay, replay
from croupier.rules.secrecy import hides, in_public, is_secret, prompts_for
from croupier.rules.settings import YES_OR_NO, refuse_alike, spoken
from croupier.rules.wire import action_from_json, event_from_json, state_from_json, to_json
from croupier.server.cli.play import outcome

PLAYTHROUGHS = Path(__file__).parent.parent / "samples" / "playthroughs"
FILES = sorted(PLAYTHROUGHS.glob("*/*.jsonl"))
SEEDS = range(8)
LONGEST_GAME = 5000  # actions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def table(game: Game, chance: Random) -> tuple[tuple[str, ...], dict[str, str]]:
    """Some players and some options for a game."""
    fewest, most = game.seats
    players = tuple(f"Player {seat}" for seat in range(chance.randint(fewest, min(most, 4))))
    options = {
        option.name: chance.choice(option.choices or (option.default, *option.examples)) for option in game.options
    }
    return players, options


def begin(game: Game, players: tuple[str, ...]) -> None:
    """As a new game begins, where names have to be told apart."""
    game.start(players, {})
    refuse_alike(players)


def seated(game: Game, name: str) -> tuple[str, ...]:
    """Somebody of that name, and as many others as the game needs."""
    return (name, *(f"Player {seat}" for seat in range(1, game.seats[0])))


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(to_json(value), allow_nan=False))


def is_offered(prompts: tuple[Prompt, ...], action: Action) -> bool:
    """Whether a prompt offers the action, as far as can be told without knowing the game."""
    data = to_json(action)
    return any(
        prompt.kind == action.kind and prompt.seat == action.seat and fits(prompt, action, data) for prompt in prompts
    )


def fits(prompt: Prompt, action: Action, data: dict[str, Any]) -> bool:
    if prompt.throw is not None:
        faces = data["faces"] if "faces" in data else [data["face"]]  # of a single die
        return len(faces) in prompt.throw.counts and set(faces) <= set(faces_of(prompt.throw.dice))
    if prompt.choices:
        return action in prompt.choices
    for field in prompt.fields:
        numbers = data[field.name] if field.count is not None else [data[field.name]]
        if len(numbers) != (1 if field.count is None else field.count):
            return False
        if not all(number in (field.among or range(field.low, field.high + 1)) for number in numbers):
            return False
    return True


@every_seed
@every_game
def test_a_game_played_at_random_ends_and_keeps_every_promise(game: Game, seed: int) -> None:
    chance = Random(seed)
    players, options = table(game, chance)
    state = game.start(players, options)
    played: list[Action] = []
    while game.prompts(state):
        assert len(played) < LONGEST_GAME
        assert game.winners(state) == ()
        for prompt in game.prompts(state):
            assert bool(prompt.choices) + (prompt.throw is not None) + bool(prompt.fields) == 1
            assert prompt.kind in {action.kind for action in game.actions}
            json.dumps(to_json(prompt), allow_nan=False)
            assert_fixed_dice_stay(game, prompt)
            assert_hidden_dice_stay_hidden(game, state, prompt)
        action = draw_action(game, state, chance.randrange)
        before = to_json(state)
        after, events = game.apply(state, action)
        assert (after, events) == game.apply(state, action), "the same twice: nothing but state and action counts"
        assert to_json(state) == before, "the old state stays as it was"
        assert after != state
        assert_dice_lie_as_thrown_or_turned(game, state, action, after)
        back = state_from_json(game, through_json(after))
        assert (back, hash(back)) == (after, hash(after))
        assert action_from_json(game, through_json(action)) == action
        assert events
        for event in events:
            assert event_from_json(game, through_json(event)) == event
            assert game.tell(after, event).endswith(".")
        for audience in (None, *range(len(players))):
            view = game.view(after, audience)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
        standings = game.standings(after)
        assert [(place.seat, place.player) for place in standings] == list(enumerate(players))
        played.append(action)
        state = after
    assert game.winners(state)
    assert replay(game, players, options, played) == state


def assert_dice_lie_as_thrown_or_turned(game: Game, before: Any, action: Action, after: Any) -> None:
    """What an action threw is told back by it; dice that lie there show what they were thrown or turned to."""
    lay, lie = game.lying(before), game.lying(after)
    prompts = [p for p in game.prompts(before) if (p.seat, p.kind) == (action.seat, action.kind)]
    throws = [prompt for prompt in prompts if prompt.throw is not None]
    for prompt in throws:
        faces, thrown = game.to_roll(prompt, action)
        assert game.from_roll(prompt, faces, thrown) == action
        assert prompt.throw is not None
        assert len(thrown) in prompt.throw.counts
        assert lie in ((), faces)
        assert prompt.throw.lying in ((), lay)
        assert not lie or not (prompt.throw.hidden or prompt.throw.beside)
    if not throws and lie:
        told = {field.name for prompt in prompts for field in prompt.fields}
        data = to_json(action)
        turned = {data["die"]: data["face"]} if {"die", "face"} <= told else {}
        assert len(lie) == len(lay)
        assert all(lie[i] in (lay[i], turned.get(i)) for i in range(len(lie)))
    assert not (lie and hides(after))


def assert_fixed_dice_stay(game: Game, prompt: Prompt) -> None:
    """No number of dice that may be thrown takes one that must stay, and no roll that throws one is an action."""
    throw = prompt.throw
    if throw is None or not throw.fixed:
        return
    assert set(throw.fixed) <= set(range(len(throw.lying)))
    assert max(throw.counts) <= len(throw.lying) - len(throw.fixed)
    for count in throw.counts:
        with pytest.raises(IllegalAction):
            game.from_roll(prompt, throw.lying, (throw.fixed[0], *range(len(throw.lying)))[:count])


def assert_hidden_dice_stay_hidden(game: Game, state: Any, prompt: Prompt) -> None:
    """What is secret when done is offered in secret; and others are told the same of a hidden throw, whatever fell."""
    kinds = {action.kind: action for action in game.actions}
    assert prompt.secret == is_secret(kinds[prompt.kind])
    if prompt.throw is None or not prompt.throw.hidden:
        return
    assert hides(state)
    faces, count = faces_of(prompt.throw.dice), prompt.throw.counts[-1]
    told = []
    for face in (faces[0], faces[-1]):
        action = game.from_roll(prompt, (face,) * count, tuple(range(count)))
        after, events = game.apply(state, action)
        seats = [None, *(place.seat for place in game.standings(state) if place.seat != prompt.seat)]
        views = [game.view(after, seat) for seat in seats]
        told.append((in_public(action), events, views, game.standings(after), prompts_for(None, game.prompts(after))))
        assert game.view(after, prompt.seat) != views[0], "its own seat sees more than the board"
    assert told[0] == told[1]


@every_game
def test_random_games_use_every_kind_of_action(game: Game) -> None:
    kinds = set()
    for seed in range(200):
        chance = Random(seed)
        state = game.start(*table(game, chance))
        while game.prompts(state):
            action = draw_action(game, state, chance.randrange)
            kinds.add(action.kind)
            state, _ = game.apply(state, action)
        if kinds == {action.kind for action in game.actions}:
            return
    pytest.fail(f"only {kinds} came up")


@pytest.mark.parametrize("seed", range(4))
@every_game
def test_what_is_not_offered_is_refused_in_a_sentence_and_changes_nothing(game: Game, seed: int) -> None:
    chance = Random(seed)
    state = game.start(*table(game, chance))
    refused = 0
    earlier: list[dict[str, Any]] = []
    while prompts := game.prompts(state):
        action = draw_action(game, state, chance.randrange)
        earlier.append(to_json(action))
        before = to_json(state)
        wrong = spoiled(to_json(action))
        for data in (*chance.sample(wrong, min(12, len(wrong))), *chance.sample(earlier, min(3, len(earlier)))):
            answer = attempt(game, state, data)
            if not isinstance(answer, Exception):
                assert is_offered(prompts, answer), data
            else:
                assert_fit_to_show(answer)
                assert not isinstance(answer, IllegalAction) or answer.legal == prompts
                refused += isinstance(answer, IllegalAction)
            assert to_json(state) == before
        state, _ = game.apply(state, action)
    assert refused > len(earlier)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, action)
    assert refusal.value.legal == ()


def attempt(game: Game, state: Any, data: dict[str, Any]) -> Action | RulesError:
    """The action that was legal after all, or the refusal."""
    try:
        action = action_from_json(game, data)
        game.apply(state, action)
    except (UnreadableAction, IllegalAction) as refusal:
        return refusal
    return action


def spoiled(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Ways to get an action wrong, field by field."""
    ways = []
    for name, value in data.items():
        if isinstance(value, bool):
            ways += [data | {name: not value}, data | {name: int(value)}, data | {name: None}]
        elif isinstance(value, int):
            ways += [data | {name: other} for other in (value + 1, value - 1, -1, 1000, 10**30, True, 1.0, "1", None)]
        elif isinstance(value, str):
            ways += [data | {name: other} for other in ("", value.upper(), value + " ", "x" * 10_000, 7, None)]
        elif isinstance(value, list):
            ways += [data | {name: other} for other in ([], [*value, 1], value[:-1], [0], [7] * len(value), None)]
            ways += [data | {name: [other] * len(value)} for other in (1.5, float("nan"), True, "1", [1], None)]
        ways.append({other: kept for other, kept in data.items() if other != name})
    return [*ways, data | {"colour": "red"}]


def assert_fit_to_show(error: Exception) -> None:
    words = str(error)
    assert words.endswith(".")
    assert "\n" not in words
    assert len(words) < 300


@pytest.mark.parametrize("seed", range(4))
@every_game
def test_a_broken_replay_says_which_action_is_not_legal(game: Game, seed: int) -> None:
    chance = Random(seed)
    players, options = table(game, chance)
    state = game.start(players, options)
    played: list[Action] = []
    while game.prompts(state):
        played.append(draw_action(game, state, chance.randrange))
        state, _ = game.apply(state, played[-1])
    with pytest.raises(BrokenReplay) as broken:
        replay(game, players, options, [*played, played[-1]])
    assert (broken.value.at, broken.value.action) == (len(played), played[-1])
    assert_fit_to_show(broken.value)


@every_game
def test_options_have_defaults_that_work_and_unknown_ones_are_refused(game: Game) -> None:
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))
    assert game.start(players, {option.name: option.default for option in game.options}) == game.start(players, {})
    with pytest.raises(BadOption, match="There is no option 'hats'"):
        game.start(players, {"hats": "on"})
    for option in game.options:
        with pytest.raises(BadOption) as refusal:
            game.start(players, {option.name: "nonsense"})
        assert_fit_to_show(refusal.value)
        assert refusal.value.option == option.name


@every_game
@pytest.mark.parametrize("text", ["nonsense", "1,,1", "1,2,3,4", " ", "9" * 99, "-1", "IQ:1,IQ:2", "XX:1", "0"])
def test_a_refused_option_is_named_for_whoever_shows_the_refusal(game: Game, text: str) -> None:
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))

    for option in game.options:
        try:
            game.start(players, {option.name: text})
        except BadOption as error:
            refusal = error
        else:
            continue
        assert refusal.option == option.name
        assert not re.search("[a-z]_[a-z]", str(refusal)), "a raw name is no word"


@every_game
def test_options_are_understood_in_capitals_and_with_blanks(game: Game) -> None:
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))
    for option in game.options:
        written = f" {option.name.upper().replace('_', '-')} "
        for choice in option.choices or (option.default, *option.examples):
            plain = game.start(players, {option.name: choice})
            assert game.start(players, {written: choice}) == plain
            if option.choices:
                assert game.start(players, {option.name: choice.upper().replace("-", " ")}) == plain
        with pytest.raises(BadOption, match=f"The option {option.name} is given twice"):
            game.start(players, {option.name: option.default, written: option.default})


@every_game
@pytest.mark.parametrize(
    ("yes", "no"), [("yes", "no"), ("Yes", "NO"), ("true", "false"), ("on", "off"), ("1", "0"), (" y ", " n ")]
)
def test_every_flag_of_every_game_is_read_alike(game: Game, yes: str, no: str) -> None:
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))
    by_seat = {"proficient", "expert"} & {option.name for option in game.options}
    for name in {option.name for option in game.options if option.choices == YES_OR_NO} | by_seat:
        assert game.start(players, {name: yes}) == game.start(players, {name: "yes"})
        assert game.start(players, {name: no}) == game.start(players, {})
        with pytest.raises(BadOption, match=rf"^{name} (is|takes) yes or no, .*not 'maybe'\.$"):
            game.start(players, {name: "maybe"})
    for name in by_seat:
        assert game.start(players, {name: f"{yes},{no}"}) == game.start(players, {name: "yes,no"})


@every_game
def test_a_gap_in_a_list_or_no_value_at_all_is_said(game: Game) -> None:
    players = tuple(f"Player {seat}" for seat in range(max(2, game.seats[0])))
    for option in game.options:
        for text in (f"{option.default},", ",", f",{option.default or 1}", "1,,1"):
            with pytest.raises(BadOption, match=f"^{spoken(option.name)} has nothing before or after a comma"):
                game.start(players, {option.name: text})
        if option.default:
            with pytest.raises(BadOption, match=f"^{spoken(option.name)} has no value: .*it is {option.default} then"):
                game.start(players, {option.name: " "})
        else:
            assert game.start(players, {option.name: ""}) == game.start(players, {})


@every_game
@pytest.mark.parametrize(
    "players",
    [
        (),
        ("Ada", "Ada"),
        ("Zoë", "ZOE\u0308"),
        ("Ada", "ada"),
        ("Ada\u200d", "Ada"),
        ("",),
        ("  ",),
        ("Ada\nBo",),
        ("A" * 1000,),
        *(
            ("Bob", f"Bo{unseen}b")
            for unseen in "\u034f\ufe0f\u17b4\u17b5\u180b\u180f\u115f\u3164\uffa0\U000e0100\u200d"
        ),
        ("a b", "a  b"),
        *(("Bob", like) for like in ("Воb", "воb", "Bοb")),
    ],
    ids=repr,
)
def test_players_need_names_of_their_own(game: Game, players: tuple[str, ...]) -> None:
    with pytest.raises(BadOption) as refusal:
        begin(game, players)
    assert_fit_to_show(refusal.value)


@every_game
@pytest.mark.parametrize("name", ["Ада", "Боб", "🧙‍♀️", "❤️", "می‌خواهم", "क्‍ष", "O'Neill-Ruíz", "李"])
def test_players_may_have_names_of_any_script(game: Game, name: str) -> None:
    refuse_alike(seated(game, name))
    assert game.standings(game.start(seated(game, name), {}))[0].player == name


@every_game
@pytest.mark.parametrize(
    "name", ["", " ", "\u200d", "\u3164", "\u2800 \u2800", "\uffa0", "\u17b4", "\ufe0f", "a\u202eb", "a\nb", "x" * 41]
)
def test_names_that_nobody_could_see_or_that_turn_the_page_over_are_refused(game: Game, name: str) -> None:
    with pytest.raises(BadOption, match="visible"):
        begin(game, seated(game, name))


@every_game
def test_more_players_than_seats_are_refused(game: Game) -> None:
    players = tuple(f"Player {seat}" for seat in range(game.seats[1] + 1))
    game.start(players[:-1], {})
    with pytest.raises(BadOption, match="players"):
        game.start(players, {})


@every_game
@pytest.mark.parametrize(
    "spoil",
    [
        {"version": 99},
        {"version": True},
        {"version": None},
        {"game": "chess"},
        {"game": None},
        {"hats": 3},
    ],
    ids=str,
)
def test_a_state_of_another_game_or_version_is_refused(game: Game, spoil: dict[str, Any]) -> None:
    state = to_json(game.start(tuple("ABCD"[: max(2, game.seats[0])]), {}))
    with pytest.raises(UnreadableState) as refusal:
        state_from_json(game, state | spoil)
    assert_fit_to_show(refusal.value)


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game 'chess'; the games are .*rift"):
        find_game("chess")
    assert [find_game(name).name for name in GAMES] == list(GAMES)


@every_game
def test_every_game_has_a_golden_playthrough_to_its_end(game: Game) -> None:
    ends = [
        json.loads(file.read_text("utf-8").splitlines()[-1])["over"] for file in FILES if file.parent.name == game.name
    ]
    assert any(ends), f"add a whole game to samples/playthroughs/{game.name}; its README says how"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_playthrough_replays_line_by_line(file: Path) -> None:
    first, *lines, last = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert first["game"] == file.parent.name
    game = find_game(first["game"])
    state = game.start(tuple(first["players"]), first["options"])
    for number, line in enumerate(lines, 2):
        if "error" in line:
            with pytest.raises((IllegalAction, UnreadableAction)) as refusal:
                game.apply(state, action_from_json(game, line["action"]))
            assert str(refusal.value) == line["error"], f"line {number}"
        else:
            state, events = game.apply(state, action_from_json(game, line["action"]))
            assert to_json(events) == line["events"], f"line {number}"
    assert outcome(game, state) == last
