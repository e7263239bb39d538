"""None and null, where the kernel is Pyodide.

There `None` becomes JavaScript's undefined, and what is undefined is dropped from a message; and null, on its way here,
becomes an object that is not None. Everywhere else both are the same, and these two do nothing.
"""

from __future__ import annotations

import sys
from typing import Any

if sys.platform == "emscripten":
    from pyodide.ffi import jsnull
else:
    jsnull = None


def down(value: Any, _widget: object = None) -> Any:
    """What is to travel to the page, with nulls that arrive."""
    return _exchanged(value, None, jsnull) if jsnull is not None else value


def up(value: Any) -> Any:
    """What came from the page, with None for null."""
    return _exchanged(value, jsnull, None) if jsnull is not None else value


def _exchanged(value: Any, old: object, new: object) -> Any:
    if value is old:
        return new
    if isinstance(value, dict):
        return {key: _exchanged(entry, old, new) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exchanged(entry, old, new) for entry in value]
    return value
