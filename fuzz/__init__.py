"""Fuzzing of every reader of outside input: ``python -m fuzz --help``.

``found`` holds inputs that once broke a reader; the first part of a name is the reader.
"""
