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

from croupier.server.cli.app import main
from croupier.server.cli.table import serve
from croupier.server.cli.table.serve import seat
from croupier.server.house import House
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.server.web.run import listen

START = "from croupier.server.cli.app import main; main()"
TOKEN = "the-operators-token"
PATIENCE_S = 30.0

Start = Callable[..., subprocess.Popen[str]]
Run = Callable[..., tuple[object, str, str]]


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
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command in this process, up to where a table would be open; its status, and what it printed and said."""

    def run_one(*arguments: object, command: str = "serve", token: str = TOKEN) -> tuple[object, str, str]:
        monkeypatch.setenv("CROUPIER_OPERATOR_TOKEN", token)
        monkeypatch.setattr(sys, "argv", ["croupier", *command.split(), *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "begin", lambda *_: None)  # of how a process writes its lines
    monkeypatch.setattr(House, "serve", lambda *_: None)
    return run_one


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


def end(process: subprocess.Popen[str], port: int, number: int) -> None:
    """By a signal, cleanly, while readers are connected."""
    readers = [
        urllib.request.urlopen(f"http://localhost:{port}/api/{name}", timeout=PATIENCE_S)
        for name in ("events", "events", "live.mjpg")
    ]
    assert readers[0].readline().startswith(b"retry: ")
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE_S) == 0, signal.Signals(number)
    assert process.communicate()[1] == ""
    for reader in readers:
        reader.close()


def test_it_prints_where_everything_is_ends_cleanly_even_with_readers_and_an_unfinished_game_goes_on(
    start: Start, port: int
) -> None:
    arguments = ("--game", "rift", "--players", "Ada,Bo", "--port", port, "--database", "t.db")
    process = start(*arguments)
    assert lines_until(process, "--lan") == [
        "A new game of Rift.",
        f"Board:    http://localhost:{port}/board",
        f"Operator: http://localhost:{port}/table?token={TOKEN}",
        "Only this computer can open it; --lan opens it to the network.",
    ]
    board = fetch(port, "/api/board")
    assert board["players"] == ["Ada", "Bo"]
    assert board["you"]["role"] == "operator"
    fetch(port, "/api/act", {"version": 1, "action": {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}})
    end(process, port, signal.SIGTERM)
    again = start(*arguments)
    assert lines_until(again, "--lan")[0] == "Going on with Rift, 1 action in, for Ada and Bo."
    assert fetch(port, "/api/board")["view"]["dice"] == [3, 5, 6]
    end(again, port, signal.SIGINT)


def test_a_port_in_use_is_named(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("--game", "rift", "--port", port, "--database", "t.db")
    assert said == (1, "", f"croupier: Port {port} is in use or not allowed: choose another with --port.\n")


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
        (["--game", "rift", "--database", ""], "--database names nothing: give a path"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_sentence(run: Run, port: int, arguments: list[str], says: str) -> None:
    status, _, err = run("--port", port, *arguments)
    assert status == 1
    assert err.startswith("croupier: ")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["backup copy.db", "export"])
@pytest.mark.parametrize("empty", ["", " "], ids=repr)
def test_no_command_takes_an_empty_name_for_a_log(run: Run, tmp_path: Path, command: str, empty: str) -> None:
    status, out, err = run("--database", empty, command=command)
    assert (status, out) == (1, "")
    assert err.startswith("croupier: --database names nothing: give a path")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir()), "and nothing is made"


@pytest.mark.parametrize(("token", "says"), [("dice", "easily guessed"), ("my dice", "holds what no link can")])
def test_a_bad_token_is_refused_in_one_sentence_where_others_may_try(
    run: Run, port: int, token: str, says: str
) -> None:
    status, _, err = run("--allow-host", "dice.example.org", "--port", port, "--database", "t.db", token=token)
    assert status == 1
    assert says in err
    assert err.count("\n") == 1


def test_a_token_that_is_easily_guessed_is_warned_of_and_is_none_for_a_network(run: Run, port: int) -> None:
    status, _, err = run("--lan", "--port", port, "--database", "t.db", token="dragons")
    assert status == 1
    assert err.startswith("croupier: CROUPIER_OPERATOR_TOKEN is easily guessed: give it at least 16 ")
    status, out, warned = run("--port", port, "--database", "t.db", token="dragons")
    assert (status, warned) == (0, err)
    assert "--lan" in out.splitlines()[-1], "at home it is open all the same"


def test_behind_a_proxy_it_says_by_which_name_others_find_it_and_answers_by_no_other_than_its_own(
    start: Start, port: int
) -> None:
    process = start("--port", port, "--database", "t.db", "--allow-host", "Dice.Example")
    printed = lines_until(process, "dice.example")
    assert "behind the proxy" in printed[-1]
    assert not any("Only this computer" in line for line in printed)
    seats = fetch(port, "/api/game", {"game": "rift", "players": ["Ada"]})["seats"]
    assert seats[0]["player"] == "Ada"
    assert fetch(port, "/api/seat", {"seat": 0})["link"].startswith("http://dice.example/play#token=")

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
