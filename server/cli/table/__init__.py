"""The commands that open a table: `serve` and `demo`."""
