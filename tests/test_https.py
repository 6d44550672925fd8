"""A table under https: its own certificate, kept and renewed, and a real server and browser that go by it."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from browsing import TOKEN, a_house
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, expect
from windows import PHONE

from croupier.server.errors import CertificateError
from croupier.server.https.addresses import addresses, names
from croupier.server.https.certificate import RENEWED_BEFORE, Certificate, certificate
from croupier.server.web.gate import Door

NOW = datetime(2030, 1, 1, tzinfo=UTC)
NAMES = ("localhost", "table.local")
ADDRESSES = tuple(map(ip_address, ("127.0.0.1", "::1", "192.168.1.7")))


def made(folder: Path, now: datetime = NOW, names: tuple[str, ...] = NAMES) -> Certificate:
    return certificate(folder, names, ADDRESSES, now)


def read(made: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.file.read_bytes())


def test_it_names_all_that_the_table_goes_by_and_lasts_no_longer_than_phones_take(tmp_path: Path) -> None:
    one = read(made(tmp_path))
    good_for = one.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(good_for.get_values_for_type(x509.DNSName)) == set(NAMES)
    assert set(good_for.get_values_for_type(x509.IPAddress)) == set(ADDRESSES)
    assert one.not_valid_after_utc - one.not_valid_before_utc <= timedelta(days=825)
    assert one.not_valid_before_utc <= NOW - timedelta(hours=23), "a phone's clock may be behind"
    key = one.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    one = made(tmp_path / "https")
    assert one.key.stat().st_mode & 0o777 == 0o600
    assert one.key.parent.stat().st_mode & 0o777 == 0o700
    one.key.chmod(0o644)
    made(tmp_path / "https")
    assert one.key.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in one.key.parent.iterdir()) == ["certificate.pem", "key.pem"]


def test_it_is_kept_as_long_as_it_will_do(tmp_path: Path) -> None:
    first = made(tmp_path)
    assert made(tmp_path, NOW + timedelta(days=700)) == first
    assert made(tmp_path, names=NAMES[:1]) == first, "a table that goes by less than before"
    bytes_shown = first.fingerprint.split(":")
    assert (len(bytes_shown), {len(byte) for byte in bytes_shown}) == (32, {2})


@pytest.mark.parametrize(
    ("later", "names"),
    [
        (timedelta(days=800) - RENEWED_BEFORE, NAMES),
        (timedelta(days=3000), NAMES),
        (timedelta(days=-400), NAMES),
        (timedelta(0), (*NAMES, "dice.example")),
    ],
    ids=["soon over", "long over", "a clock that was set back", "another name"],
)
def test_it_is_made_anew_when_it_will_not_do_any_more_with_the_same_key(
    tmp_path: Path, later: timedelta, names: tuple[str, ...]
) -> None:
    first = made(tmp_path)
    key = first.key.read_bytes()
    again = made(tmp_path, NOW + later, names)
    assert again.fingerprint != first.fingerprint
    assert again.key.read_bytes() == key
    assert read(again).not_valid_after_utc > NOW + later + RENEWED_BEFORE


@pytest.mark.parametrize("file", ["certificate.pem", "key.pem"])
@pytest.mark.parametrize("left", [b"", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_broken_file_is_replaced(tmp_path: Path, file: str, left: bytes) -> None:
    made(tmp_path)
    (tmp_path / file).write_bytes(left)
    again = made(tmp_path)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(again.file, again.key)


def test_where_it_cannot_be_kept_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("in the way")
    with pytest.raises(CertificateError, match=r"cannot be kept in .*https: File exists\. Make the folder writable"):
        made(tmp_path / "https")


def test_this_machine_goes_by_its_name_and_its_addresses() -> None:
    assert "localhost" in names()
    assert any(name.endswith(".local") for name in names()) or names() == {"localhost"}
    assert {ip_address("127.0.0.1"), ip_address("::1")} <= addresses()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Certificate, Any]]:
    """A table whose certificate is its own, and the house that it stands in."""
    own = certificate(tmp_path / "https", names(), addresses())
    with a_house(tmp_path, door=Door(names(), own)) as house:
        yield own, house


def test_a_client_that_trusts_the_certificate_alone_speaks_to_the_table(served: tuple[Certificate, Any]) -> None:
    own, house = served
    assert house.address.startswith("https://")
    trusting = ssl.create_default_context(cafile=own.file)
    for host in ("localhost", "127.0.0.1"):
        address = f"https://{host}:{house.port}"
        with urllib.request.urlopen(f"{address}/healthz", context=trusting, timeout=10) as answer:
            assert json.load(answer) == {"status": "ok"}
    with pytest.raises(urllib.error.URLError, match="certificate verify failed"):
        urllib.request.urlopen(f"{house.address}/healthz", context=ssl.create_default_context(), timeout=10)


def test_a_page_under_https_acts_with_a_cookie_that_goes_nowhere_else(
    served: tuple[Certificate, Any], browser: Browser
) -> None:
    _, house = served
    house.start()
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"{house.address}/table?token={TOKEN}")
    (cookie,) = context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict")
    answer = page.evaluate(
        """async () => (await fetch("/api/act", {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({version: 1, action: {kind: "roll", seat: 0, faces: [3, 5, 6]}})})).status"""
    )
    assert answer == 200
    page.goto(f"{house.address}/board")
    expect(page.locator("body")).to_contain_text("Ada")
    context.close()


def test_the_start_page_tells_why_browsers_warn_and_by_what_to_know_the_table(
    served: tuple[Certificate, Any], browser: Browser
) -> None:
    own, house = served
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, ignore_https_errors=True)
    page = context.new_page()
    page.goto(f"{house.address}/")
    page.get_by_text("A browser warns of this address?").click()
    expect(page.get_by_text(own.fingerprint)).to_be_visible()
    context.close()
