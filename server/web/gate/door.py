"""Where a table answers: the names it goes by, whether under https, and which pages' requests are its own."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers

from croupier.server.https.certificate import Certificate

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|\w[\w-]*(\.\w[\w-]*)*\.?)(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Door:
    """How a table is reached. `names` are in small letters; None lets any do."""

    names: frozenset[str] | None = None
    certificate: Certificate | None = None
    behind_proxy: bool = False
    """A proxy on this machine says who asks, and by what scheme."""

    def answers_to(self, host: str) -> bool:
        """Whether the table is meant by a `Host` header.

        A name that leads here unbidden is how another site's page would get at the table in a visitor's browser (DNS
        rebinding); an address in figures leads to where it says.
        """
        name = plain(host)
        return name is not None and (self.names is None or name in self.names or _in_figures(name))


def ours(headers: Headers, scheme: str) -> bool:
    """Whether a request that changes something comes from the table's own page, or from a program with a token.

    Browsers say from where they post; a program has no cookies, or a token in its header.
    """
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() == f"{scheme}://{headers.get('host', '')}".lower()
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return "cookie" not in headers or "authorization" in headers


def plain(host: str) -> str | None:
    """The name in a `Host` header, in small letters and without the port; None if there is none."""
    match = HOST.fullmatch(host)
    if match is None or (match["name"].startswith("[") and not _in_figures(match["name"])):
        return None
    return match["name"].lower().removesuffix(".")


def is_local(name: str) -> bool:
    """Whether nobody but this computer reaches a name, as `plain` has it or without brackets."""
    with suppress(ValueError):
        return ip_address(name.strip("[]")).is_loopback
    return name == "localhost" or name.endswith(".localhost")


def _in_figures(name: str) -> bool:
    with suppress(ValueError):
        return isinstance(ip_address(name.strip("[]")), IPv6Address) == name.startswith("[")
    return False
