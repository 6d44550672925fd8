"""The camera at the table."""

from croupier.server.live.onlookers import Eyes, Onlooker
from croupier.server.live.photographs import Photographs, Taken
from croupier.server.live.told import seen_json
from croupier.server.live.watch import Live

__all__ = ["Eyes", "Live", "Onlooker", "Photographs", "Taken", "seen_json"]
