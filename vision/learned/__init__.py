"""Reading dice with trained models: where the top faces are, each flattened and named, and doubts."""
