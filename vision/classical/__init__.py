"""Reading pip dice without a model: spots → candidate faces → outlines → faces → doubts."""

from croupier.vision.classical.read import ClassicalReader

__all__ = ["ClassicalReader"]
