"""The best reader that is installed."""

from __future__ import annotations

from croupier.vision.classical import ClassicalReader
from croupier.vision.reading import Reader


def open_reader() -> Reader:
    """A reader ready to read; today the one that needs no model."""
    return ClassicalReader()
