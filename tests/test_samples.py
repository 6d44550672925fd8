"""The samples: every picture and clip opens, and its truth fits it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from croupier.vision.frame import Image
from croupier.vision.reading import FACES

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
STILLS = SAMPLES / "stills"
SESSION = SAMPLES / "sessions" / "rift"
LARGEST_MB = 30
STILL_FRAMES = 8
REST_DIFFERENCE = 3.0
"""Grey levels by which two frames of the same table may differ on the mean: the sensor's noise and the codec's."""
CHANGE = 30
"""Grey levels that a patch of a frame changes by when a die comes or goes."""


@pytest.fixture(scope="module")
def stills() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (STILLS / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def session() -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SESSION / "truth.json").read_text())
    return told


@pytest.fixture(scope="module")
def frames(session: dict[str, Any]) -> dict[int, Image]:
    """The frames that are looked at, in grey at half the size; the last key is that of the clip's last frame."""
    rolls = session["rolls"]
    wanted = {0, session["frames"] - 1}
    for before, after in pairwise(rolls):
        if before["seat"] != after["seat"]:
            wanted.update(range(before["last"], after["first"]))
    for roll in rolls:
        wanted.update((roll["first"] - 5, roll["first"], middle(roll), roll["last"]))
    clip = cv2.VideoCapture(str(SESSION / "session.mp4"))
    found: dict[int, Image] = {}
    number = 0
    while clip.grab():
        # Most of what a frame costs is what comes after its decoding.
        if number in wanted or number >= session["frames"]:
            _, frame = clip.retrieve()
            found[number] = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)[::2, ::2].copy(), np.uint8)
        number += 1
    return found


def middle(roll: dict[str, Any]) -> int:
    return int(roll["first"] + roll["last"]) // 2


def difference(first: Image, second: Image) -> float:
    return float(np.abs(first.astype(int) - second).mean())


def changed(first: Image, second: Image) -> bool:
    return bool((cv2.absdiff(cv2.blur(first, (5, 5)), cv2.blur(second, (5, 5))) > CHANGE).any())


def test_all_samples_together_stay_small() -> None:
    total = sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file())
    assert total < LARGEST_MB * 1_000_000


def test_every_still_opens_and_has_the_size_that_is_told(stills: list[dict[str, Any]]) -> None:
    assert len(stills) >= 60
    for told in stills:
        picture = cv2.imread(str(STILLS / told["file"]))
        assert picture is not None, told["file"]
        assert [picture.shape[1], picture.shape[0]] == told["size"], told["file"]


def test_every_still_is_told_of_once(stills: list[dict[str, Any]]) -> None:
    assert sorted(told["file"] for told in stills) == sorted(path.name for path in STILLS.glob("*.jpg"))


def test_faces_boxes_and_corners_of_a_still_belong_together(stills: list[dict[str, Any]]) -> None:
    for told in stills:
        assert told["faces"] == sorted(box[4] for box in told["boxes"]), told["file"]
        assert len(told["corners"]) == len(told["faces"]), told["file"]
        assert set(told["faces"]) <= set(FACES.get(told["kind"], ())), told["file"]


def test_a_still_s_name_says_its_faces(stills: list[dict[str, Any]]) -> None:
    words = {"plus": 1, "minus": -1, "blank": 0}
    for told in stills:
        kind, *parts = told["file"].removesuffix(".jpg").split("-")
        named = [words[part] if part in words else int(part) for part in parts if part in words or part.isdigit()]
        assert (kind, sorted(named)) == (told["kind"], told["faces"])


def test_top_faces_lie_within_the_picture_and_their_boxes(stills: list[dict[str, Any]]) -> None:
    for told in stills:
        for (left, top, width, height, _), corners in zip(told["boxes"], told["corners"], strict=True):
            assert 0 <= left < left + width <= told["size"][0], told["file"]
            assert 0 <= top < top + height <= told["size"][1], told["file"]
            for x, y in corners:
                assert left - 0.2 <= x <= left + width + 0.2, told["file"]
                assert top - 0.2 <= y <= top + height + 0.2, told["file"]


def test_the_clip_has_the_frames_rate_and_size_that_are_told(session: dict[str, Any], frames: dict[int, Image]) -> None:
    clip = cv2.VideoCapture(str(SESSION / "session.mp4"))
    assert clip.get(cv2.CAP_PROP_FPS) == session["fps"]
    width, height = clip.get(cv2.CAP_PROP_FRAME_WIDTH), clip.get(cv2.CAP_PROP_FRAME_HEIGHT)
    assert [width, height] == session["size"]
    assert max(frames) == session["frames"] - 1


def test_the_session_is_a_whole_game_for_two(session: dict[str, Any]) -> None:
    turns = [roll["seat"] for roll in session["rolls"] if not roll["stayed"] and is_first(session, roll)]
    assert turns == [0, 1] * 13
    assert len(session["players"]) == 2


def is_first(session: dict[str, Any], roll: dict[str, Any]) -> bool:
    place = session["rolls"].index(roll)
    return place == 0 or bool(session["rolls"][place - 1]["seat"] != roll["seat"])


def test_rests_are_long_enough_and_follow_one_another(session: dict[str, Any]) -> None:
    for roll in session["rolls"]:
        assert roll["last"] - roll["first"] + 1 >= STILL_FRAMES
    for before, after in pairwise(session["rolls"]):
        assert before["last"] < after["first"]
    assert session["rolls"][-1]["last"] < session["frames"]


def test_dice_that_stayed_are_where_they_were_and_show_what_they_showed(session: dict[str, Any]) -> None:
    rerolls = 0
    for before, after in pairwise(session["rolls"]):
        assert sorted(after["thrown"] + after["stayed"]) == [0, 1, 2]
        assert after["faces"] == [die["face"] for die in after["dice"]]
        for place in after["stayed"]:
            rerolls += 1
            assert after["dice"][place] == before["dice"][place]
    assert rerolls > 10


def test_nothing_but_noise_changes_while_dice_lie(session: dict[str, Any], frames: dict[int, Image]) -> None:
    for roll in session["rolls"]:
        between = frames[middle(roll)]
        for number in (roll["first"], roll["last"]):
            assert difference(frames[number], between) < REST_DIFFERENCE, roll
            assert not changed(frames[number], between), roll


def test_dice_move_before_every_rest(session: dict[str, Any], frames: dict[int, Image]) -> None:
    for roll in session["rolls"]:
        assert changed(frames[roll["first"] - 5], frames[roll["first"]]), roll


def test_the_table_is_empty_between_turns(session: dict[str, Any], frames: dict[int, Image]) -> None:
    for before, after in pairwise(session["rolls"]):
        if before["seat"] != after["seat"]:
            gaps = [difference(frames[number], frames[0]) for number in range(before["last"], after["first"])]
            assert sum(gap < REST_DIFFERENCE for gap in gaps) >= STILL_FRAMES, before


@pytest.mark.trials
def test_the_session_is_the_one_that_its_seed_gives(session: dict[str, Any], tmp_path: Path) -> None:
    from croupier.models.workshop.recording.film import write_truth
    from croupier.models.workshop.recording.session import play
    from croupier.models.workshop.samples import SESSION_SEED

    write_truth(play(SESSION_SEED), tmp_path / "truth.json")
    assert json.loads((tmp_path / "truth.json").read_text()) == session
