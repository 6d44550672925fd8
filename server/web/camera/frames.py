"""Pictures that phones send: a live camera's frames, or photographs of one roll each; with a token good for no more."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

import hmac
import threading
from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.formparsers import MultiPartException

from croupier.server.die import die_json
from croupier.server.errors import TableError
from croupier.server.live import Live, Photographs
from croupier.server.status.lines import nameless
from croupier.server.web.brought import camera_token
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.problems import responses
from croupier.server.web.roles import THE_OPERATOR, Roles
from croupier.vision.frame import Image
from croupier.vision.picture import PictureError, decode_picture

NOT_A_CAMERA = "Open the camera's link on this phone: the operator finds it, and its QR code, at /setup."
NO_FORM = "Send the picture as a form: multipart/form-data with one file, picture."
NO_FILE = "There is no picture in the form: choose one, and send it as the file picture."
ANIMATED = "The picture is animated; send a single photograph as JPEG or PNG."
NOT_WATCHED = "The table does not watch a phone now: choose A phone at /setup. Photographs are taken all the same."
ANOTHER_PHONE = "Another phone is the camera now: stop it there first."
FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["picture"],
                    "properties": {"picture": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}

Streamed = Annotated[bool, Query(description="A frame of the live camera phone:, not a photograph of a roll")]
Sender = Annotated[str, Query(max_length=64, description="Tells phones that send frames at once from each other")]


class Framed(BaseModel):
    """What became of a picture that was sent. `outcome`: a photograph's roll is `counted`, `asked` about, was `known`
    already, or `nothing` is on it; a live camera is `watched`, or `unwatched`. `text` says it to a person; `dice` are
    those of a photograph. `state` is the camera's and `phase` the roll's; `hidden` while a game hides dice.
    """

    outcome: Literal["counted", "asked", "known", "nothing", "watched", "unwatched"] = "unwatched"
    text: str = ""
    dice: list[dict[str, Any]] = Field(default_factory=list)
    state: str
    phase: str
    hidden: bool


class CameraKey:
    """The token that a phone at the table holds: good for sending pictures. It is made of the operator's, which nobody
    can tell from it.
    """

    def __init__(self, operator_token: str, roles: Roles) -> None:
        self.token = hmac.new(operator_token.encode(), b"croupier camera", sha256).hexdigest()[:32]
        self._roles = roles

    def fits(self, token: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    async def require(self, request: Request) -> None:
        """Raises 401 for whoever is neither the camera nor the operator."""
        if not self.fits(camera_token(request)) and self._roles.who(request) != THE_OPERATOR:
            raise HTTPException(401, NOT_A_CAMERA)


def router(live: Live, photographs: Photographs, key: CameraKey) -> APIRouter:
    """The routes."""
    decoding = {stream: threading.Lock() for stream in (False, True)}
    router = APIRouter(prefix="/api", dependencies=[Depends(key.require)], responses=responses(401))

    @router.get("/frame")
    def awaited(response: Response) -> Framed:
        """What a camera's page is to do: whether its frames are looked at."""
        response.headers.update(NO_STORE)
        return _framed(live)

    @router.post("/frame", openapi_extra=FORM, responses=responses(400, 403, 408, 409, 413, 415, 422, 429, 503))
    def frame(content: Annotated[bytes, Depends(uploaded)], stream: Streamed = False, sender: Sender = "") -> Framed:
        """A photograph (JPEG, PNG or WebP) is read as one roll; with `stream`, a frame of the live camera `phone:`."""
        if not stream:
            photographs.refuse()
        elif not live.watches_phone:
            raise TableError(NOT_WATCHED)
        with decoding[stream]:  # a large picture takes much memory: one at a time
            image = decoded(content)
        if stream:
            if not live.feed(image, sender):
                raise TableError(ANOTHER_PHONE if live.watches_phone else NOT_WATCHED)
            return _framed(live)
        live.photographed()
        taken = photographs.take(image, content)
        dice = [die_json(die) for die in taken.dice]
        return _framed(live).model_copy(update={"outcome": taken.outcome, "text": taken.text, "dice": dice})

    return router


async def uploaded(request: Request) -> bytes:
    """The file in a form. Raises 415 for what is no form, 400 for a broken one, 422 for one without a file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise HTTPException(415, NO_FORM)
    try:
        form = await request.form(max_files=1, max_fields=8)
    except (StarletteHTTPException, MultiPartException, UnicodeDecodeError, KeyError, AssertionError):
        raise HTTPException(400, NO_FORM) from None
    try:
        files = [part for part in form.values() if isinstance(part, UploadFile)]
        if not files:
            raise HTTPException(422, NO_FILE)
        return await files[0].read()
    finally:
        await form.close()


def decoded(content: bytes) -> Image:
    """The picture, upright. Raises 422 with a sentence."""
    if _is_animated(content):
        raise HTTPException(422, ANIMATED)
    try:
        return decode_picture(content, "The picture")
    except PictureError as error:
        raise HTTPException(422, str(error)) from None


def _is_animated(content: bytes) -> bool:
    """Whether a WebP or PNG file holds several pictures; none of the other formats that are read can."""
    if content.startswith(b"RIFF") and content[8:16] == b"WEBPVP8X":
        return bool(content[20:21] and content[20] & 0x02)
    return content.startswith(b"\x89PNG\r\n\x1a\n") and b"acTL" in content.partition(b"IDAT")[0]


def _framed(live: Live) -> Framed:
    camera = live.camera
    told = Framed(state=camera["state"], phase=live.phase.value, hidden=live.hides)
    return (
        told.model_copy(update={"outcome": "watched", "text": nameless(camera["text"], camera["url"], "the camera")})
        if live.watches_phone
        else told
    )
