"""The commands that look: pictures read, a table watched, frames recorded."""
