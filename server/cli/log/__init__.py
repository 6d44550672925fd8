"""The commands about a log: a copy of it, and a game as a file."""
