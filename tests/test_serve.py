"""`croupier serve` as people start it: what it prints, what it refuses, how it ends and how it goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from croupier.server.cli.table.serve import made_ready, seat
from croupier.server.folders import default_database
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.server.web.run import listen

START = "from croupier.server.cli.app import main; main()"
TOKEN = "the-operators-token"
PATIENCE_S = 30.0

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `croupier serve` with these arguments; its log is in `tmp_path`."""
    running: list[subprocess.Popen[str]] = []

    def start_one(*arguments: object, **more: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", START, "serve", *map(str, arguments)]
        environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1", **more}
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
        )
        running.append(process)
        return process

    yield start_one
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lines_until(process: subprocess.Popen[str], last: str) -> list[str]:
    """What it prints up to the line that holds `last`."""
    assert process.stdout is not None
    printed: list[str] = []
    patience = threading.Timer(PATIENCE_S, process.kill)
    patience.start()
    try:
        for line in process.stdout:
            printed.append(line.strip())
            if last in line:
                return printed
    finally:
        patience.cancel()
    raise AssertionError(f"{last!r} was never printed: {printed} {process.communicate()[1]}")


def fetch(port: int, address: str, body: object = None) -> Any:
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"http://localhost:{port}{address}", data, headers), timeout=PATIENCE_S
    ) as answer:
        return json.load(answer)


def test_it_prints_where_everything_is_and_listens_only_here(start: Start, port: int) -> None:
    process = start("--game", "rift", "--players", "Ada,Bo", "--port", port, "--database", "t.db")
    printed = lines_until(process, "--lan")
    assert printed == [
        "A new game of Rift.",
        f"Board:    http://localhost:{port}/board",
        f"Operator: http://localhost:{port}/table?token={TOKEN}",
        "Only this computer can open it; --lan opens it to the network.",
    ]
    board = fetch(port, "/api/board")
    assert board["players"] == ["Ada", "Bo"]
    assert board["you"]["role"] == "operator"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_even_with_readers_connected(start: Start, port: int, number: int) -> None:
    process = start("--game", "rift", "--port", port, "--database", "t.db")
    lines_until(process, "--lan")
    readers = [
        urllib.request.urlopen(f"http://localhost:{port}/api/{name}", timeout=PATIENCE_S)
        for name in ("events", "events", "live.mjpg")
    ]
    assert readers[0].readline().startswith(b"retry: ")
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE_S) == 0
    assert process.communicate()[1] == ""
    for reader in readers:
        reader.close()


def test_a_port_in_use_is_named(start: Start) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--game", "rift", "--port", port, "--database", "t.db")
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert out == ""
    assert err == f"croupier: Port {port} is in use or not allowed: choose another with --port.\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "rift", "--database", "nowhere/t.db"], "There is no folder"),
        (["--game", "rift", "--database", "sqlite://"], "keeps nothing"),
        (["--game", "chess", "--database", "t.db"], "There is no game 'chess'"),
        (["--game", "rift", "--players", "Ada,Ada", "--database", "t.db"], "Two players are called Ada"),
        (["--game", "rift", "--option", "a=1", "--option", "a=2", "--database", "t.db"], "option a is given twice"),
        (["--players", "Ada", "--database", "t.db"], "--game"),
        (["--allow-host", "http://dice", "--database", "t.db"], "--allow-host takes a name"),
        (["--allow-host", "..", "--database", "t.db"], "--allow-host takes a name"),
        (["--game", "rift", "--camera", "crystal:ball", "--database", "t.db"], "No camera is known by 'crystal:ball'"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_sentence(
    start: Start, port: int, arguments: list[str], says: str
) -> None:
    process = start("--port", port, *arguments)
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert err.startswith("croupier: ")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("token", "says"), [("dice", "easily guessed"), ("my dice", "holds what no link can")])
def test_a_bad_token_is_refused_in_one_sentence_where_others_may_try(start: Start, token: str, says: str) -> None:
    process = start("--allow-host", "dice.example.org", "--database", "t.db", CROUPIER_OPERATOR_TOKEN=token)
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert says in err
    assert err.count("\n") == 1


def test_behind_a_proxy_it_says_by_which_name_others_find_it(start: Start, port: int) -> None:
    process = start("--allow-host", "dice.example.org", "--port", port, "--database", "t.db")
    printed = lines_until(process, "dice.example.org")
    assert not any("Only this computer" in line for line in printed)
    seats = fetch(port, "/api/game", {"game": "rift", "players": ["Ada"]})["seats"]
    assert seats[0]["player"] == "Ada"
    assert fetch(port, "/api/seat", {"seat": 0})["link"].startswith("http://dice.example.org/play#token=")


def test_an_unfinished_game_goes_on_after_a_restart(start: Start, port: int) -> None:
    arguments = ("--game", "rift", "--players", "Ada,Bo", "--port", port, "--database", "t.db")
    process = start(*arguments)
    lines_until(process, "--lan")
    fetch(port, "/api/act", {"version": 1, "action": {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}})
    process.terminate()
    process.wait(timeout=PATIENCE_S)
    printed = lines_until(start(*arguments), "--lan")
    assert printed[0] == "Going on with Rift, 1 action in, for Ada and Bo."
    assert fetch(port, "/api/board")["view"]["dice"] == [3, 5, 6]


