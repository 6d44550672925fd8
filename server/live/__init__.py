"""The camera at the table."""

from croupier.server.live.watch import Eyes, Live, Onlooker, seen_json

__all__ = ["Eyes", "Live", "Onlooker", "seen_json"]
