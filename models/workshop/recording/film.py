"""A planned session → a clip and its truth. Rendered frames are kept in a folder, so that a broken-off run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.progress import track

from croupier.models.workshop.recording.session import FPS, PLAYERS, TABLE, Session
from croupier.models.workshop.studio.render import PASSES, Studio
from croupier.models.workshop.studio.scene import Scene, top_corners
from croupier.models.workshop.studio.sensor import develop, grain
from croupier.vision.frame import Image

CODEC = "mp4v"
"""MPEG-4 part 2: every build of OpenCV writes and reads it."""
NOISE = 1.4


def render_frames(studio: Studio, session: Session, kept: Path) -> None:
    """Render every frame that differs from the one before into `kept`, and leave those already there."""
    kept.mkdir(parents=True, exist_ok=True)
    done = ""
    for number in track(range(session.frames), "Rendering frames"):
        moments = session.exposure(number, PASSES)
        name = _fingerprint(moments)
        path = kept / f"{name}.png"
        if name != done and not path.exists():
            partial = path.with_suffix(".part.png")
            cv2.imwrite(str(partial), develop(studio.take(moments)))
            partial.replace(path)
        done = name


def write_clip(session: Session, kept: Path, path: Path, seed: int) -> None:
    """Put the frames of `kept` together, add the sensor's noise and encode them. Raises `OSError`."""
    partial = path.with_suffix(f".part{path.suffix}")
    clip = cv2.VideoWriter(str(partial), cv2.VideoWriter.fourcc(*CODEC), FPS, TABLE.view.size)
    if not clip.isOpened():
        raise OSError(f"This OpenCV cannot write {path} as {CODEC}.")
    for number, picture in enumerate(_frames(session, kept)):
        clip.write(grain(picture, np.random.default_rng((seed, number)), NOISE))
    clip.release()
    partial.replace(path)


def write_truth(session: Session, path: Path) -> None:
    """What the clip shows, as JSON: which dice lie still in which frames."""
    rolls = [
        {
            "seat": rest.seat,
            "first": rest.first,
            "last": rest.last,
            "faces": [die.face for die in rest.dice],
            "thrown": list(rest.thrown),
            "stayed": list(rest.stayed),
            "dice": [
                {
                    "face": die.face,
                    "kind": die.shape.kind,
                    "corners": np.round(top_corners(TABLE.view, die), 1).tolist(),
                }
                for die in rest.dice
            ],
        }
        for rest in session.rests
    ]
    head: dict[str, Any] = {"fps": FPS, "size": TABLE.view.size, "frames": session.frames, "players": PLAYERS}
    lines = ",\n  ".join(json.dumps(roll) for roll in rolls)
    path.write_text(f'{json.dumps(head)[:-1]}, "rolls": [\n  {lines}\n]}}\n')


def _frames(session: Session, kept: Path) -> Iterator[Image]:
    for number in track(range(session.frames), "Encoding"):
        path = kept / f"{_fingerprint(session.exposure(number, PASSES))}.png"
        picture = cv2.imread(str(path))
        if picture is None:
            raise OSError(f"{path} is missing: render the frames first.")
        yield np.asarray(picture, np.uint8)


def _fingerprint(moments: list[Scene]) -> str:
    """The same for the same dice in the same places."""
    seen = sha256()
    for scene in moments:
        seen.update(repr((scene.view, scene.ground, scene.light, scene.exposure)).encode())
        for die in scene.dice:
            seen.update(repr((die.shape, die.paint, die.edge)).encode())
            seen.update(np.round(np.concatenate([die.pose.at, die.pose.turn.ravel()]), 6).tobytes())
    return seen.hexdigest()[:24]
