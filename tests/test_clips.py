"""The watcher on film: the recorded sample session, and real clips where they are at hand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.hardware.camera import open_camera
from croupier.vision.reader import open_reader
from croupier.vision.roll import Seen
from croupier.vision.watch import Watcher

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos" / "dev"
CLIPS = [
    "green_felt_rolls_1280x720.mp4",
    "tirada_1.mp4",
    *(pytest.param(f"tirada_{number}.mp4", marks=pytest.mark.trials) for number in (3, 4)),  # as hard as the first
]
FELT = str(CLIPS[0])

real = pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"the real clips are not at {PHOTOS.name}/ beside the project")


@cache
def watch(url: str) -> list[Seen]:
    """All that is seen on a clip, which is looked at once whatever is asked about it."""
    watcher = Watcher(open_reader())
    with open_camera(url) as camera:
        seen = [watcher.see(frame) for frame in camera]
    last = watcher.finish()
    return [*seen, *([last] if last else [])]


@real
@pytest.mark.parametrize("clip", CLIPS)
def test_each_throw_of_a_real_clip_is_one_roll_right_or_asked_about(clip: str) -> None:
    truth: dict[str, dict[str, Any]] = {}
    for line in (PHOTOS / "videos.jsonl").read_text().splitlines():
        entry = json.loads(line)
        truth[entry["file"]] = entry
    seen = watch(f"video:{PHOTOS / clip}")
    rolls = [look.roll for look in seen if look.roll]
    for roll, throw in zip(rolls, truth[clip]["throws"], strict=True):
        assert not roll.sure or sorted(die.face or 0 for die in roll.dice) == throw
        left = list(throw)
        for die in roll.dice:
            assert not die.sure or die.face in left, f"sure of a {die.face}, thrown were {throw}"
            if die.sure:
                left.remove(die.face)


@real
@pytest.mark.parametrize("clip", CLIPS)
def test_nobody_on_a_real_clip_is_said_to_have_turned_a_die(clip: str) -> None:
    assert not [look.roll.turned for look in watch(f"video:{PHOTOS / clip}") if look.roll and look.roll.turned]


@real
def test_the_felt_table_is_read_for_sure_in_most_throws() -> None:
    rolls = [look.roll for look in watch(f"video:{PHOTOS / FELT}") if look.roll]
    assert sum(roll.sure for roll in rolls) >= 6
