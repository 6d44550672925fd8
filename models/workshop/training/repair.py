"""Boxes of other people's labels → the middle and edge of the top face.

Each source means something else by a box; what it means was found by looking, and is told here once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

PIP_EXTENT = {1: 1.1, 2: 1.45, 3: 1.4, 4: 1.15, 5: 1.15, 6: 1.05}
"""matteop65 boxes hold the pips alone: edge ÷ box size, by face."""
TOP_OF_BOX = 0.76
"""NikitaMensh boxes hold the whole die: edge of the top ÷ box size."""
NEARER = 0.5
"""Tops lie half a die's height nearer to the camera than its middle; in edges, for a camera 0.8 widths away."""


def repaired(source: str, boxes: Array, size: tuple[float, float], scale: float) -> Iterator[tuple[Array, float, int]]:
    """(middle (2,), edge, face) of each of `boxes` (N, 5: x, y, width, height, face) in a picture of `size`,
    which was shrunk by `scale`. Raises `ValueError` for a source whose boxes nobody has looked at."""
    middles = boxes[:, :2] + boxes[:, 2:4] / 2
    sides = np.sqrt(boxes[:, 2] * boxes[:, 3])
    faces = boxes[:, 4].astype(int)
    if source == "matteop65":
        edges = sides * np.array([PIP_EXTENT[int(face)] for face in faces])
        # The box of a 1 is its single pip, which says little of the die: the others of the picture know.
        told = edges[faces > 1]
        usual = float(np.median(told)) if len(told) else float(np.clip(edges[0], 45 * scale, 75 * scale))
        edges = np.where(faces > 1, np.clip(edges, 0.85 * usual, 1.15 * usual), usual)
    elif source == "NikitaMensh":
        edges = TOP_OF_BOX * sides
        away = middles - np.array(size) / 2
        middles = middles + away * (NEARER * edges / (0.8 * size[0]))[:, None]
    else:
        raise ValueError(f"Nobody has told what boxes of {source} mean; say it in repair.py.")
    yield from zip(middles, edges.tolist(), faces.tolist(), strict=True)
