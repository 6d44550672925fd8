"""What the pages are made of: stylesheet, modules and drawings, under an address that changes with them.

All of it is read when the program starts, so that what it sends fits together whatever becomes of the files meanwhile.
A browser keeps what it has fetched by that address for good; without the version in it, it asks again each time.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

FOLDER = Path(__file__).parent.parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
IMPORTS = re.compile(r"""^(?:import|export) [^"]*"(\.[^"]+)";""", re.MULTILINE)


@cache
def files() -> dict[str, bytes]:
    """Each file's content by its name in the folder."""
    found = sorted(file for file in FOLDER.rglob("*") if file.suffix in KINDS)
    return {file.relative_to(FOLDER).as_posix(): file.read_bytes() for file in found}


@cache
def edition() -> str:
    """The present version of all files together."""
    whole = sha256()
    for name, content in files().items():
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()[:12]


@cache
def modules(page: str) -> tuple[str, ...]:
    """The modules that a page's script leads to, itself first: a browser that knows them all fetches them at once."""
    found = [f"pages/{page}.js"]
    for name in found:
        named = IMPORTS.findall(files()[name].decode())
        imported = (posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in named)
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return tuple(found)


def router() -> APIRouter:
    """The route: `/static/NAME`, and `/static/EDITION/NAME`."""
    router, kept, of_edition = APIRouter(include_in_schema=False), files(), f"{edition()}/"

    @router.get("/static/{path:path}")
    async def file(request: Request, path: str) -> Response:
        name = path.removeprefix(of_edition)
        content = kept.get(name)
        if content is None:
            raise HTTPException(404)
        etag = f'"{sha256(content).hexdigest()}"'
        headers = {"cache-control": ASK_AGAIN if name == path else FOR_GOOD, "etag": etag}
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=KINDS[posixpath.splitext(name)[1]], headers=headers)

    return router
