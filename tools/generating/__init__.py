"""The parts of ``tools/generate.py``: schemas of type hints, and the files written from them."""
