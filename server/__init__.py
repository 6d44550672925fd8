"""The live table: puts cameras, reader, rules and pages together."""
