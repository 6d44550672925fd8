"""The owner's way to set a camera up over HTTP: choose one, see how well it sees, try it with a test roll."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field, StrictBool, StrictStr

from croupier.hardware.meters import meters
from croupier.server.errors import TableError
from croupier.server.live import Live
from croupier.server.setup import Equipment, SettingsError
from croupier.server.setup.choices import choices
from croupier.server.setup.probe import probe
from croupier.server.setup.thumbnails import Thumbnails
from croupier.server.setup.trial import judge
from croupier.server.web.bodies import Body, Faces, JsonRoute
from croupier.server.web.camera.frames import CameraKey
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.play.joining import ONLY_HERE, base_of, drawn, only_here
from croupier.server.web.problems import responses
from croupier.server.web.roles import Roles
from croupier.vision.roll import Phase

HIDDEN = "Dice are hidden: no picture is shown until they lie open."
NO_PICTURE = "There is no picture: choose a camera that works first."
MOVING = "Something moves: wait until the dice lie still and the hand is away, then try again."
UNTIL_RESTART = "In use until the table stops. Started by the same command, it watches {url} again, as that says."
ASIDE_S = 10.0
"""Rolls count again so long after a page that had them set aside has last said so."""
AT_REST = (Phase.SETTLED, Phase.UNSURE, Phase.EMPTY, Phase.TAKEN)


Url = Annotated[StrictStr, Field(min_length=1, max_length=2000)]


class CameraChoice(Body):
    """The `url` of a camera, as `croupier serve --camera` takes it; null to do without."""

    url: Url | None


class CameraProbe(Body):
    url: Url


class Aside(Body):
    """Whether rolls are set aside and count for nothing: for a few seconds, unless it is said again."""

    on: StrictBool


class TestRoll(Body):
    """The `faces` that lie there, in any order."""

    faces: Annotated[Faces, Field(min_length=1)]


class Chosen(BaseModel):
    """A camera that may be chosen: its `url`, and what people call it."""

    url: str
    name: str


class Found(BaseModel):
    """The `cameras` there are, the one in use with its state, and the `link` that makes a phone the camera; whether a
    phone reaches it, and whether a phone may send a live picture there, and not photographs alone.
    """

    cameras: list[Chosen]
    camera: dict[str, str]
    link: str
    reached: bool
    live: bool


class Probe(BaseModel):
    """Whether a camera opens, in words; the address of its `thumbnail`, and the picture's width and height."""

    url: str
    opens: bool
    text: str
    thumbnail: str | None = None
    size: list[int] = []


class InUse(BaseModel):
    """The `url` of the camera that is watched now, and in words what becomes of that later, if it is not kept."""

    url: str | None
    text: str


class Reading(BaseModel):
    """One thing about the picture: `level` is good, fair, poor or unknown, and `text` says what to do."""

    about: str
    level: str
    text: str


class View(BaseModel):
    """How well the camera sees now; no meters while there is no picture. `dice` are those that lie still."""

    camera: dict[str, str]
    phase: str
    meters: list[Reading]
    dice: int


class Tested(BaseModel):
    """Whether every die was read right and for sure, and in words what was."""

    passed: bool
    text: str


