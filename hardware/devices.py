"""Which cameras this machine has, and who holds one: read from /dev and /proc."""

from __future__ import annotations

import os
from pathlib import Path

DEV = Path("/dev")
PROC = Path("/proc")


def cameras(dev: Path = DEV) -> tuple[str, ...]:
    """The URLs of the USB cameras there are, by names that outlast a reboot; else by number."""
    # A camera has several nodes; the first gives pictures, the others say things about them.
    named = sorted((dev / "v4l" / "by-id").glob("*-video-index0"))
    return tuple(f"usb:{path}" for path in named or sorted(dev.glob("video[0-9]*")))


def cameras_in_words(dev: Path = DEV) -> str:
    """A sentence that lists them."""
    there = cameras(dev)
    return f"There is {' and '.join(there)}." if there else "No camera is plugged in."


def holders(device: Path, proc: Path = PROC) -> tuple[str, ...]:
    """The programs that have `device` open, as `name (process 123)`: those that this user may look into."""
    wanted = os.path.realpath(device)
    found = []
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            if any(os.path.realpath(link) == wanted for link in (process / "fd").iterdir()):
                found.append(f"{(process / 'comm').read_text().strip()} (process {process.name})")
        except OSError:  # gone meanwhile, or somebody else's
            continue
    return tuple(found)
