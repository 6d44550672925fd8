"""Every game that a log holds, as everybody may know it: listed, replayed, exported, and its dice tested."""
