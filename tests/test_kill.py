"""`kill -9` at any moment: what was acknowledged is there after the restart, and the board is right."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from typing import Any

import pytest

from croupier.rules import find_game
from croupier.rules.wire import action_from_json, to_json
from croupier.server.log import Log

KILLS = {"sqlite": 12, "postgres": 6}
MANY_KILLS = 300
SEED = 9
LONGEST_LIFE = 12
"""A server is killed in one of its first moves up to this one…"""
MOVE_S = 0.01
"""…at any moment of about the time that a move takes."""
PATIENCE_S = 30.0
TOKEN = "the-operators-token"
PLAYERS = [f"Player {n}" for n in range(1, 41)]

NURSERY = """
import os, sys
import croupier.server.house, uvicorn.protocols.http.auto, uvicorn.loops.auto
from croupier.server.cli.table.serve import serve
for line in sys.stdin:
    port, database, players = line.rstrip().split("|")
    child = os.fork()
    if not child:
        serve(game="rift", players=players, port=int(port), database=database)
        os._exit(0)
    print("pid", child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""
"""Loads Croupier once, and makes each server a process of its own: a start takes a moment, not a second."""


class Nursery:
    """Starts servers and kills them."""

    def __init__(self, database: str) -> None:
        environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN}
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def start(self) -> int:
        """A new server's process number."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{self.port}|{self._database}|{','.join(PLAYERS)}\n")
        self._process.stdin.flush()
        return int(self._hear("pid"))

    def wait(self) -> None:
        """Until the server is gone."""
        self._hear("gone")

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE_S)

    def _hear(self, word: str) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:  # what the server itself prints comes in between
            if line.startswith(word):
                return line.removeprefix(word)
        raise AssertionError("The nursery has died.")


@pytest.fixture
def nursery(database: str) -> Iterator[Nursery]:
    nursery = Nursery(database)
    yield nursery
    nursery.close()


def ask(port: int, address: str, body: object = None) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    try:
        connection.request("GET" if body is None else "POST", address, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        said = json.loads(answer.read())
    finally:
        connection.close()
    assert answer.status == 200, said
    return said


def when_up(port: int, address: str) -> Any:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            return ask(port, address)
        except (OSError, HTTPException):
            time.sleep(0.002)  # between two knocks at a door that is not there yet
    raise AssertionError("The server did not come up.")


def next_move(board: dict[str, Any], chance: random.Random) -> tuple[str, dict[str, Any]]:
    """An address and a body: mostly an action that the board offers, sometimes an undo; when all is played, one too."""
    version = {"version": board["version"]}
    if board["last"] and (board["over"] or chance.random() < 0.2):
        return "/api/undo", version
    prompt = next(prompt for prompt in board["prompts"] if prompt["choices"] or prompt["throw"])
    if prompt["choices"]:
        return "/api/act", {**version, "action": chance.choice(prompt["choices"])}
    faces = [chance.randint(1, 6) for _ in range(3)]
    return "/api/act", {**version, "action": {"kind": "roll", "seat": prompt["seat"], "faces": faces}}


def written(rows: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    return [(row["kind"], row["action"]) for row in rows]


def expected_view(moves: list[tuple[str, Any]]) -> Any:
    """The view after these moves, reckoned with the rules alone."""
    game = find_game("rift")
    states = [game.start(tuple(PLAYERS), {})]
    for kind, action in moves:
        if kind == "undo":
            states.pop()
        else:
            states.append(game.apply(states[-1], action_from_json(game, action))[0])
    return to_json(game.view(states[-1], None))


def kill_after(delay_s: float, pid: int) -> threading.Timer:
    timer = threading.Timer(delay_s, os.kill, (pid, signal.SIGKILL))
    timer.start()
    return timer


def test_an_acknowledged_action_survives_kill_9_at_any_moment(nursery: Nursery, database: str) -> None:
    kill_again_and_again(nursery, KILLS["postgres" if "://" in database else "sqlite"])


@pytest.mark.trials
def test_an_acknowledged_action_survives_hundreds_of_kills(nursery: Nursery) -> None:
    kill_again_and_again(nursery, MANY_KILLS)


def kill_again_and_again(nursery: Nursery, kills: int) -> None:
    """One game, whose server is killed in the middle of a move so many times."""
    chance = random.Random(SEED)
    acknowledged: list[tuple[str, Any]] = []
    for _ in range(kills):
        pid = nursery.start()
        board = when_up(nursery.port, "/api/board")
        rows = written(ask(nursery.port, "/api/log")["entries"])
        # One move more may be there: written, but killed before it was acknowledged.
        assert rows[: len(acknowledged)] == acknowledged
        assert len(rows) <= len(acknowledged) + 1
        assert board["version"] == len(rows) + 1
        assert board["view"] == expected_view(rows)
        acknowledged = rows
        moves_left = chance.randrange(LONGEST_LIFE)
        kill: threading.Timer | None = None
        try:
            while True:
                if not moves_left:
                    kill = kill_after(chance.uniform(0, MOVE_S), pid)
                moves_left -= 1
                address, body = next_move(board, chance)
                board = ask(nursery.port, address, body)
                acknowledged.append(("undo" if address.endswith("undo") else "action", body.get("action")))
        except (OSError, HTTPException):
            assert kill is not None
            kill.join()
        nursery.wait()
    assert len(acknowledged) > kills


WRITING = """
import sys
from croupier.server.log import Draft, Log
log = Log(sys.argv[1], 200_000)
log.claim()
game = log.newest_game() or log.start_game("rift", ("Ada",), {}, "operator", 1.0) and log.newest_game()
for line in sys.stdin:
    number = int(line)
    if number % 20 == 0:
        log.start_game("rift", ("Ada",), {}, "operator", 1.0)
        game = log.newest_game()
    rows = [Draft("action", "camera", {"number": number}, new=True), Draft("question", "camera", {}, new=True)]
    log.append(game.id, float(number), rows, b"jpeg" * 3000 + str(number).encode())
    print(number, flush=True)
