"""Setting up the camera: which one, how well it sees, and a roll to try it."""
