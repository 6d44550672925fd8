"""The camera at the table."""

from croupier.server.live.watch import Eyes, Live, seen_json

__all__ = ["Eyes", "Live", "seen_json"]
