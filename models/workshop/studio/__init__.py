"""The picture-making half of the workshop: meshes, grounds, light, lens and sensor, with the truth about each die."""
