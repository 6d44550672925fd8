"""The revisions of the log's schema. Each is as it was released, and is never changed."""