def router(live: Live, equipment: Equipment, key: CameraKey, roles: Roles, address: str) -> APIRouter:
    """The routes. `address` is where others find the table."""
    refusals = responses(400, 401, 403, 408, 409, 413, 415, 422, 429, 503)
    operators = [Depends(roles.require_operator)]
    reading = APIRouter(prefix="/api/setup", dependencies=operators, responses=responses(401, 429))
    acting = APIRouter(prefix="/api/setup", dependencies=operators, route_class=JsonRoute, responses=refusals)
    thumbnails = Thumbnails()

    def link_for(request: Request) -> str:
        return f"{base_of(request, address)}/camera?token={key.token}"

    def open_to_view() -> None:
        if live.hides:
            raise TableError(HIDDEN)

    @reading.get("")
    def found(request: Request, response: Response) -> Found:
        """The cameras there are, and the link for a phone."""
        response.headers.update(NO_STORE)
        there = [Chosen(url=choice.url, name=choice.name) for choice in choices(live.url)]
        link = link_for(request)
        reached = not only_here(link)
        return Found(
            cameras=there, camera=live.camera, link=link, reached=reached, live=link.startswith("https:") or not reached
        )

    @reading.get(
        "/phone.svg",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **responses(404)},
    )
    def code(request: Request) -> Response:
        """The link that makes a phone the camera, as a QR code."""
        link = link_for(request)
        if only_here(link):
            raise HTTPException(404, ONLY_HERE)
        return Response(drawn(link), media_type="image/svg+xml", headers=NO_STORE)

    @reading.get("/view", responses=responses(409))
    def view(response: Response) -> View:
        """How well the camera sees, in words."""
        response.headers.update(NO_STORE)
        open_to_view()
        shot, seen = live.shot, live.seen
        sees = live.camera["state"] in ("ok", "ended") and shot is not None
        dice = seen.dice if seen else ()
        told = meters(shot.frame.image, dice, live.lay) if sees and shot else ()
        return View(
            camera=live.camera,
            phase=live.phase.value,
            meters=[Reading(about=one.about, level=one.level.value, text=one.text) for one in told],
            dice=len(dice),
        )

    @reading.get(
        "/thumbnails/{name}.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}, **responses(404, 409, 422)},
    )
    def thumbnail(name: Annotated[str, InPath(max_length=64)]) -> Response:
        """What a camera showed when it was looked through."""
        open_to_view()
        jpeg = thumbnails.find(name)
        if jpeg is None:
            raise HTTPException(404, "This thumbnail is gone: look through the camera again.")
        return Response(jpeg, media_type="image/jpeg", headers=NO_STORE)

    @acting.post("/probe")
    def look(body: CameraProbe) -> Probe:
        """Look through a camera, without choosing it."""
        open_to_view()
        if body.url == live.url:
            shot, state = live.shot, live.camera
            image, text = shot.frame.image if shot and state["state"] != "lost" else None, state["text"]
        else:
            probed = probe(body.url, equipment.open_camera)
            image, text = probed.image, probed.text
        open_to_view()  # a hand may have covered dice meanwhile
        if image is None:
            return Probe(url=body.url, opens=False, text=text)
        where = f"/api/setup/thumbnails/{thumbnails.keep(image)}.jpg"
        return Probe(url=body.url, opens=True, text=text, thumbnail=where, size=[image.shape[1], image.shape[0]])

    @acting.post("/camera")
    def choose(body: CameraChoice) -> InUse:
        """Watch with this camera from now on, and after a restart too, unless that names one."""
        live.use(body.url)
        try:
            equipment.settings.keep_camera(body.url)
        except SettingsError as error:
            raise HTTPException(503, str(error)) from None
        first = equipment.started_with
        return InUse(url=body.url, text=UNTIL_RESTART.format(url=first) if first not in (None, body.url) else "")

    @acting.post("/aside")
    def set_aside(body: Aside) -> dict[str, Any]:
        """Have rolls count for nothing while a test is made, or count again."""
        live.set_aside(ASIDE_S if body.on else 0.0)
        return {"on": body.on}

    @acting.post("/test")
    def test(body: TestRoll) -> Tested:
        """Compare the dice that lie there, as they were read, with what a person says."""
        open_to_view()
        seen = live.seen
        if seen is None or live.camera["state"] != "ok":
            raise TableError(NO_PICTURE)
        if seen.phase not in AT_REST:
            raise TableError(MOVING)
        verdict = judge(body.faces, seen.dice, seen.why)
        return Tested(passed=verdict.passed, text=verdict.text)

    router = APIRouter()
    router.include_router(reading)
    router.include_router(acting)
    return router
