"""Scenarios, schemas, limits of input, maps of other programs, and files on a disk that fails."""
