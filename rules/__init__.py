"""The games as pure state machines. Knows no picture, no clock, no chance, no disk."""
