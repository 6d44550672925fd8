"""What `serve` and `demo` have in common for safety: the names they go by, the certificate, a token worth the name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer

from croupier.server.errors import HostError, TokenError
from croupier.server.folders import data_folder

if TYPE_CHECKING:
    from croupier.server.web.gate import Door

WEAK = (
    "CROUPIER_OPERATOR_TOKEN is easily guessed: give it at least 16 letters, digits and signs, or leave it away and "
    "take the one that is made up at each start."
)
WARNED = (
    "Browsers do not know this table's own certificate, and warn of it once on each device: that is expected. Before "
    "going on (Advanced, then Proceed or Accept), the careful compare its SHA-256 fingerprint with this:"
)


def door(https: bool, also: list[str]) -> Door:
    """The door of a table on this machine that goes by the names in `also` too; its certificate is in the data folder.

    Raises `HostError`, and with `https` `CertificateError` and `LogError`.
    """
    from croupier.server.https.addresses import addresses, names
    from croupier.server.https.certificate import certificate
    from croupier.server.web.gate import Door, plain

    given = {name: plain(name) for name in also}
    for name, known in given.items():
        if known is None:
            raise HostError(f"--allow-host takes a name as in dice.example.org, and {name!r} is none.")
    known_as = names() | {name for name in given.values() if name}
    return Door(
        known_as,
        certificate(data_folder() / "https", known_as, addresses()) if https else None,
        behind_proxy=bool(also),
    )


def look_at_token(others: bool) -> None:
    """Warn of a token that is easily guessed. Raises `TokenError` where `others` may try, and for one that is none."""
    from croupier.server.web.roles import is_weak, operator_token

    given = os.environ.get("CROUPIER_OPERATOR_TOKEN")
    operator_token(given)
    if given and is_weak(given):
        if others:
            raise TokenError(WEAK)
        typer.echo(f"croupier: {WEAK}", err=True)


def tell_of_certificate(door: Door) -> None:
    """What to expect of browsers, where there is a certificate."""
    if door.certificate is not None:
        typer.echo(WARNED)
        typer.echo(door.certificate.fingerprint)
