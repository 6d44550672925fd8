"""Seats over HTTP: how one comes to a seat, what its token is good for, and what others never get to see."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient
from phones import OPERATOR, TOKEN, House, said
from starlette.requests import Request

from croupier.rules.game import BadOption
from croupier.server import seats as seats_module
from croupier.server.errors import LogError, OutcomeUnknown, TableError
from croupier.server.log import Log
from croupier.server.mailbox import board_of
from croupier.server.seats import Seats
from croupier.server.table import Table
from croupier.server.waiting import MOST_OF_ONE
from croupier.server.web import streams
from croupier.server.web.roles import SPECTATOR, Roles, Who

ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
THROW = {"seat": 0, "kind": "roll", "faces": [3, 5, 6], "thrown": [0, 1, 2]}
BOS_THROW = {**THROW, "seat": 1}
PATIENCE_S = 30.0
CHECK = {"kind": "sleight", "seat": 0, "die": 0, "face": 6, "d20": [15], "bonus": 0, "dc": 10}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "table.db")
    house.table.start("rift", ("Ada", "Bo"), {})
    yield house
    house.log.close()


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Ada has rolled and chosen, and nothing is to happen any more: for all the tests that try what is refused."""
    house = House(tmp_path_factory.mktemp("untouched") / "table.db")
    house.table.start("rift", ("Ada", "Bo"), {})
    house.table.act(ROLL, "operator")
    house.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")
    yield house
    house.log.close()


@pytest.fixture
def dice(house: House) -> House:
    """Liar's Dice, where Ada and Bo have rolled under their cups and may turn a die."""
    house.table.start("liars-dice", ("Ada", "Bo"), {"proficient": "yes", "long": "yes"})
    for seat, faces in enumerate(([1, 1, 1, 1, 1], [2, 2, 2, 2, 2])):
        house.table.act({"kind": "roll", "seat": seat, "faces": faces}, "operator")
    return house


def token_of(phone: TestClient) -> str:
    """That of the one seat it has."""
    (token,) = (token for name, token in phone.cookies.items() if name.startswith("croupier-80-seat-"))
    return token


def redeem(phone: TestClient, link: str) -> None:
    """What the page does with an operator's link, whose token no browser sends along."""
    parts = urlsplit(link)
    assert (parts.netloc, parts.path, parts.query) == ("table.local", "/play", "")
    (token,) = parse_qs(parts.fragment)["token"]
    assert phone.post("/api/redeem", json={"token": token}).json()["token"] == token


def seats(phone: TestClient) -> list[bool]:
    return [seat["taken"] for seat in phone.get("/api/board").json()["seats"]]


# Coming to a seat


def test_a_phone_takes_the_free_seat_of_a_name_and_is_it_from_then_on(house: House) -> None:
    phone = house.phone()
    assert phone.get("/api/board").json()["seats"] == [
        {"seat": 0, "player": "Ada", "taken": False},
        {"seat": 1, "player": "Bo", "taken": False},
    ]
    answer = phone.post("/api/join", json={"name": "  bO "})
    assert answer.json()["seat"] == 1
    assert len(answer.json()["token"]) >= 128 / 6
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("croupier-80-seat-")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert seats(phone) == [False, True]
    assert phone.get("/api/board?seat=1").json()["you"] == {"role": "seat", "seat": 1}
    assert phone.get("/api/board").json()["you"] == {"role": "spectator", "seat": None}


def test_a_seat_that_is_taken_is_the_operators_to_hand_over(house: House) -> None:
    first, second = house.seated("Ada"), house.phone()
    assert said(second.post("/api/join", json={"name": "Ada"}), 409) == (
        "The seat of Ada is taken: ask the operator to hand it over."
    )
    handed = second.post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()
    redeem(second, handed["link"])
    assert second.get("/api/board?seat=0").json()["you"]["seat"] == 0
    assert "given to another phone" in said(first.get("/api/board?seat=0"), 403)
    assert "given to another phone" in said(house.act(first, "/api/act?seat=0", action=ROLL), 403)


def test_whoever_has_a_seat_may_join_it_again_and_keeps_the_token(house: House) -> None:
    phone = house.phone()
    answers = [phone.post("/api/join", json={"name": "Ada"}).json() for _ in range(2)]
    assert answers[0] == answers[1]


def test_an_unknown_name_is_told_who_is_free(house: House) -> None:
    phone = house.phone()
    assert said(phone.post("/api/join", json={"name": "Cy"}), 422) == (
        "Nobody called 'Cy' plays here. Still free: Ada, Bo."
    )
    house.seated("Ada")
    house.seated("Bo")
    assert said(phone.post("/api/join", json={"name": "Cy" * 9999}), 422).endswith(
        "All seats are taken: ask the operator to hand one over."
    )


@pytest.mark.parametrize("name", ["zoë", "ZOE\u0308", " Zoë\u200f", "Z\u200boë", "Ｚｏë"], ids=ascii)
def test_a_name_is_joined_and_keeps_its_seat_however_it_is_written(house: House, name: str) -> None:
    house.table.start("rift", ("Ada", "Zoë"), {})
    phone = house.phone()
    assert phone.post("/api/join", json={"name": name}).json()["seat"] == 1
    with pytest.raises(BadOption):
        house.table.start("rift", ("Zoë", name), {})
    if name.isprintable():
        house.table.start("rift", (name, "Ada"), {})
        assert seats(phone) == [True, False]


