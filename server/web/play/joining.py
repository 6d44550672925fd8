"""How others find the table: its address, and the same as a QR code that a phone reads from across the room."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, HTTPException, Request, Response

from croupier.server.web.gate import is_local
from croupier.server.web.problems import responses

QUIET_ZONE = 4
"""Modules of white around a code; readers need as many (ISO/IEC 18004)."""
ONLY_HERE = "Only this computer reaches the table: for phones start Croupier with --lan (croupier serve --lan)."


def router(address: str) -> APIRouter:
    """The route. `address` is where others find the table, or empty where each reader's own address has to do."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/join.svg",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **responses(404)},
    )
    def code(request: Request) -> Response:
        """The address at which a phone joins, as a QR code: black on white in any theme."""
        base = base_of(request, address)
        if only_here(base):
            raise HTTPException(404, ONLY_HERE)
        return Response(drawn(f"{base}/play"), media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    return router


def base_of(request: Request, address: str) -> str:
    """The `address` of the table, without a slash at its end; the one that was asked where none is known.

    One that begins with // is a name alone, as of a proxy on this machine: by the scheme that was asked, and the port
    unless it was this machine's own.
    """
    asked = request.base_url
    if address.startswith("//"):
        port = "" if asked.port is None or only_here(str(asked)) else f":{asked.port}"
        return f"{asked.scheme}:{address}{port}"
    return (address or str(asked)).rstrip("/")


def only_here(address: str) -> bool:
    """Whether nobody but this computer reaches an address."""
    return is_local(urlsplit(address).hostname or "")


def drawn(text: str) -> str:
    """A QR code as SVG, as large as the place that it is put in."""
    code = segno.make_qr(text, error="m")
    svg = code.svg_inline(border=QUIET_ZONE, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True)
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
