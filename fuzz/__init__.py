"""Fuzzing of every reader of outside input: ``python -m fuzz --help``."""