def test_joining_before_any_game_says_so(tmp_path: Path) -> None:
    house = House(tmp_path / "new.db")
    assert said(house.phone().post("/api/join", json={"name": "Ada"}), 409).startswith("No game has been started")
    assert said(house.phone().post("/api/seat", json={"seat": 0}, headers=OPERATOR), 409).startswith("No game")
    assert said(house.phone().get("/api/board?seat=0"), 403)
    house.log.close()


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/api/join", {}, 422),
        ("/api/join", {"name": 5}, 422),
        ("/api/join", {"name": ""}, 422),
        ("/api/join", {"name": "\ud800"}, 422),
        ("/api/join", {"name": "Ada", "seat": 0}, 422),
        ("/api/redeem", {}, 422),
        ("/api/redeem", {"token": 5}, 422),
        ("/api/redeem", {"token": "x", "seat": 0}, 422),
        ("/api/seat", {"seat": 2}, 422),
        ("/api/seat", {"seat": -1}, 422),
        ("/api/seat", {"seat": "0"}, 422),
    ],
)
def test_a_bad_body_takes_no_seat(untouched: House, address: str, body: object, status: int) -> None:
    content = json.dumps(body).encode()
    headers = {**OPERATOR, "content-type": "application/json"}
    said(untouched.phone().post(address, content=content, headers=headers), status)
    assert seats(untouched.phone()) == [False, False]


def test_only_the_operator_hands_seats_over(house: House) -> None:
    phone = house.seated("Ada")
    assert "operator" in said(phone.post("/api/seat", json={"seat": 1}), 401)
    assert "operator" in said(phone.post("/api/seat?seat=0", json={"seat": 0}), 401)


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_another_sites_page_cannot_act_for_a_seat_nor_take_one(house: House, origin: str) -> None:
    phone = house.seated("Ada")
    said(phone.post("/api/join", json={"name": "Bo"}, headers={"origin": origin}), 403)
    said(house.act(phone, "/api/act?seat=0", {"origin": origin}, action=ROLL), 403)
    assert seats(phone) == [True, False]
    assert house.version() == 1


# What a token is good for


def test_a_seat_acts_for_itself_and_its_rows_say_so(house: House) -> None:
    phone = house.seated("Ada")
    answer = house.act(phone, "/api/act?seat=0", action=ROLL)
    assert answer.json()["view"]["dice"] == [3, 5, 6]
    assert answer.json()["you"] == {"role": "seat", "seat": 0}
    assert answer.json()["last"]["author"] == "seat 0"


@pytest.mark.parametrize("what", [{"action": {**ROLL, "seat": 1}}, {"throw": {**THROW, "seat": 1}}])
def test_a_seat_acts_for_no_other(house: House, what: dict[str, Any]) -> None:
    house.table.act(ROLL, "operator")
    house.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")
    phone = house.seated("Ada")
    assert said(house.act(phone, "/api/act?seat=0", **what), 403) == (
        "A seat acts for itself alone: this page is seat 0's."
    )
    assert "not your seat" in said(house.act(phone, "/api/act?seat=1", **what), 403)
    assert "Take a seat" in said(house.act(phone, **what), 401)


@pytest.mark.parametrize("seat", [True, "0", None, 0.5, [0]])
def test_a_seat_that_is_no_number_is_nobodys(house: House, seat: object) -> None:
    phone = house.seated("Ada")
    assert house.act(phone, "/api/act?seat=0", action={**ROLL, "seat": seat}).status_code in (403, 422)
    assert house.version() == 1


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/api/undo", {}),
        ("/api/correct", {"entry": 2, "faces": [1, 1, 1]}),
        ("/api/correct", {"entry": 2, "action": {**ROLL, "faces": [1, 1, 1]}}),
        ("/api/dismiss", {}),
        ("/api/game", {"game": "crag", "players": ["Ada"]}),
    ],
)
def test_a_seat_does_not_do_the_operators_business(house: House, address: str, body: dict[str, Any]) -> None:
    phone = house.phone()
    token = phone.post("/api/join", json={"name": "Ada"}).json()["token"]
    house.act(phone, "/api/act?seat=0", action=ROLL)
    for headers in (None, {"authorization": f"Bearer {token}"}):
        status = 403 if address == "/api/correct" else 401
        assert "operator" in said(house.act(phone, f"{address}?seat=0", headers, **body), status)
    assert house.table.course.state.dice == (3, 5, 6)


def test_a_token_in_the_header_is_its_seat_without_asking(house: House) -> None:
    phone = house.phone()
    header = {"authorization": f"Bearer {phone.post('/api/join', json={'name': 'Ada'}).json()['token']}"}
    other = house.phone()
    assert other.get("/api/board", headers=header).json()["you"] == {"role": "seat", "seat": 0}
    assert house.act(other, headers=header, action=ROLL).status_code == 200
    assert "not your seat" in said(other.get("/api/board?seat=1", headers=header), 403)
    assert other.get("/api/board", headers={"authorization": "Bearer guess"}).json()["you"]["role"] == "spectator"


