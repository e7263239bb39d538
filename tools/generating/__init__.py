"""The parts of ``tools/generate.py``: schemas of type hints, the files written from them, and the table of the hosts."""
