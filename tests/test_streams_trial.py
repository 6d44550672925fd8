"""A trial: a hall full of readers, some of whom sleep, for ten minutes; run by hand, with `-s` for its figures."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

READERS, STALLED = 300, 30
LASTS_S = float(os.environ.get("TRIAL_S", "600"))
ACTION_EVERY_S = 0.5
LATEST_S = 0.1
"""Nine readers in ten, and half of the tenth, have heard of an action by then."""
GROWTH_KIB = 12 * 1024
"""As much may the server's memory differ between the trial's second minute, or its first quarter, and its end."""
PATIENCE_S = 60.0
TOKEN = "the-operators-token"
SERVER = "from croupier.server.cli.start import main; main()"
BOARD = re.compile(rb'event: board\ndata: \{"version":(\d+)')

pytestmark = pytest.mark.trials


@dataclass
class Hall:
    """When each version of the board reached the readers, in seconds after its action was sent."""

    version: int = 1
    sent: dict[int, float] = field(default_factory=dict)
    took: list[list[float]] = field(default_factory=list)
    readers: list[asyncio.Transport] = field(default_factory=list)
    heard: int = 0
    lost: int = 0
    over: bool = False

    def hear(self, version: int) -> None:
        if version in self.sent:
            self.took[-1].append(time.perf_counter() - self.sent[version])
            self.heard += 1


class Reader(asyncio.Protocol):
    """Reads its stream as it comes."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._rest = hall, b""

    def data_received(self, data: bytes) -> None:
        *parts, self._rest = (self._rest + data).split(b"\n\n")
        for part in parts:
            if found := BOARD.search(part):
                self._hall.hear(int(found[1]))

    def connection_lost(self, error: Exception | None) -> None:
        self._hall.lost += not self._hall.over


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Its port and its process number."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SERVER, "serve", "--port", str(port), "--database", str(tmp_path / "table.db")]
    environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN}
    with subprocess.Popen(
        [*command, "--game", "rift", "--players", "Ada,Bo"], env=environment, stdout=subprocess.DEVNULL
    ) as process:
        yield port, process.pid
        process.terminate()


async def ask(port: int, path: str, body: object = None) -> Any:
    """One request of the operator's, on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nContent-Length: {len(said)}\r\n\r\n"
    )
    writer.write(head.encode() + said)
    answer = await reader.read()
    writer.close()
    head_line, _, rest = answer.partition(b"\r\n\r\n")
    assert b" 200 " in head_line.split(b"\r\n")[0], answer[-300:]
    return json.loads(rest)


async def when_up(port: int) -> Any:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await ask(port, "/api/board")
            except OSError:
                await asyncio.sleep(0.1)  # between two knocks at a door that is not there yet


def next_move(board: dict[str, Any], chance: random.Random) -> tuple[str, dict[str, Any]]:
    if board["over"]:
        return "/api/game", {"game": "rift", "players": ["Ada", "Bo"]}
    prompt = next(prompt for prompt in board["prompts"] if prompt["choices"] or prompt["throw"])
    if prompt["choices"]:
        return "/api/act", {"version": board["version"], "action": chance.choice(prompt["choices"])}
    action = {"kind": "roll", "seat": prompt["seat"], "faces": [chance.randint(1, 6) for _ in range(3)]}
    return "/api/act", {"version": board["version"], "action": action}


def cpu_s(pid: int) -> float:
    """What a process has reckoned for so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def resident_kib(pid: int) -> int:
    words = Path(f"/proc/{pid}/status").read_text().split()
    return int(words[words.index("VmRSS:") + 1])


async def fill(port: int, hall: Hall) -> list[socket.socket]:
    """Seat all readers; those that sleep are given back, to be kept."""
    loop = asyncio.get_running_loop()
    tokens = [(await ask(port, "/api/join", {"name": name}))["token"] for name in ("Ada", "Bo")]
    asleep = []
    for n in range(READERS):
        stalled = n % (READERS // STALLED) == 0
        place = socket.create_connection(("127.0.0.1", port))
        token = {1: TOKEN, 2: tokens[0], 3: tokens[1]}.get(n, "")
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        place.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{who}\r\n".encode())
        if stalled:
            asleep.append(place)
        else:
            hall.readers.append((await loop.create_connection(lambda: Reader(hall), sock=place))[0])
    return asleep


def line(hall: Hall, minute: int, pid: int) -> str:
    took = sorted(hall.took[-1])
    if not took:
        return f"minute {minute}: nothing was heard"
    p50, p95 = statistics.median(took), took[int(0.95 * len(took))]
    load = os.getloadavg()[0]
    return (
        f"minute {minute}: {len(took)} boards heard, p50 {1000 * p50:.0f} ms, p95 {1000 * p95:.0f} ms, "
        f"max {1000 * took[-1]:.0f} ms; server {resident_kib(pid) / 1024:.1f} MiB; load {load:.1f}"
    )


async def evening(port: int, pid: int) -> tuple[Hall, list[int]]:
    board = await when_up(port)
    hall, chance = Hall(), random.Random(4)
    asleep = await fill(port, hall)
    memory: list[int] = []
    cpu = cpu_s(pid)
    began = time.perf_counter()
    while (now := time.perf_counter() - began) < LASTS_S:
        if len(hall.took) <= now // 60:
            if hall.took:
                print(line(hall, len(hall.took), pid), flush=True)
            hall.took.append([])
        path, body = next_move(board, chance)
        hall.sent[board["version"] + 1] = time.perf_counter()
        board = await ask(port, path, body)
        memory.append(resident_kib(pid))
        await asyncio.sleep(ACTION_EVERY_S)
    print(line(hall, len(hall.took), pid), flush=True)
    print(f"the server reckoned {1000 * (cpu_s(pid) - cpu) / len(hall.sent):.0f} ms an action", flush=True)
    hall.over = True
    for place in asleep:
        place.close()
    for transport in hall.readers:
        transport.abort()
    return hall, memory


def test_three_hundred_readers_are_told_in_time_though_thirty_sleep(server: tuple[int, int]) -> None:
    hall, memory = asyncio.run(evening(*server))
    took = sorted(one for minute in hall.took for one in minute)
    p50, p95, p99 = (took[int(part * len(took))] for part in (0.5, 0.95, 0.99))
    settled = memory[min(len(memory) // 4, int(60 / ACTION_EVERY_S)) :]
    print(
        f"{len(hall.sent)} actions, {hall.heard} boards heard by {READERS - STALLED} readers: p50 {1000 * p50:.1f} ms, "
        f"p95 {1000 * p95:.1f} ms, p99 {1000 * p99:.1f} ms, max {1000 * took[-1]:.1f} ms; "
        f"memory {settled[0] / 1024:.1f} to {settled[-1] / 1024:.1f} MiB, at most {max(settled) / 1024:.1f}"
    )
    assert hall.lost == 0
    assert hall.heard == len(hall.sent) * (READERS - STALLED)
    assert p95 < LATEST_S
    assert max(settled) - settled[0] < GROWTH_KIB