def test_one_browser_may_be_the_operator_and_several_seats(house: House) -> None:
    phone = house.seated("Ada")
    phone.post("/api/join", json={"name": "Bo"})
    phone.cookies.set("croupier", TOKEN)
    yous = [phone.get(f"/api/board{asked}").json()["you"] for asked in ("", "?seat=0", "?seat=1")]
    assert yous == [{"role": "operator", "seat": None}, {"role": "seat", "seat": 0}, {"role": "seat", "seat": 1}]
    assert house.act(phone, "/api/act?seat=0", action=ROLL).json()["last"]["author"] == "seat 0"
    assert house.act(phone, action={"kind": "score", "seat": 0, "category": "sixes"}).json()["last"]["author"] == (
        "operator"
    )
    assert "acts for itself" in said(house.act(phone, "/api/act?seat=0", action={**ROLL, "seat": 1}), 403)


def test_the_operators_token_opens_no_seat(dice: House) -> None:
    assert "not your seat" in said(dice.phone().get("/api/board?seat=0", headers=OPERATOR), 403)
    assert "not your seat" in said(dice.phone().get("/api/events?seat=0", headers=OPERATOR), 403)


@pytest.mark.parametrize("asked", ["x", "-1", "1.5", "9" * 30, "9" * 5000, "²", "%00"])
def test_a_seat_that_cannot_be_is_refused_in_words(house: House, asked: str) -> None:
    phone = house.seated("Ada")
    said(phone.get(f"/api/board?seat={asked}"), 422)
    said(phone.get(f"/api/events?seat={asked}"), 422)
    said(house.act(phone, f"/api/act?seat={asked}", action=ROLL), 422)
    said(house.act(phone, f"/api/undo?seat={asked}", OPERATOR), 409)


def test_a_wrong_or_void_link_opens_no_seat(house: House) -> None:
    phone = house.phone()
    old = phone.post("/api/join", json={"name": "Ada"}).json()["token"]
    phone.post("/api/seat", json={"seat": 0}, headers=OPERATOR)
    for token in ("guess", "", old, TOKEN, "ü"):
        answer = house.phone().get("/play", params={"seat": 0, "token": token}, follow_redirects=False)
        assert "good for no seat" in said(answer, 403)
        assert "set-cookie" not in answer.headers
        answer = house.phone().post("/api/redeem", json={"token": token})
        assert "good for no seat" in said(answer, 403)
        assert "set-cookie" not in answer.headers


