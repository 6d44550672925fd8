"""The game over HTTP: what everybody reads, what players and the operator do, and how a phone comes to a seat."""
