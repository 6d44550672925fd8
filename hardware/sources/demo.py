"""`demo:` and `demo:NAME`: the recorded sessions that come with croupier."""

from __future__ import annotations

from functools import partial
from importlib import resources
from pathlib import Path

from croupier.hardware.camera import CameraError, Notice
from croupier.hardware.sources.recording import Recording
from croupier.hardware.sources.video import play_video

USUAL = "rift"
CLIP = "session.mp4"


def open_demo(url: str, rest: str, notice: Notice) -> Recording:
    """The session named `rest`, or the usual one. Raises `CameraError` with the names there are."""
    return Recording(url, partial(play_video, session_folder(rest or USUAL) / CLIP, notice))


def session_folder(name: str, samples: Path | None = None) -> Path:
    """Where the session's clip and its truth are. Raises `CameraError` with the names there are."""
    samples = samples or samples_folder()
    names = session_names(samples)
    if not names:
        raise CameraError("This installation has no recorded sessions: install croupier again, or use video:FILE.")
    if name not in names:
        known = ", ".join(f"demo:{known}" for known in names)
        raise CameraError(f"There is no recorded session {name!r}: use {known}.")
    return samples / "sessions" / name


def session_names(samples: Path | None = None) -> tuple[str, ...]:
    """The sessions there are."""
    clips = ((samples or samples_folder()) / "sessions").glob(f"*/{CLIP}")
    return tuple(sorted(clip.parent.name for clip in clips))


def samples_folder() -> Path:
    """The folder of samples as installed."""
    return Path(str(resources.files("croupier.samples")))