def test_a_link_with_its_token_in_the_query_still_opens_the_seat_and_drops_it(house: House) -> None:
    phone = house.phone()
    token = house.phone().post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()["token"]
    answer = phone.get("/play", params={"seat": 0, "token": token}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/play?seat=0")
    assert phone.get("/api/board?seat=0").json()["you"]["seat"] == 0


def test_the_page_of_a_seat_is_there(untouched: House) -> None:
    assert untouched.phone().get("/play?seat=0").status_code == 200


# Over games and restarts


def test_seats_stay_taken_over_a_restart_and_in_a_new_game_of_the_same_players(house: House, tmp_path: Path) -> None:
    phone = house.seated("Ada")
    token = token_of(phone)
    house.table.start("crag", ("Bo", "Ada"), {})
    house.log.close()
    again = House(tmp_path / "table.db")
    later = again.phone()
    later.cookies.set("croupier-seat-0", token)
    assert later.get("/api/board?seat=1").json()["you"] == {"role": "seat", "seat": 1}, "Ada sits elsewhere now"
    assert "not your seat" in said(later.get("/api/board?seat=0"), 403)
    assert seats(later) == [False, True]
    again.log.close()


def test_a_phone_that_holds_every_seat_keeps_them_in_any_order_of_the_players(house: House) -> None:
    names = ("Ada", "Bo", "Cy")
    house.table.start("rift", names, {})
    phone = house.phone()
    tokens = {name: phone.post("/api/join", json={"name": name}).json()["token"] for name in names}
    for players in permutations(names):
        house.table.start("rift", players, {})
        for joined in players:  # the page joins again where it has lost its way
            answer = phone.post("/api/join", json={"name": joined}).json()
            assert (answer["seat"], answer["token"]) == (players.index(joined), tokens[joined])
            yous = [phone.get(f"/api/board?seat={seat}").json()["you"] for seat in range(3)]
            assert yous == [{"role": "seat", "seat": seat} for seat in range(3)]


def test_a_link_to_a_seat_costs_a_phone_no_other_seat(house: House) -> None:
    phone = house.seated("Ada")
    house.table.start("rift", ("Bo", "Ada"), {})
    redeem(phone, house.phone().post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()["link"])
    assert [phone.get(f"/api/board?seat={seat}").status_code for seat in (0, 1)] == [200, 200]


def test_a_name_that_sat_out_a_game_is_forgotten(house: House) -> None:
    phone = house.seated("Ada")
    house.table.start("rift", ("Bo", "Cy"), {})
    assert "not your seat" in said(phone.get("/api/board?seat=0"), 403)
    house.table.start("rift", ("Ada", "Bo"), {})
    assert "not your seat" in said(phone.get("/api/board?seat=0"), 403)
    assert seats(phone) == [False, False]


def test_a_handed_over_seat_stays_handed_over_in_the_next_game(house: House) -> None:
    old, new = house.seated("Ada"), house.phone()
    new.post("/api/seat", json={"seat": 0}, headers=OPERATOR)
    house.table.start("rift", ("Ada", "Bo"), {})
    assert "not your seat" in said(old.get("/api/board?seat=0"), 403)
    assert seats(old) == [True, False]


def test_the_database_knows_no_token(house: House, tmp_path: Path) -> None:
    token = token_of(house.seated("Ada"))
    house.log.close()
    everything = "".join(sqlite3.connect(tmp_path / "table.db").iterdump())
    assert "seats" in everything
    assert token not in everything


def test_a_seat_that_cannot_be_written_is_nobodys(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LogError("The disk is full: free some space.")

    monkeypatch.setattr(house.log, "seat", full)
    assert said(house.phone().post("/api/join", json={"name": "Ada"}), 503)
    assert seats(house.phone()) == [False, False]


def test_every_token_is_compared_whole_with_every_seats(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[tuple[str, str]]()

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    phone = house.seated("Ada")
    house.seated("Bo")
    monkeypatch.setattr(seats_module.hmac, "compare_digest", compare)
    assert house.table.seats.held_by(token_of(phone)) == 0
    assert len(compared) == 2


def test_tokens_are_all_different(house: House) -> None:
    other = Seats(house.log)
    other.open(house.table.course.started)
    assert len({other.give(0) for _ in range(20)}) == 20


# What others never see


def test_a_seat_sees_its_own_cup_and_its_own_secret_offers_alone(dice: House) -> None:
    ada, bo = dice.seated("Ada"), dice.seated("Bo")
    own = ada.get("/api/board?seat=0").json()
    assert own["view"]["mine"]["dice"] == [1] * 5
    assert [(prompt["kind"], prompt["seat"]) for prompt in own["prompts"]] == [("bid", 0), ("sleight", 0)]
    assert bo.get("/api/board?seat=1").json()["view"]["mine"]["dice"] == [2] * 5
    for phone, headers in ((ada, None), (bo, None), (bo, OPERATOR)):
        board = phone.get("/api/board", headers=headers).json()
        assert board["view"]["mine"] is None
        assert [prompt["kind"] for prompt in board["prompts"]] == ["bid"]
        assert "1, 1, 1" not in json.dumps(board)


def test_what_a_seat_does_in_secret_is_in_the_answer_and_moves_no_version(dice: House) -> None:
    ada, before = dice.seated("Ada"), dice.version()
    answer = dice.act(ada, "/api/act?seat=0", action=CHECK).json()
    assert answer["view"]["mine"]["dice"] == [6, 1, 1, 1, 1]
    assert answer["version"] == before
    refused = dice.act(ada, "/api/act?seat=0", action=CHECK)
    assert "tried once already" in said(refused, 422)
    assert "sleight" not in [prompt["kind"] for prompt in refused.json()["legal"]]
    stale = ada.post("/api/act?seat=0", json={"version": 1, "action": CHECK})
    assert stale.json()["board"]["view"]["mine"]["dice"] == [6, 1, 1, 1, 1]


def test_a_refusal_offers_a_seat_its_own_secrets_and_nobody_else(dice: House) -> None:
    ada, wrong = dice.seated("Ada"), {"kind": "reveal", "seat": 0}
    asked = {
        "seat": dice.act(ada, "/api/act?seat=0", action=wrong),
        "operator": dice.act(ada, headers=OPERATOR, action=wrong),
    }
    offered = {who: [prompt["kind"] for prompt in answer.json()["legal"]] for who, answer in asked.items()}
    assert offered == {"seat": ["bid", "sleight"], "operator": ["bid"]}


@pytest.mark.parametrize("spent", [False, True])
def test_the_operator_learns_of_no_secret_by_trying_it(dice: House, spent: bool) -> None:
    if spent:
        dice.table.act(CHECK, "seat 0")
    assert said(dice.act(dice.phone(), headers=OPERATOR, action=CHECK), 403) == (
        "Only the player may do this, on a page of the own seat: whether it can be done is a secret."
    )


def read(chunk: bytes) -> tuple[str, Any]:
    *_, kind, data = chunk.decode().strip().split("\n")
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_a_secret_is_news_to_its_seat_alone(dice: House) -> None:
    async def story() -> None:
        feed = streams.Feed(dice.news, lambda who, _: {"of": who.seat})
        own = feed.events(Who("seat", 0))
        others = [feed.events(who) for who in (SPECTATOR, Who("seat", 1))]
        for stream in (own, *others):
            await anext(stream)
        dice.table.act(CHECK, "seat 0")
        assert read(await anext(own)) == ("board", {"of": 0})
        dice.table.act({"kind": "bid", "seat": 0, "quantity": 3, "face": 3}, "seat 0")
        for stream in others:
            assert (await anext(stream)).startswith(b"event: event"), "the bid is the first that they hear of"
        for stream in (own, *others):
            await stream.aclose()

    asyncio.run(story())
    assert not dice.news.wanted(board_of(0))


def test_the_stream_of_a_seat_ends_with_its_token(house: House) -> None:
    async def story() -> None:
        token = house.table.seats.take("Ada")[1]

        def still() -> bool:
            return house.table.seats.held_by(token) == 0

        feed = streams.Feed(house.news, lambda *_: {})
        stream = feed.events(Who("seat", 0), still)
        await anext(stream)
        house.table.seats.give(0)
        assert [chunk async for chunk in stream] == []
        assert [chunk async for chunk in feed.events(Who("seat", 0), still)] == []

    asyncio.run(story())


def test_a_seat_follows_its_own_cup_until_somebody_else_has_the_seat(
    dice: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, heard, passed = dice.seated("Ada"), list[str](), threading.Event()
    still = Roles.still

    def watched(roles: Roles, request: Request, who: Who) -> bool:
        held = still(roles, request, who)
        passed.set()  # for the first board
        return held

    monkeypatch.setattr(Roles, "still", watched)
    follow = threading.Thread(target=lambda: heard.append(phone.get("/api/events?seat=0").text))
    follow.start()
    assert passed.wait(PATIENCE_S)
    dice.table.seats.give(0)
    follow.join(PATIENCE_S)
    assert not follow.is_alive()
    ((kind, board),) = (read(chunk.encode()) for chunk in heard[0].strip().split("\n\n"))
    assert (kind, board["view"]["mine"]["dice"]) == ("board", [1] * 5)
    assert board["you"] == {"role": "seat", "seat": 0}


# Throws and faces


def test_a_throw_needs_no_knowledge_of_the_game(house: House) -> None:
    phone = house.seated("Ada")
    board = house.act(phone, "/api/act?seat=0", throw=THROW).json()
    assert board["last"]["action"] == ROLL
    again = {"seat": 0, "kind": "reroll", "faces": [3, 1, 2], "thrown": [1, 2]}
    board = house.act(phone, "/api/act?seat=0", throw=again).json()
    assert board["last"]["action"] == {"kind": "reroll", "seat": 0, "dice": [1, 2], "faces": [1, 2]}
    assert [die["face"] for die in board["last"]["dice"]] == [3, 1, 2]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": ROLL, "throw": BOS_THROW},
        {"action": None},
        {"throw": None},
        {"action": ROLL, "throw": None},
        {"action": {**ROLL, "kind": ["roll"]}},
        {"action": {**ROLL, "kind": {}, "seat": {}}},
        {"throw": {}},
        {"throw": []},
        {"throw": {**BOS_THROW, "more": 1}},
        {"throw": {**BOS_THROW, "faces": "356"}},
        {"throw": {**BOS_THROW, "faces": [3, 5, True]}},
        {"throw": {**BOS_THROW, "faces": [3, 5, 9]}},
        {"throw": {**BOS_THROW, "faces": [3, 5]}},
        {"throw": {**BOS_THROW, "faces": [3, 5, 10**20]}},
        {"throw": {**BOS_THROW, "faces": [1] * 5000}},
        {"throw": {**BOS_THROW, "thrown": [0, 1]}},
        {"throw": {**BOS_THROW, "thrown": [0, 1, 1]}},
        {"throw": {**BOS_THROW, "thrown": [0, 1, 3]}},
        {"throw": {**BOS_THROW, "thrown": [0, 1, -1]}},
        {"throw": {"seat": 1, "kind": "roll", "faces": [3, 5, 6]}},
        {"throw": {**BOS_THROW, "seat": 0}},
        {"throw": {**BOS_THROW, "seat": 99}},
        {"throw": {**BOS_THROW, "kind": "score"}},
        {"throw": {**BOS_THROW, "kind": "reroll"}},
    ],
    ids=lambda body: str(body)[:60],
)
def test_a_throw_of_a_wrong_shape_is_refused_in_one_sentence(untouched: House, body: dict[str, Any]) -> None:
    answer = untouched.act(untouched.phone(), headers=OPERATOR, **body)
    sentence = said(answer, 422)
    if {"action", "throw"} == set(body) or not body:
        assert sentence == "The body: send exactly one of action and throw."
    assert untouched.version() == 3


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        (BOS_THROW | {"seat": 0}, "No such throw is awaited from Ada now. First, Bo: roll three dice."),
        (BOS_THROW | {"kind": "reroll"}, "No such throw is awaited from Bo now. First, Bo: roll three dice."),
        (BOS_THROW | {"seat": 7}, "There is no seat 7; the seats are 0 to 1."),
    ],
)
def test_a_throw_that_is_not_awaited_is_told_what_is(untouched: House, throw: dict[str, Any], words: str) -> None:
    assert said(untouched.act(untouched.phone(), headers=OPERATOR, throw=throw), 422) == words


