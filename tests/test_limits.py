"""How much may come through the door at once: guesses are few, what people do is never held up."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from croupier.server.web.gate import ROOMS, STRANGE_UPLOADS, UPLOADS, Door, Limits, TooMuch
from croupier.server.web.gate.limits import EVENTS, network
from croupier.server.web.roles import is_weak

PHONE, NEXT = "192.168.1.20", "192.168.1.21"


@pytest.fixture
def limits() -> Limits:
    return Limits(lambda token: token == "right")


def come(limits: Limits, address: str, method: str, path: str, *tokens: str, times: int = 1) -> int:
    """How many of so many requests are let in."""
    let_in = 0
    for _ in range(times):
        try:
            limits.request(address, method, path, tokens)
        except TooMuch:
            continue
        let_in += 1
    return let_in


def test_a_volunteer_who_taps_thirty_times_a_second_is_never_held_up(limits: Limits) -> None:
    assert come(limits, PHONE, "POST", "/api/act", "right", times=300) == 300


def test_ten_phones_behind_one_router_open_the_table_at_once(limits: Limits) -> None:
    for _ in range(10):
        assert come(limits, PHONE, "POST", "/api/join") == 1
        assert come(limits, PHONE, "GET", "/static/croupier.css", times=50) == 50
        assert come(limits, PHONE, "GET", "/api/pictures/1.jpg", times=100) == 100


def test_joining_is_tried_only_so_often_and_what_else_is_done_goes_on(limits: Limits) -> None:
    assert come(limits, PHONE, "POST", "/api/join", times=60) == 40
    assert come(limits, NEXT, "POST", "/api/join") == 1
    assert come(limits, PHONE, "POST", "/api/act") == 1


def test_tokens_are_guessed_only_so_often_and_the_right_one_always_passes(limits: Limits) -> None:
    tried = sum(come(limits, PHONE, "GET", "/api/board", f"guess {n}") for n in range(50))
    assert tried == 10
    assert come(limits, PHONE, "GET", "/api/board", "right") == 1
    assert come(limits, NEXT, "GET", "/api/board", "guess") == 1
    assert come(limits, PHONE, "GET", "/api/board") == 1, "without a token one is a spectator"


def test_a_page_with_the_token_of_an_earlier_start_may_ask_on_and_on(limits: Limits) -> None:
    assert come(limits, PHONE, "GET", "/api/board", "of yesterday", times=500) == 500
    for n in range(50):
        come(limits, PHONE, "GET", "/api/board", f"guess {n}")
    assert come(limits, PHONE, "GET", "/api/board", "of yesterday") == 1


def test_who_brings_a_right_token_is_never_refused_for_a_wrong_one_beside_it(limits: Limits) -> None:
    come(limits, PHONE, "GET", "/api/board", "a guess", times=1)
    for n in range(50):
        limits.request(PHONE, "GET", "/api/board", (f"wrong {n}", "right"), ())
        limits.request(PHONE, "GET", "/table", ("right",), (f"of start {n}",))
        limits.request(PHONE, "GET", "/play", (), ("right", f"of start {n}"))
    assert come(limits, PHONE, "GET", "/api/board", *"abcdefghi") == 1, "no guess was counted but the first"


def test_cookies_of_earlier_starts_are_no_guesses_and_make_a_spectator(limits: Limits) -> None:
    for n in range(50):
        come(limits, PHONE, "GET", "/api/board", f"guess {n}")
    for n in range(50):
        limits.request(PHONE, "GET", "/board", (), (f"of start {n}",))


def test_a_flood_of_strangers_takes_nothing_from_whoever_has_a_token(limits: Limits) -> None:
    for address in (PHONE, NEXT):
        for path in ("/api/join", "/api/act", "/api/seat", "/api/redeem"):
            come(limits, address, "POST", path, times=700)
        assert come(limits, address, "POST", "/api/join") == 0
    for address in (PHONE, NEXT):
        for path in ("/api/seat", "/api/join", "/api/act", "/api/redeem"):
            assert come(limits, address, "POST", path, "right") == 1
        assert come(limits, address, "GET", "/board", "right") == 1


def test_who_suffers_for_others_is_not_told_it_was_their_address(limits: Limits) -> None:
    for n in range(20):
        come(limits, f"10.0.0.{n}", "POST", "/api/join", times=40)
        for guess in range(10):
            come(limits, f"10.0.0.{n}", "GET", "/api/board", f"guess {n} {guess}")
    with pytest.raises(TooMuch, match="not by you alone"):
        limits.request(PHONE, "POST", "/api/join", ())
    with pytest.raises(TooMuch, match="from many addresses"):
        limits.request(PHONE, "GET", "/api/board", ("guess",))
    limits.request(PHONE, "GET", "/api/board", ())


def test_ten_phones_behind_one_router_look_through_the_past_of_a_game(limits: Limits) -> None:
    assert come(limits, PHONE, "GET", "/api/history/1/board", times=10 * 33) == 330
    assert come(limits, PHONE, "GET", "/api/fairness", times=310) == 300


def test_those_who_wait_for_each_other_leave_room_for_those_who_read(limits: Limits) -> None:
    async def many(method: str, path: str) -> int:
        inside = most = 0

        async def one() -> None:
            nonlocal inside, most
            async with limits.turn(method, path):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(one() for _ in range(60)))
        return most

    waiting = [asyncio.run(many(*kind)) for kind in (("POST", "/api/join"), ("POST", "/api/act"))]
    waiting += [asyncio.run(many("GET", path)) for path in ("/api/history", "/api/advice", "/api/pictures/1.jpg")]
    assert sum(waiting) < 40, "as many threads are there for all"
    assert asyncio.run(many("GET", "/api/board")) == 60


def test_who_has_had_too_much_is_told_how_long_to_wait(limits: Limits) -> None:
    come(limits, PHONE, "POST", "/api/join", times=40)
    with pytest.raises(TooMuch, match=r"^That is too much at once: wait \d+ seconds and try again\.$") as much:
        limits.request(PHONE, "POST", "/api/join", ())
    assert 1 <= much.value.wait_s <= 60


def test_a_household_under_ipv6_is_one_and_so_is_an_address_written_as_the_other_kind() -> None:
    assert network("2001:db8:1:2::3") == network("2001:db8:1:2:ffff::4") != network("2001:db8:1:3::3")
    assert network("::ffff:192.168.1.20") == network("192.168.1.20") != network("192.168.1.21")
    assert network("testclient") == "testclient"


def test_one_address_reads_along_only_so_often_at_once_and_this_machine_as_often_as_all(limits: Limits) -> None:
    room = ROOMS["/api/events"]
    with ExitStack() as held:
        for _ in range(EVENTS.each):
            held.enter_context(limits.place(PHONE, room))
        with pytest.raises(TooMuch, match="close some other page"), limits.place(PHONE, room):
            pass
        for _ in range(EVENTS.all - EVENTS.each):
            held.enter_context(limits.place("127.0.0.1", room))
        with pytest.raises(TooMuch), limits.place(NEXT, room):
            pass
        with limits.place(PHONE, None):
            pass
    with limits.place(PHONE, room):
        pass
    assert not limits._open, "nobody is remembered who is gone"


def test_uploads_of_strangers_take_no_place_from_the_tables_cameras(limits: Limits) -> None:
    with ExitStack() as held:
        for address in (PHONE, NEXT):
            held.enter_context(limits.place(address, STRANGE_UPLOADS))
        with pytest.raises(TooMuch, match="send this one again"), limits.place("192.168.1.22", STRANGE_UPLOADS):
            pass
        held.enter_context(limits.place(PHONE, UPLOADS))
    assert limits.knows(["guess", "right"])
    assert not limits.knows(["guess"])


def test_the_table_answers_by_its_names_and_by_any_address_in_figures() -> None:
    door = Door(frozenset({"localhost", "hall", "hall.local"}))
    for host in ("localhost", "LOCALHOST:8000", "hall.local.", "10.0.0.7:80", "[::1]:8000", "[2001:db8::1]"):
        assert door.answers_to(host), host
    for host in (
        "",
        "evil.example",
        "hall.evil.example",
        "..",
        "a..b",
        "-a",
        "[::1",
        "[zz]",
        "::1",
        "10.0.0.7.evil.example",
        "a b",
        "hall:x",
    ):
        assert not door.answers_to(host), host
    assert Door().answers_to("testserver")
    assert not Door().answers_to("a b")


@pytest.mark.parametrize("token", ["", "dice", "a" * 40, "abcabcabcabcabcabc", "12345678"])
def test_a_token_that_is_short_or_of_few_signs_is_weak(token: str) -> None:
    assert is_weak(token)
    assert not is_weak("the-operators-token")
