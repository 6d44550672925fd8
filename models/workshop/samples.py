"""Make everything in samples/ anew: `python -m croupier.models.workshop.samples`.

Seeded: the same pictures come out. Frames of the session are kept under `--kept` as they are rendered, so that a run
that was stopped goes on where it was; delete that folder when the renderer itself has changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.models.workshop.recording.film import render_frames, write_clip, write_truth
from croupier.models.workshop.recording.session import play
from croupier.models.workshop.stills import write_stills
from croupier.models.workshop.studio.render import Studio

SESSION_SEED = 25


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Render the samples anew.")
    parser.add_argument("--out", type=Path, default=Path("samples"), help="the folder of samples")
    parser.add_argument("--kept", type=Path, default=Path("build/frames"), help="where rendered frames are kept")
    parser.add_argument("--only", choices=["session", "stills"], help="one half of the work")
    asked = parser.parse_args()
    with Studio() as studio:
        if asked.only != "session":
            write_stills(studio, asked.out / "stills")
        if asked.only != "stills":
            make_session(studio, asked.out / "sessions" / "rift", asked.kept)


def make_session(studio: Studio, folder: Path, kept: Path) -> None:
    """The clip of a whole game of Rift, and its truth."""
    folder.mkdir(parents=True, exist_ok=True)
    session = play(SESSION_SEED)
    render_frames(studio, session, kept)
    write_clip(session, kept, folder / "session.mp4", SESSION_SEED)
    write_truth(session, folder / "truth.json")


if __name__ == "__main__":
    main()