def test_a_stale_throw_is_stale(house: House) -> None:
    house.table.act(ROLL, "operator")
    answer = house.phone().post("/api/act", json={"version": 1, "throw": THROW}, headers=OPERATOR)
    assert "moved on" in said(answer, 409)


def test_an_entry_is_corrected_by_what_its_dice_showed(house: House) -> None:
    operator = house.phone()
    house.act(operator, headers=OPERATOR, throw=THROW)
    house.act(operator, headers=OPERATOR, throw={"seat": 0, "kind": "reroll", "faces": [3, 1, 2], "thrown": [1, 2]})
    board = house.act(operator, "/api/correct", OPERATOR, entry=3, faces=[3, 1, 4]).json()
    assert board["view"]["dice"] == [3, 1, 4]
    board = house.act(operator, "/api/correct", OPERATOR, entry=3, faces=[6, 1, 4]).json()
    assert board["view"]["dice"] == [6, 1, 4], "a die that stayed is put right where it was thrown"
    rows = operator.get("/api/log").json()["entries"]
    assert [[die["face"] for die in row["dice"]] for row in rows] == [[6, 5, 6], [6, 1, 4], [], []]
    assert [row["corrected"] for row in rows] == [True, True, False, False]
    assert "one throw after the other" in said(
        house.act(operator, "/api/correct", OPERATOR, entry=3, faces=[1, 1, 1]), 422
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"entry": 2}, 422),
        ({"entry": 2, "faces": [1, 1, 1], "action": ROLL}, 422),
        ({"entry": 2, "faces": None}, 422),
        ({"entry": 2, "faces": [1, 1]}, 422),
        ({"entry": 2, "faces": [1, 1, 9]}, 422),
        ({"entry": 2, "faces": []}, 422),
        ({"entry": 3, "faces": [1, 1, 1]}, 422),
        ({"entry": 1, "faces": [1, 1, 1]}, 409),
        ({"entry": 99, "faces": [1, 1, 1]}, 409),
    ],
    ids=str,
)
def test_a_correction_by_wrong_faces_is_refused_in_one_sentence(
    untouched: House, body: dict[str, Any], status: int
) -> None:
    said(untouched.act(untouched.phone(), "/api/correct", OPERATOR, **body), status)
    assert untouched.version() == 3


