"""Pictures to judge a reader by, path-traced by a renderer that no training scene has seen: `judge OUT --count 300`."""
