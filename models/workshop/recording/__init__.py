"""A recorded session from nothing: how dice are thrown, a game played with them, and the clip of it."""
