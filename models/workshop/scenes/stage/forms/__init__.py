"""Solids as triangles: rounded cubes, turned and drawn-out things, solids with flat faces."""
