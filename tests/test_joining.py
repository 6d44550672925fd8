"""How others find the table, and that two tables on one host do not take each other's phones away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from phones import OPERATOR, TOKEN, House, said

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "table.db")
    house.table.start("rift", ("Ada", "Bo"), {})
    yield house
    house.log.close()


def at(house: House, base_url: str) -> TestClient:
    """A browser that finds the table at this address."""
    return TestClient(house.app, base_url=base_url, headers={"origin": base_url})


def test_the_code_is_black_on_white_with_a_quiet_zone_around_it(house: House) -> None:
    answer = house.phone().get("/api/join.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    ground, modules = ElementTree.fromstring(answer.text).findall(f"{SVG}path")
    assert ground.get("fill") == "#fff"
    assert modules.get("stroke") == "#000"
    assert str(modules.get("d")).startswith("M4 4.5")


def test_the_code_differs_with_the_address_that_it_holds(house: House, tmp_path: Path) -> None:
    other = House(tmp_path / "other.db", "http://192.168.1.20:8000/")
    nowhere = House(tmp_path / "nowhere.db", "")
    codes = [one.phone().get("/api/join.svg").text for one in (house, other, nowhere)]
    assert len(set(codes)) == 3
    assert at(nowhere, "http://table.local").get("/api/join.svg").text == codes[0], "what was asked has to do"
    for one in (other, nowhere):
        one.log.close()


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1:8000", "https://[::1]:8000"])
def test_there_is_no_code_where_no_phone_can_reach_the_table(tmp_path: Path, address: str) -> None:
    house = House(tmp_path / "table.db", address)
    house.table.start("rift", ("Ada",), {})
    assert "--lan" in said(house.phone().get("/api/join.svg"), 404)
    handed = house.phone().post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()
    assert handed["svg"] == ""
    assert handed["link"].startswith(f"{address}/play#token=")
    house.log.close()


@pytest.mark.parametrize(
    ("asked", "base"),
    [
        ("https://dice.example.org", "https://dice.example.org"),
        ("https://dice.example.org:8443", "https://dice.example.org:8443"),
        ("http://localhost:8000", "http://dice.example.org"),
    ],
)
def test_behind_a_proxy_links_lead_to_its_name(tmp_path: Path, asked: str, base: str) -> None:
    house = House(tmp_path / "table.db", "//dice.example.org")
    house.table.start("rift", ("Ada",), {})
    browser = at(house, asked)
    assert browser.get("/api/join.svg").status_code == 200
    handed = browser.post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()
    assert handed["link"].startswith(f"{base}/play#token=")
    assert handed["svg"]
    assert f'data-address="{base}"' in browser.get("/").text
    house.log.close()


def test_a_link_to_a_seat_comes_with_its_code_and_has_nothing_in_it_that_is_sent_along(house: House) -> None:
    handed = house.phone().post("/api/seat", json={"seat": 0}, headers=OPERATOR).json()
    assert handed["link"] == f"http://table.local/play#token={handed['token']}"
    assert ElementTree.fromstring(handed["svg"]).tag == f"{SVG}svg"
    assert handed["token"] not in handed["svg"]


def test_a_free_seat_whose_dice_lie_hidden_is_the_operators_to_hand_out(house: House) -> None:
    house.table.start("liars-dice", ("Ada", "Bo"), {})
    bo = house.seated("Bo")
    for seat, faces in enumerate(([1, 2, 3, 4, 5], [6, 6, 6, 6, 6])):
        house.table.act({"kind": "roll", "seat": seat, "faces": faces}, "operator")
    eve = house.phone()
    refused = said(eve.post("/api/join", json={"name": " ADA "}), 409)
    assert refused.startswith("Dice of Ada lie hidden now: ask the operator")
    assert not house.table.seats.taken(0)
    assert not list(eve.cookies)
    assert bo.post("/api/join", json={"name": "Bo"}).status_code == 200, "whoever has the seat may come back"
    ada = house.seated("Ada")
    assert "[1,2,3,4,5]" in ada.get("/api/board?seat=0").text
    assert "[1,2,3,4,5]" not in eve.get("/api/board").text


def test_cookies_of_two_tables_on_one_host_keep_apart(house: House, tmp_path: Path) -> None:
    other = House(tmp_path / "other.db")
    other.table.start("rift", ("Ada", "Bo"), {})
    browser, later = at(house, "http://table.local:8000"), at(other, "http://table.local:9000")
    browser.get("/table", params={"token": TOKEN})
    browser.post("/api/join", json={"name": "Ada"})
    later.cookies = browser.cookies  # they know no port
    later.get("/table", params={"token": TOKEN})
    later.post("/api/join", json={"name": "Ada"})
    browser.cookies = later.cookies
    names = sorted(name.partition("-seat-")[0] for name in browser.cookies)
    assert names == ["croupier-8000", "croupier-8000", "croupier-9000", "croupier-9000"]
    assert browser.get("/api/board?seat=0").json()["you"] == {"role": "seat", "seat": 0}
    for name in [name for name in browser.cookies if name.startswith("croupier-8000")]:
        browser.cookies.delete(name)
    assert browser.get("/api/board").json()["you"]["role"] == "spectator"
    assert later.get("/api/board").json()["you"]["role"] == "operator"
    other.log.close()


def test_cookies_that_an_older_table_left_are_good_still(house: House) -> None:
    token = house.table.seats.give(1)
    phone = house.phone()
    phone.cookies.set("croupier-seat-1", token)
    assert phone.get("/api/board?seat=1").json()["you"]["seat"] == 1
    phone.cookies.set("croupier", TOKEN)
    assert phone.get("/api/board").json()["you"]["role"] == "operator"


@pytest.mark.parametrize(("base_url", "secure"), [("http://table.local", False), ("https://table.local", True)])
def test_a_token_that_came_safely_goes_back_no_other_way(house: House, base_url: str, secure: bool) -> None:
    phone = at(house, base_url)
    answers = (
        phone.post("/api/join", json={"name": "Ada"}),
        phone.post("/api/redeem", json={"token": house.table.seats.give(1)}),
        phone.get("/table", params={"token": TOKEN}, follow_redirects=False),
    )
    for answer in answers:
        cookie = answer.headers["set-cookie"].lower()
        assert ("secure" in cookie.split("; ")) == secure
        assert {"httponly", "samesite=strict", "path=/"} <= set(cookie.split("; "))
