"""The bench: it times what it says, and runs and says so when there are no models."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from croupier.models.store import Manifest
from croupier.models.workshop import bench, playing_cost
from croupier.models.workshop.drawn import Drawn, table
from croupier.models.workshop.playing_cost import actions_a_second, advice_ms, play_at_random
from croupier.models.workshop.reading_cost import STATUS, Cost, Stopwatch, cost_of_reading, peak_memory
from croupier.rules import GAMES
from croupier.rules.game import Game, IllegalAction
from croupier.server.cli.advise import app as advice
from croupier.vision.frame import Image
from croupier.vision.learned.sessions import Models

DRAWN = table([Drawn(4, (90, 90))], size=(200, 160))


def busy(rounds: int) -> int:
    return sum(number * number for number in range(rounds))


def test_a_stopwatch_adds_up_what_is_spent_in_a_function_and_nothing_else() -> None:
    watch = Stopwatch()
    timed = watch.around(busy)
    busy(200_000)
    assert watch.ms == 0
    assert timed(200_000) == busy(200_000)
    once = watch.ms
    assert once > 0
    with pytest.raises(TypeError):
        timed("many")  # type: ignore[arg-type]
    timed(rounds=200_000)
    assert watch.ms > once


def test_the_models_runs_are_a_part_of_a_readings_cost() -> None:
    seen: list[tuple[int, ...]] = []

    def finder(image: Image) -> np.ndarray:
        seen.append(image.shape)
        busy(20_000)
        return np.full((12, image.shape[0] // 4, image.shape[1] // 4), -20, np.float32)

    def namer(near: np.ndarray, wide: np.ndarray) -> np.ndarray:
        return np.full((len(near), 10), 0.1, np.float32)

    models = Models(finder, namer, Manifest({}, {}, {}, {}))
    cost = cost_of_reading(models, [DRAWN], None, runs=1)
    assert 0 < cost.finder_ms < cost.ms
    assert cost.finder_ms + cost.namer_ms + cost.outside_ms == pytest.approx(cost.ms)
    assert cost.outside_share == pytest.approx(cost.outside_ms / (cost.finder_ms + cost.namer_ms))
    every = len(seen)
    cost_of_reading(models, [DRAWN], 60.0, runs=1)
    assert len(seen) - every < every


def test_the_classical_reader_runs_no_models() -> None:
    cost = cost_of_reading(None, [DRAWN], None, runs=1)
    assert cost.ms > 0
    assert cost == Cost(cost.ms)


@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell a process's peak memory")
def test_peak_memory_is_that_of_a_fresh_process() -> None:
    ballast = np.ones(40_000_000)
    small = peak_memory(None, [DRAWN])
    assert small is not None
    assert 20 < small < ballast.nbytes / 2**20


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whole_games_are_played_until_there_are_enough_actions(game: Game) -> None:
    played = play_at_random(game, 300, seed=2)
    assert sum(len(lines) for _, lines in played) >= 300
    assert sum(len(lines) for _, lines in played[:-1]) < 300
    assert all(game.prompts(first) for first, _ in played)
    assert actions_a_second(game, played) > 0
    spoiled = [(first, [*lines, lines[-1]]) for first, lines in played[:1]]
    with pytest.raises(IllegalAction):
        actions_a_second(game, spoiled)


def test_every_advisor_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_cost, "EXTRA", 0)
    answers = advice_ms()
    assert set(answers) == {command.name for command in advice.registered_commands}
    assert all(ms > 0 for ms in answers.values())


def a_still(folder: Path) -> Path:
    """The one picture in `folder`, of as many dice as a live table is to have."""
    dice = [Drawn(face, (60 + 90 * (face % 3), 60 + 90 * (face // 3)), 40) for face in range(bench.LIVE_DICE)]
    cv2.imwrite(str(folder / "six.jpg"), table(dice, (320, 240)))
    corners = [
        [(x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)] for x, y in (d.at for d in dice)
    ]
    told = {"file": "six.jpg", "kind": "d6", "faces": [die.face for die in dice], "corners": corners}
    (folder / "truth.jsonl").write_text(json.dumps(told) + "\n")
    return folder


def test_without_models_the_bench_says_so_and_measures_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--runs", "1", "--models", str(tmp_path)])
    monkeypatch.setattr(bench, "SIZES", ((160, 120),))
    monkeypatch.setattr(bench, "LARGE_PX", 320)
    monkeypatch.setattr(bench, "LIVE_SIZE", (320, 240))
    monkeypatch.setattr(bench, "STILLS", a_still(tmp_path))
    monkeypatch.setattr(bench, "PICTURES", 1)
    monkeypatch.setattr(bench, "ACTIONS", 1)
    monkeypatch.setattr(playing_cost, "EXTRA", 0)
    monkeypatch.setattr(bench, "peak_memory", lambda *_: 123.0)  # tested by itself: it takes a process of its own
    bench.main()
    shown = capsys.readouterr().out
    assert "Only the classical reader, because there are no models" in shown
    for words in (
        "motion gate",
        "320 px, any scale, classical",
        "320×240, known size, classical",
        "Peak memory of a process that reads 320 px pictures, classical: 123 MB",
        *GAMES,
    ):
        assert words in shown
    assert "learned" not in shown