def test_a_die_that_was_turned_since_it_fell_is_put_right_where_it_was_turned(house: House) -> None:
    operator = house.phone()
    house.act(operator, headers=OPERATOR, throw=THROW)
    turn = {"kind": "sleight", "seat": 0, "die": 0, "face": 1, "d20": [20], "bonus": 0, "opponent": 1}
    turn |= {"opponent_d20": [1], "opponent_bonus": 0, "disadvantage": False}
    house.act(operator, headers=OPERATOR, action=turn)
    house.act(operator, headers=OPERATOR, throw={"seat": 0, "kind": "reroll", "faces": [1, 1, 2], "thrown": [1, 2]})
    mixed = house.act(operator, "/api/correct", OPERATOR, entry=3, faces=[2, 1, 6])
    assert "one throw after the other" in said(mixed, 422)
    board = house.act(operator, "/api/correct", OPERATOR, entry=4, faces=[2, 1, 2]).json()
    assert board["view"]["dice"] == [2, 1, 2]
    rows = operator.get("/api/log").json()["entries"]
    assert [[die["face"] for die in row["dice"]] for row in rows[:3]] == [[3, 5, 6], [2, 5, 6], [2, 1, 2]]


def test_a_seat_puts_its_own_hidden_dice_right_and_the_operator_all_of_them_blind(dice: House) -> None:
    ada, bo, operator = dice.seated("Ada"), dice.seated("Bo"), dice.phone()
    rows = bo.get("/api/log").json()["entries"]
    assert [(row["entry"], row["covered"], row["dice"]) for row in rows] == [(3, 5, []), (4, 5, [])]
    board = dice.act(ada, "/api/correct?seat=0", entry=3, faces=[1, 2, 3, 4, 5]).json()
    assert (board["view"]["mine"]["dice"], board["you"]["seat"]) == ([1, 2, 3, 4, 5], 0)
    last = bo.get("/api/log").json()["entries"][-1]
    told = ("seat 0", "Corrected: Ada rolls 5 dice under the cup.", {"kind": "roll", "seat": 0}, [])
    assert (last["author"], last["text"], last["action"], last["dice"]) == told
    answer = dice.act(operator, "/api/correct", OPERATOR, entry=4, faces=[6, 6, 6, 6, 6])
    assert (answer.json()["view"]["mine"], "6, 6" in answer.text) == (None, False)
    assert bo.get("/api/board?seat=1").json()["view"]["mine"]["dice"] == [6, 6, 6, 6, 6]
    for body in ({"entry": 3, "faces": [1] * 5}, {"entry": 4, "action": {"kind": "roll", "seat": 1, "faces": [1] * 5}}):
        assert "ask the operator" in said(dice.act(bo, "/api/correct?seat=1", **body), 403)
    assert "operator" in said(dice.act(ada, "/api/correct", entry=3, faces=[1] * 5), 401), "nobody without a seat"
    assert "not your seat" in said(dice.act(ada, "/api/correct?seat=1", entry=4, faces=[1] * 5), 403)


