"""The parts of ``tools/generate.py``: schemas of type hints, and what is written from them."""
