"""The solved solo games of three dice, solved once and kept in the user's cache folder.

A copy that is damaged, stale or too short is solved anew, and where none can be kept nothing is lost but time.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from croupier.rules.game import RulesError
from croupier.rules.rift.optimum import VERSION, Floats, points_of, solve
from croupier.rules.rift.table import Table
from croupier.server.folders import cache_folder

USUAL_EXTRA = 3
"""Extra rerolls that are reckoned with in any case."""
MOST_EXTRA = 30
"""Each one more takes about a tenth of a second to solve."""
_STORED = np.dtype("<f8")
_DIGEST = sha256().digest_size


class TooManyRerolls(RulesError):
    """More extra rerolls than are reckoned with."""


def rests_of(table: Table, extra: int = 0) -> Floats:
    """What `optimum.solve` gives for `extra` extra rerolls, or for more: from memory, from disk, or solved now.

    Raises `TooManyRerolls`.
    """
    if not 0 <= extra <= MOST_EXTRA:
        raise TooManyRerolls(f"Advice reckons with 0 to {MOST_EXTRA} extra rerolls: give a number of these.")
    return _once(table, max(extra, USUAL_EXTRA), cache_folder())


def load(table: Table, extra: int, folder: Path | None) -> Floats:
    """What `folder` keeps, if that is for `extra` extra rerolls or more; else solved now, and kept there."""
    file = folder / f"{table.name}.solved" if folder else None
    rests = _kept(file, table) if file else None
    if rests is None or len(rests) <= extra:
        rests = solve(table, extra)
        if file:
            _keep(file, table, rests)
    rests.setflags(write=False)
    return rests


_once = cache(load)


def _kept(file: Path, table: Table) -> Floats | None:
    """What the file holds, if it is whole and of this very table and solver."""
    row = _STORED.itemsize << len(table.categories)
    try:
        with file.open("rb") as stored:
            data = stored.read(_DIGEST + (MOST_EXTRA + 1) * row + 1)
    except OSError:
        return None
    figures = data[_DIGEST:]
    if not figures or len(figures) % row or data[:_DIGEST] != _digest(table, figures):
        return None
    return np.frombuffer(figures, _STORED).astype(np.float64).reshape(-1, 1 << len(table.categories))


def _keep(file: Path, table: Table, rests: Floats) -> None:
    """Write the file whole or not at all."""
    figures = rests.astype(_STORED).tobytes()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as new:
            try:
                new.write(_digest(table, figures) + figures)
                new.close()
                os.replace(new.name, file)
            except BaseException:
                Path(new.name).unlink(missing_ok=True)
                raise


def _digest(table: Table, figures: bytes) -> bytes:
    """Of the figures and all that they depend on, so that a copy of other ones counts as damaged."""
    basis = f"{VERSION} {table.name} {[category.name for category in table.categories]}".encode()
    return sha256(basis + points_of(table).astype(_STORED).tobytes() + figures).digest()
