"""Picture files opened for a command: what the decoding libraries write to stderr of themselves is kept from the
terminal, and listened to.

For a process that does nothing else meanwhile: whatever it writes to stderr while a picture is opened is lost.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from croupier.vision.frame import Image
from croupier.vision.picture import damaged, load_picture

MOST_BYTES = 65_536
"""So much is listened to, more than a pipe holds."""
DAMAGE = re.compile(rb"Premature end of JPEG|Corrupt JPEG data: (?!\d{1,2} extraneous bytes)")
"""What libjpeg says when it made up or mixed up a part of the picture. A few bytes too many are a camera's padding."""


def open_picture(path: Path) -> Image:
    """The picture in `path`, as `load_picture` gives it; refused too where the decoder found it damaged."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed: nothing can be written there
        return load_picture(path)
    heard, told = os.pipe()
    for end in (heard, told):
        os.set_blocking(end, False)  # whoever says more than the pipe holds is not waited for
    os.dup2(told, 2)
    os.close(told)
    said = b""
    try:
        image = load_picture(path)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        with suppress(BlockingIOError):
            said = os.read(heard, MOST_BYTES)
        os.close(heard)
    if DAMAGE.search(said):
        raise damaged(str(path))
    return image