"""
"""Writes rows with pictures, among which old ones make room for new ones, and acknowledges each."""
LONGEST_WRITING_S = 0.05


def write_and_kill(database: str, kills: int) -> None:
    chance = random.Random(SEED)
    acknowledged = attempted = 0
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITING, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write("".join(f"{number}\n" for number in range(attempted + 1, attempted + 1000)))
        with contextlib.suppress(BrokenPipeError):
            writer.stdin.flush()
        first = writer.stdout.readline()  # it has begun
        kill = kill_after(chance.uniform(0, LONGEST_WRITING_S), writer.pid)
        said = [first, *writer.stdout]
        kill.join()
        writer.wait()
        with contextlib.suppress(BrokenPipeError):
            writer.stdin.close()
        writer.stdout.close()
        acknowledged = int(said[-1])
        with contextlib.closing(Log(database)) as log:
            rows = [entry for game in reversed(log.games()) for entry in log.entries(game.id)]
            numbers = [entry.payload["number"] for entry in rows if entry.kind == "action"]
            questions = [entry for entry in rows if entry.kind == "question"]
            attempted = numbers[-1]
            assert numbers == list(range(1, attempted + 1)), "each is there, once, and in its place"
            assert attempted in (acknowledged, acknowledged + 1)
            assert len(questions) == len(numbers), "rows of one moment are all there or none"
            newest = log.games()[0]
            for entry in log.entries(newest.id):
                if entry.picture is not None:
                    assert log.picture(entry.picture) is not None, "no picture of the game in play goes"
            log._database.check()


def test_rows_with_pictures_survive_kill_9_while_old_pictures_make_room(database: str) -> None:
    write_and_kill(database, 3)


@pytest.mark.trials
def test_rows_with_pictures_survive_hundreds_of_kills(database: str) -> None:
    write_and_kill(database, MANY_KILLS)