def test_the_description_is_true_of_seats(untouched: House) -> None:
    description = untouched.phone().get("/openapi.json").json()
    bodies = description["components"]["schemas"]
    assert bodies["Act"]["oneOf"] == [{"required": ["action"]}, {"required": ["throw"]}]
    assert bodies["Act"]["properties"]["throw"] == {"$ref": "#/components/schemas/Throw"}
    assert bodies["Correct"]["oneOf"] == [{"required": ["action"]}, {"required": ["faces"]}]
    assert bodies["Correct"]["properties"]["faces"]["type"] == "array"
    for address, method in (
        ("/api/board", "get"),
        ("/api/events", "get"),
        ("/api/act", "post"),
        ("/api/correct", "post"),
    ):
        route = description["paths"][address][method]
        assert [parameter["name"] for parameter in route["parameters"]] == ["seat"]
        assert "403" in route["responses"]
    for address in ("/api/join", "/api/redeem", "/api/seat"):
        assert {"200", "400", "403", "409", "413", "415", "422", "503"} <= set(
            description["paths"][address]["post"]["responses"]
        )


# Before a game


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[House]:
    """A table at which no game was begun yet."""
    house = House(tmp_path / "hall.db")
    yield house
    house.log.close()


def waiting(phone: TestClient) -> list[str]:
    names: list[str] = phone.get("/api/board").json()["waiting"]
    return names


def test_whoever_waits_has_a_seat_when_a_game_with_that_name_begins(hall: House) -> None:
    ada, bo = hall.phone(), hall.phone()
    assert ada.post("/api/wait", json={"name": " Ada "}).json()["name"] == "Ada"
    bo.post("/api/wait", json={"name": "Bo"})
    assert waiting(hall.phone()) == ["Ada", "Bo"]
    assert "not your seat" in said(ada.get("/api/board?seat=0"), 403)
    hall.table.start("rift", ("Cleo", "ada"), {})
    assert seats(ada) == [False, True]
    assert ada.get("/api/board?seat=1").json()["you"] == {"role": "seat", "seat": 1}
    assert ada.post("/api/join", json={"name": "Ada"}).json()["seat"] == 1
    assert "not your seat" in said(bo.get("/api/board?seat=0"), 403)
    assert waiting(bo) == [], "who is not in the game waits no longer"


def test_a_phone_that_waits_may_give_another_name_and_keeps_its_place(hall: House) -> None:
    ada, bo = hall.phone(), hall.phone()
    first = ada.post("/api/wait", json={"name": "Ada"}).json()
    bo.post("/api/wait", json={"name": "Bo"})
    assert ada.post("/api/wait", json={"name": "Zoë"}).json() == {**first, "name": "Zoë"}
    assert ada.post("/api/wait", json={"name": "ZOË"}).json() == {**first, "name": "ZOË"}
    assert waiting(bo) == ["ZOË", "Bo"]


def test_a_phone_that_is_seated_and_waits_under_another_name_has_a_token_for_each(house: House) -> None:
    ada = house.phone()
    house.table.start("4df", ("Ada",), {})
    seat = ada.post("/api/join", json={"name": "Ada"}).json()["token"]
    house.table.act({"kind": "roll", "seat": 0, "faces": [1, 1, 0, 0]}, "operator")
    assert ada.post("/api/wait", json={"name": "Ada"}).json()["token"] == seat
    assert ada.post("/api/wait", json={"name": "Bob"}).json()["token"] != seat
    house.table.start("4df", ("Ada", "Bob"), {})
    for place in (0, 1):
        assert ada.get(f"/api/board?seat={place}").json()["you"]["seat"] == place


def test_nobody_waits_under_a_name_that_looks_like_anothers_or_like_none(hall: House) -> None:
    hall.phone().post("/api/wait", json={"name": "Zoë"})
    for alike in ("zoë", "ZOE\u0308", "Z\u200boë"):
        refusal = hall.phone().post("/api/wait", json={"name": alike})
        assert refusal.status_code in (409, 422), "one that nobody sees is in the last of them"
    for wrong in ("", " ", "\u200b", "x" * 41, "a\nb"):
        assert "visible characters" in said(hall.phone().post("/api/wait", json={"name": wrong}), 422)
    assert waiting(hall.phone()) == ["Zoë"]


def test_nobody_waits_while_a_game_is_played_and_anybody_may_when_it_is_over(house: House) -> None:
    assert "is being played" in said(house.phone().post("/api/wait", json={"name": "Cleo"}), 409)
    house.table.start("4df", ("Ada",), {})
    house.table.act({"kind": "roll", "seat": 0, "faces": [1, 1, 0, 0]}, "operator")
    assert house.phone().post("/api/wait", json={"name": "Cleo"}).status_code == 200
    assert waiting(house.phone()) == ["Cleo"]


