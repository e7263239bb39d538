"""Scenarios, schemas and limits of what is read, maps of other programs, and files on a disk that fails."""
