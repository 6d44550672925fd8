"""Tokens by which a phone is known: drawn by chance, and kept as hashes alone."""

from __future__ import annotations

import secrets
from hashlib import sha256

TOKEN_BYTES = 24


def draw() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """A token is as long as a hash and drawn by chance, so that this alone does: nobody can try them all."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()
