"""The table's own certificate: made on first use, kept, and made anew when it runs out or the addresses changed."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from croupier.server.errors import CertificateError
from croupier.server.https.addresses import Address

GOOD_FOR = timedelta(days=800)
"""Phones refuse what is good for more than 825 days."""
RENEWED_BEFORE = timedelta(days=30)
CLOCKS_DIFFER_BY = timedelta(days=1)
"""A phone whose clock is behind takes it too."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where the certificate and its key lie, and what a browser shows of it: SHA-256 in pairs with colons between."""

    file: Path
    key: Path
    fingerprint: str


def certificate(
    folder: Path, names: Collection[str], addresses: Collection[Address], now: datetime | None = None
) -> Certificate:
    """The one in `folder`, if it will do for these names and addresses; else a new one with the same key.

    Raises `CertificateError` when it cannot be kept there.
    """
    now = now or datetime.now(UTC)
    file, key_file = folder / "certificate.pem", folder / "key.pem"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = _kept_key(key_file) or _new_key(key_file)
        ours = _kept(file, key, names, addresses, now)
        if ours is None:
            ours = _new(key, names, addresses, now)
            _write(file, ours.public_bytes(Encoding.PEM))
    except OSError as error:
        raise CertificateError(
            f"The certificate for --https cannot be kept in {folder}: {error.strerror or error}. "
            "Make the folder writable, or set XDG_DATA_HOME to one that is."
        ) from error
    return Certificate(file, key_file, ours.fingerprint(hashes.SHA256()).hex(":").upper())


def _kept_key(file: Path) -> ec.EllipticCurvePrivateKey | None:
    with suppress(FileNotFoundError, ValueError, TypeError):
        key = load_pem_private_key(file.read_bytes(), password=None)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            file.chmod(0o600)
            return key
    return None


def _new_key(file: Path) -> ec.EllipticCurvePrivateKey:
    key = ec.generate_private_key(ec.SECP256R1())
    _write(file, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def _kept(
    file: Path, key: ec.EllipticCurvePrivateKey, names: Collection[str], addresses: Collection[Address], now: datetime
) -> x509.Certificate | None:
    with suppress(FileNotFoundError, ValueError, x509.ExtensionNotFound):
        kept = x509.load_pem_x509_certificate(file.read_bytes())
        good_for = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        lasts = kept.not_valid_before_utc <= now <= kept.not_valid_after_utc - RENEWED_BEFORE
        same_key = kept.public_key() == key.public_key()
        named = set(names) <= set(good_for.get_values_for_type(x509.DNSName))
        if lasts and same_key and named and set(addresses) <= set(good_for.get_values_for_type(x509.IPAddress)):
            return kept
    return None


def _new(
    key: ec.EllipticCurvePrivateKey, names: Collection[str], addresses: Collection[Address], now: datetime
) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Croupier, the table's own")])
    good_for: list[x509.GeneralName] = [x509.DNSName(each) for each in sorted(names)]
    good_for += [x509.IPAddress(each) for each in sorted(addresses, key=str)]
    begins = now - CLOCKS_DIFFER_BY
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName(good_for), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing, and readable by its owner alone from the first byte on."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.unlink(missing_ok=True)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
    part.replace(file)
