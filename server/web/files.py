"""What the pages are made of: stylesheet, modules and drawings, under an address that changes with them.

A browser keeps what it has fetched by that address for good, and never mixes modules of two versions, which do not fit
together. The address without a version gives the same, to be asked for again each time.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import Response
from fastapi.staticfiles import StaticFiles

FOLDER = Path(__file__).parent.parent / "static"
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
IMPORTS = re.compile(r"""^(?:import|export) [^"]*"(\.[^"]+)";""", re.MULTILINE)


@cache
def edition() -> str:
    """The present version of all files together; looked at once, so that it is the one the program started with."""
    files = sorted(file for file in FOLDER.rglob("*") if file.is_file())
    whole = sha256()
    for file in files:
        whole.update(f"{file.relative_to(FOLDER)}\0".encode() + file.read_bytes())
    return whole.hexdigest()[:12]


@cache
def modules(page: str) -> tuple[str, ...]:
    """The modules that a page's script leads to, itself first: a browser that knows them all fetches them at once."""
    found = [f"pages/{page}.js"]
    for name in found:
        text = (FOLDER / name).read_text(encoding="utf-8")
        imported = (
            posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in IMPORTS.findall(text)
        )
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return tuple(found)


class Files(StaticFiles):
    """The files under `/static`, and under `/static/` and their edition."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Any) -> Response:
        of_edition = path.removeprefix(f"{edition()}/")
        response = await super().get_response(of_edition, scope)
        if response.status_code < 400:
            response.headers["cache-control"] = ASK_AGAIN if of_edition == path else FOR_GOOD
        return response
