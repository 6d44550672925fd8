"""The cameras that one may choose from."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from croupier.hardware import devices

PHONE, DEMO = "phone:", "demo:"


@dataclass(frozen=True, slots=True)
class Choice:
    """A camera's `url`, and what people call it."""

    url: str
    name: str


def choices(chosen: str | None, dev: Path = devices.DEV) -> tuple[Choice, ...]:
    """What is plugged in, a phone, the recorded game; and the camera that was `chosen`, where it is another."""
    there = [Choice(url, device_name(url)) for url in devices.cameras(dev)]
    there += [Choice(PHONE, "A phone"), Choice(DEMO, "A recorded game")]
    if chosen is not None and not _among(chosen, there):
        there.insert(0, Choice(chosen, chosen))
    return tuple(there)


def device_name(url: str) -> str:
    """What a webcam is called: `usb-046d_HD_Pro_Webcam_C920-video-index0` is an `HD Pro Webcam C920`."""
    name = os.path.basename(url)
    found = re.fullmatch(r"usb-(.+?)(?:_[0-9A-Fa-f]{6,})?-video-index\d+", name)
    words = (found[1] if found else name).replace("_", " ").strip()
    maker, _, model = words.partition(" ")
    return model if model and re.fullmatch("[0-9a-f]{4}", maker) else words


def _among(url: str, there: Sequence[Choice]) -> bool:
    return any(_device(url) == _device(choice.url) for choice in there)


def _device(url: str) -> str:
    """The device behind a webcam's several names; of anything else the URL itself."""
    place = re.sub(r"^usb:(\d+)$", r"/dev/video\1", url).removeprefix("usb:")
    return os.path.realpath(place) if place.startswith("/dev/") else url
