"""Where the top faces of dice are."""
