"""Pictures → readings → rolls. Knows no game, no camera driver, no server."""
