"""By which names and addresses others reach this machine. Sends nothing."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

Address = IPv4Address | IPv6Address

HOME = (IPv4Address("127.0.0.1"), IPv6Address("::1"))
ADDRESS_OF_CARD = 0x8915
"""Linux asks a network card by this number (SIOCGIFADDR); elsewhere the way out has to do."""


def names() -> frozenset[str]:
    """In small letters: `localhost`, this machine's name, and that with `.local`, as mDNS has it."""
    name = socket.gethostname().lower().rstrip(".")
    if not name or name == "localhost":
        return frozenset({"localhost"})
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def addresses() -> frozenset[Address]:
    """This machine's own, of every network that it is in; those it has for itself alone are among them."""
    found = set[Address](HOME)
    if (out := way_out()) is not None:
        found.add(out)
    for _, card in socket.if_nameindex():
        with suppress(OSError, ImportError):
            found.add(_of_card(card))
    return frozenset(found)


def way_out() -> Address | None:
    """The address by which this machine speaks to others, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return ip_address(probe.getsockname()[0])


def _of_card(card: str) -> Address:
    """Raises `OSError` for one that has none, and where cards cannot be asked."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        said = fcntl.ioctl(probe.fileno(), ADDRESS_OF_CARD, card.encode()[:15].ljust(256, b"\0"))
    return IPv4Address(said[20:24])