def test_whoever_sat_there_keeps_the_seat_before_one_who_waits_under_the_name(house: House) -> None:
    ada = house.phone()
    house.table.start("4df", ("Ada",), {})
    ada.post("/api/join", json={"name": "Ada"})
    house.table.act({"kind": "roll", "seat": 0, "faces": [1, 1, 0, 0]}, "operator")
    other = house.phone()
    refusal = said(other.post("/api/wait", json={"name": "ada"}), 409)
    assert refusal.startswith("Ada has a seat from the last game and keeps it: add something to your name")
    assert waiting(other) == [], "nobody is promised a seat that is not to be had"
    mine = ada.post("/api/wait", json={"name": "Ada"}).json()
    assert mine == {"name": "Ada", "token": token_of(ada)}
    house.table.start("4df", ("Ada",), {})
    assert ada.get("/api/board?seat=0").status_code == 200
    assert "not your seat" in said(other.get("/api/board?seat=0"), 403)


def test_no_more_wait_than_any_game_has_seats(hall: House) -> None:
    for number in range(100):
        hall.table.wait(f"Player {number}")
    assert "As many wait" in said(hall.phone().post("/api/wait", json={"name": "One more"}), 409)


def test_one_address_takes_a_few_waiting_places_and_leaves_the_others(hall: House) -> None:
    for number in range(MOST_OF_ONE):
        hall.table.wait(f"Player {number}", address="10.0.0.66")
    with pytest.raises(TableError, match="from your address already: the operator can remove"):
        hall.table.wait("One more", address="10.0.0.66")
    assert hall.phone().post("/api/wait", json={"name": "Ada"}).status_code == 200
    for number in range(MOST_OF_ONE + 1):
        hall.table.wait(f"Behind a proxy {number}", address="")


def test_the_requests_own_address_is_counted(hall: House) -> None:
    asked = [hall.phone().post("/api/wait", json={"name": f"Player {n}"}).status_code for n in range(MOST_OF_ONE + 1)]
    assert asked == [200] * MOST_OF_ONE + [409]


def test_a_full_address_may_still_change_a_name_that_it_gave(hall: House) -> None:
    tokens = [hall.table.wait(f"Player {number}", address="10.0.0.66")[1] for number in range(MOST_OF_ONE)]
    hall.table.wait("Ada", tokens[:1], "10.0.0.66")
    assert waiting(hall.phone())[:2] == ["Ada", "Player 1"]


def test_the_operator_alone_removes_whoever_waits(hall: House) -> None:
    ada = hall.phone()
    ada.post("/api/wait", json={"name": "Ada"})
    hall.phone().post("/api/wait", json={"name": "Bo"})
    assert "operator" in said(ada.post("/api/wait/remove", json={"name": "Bo"}), 401)
    assert waiting(ada) == ["Ada", "Bo"]
    assert ada.post("/api/wait/remove", json={"name": "ADA"}, headers=OPERATOR).json() == {"waiting": ["Bo"]}
    assert "waits" in said(ada.post("/api/wait/remove", json={"name": "Ada"}, headers=OPERATOR), 422)
    hall.table.start("rift", ("Ada", "Bo"), {})
    assert seats(ada) == [False, True]


def test_a_start_that_was_not_kept_sends_nobody_home(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.table.wait("Ada")
    with monkeypatch.context() as lost:
        lost.setattr(hall.log, "start_game", unknown)
        with pytest.raises(OutcomeUnknown):
            hall.table.start("rift", ("Ada", "Bo"), {})
    assert hall.table.wait("Cleo")[0] == "Cleo"  # the log is read anew
    assert waiting(hall.phone()) == ["Ada", "Cleo"]
    hall.table.start("rift", ("Ada", "Bo"), {})
    with monkeypatch.context() as lost:
        lost.setattr(hall.log, "start_game", unknown)
        with pytest.raises(OutcomeUnknown):
            hall.table.start("rift", ("Bo",), {})
    hall.table.act(ROLL, "operator")
    assert seats(hall.phone()) == [True, False], "nor does it take a seat away"


def unknown(*_: object) -> Any:
    """The connection was lost while it wrote."""
    raise OutcomeUnknown("The log does not answer: try again.")


def kept_and_lost(write: Callable[..., Any]) -> Callable[..., Any]:
    """As `unknown`, but it was kept."""

    def lost(*what: Any) -> Any:
        write(*what)
        unknown()

    return lost


def test_a_seat_that_nobody_knows_to_be_handed_over_is_looked_up_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = house.seated("Ada")
    with monkeypatch.context() as lost:
        lost.setattr(house.log, "seat", kept_and_lost(house.log.seat))
        said(ada.post("/api/seat", json={"seat": 0}, headers=OPERATOR), 503)
    house.table.act(ROLL, "operator")  # the log is read anew
    assert "given to another phone" in said(ada.get("/api/board?seat=0"), 403)
    assert seats(ada) == [True, False]


def test_a_phone_gets_a_seat_of_the_game_that_was_begun_though_nobody_knew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(house.log, "start_game", kept_and_lost(house.log.start_game))
        with pytest.raises(OutcomeUnknown):
            house.table.start("rift", ("Bo", "Ada"), {})
    phone = house.phone()
    assert phone.post("/api/join", json={"name": "Ada"}).json()["seat"] == 1
    assert house.log.seated(house.table.course.started.id).keys() == {1}


def test_others_hear_of_whoever_waits(log: Log) -> None:
    heard = list[str]()
    Table(log, lambda kind, _: heard.append(kind)).wait("Ada")
    assert heard == ["board"]