def test_under_https_it_tells_what_browsers_will_say_and_by_what_to_know_the_certificate(
    start: Start, port: int, tmp_path: Path
) -> None:
    process = start("--https", "--port", port, "--database", "t.db", XDG_DATA_HOME=str(tmp_path))
    printed = lines_until(process, "--lan")
    assert printed[1] == f"Board:    https://localhost:{port}/board"
    assert "Browsers do not know this table's own certificate" in printed[3]
    pem = (tmp_path / "croupier" / "https" / "certificate.pem").read_text()
    shown = sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    assert printed[4].replace(":", "") == shown
    own = ssl.create_default_context(cadata=pem)
    with urllib.request.urlopen(f"https://localhost:{port}/healthz", timeout=PATIENCE_S, context=own) as answer:
        assert answer.status == 200


def test_by_another_name_than_its_own_it_does_not_answer_unless_told_to(start: Start, port: int) -> None:
    process = start("--port", port, "--database", "t.db", "--allow-host", "Dice.Example")
    lines_until(process, "behind the proxy")

    def status(host: str) -> int:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/games", headers={"host": host})
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            refused.close()
            return refused.code

    own = [
        "localhost",
        f"127.0.0.1:{port}",
        "[::1]",
        "10.1.2.3:80",
        socket.gethostname(),
        "dice.example",
        "DICE.example:443",
    ]
    assert {host: status(host) for host in own} == dict.fromkeys(own, 200)
    others = ["evil.example", "dice.example.evil.example", "localhost.evil.example", "127.0.0.1.evil.example"]
    assert {host: status(host) for host in others} == dict.fromkeys(others, 421)


def test_a_token_that_is_easily_guessed_is_warned_of_and_is_none_for_a_network(start: Start, port: int) -> None:
    token = "dragons"
    process = start("--lan", "--port", port, "--database", "t.db", CROUPIER_OPERATOR_TOKEN=token)
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert err.startswith("croupier: CROUPIER_OPERATOR_TOKEN is easily guessed: give it at least 16 ")
    at_home = start("--port", port, "--database", "t.db", CROUPIER_OPERATOR_TOKEN=token)
    lines_until(at_home, "--lan")
    at_home.terminate()
    assert at_home.communicate(timeout=PATIENCE_S)[1] == err


def test_an_answer_is_sent_at_once_and_does_not_wait_until_its_beginning_is_acknowledged() -> None:
    async def waits() -> int:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def take(_: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
            taken.set_result(answering.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            answering.close()

        with listen("127.0.0.1", 0) as place:
            async with await asyncio.start_server(take, sock=place):
                with socket.create_connection(place.getsockname()):
                    return await taken

    assert asyncio.run(waits()), "TCP_NODELAY"


@pytest.fixture
def table() -> Iterator[Table]:
    log = Log("sqlite://")
    yield Table(log)
    log.close()


def test_another_game_other_players_or_other_options_start_anew(table: Table) -> None:
    def started() -> int:
        return table.course.started.id

    assert seat(table, "rift", "Ada,Bo", {}) == "A new game of Rift."
    assert seat(table, "rift", None, {}).startswith("Going on with Rift")
    assert seat(table, None, None, {}).startswith("Going on with Rift")
    assert started() == 1
    seat(table, "rift", "Ada, Cy", {})
    assert started() == 2
    seat(table, "rift", None, {"betting": "tavern"})
    assert started() == 3
    seat(table, "crag", None, {})
    assert started() == 4


@pytest.mark.parametrize("game", ["Rift", "RIFT", " rift ", "rift"])
@pytest.mark.parametrize(
    "options", [{}, {"betting": "Tavern"}, {"Betting": "tavern", "extra-rerolls": "0"}, {"betting": "tavern"}], ids=str
)
def test_a_game_and_its_options_are_the_same_however_they_are_written(
    table: Table, game: str, options: dict[str, str]
) -> None:
    seat(table, game, "Ada,Bo", {"betting": "tavern"})
    assert (table.course.started.name, table.course.state.betting) == ("rift", "tavern")
    assert seat(table, game, " Ada,Bo ", options).startswith("Going on with Rift")
    assert seat(table, "Liar's dice", None, {}) == "A new game of Liar's Dice."
    assert table.course.started.name == "liars-dice"


def test_a_finished_game_is_not_gone_on_with(table: Table) -> None:
    seat(table, "rift", "Ada", {})
    game = table.course.game
    while prompts := game.prompts(table.course.state):
        if prompts[0].choices:
            table.do(prompts[0].choices[0], "operator")
        else:
            table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    assert seat(table, "rift", "Ada", {}) == "A new game of Rift."


def test_a_table_with_no_game_waits_for_one(table: Table) -> None:
    assert seat(table, None, None, {}) == "No game yet: choose one on the page."


def test_the_log_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "croupier" / "table.db"
    assert not (tmp_path / "croupier").exists(), "whoever only reads it makes nothing"
    made_ready(default_database())
    assert (tmp_path / "croupier").is_dir()
