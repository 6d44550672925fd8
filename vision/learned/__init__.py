"""Reading dice with trained models: where the top faces are, each flattened and named, and doubts."""

from croupier.vision.learned.read import LearnedReader, open_learned

__all__ = ["LearnedReader", "open_learned"]
