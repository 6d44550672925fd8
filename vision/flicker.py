"""The bands that a flickering lamp leaves in a picture whose rows are taken one after the other, taken out again.

All of a row is brighter or darker by the same factor, so most of its pixels differ by that from those of the row above.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image

ROWS, COLUMNS = 240, 64
"""The size at which bands are looked for."""
FEWEST, MOST = 3.0, 30.0
"""Bands in the height of a picture. Fewer are the light falling off, more are the weave of a cloth."""
FAINTEST = 0.1
"""Half the difference of the logarithms of bright and dark, from which on bands are taken out."""
PLAIN = 0.75
"""The least share of the rows' differences that the bands explain."""
FEW, FOLLOWED = 0.15, 0.4
"""All but so few columns follow the bands by this share or more: rows of dice are as even, but lie in some columns."""

LIGHT = np.log(np.arange(256) + 4.0)
"""The logarithm of each level, but that next to black all is alike."""

Floats = npt.NDArray[np.float64]


def without_bands(image: Image, smaller: Image | None = None) -> Image:
    """`image` with its bands taken out, if it has any; else as it is. They are looked for in a `smaller` one where
    there is one already."""
    bands = _bands(image if smaller is None else smaller)
    if bands is None:
        return image
    rows = np.interp((np.arange(len(image)) + 0.5) * len(bands) / len(image) - 0.5, np.arange(len(bands)), bands)
    return np.asarray(np.clip(np.rint(image * np.exp(-rows)[:, None, None]), 0, 255), np.uint8)


def _bands(image: Image) -> Floats | None:
    """(R,) by how much each of so many rows is too bright, as a logarithm; None where there are no bands."""
    rows = min(ROWS, len(image))
    if rows < 4 * FEWEST:
        return None
    small = cv2.resize(image, (min(COLUMNS, image.shape[1]), rows), interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(small)
    light = LIGHT[np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)]
    course = np.concatenate([[0.0], np.cumsum(_medians(np.diff(light, axis=0)))])
    at = np.linspace(-1, 1, rows)
    slow = np.stack([at**0, at, at**2], axis=1)
    course = course - slow @ np.linalg.lstsq(slow, course, rcond=None)[0]
    spectrum = np.abs(np.fft.rfft(course * np.hanning(rows), 8 * rows))
    bands = np.arange(len(spectrum)) / 8
    spectrum[(bands < FEWEST) | (bands > MOST)] = 0
    phase = np.pi * bands[int(np.argmax(spectrum))] * at
    # A lamp's light is no pure wave, and a logarithm of one is none either.
    waves = np.stack([np.sin(phase), np.cos(phase), np.sin(2 * phase), np.cos(2 * phase)], axis=1)
    fitted = waves @ np.linalg.lstsq(waves, course, rcond=None)[0]
    plain = 1 - float(np.var(course - fitted)) / max(float(np.var(course)), 1e-12)
    if np.ptp(fitted) / 2 < FAINTEST or plain < PLAIN:
        return None
    wave = fitted - slow @ np.linalg.lstsq(slow, fitted, rcond=None)[0]
    followed = wave @ light / (wave @ wave)
    return fitted if np.quantile(followed, FEW) > FOLLOWED else None


def _medians(rows: Floats) -> Floats:
    """(R,) the median of each row: of so few numbers it is sooner told once they are sorted."""
    ordered, count = np.sort(rows, axis=1), rows.shape[1]
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2)
