"""How many connections may be open at once, and which of them goes when there are too many: at a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from itertools import cycle
from socket import SHUT_WR, socket

import pytest
from browsing import House, a_house

from croupier.server.web.gate import line

PATIENCE_S = 10.0

Come = Callable[..., HTTPConnection]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with a_house(tmp_path_factory.mktemp("line"), with_camera=False) as house:
        yield house


@pytest.fixture
def come(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Come]:
    """Opens a connection, which asks once unless it is `silent`."""
    monkeypatch.setattr(line, "HEAD_S", 10 * PATIENCE_S)
    with ExitStack() as lines:

        def one(silent: bool = False) -> HTTPConnection:
            connection = HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE_S)
            connection.connect()
            lines.callback(leave, connection)
            assert silent or served(connection)
            return connection

        yield one


def leave(connection: HTTPConnection) -> None:
    """And wait until the server counts it no more."""
    with suppress(OSError):
        line_of(connection).shutdown(SHUT_WR)
    assert is_cut(connection)
    connection.close()


def line_of(connection: HTTPConnection) -> socket:
    assert connection.sock is not None
    return connection.sock


def is_cut(connection: HTTPConnection) -> bool:
    """Waits until it is."""
    try:
        while line_of(connection).recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def served(connection: HTTPConnection) -> bool:
    connection.request("GET", "/api/games")
    answer = connection.getresponse()
    answer.read()
    return answer.status == 200


def follows(connection: HTTPConnection) -> HTTPResponse:
    """The stream of the table's events on it."""
    connection.request("GET", "/api/events")
    return connection.getresponse()


def is_told(stream: HTTPResponse, kind: bytes) -> bool:
    """Waits for news of this kind, or the end."""
    return any(said.strip() == b"event: " + kind for said in iter(stream.readline, b""))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes is of one address that is not this machine's, and has three connections."""
    monkeypatch.setattr(line, "network", lambda address: "192.168.1.20")
    monkeypatch.setattr(line, "MOST_EACH", 3)


@pytest.mark.usefixtures("elsewhere")
def test_of_one_address_the_oldest_that_asks_nothing_more_goes_first(come: Come) -> None:
    first, second, third = come(), come(), come()
    assert all(map(served, (first, second, third)))
    fourth = come()
    assert is_cut(first)
    assert all(map(served, (second, third, fourth)))


@pytest.mark.usefixtures("elsewhere")
def test_one_that_has_asked_nothing_yet_goes_before_one_that_has(come: Come) -> None:
    asked, silent, other = come(), come(silent=True), come()
    fourth = come()
    assert is_cut(silent)
    assert all(map(served, (asked, other, fourth)))


@pytest.mark.usefixtures("elsewhere")
def test_who_follows_the_table_keeps_the_line_and_it_is_the_newcomer_who_goes(house: House, come: Come) -> None:
    streams = [follows(come()) for _ in range(3)]
    assert all(is_told(stream, b"board") for stream in streams)
    assert is_cut(come(silent=True))
    house.news.publish("event", {"text": "Ada rolls 1 2 6."})
    assert all(is_told(stream, b"event") for stream in streams)


def test_each_address_has_its_own_share(come: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    coming = iter(("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.2"))
    monkeypatch.setattr(line, "network", lambda _: next(coming))
    monkeypatch.setattr(line, "MOST_EACH", 2)
    alone, first, second, third = (come() for _ in range(4))
    assert is_cut(first), "and not the oldest of all"
    assert all(map(served, (alone, second, third)))


def test_all_together_have_no_more_than_the_whole(come: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    coming = cycle(f"10.0.0.{number}" for number in range(5))
    monkeypatch.setattr(line, "network", lambda _: next(coming))
    monkeypatch.setattr(line, "MOST", 4)
    first, *others = (come() for _ in range(5))
    assert is_cut(first)
    assert all(map(served, others))


def test_this_machine_is_bound_by_the_whole_alone(come: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "MOST_EACH", 1)
    monkeypatch.setattr(line, "MOST", 4)
    first, *others = (come() for _ in range(4))
    assert all(map(served, (first, *others))), "a proxy on it speaks for everybody"
    others.append(come())
    assert is_cut(first)
    assert all(map(served, others))
