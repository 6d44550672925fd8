"""The camera at the table."""

from croupier.server.live.onlookers import Eyes, Onlooker
from croupier.server.live.told import seen_json
from croupier.server.live.watch import Live

__all__ = ["Eyes", "Live", "Onlooker", "seen_json"]
