"""Files that tell of pictures, a JSON object a line: what is wrong in one is told with the file and the line.

Nothing is taken for what it is not: `"5"` and `true` are no numbers, and a number that nobody can mean is none either.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

LARGEST = 1e9
"""What is told of a picture in numbers is nearer to nothing than this."""
WORDS_SHOWN = 60
"""So many letters of what is wrong are shown."""
MEND = "mend the line or take it out."


class MeasureError(ValueError):
    """What is to be measured or learned from cannot be used; says where that stands, and what to do."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a line tells, or an object within it. `place` is where it stands: `a/labels.jsonl, line 3`.

    Every reading of a value raises `MeasureError` when it is missing or of another kind.
    """

    place: str
    told: Mapping[str, Any]

    def __contains__(self, name: str) -> bool:
        """Whether something is told by that name; null tells nothing."""
        return self.told.get(name) is not None

    def text(self, name: str) -> str:
        """A text that is not empty."""
        return str(self._fitting(name, "a text", lambda value: isinstance(value, str) and value != ""))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self._fitting(name, "a list of texts", lambda value: _list_of(str, value)))

    def truth(self, name: str) -> bool:
        return bool(self._fitting(name, "true or false", lambda value: isinstance(value, bool)))

    def whole(self, name: str) -> int:
        return int(self._fitting(name, "a whole number", _is_whole))

    def wholes(self, name: str) -> tuple[int, ...]:
        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(map(_is_whole, value))

        return tuple(self._fitting(name, "a list of whole numbers", fits))

    def number(self, name: str) -> float:
        return float(self._fitting(name, "a number", lambda value: _are_numbers(value, 0)))

    def numbers(self, name: str, count: int) -> npt.NDArray[np.float64]:
        """(count,) of them."""

        def fits(value: Any) -> bool:
            return _are_numbers(value, 1) and len(value) == count

        return np.array(self._fitting(name, f"{count} numbers", fits), float)

    def rows(self, name: str, width: int) -> npt.NDArray[np.float64]:
        """(N, width) of them; N may be 0."""

        def fits(value: Any) -> bool:
            return _are_numbers(value, 2) and all(len(row) == width for row in value)

        return np.array(self._fitting(name, f"a list with {width} numbers each", fits), float).reshape(-1, width)

    def corners(self, name: str) -> npt.NDArray[np.float64]:
        """(4, 2), of a face."""
        corners = self.rows(name, 2)
        if len(corners) != 4:
            self.refuse(name, "is not the four corners of a face")
        return corners

    def within(self, name: str) -> list[Line]:
        """The objects of a list."""
        objects = self._fitting(name, "a list of objects", lambda value: _list_of(dict, value))
        return [Line(f"{self.place}, {name} {number}", value) for number, value in enumerate(objects, 1)]

    def refuse(self, name: str, what: str) -> NoReturn:
        """Raise the error that says what is wrong with the value of that name."""
        shown = json.dumps(self.told.get(name), ensure_ascii=False)
        shown = shown if len(shown) <= WORDS_SHOWN else shown[:WORDS_SHOWN] + "…"
        raise MeasureError(f"{self.place}: {name} {what}, but {shown}; {MEND}")

    def _fitting(self, name: str, what: str, fits: Callable[[Any], bool]) -> Any:
        if name not in self.told:
            raise MeasureError(f"{self.place} does not tell {name}; {MEND}")
        if not fits(self.told[name]):
            self.refuse(name, f"is not {what}")
        return self.told[name]


def lines(file: Path, growing: bool = False) -> list[Line]:
    """The lines of `file` but for blank ones; the last one of a `growing` file is left out until its end is written.

    Raises `MeasureError` when the file cannot be read, or a line is no JSON object.
    """
    told = content(file).removeprefix(codecs.BOM_UTF8)
    if growing:
        told = told[: told.rfind(b"\n") + 1]
    rows = enumerate(told.split(b"\n"), 1)
    return [_line(f"{file}, line {number}", row) for number, row in rows if row.strip()]


def content(file: Path) -> bytes:
    """All of `file`. Raises `MeasureError` when it cannot be read."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise MeasureError(f"{file} does not exist; check the name.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise MeasureError(f"{file} cannot be read ({why}); check the name and its permissions.") from error


def _line(place: str, row: bytes) -> Line:
    try:
        told = json.loads(row.decode())
    # Brackets without end are too deep, and that is no ValueError.
    except (ValueError, RecursionError):
        raise MeasureError(f"{place} is no JSON in UTF-8; {MEND}") from None
    if not isinstance(told, dict):
        raise MeasureError(f"{place} is no JSON object; {MEND}")
    return Line(place, told)


def _list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and _are_numbers(value, 0)


def _are_numbers(value: Any, depth: int) -> bool:
    """Whether it is a number (`depth` 0), a list of numbers (1) or of such lists (2). NaN is none."""
    if depth:
        return isinstance(value, list) and all(_are_numbers(one, depth - 1) for one in value)
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST
