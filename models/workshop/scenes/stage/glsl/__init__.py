"""The shaders: light, things, and dice with their bodies and marks."""
