"""Setting up the camera: which one, how well it sees, and a roll to try it."""

from croupier.server.setup.equipment import USUAL, Equipment
from croupier.server.setup.settings import Settings, SettingsError, beside

__all__ = ["USUAL", "Equipment", "Settings", "SettingsError", "beside"]
