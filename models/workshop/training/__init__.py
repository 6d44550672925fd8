"""Training of the finder and the namer, from an empty folder to the shipped models."""
