"""Exchange None and null where the kernel is Pyodide.

Pyodide turns `None` into JavaScript's undefined, and messages drop entries that are undefined. On the way up it turns null
into an object that is not None. In other kernels None and null are the same, and both functions return their values as
they are.
"""

from __future__ import annotations

import sys
from typing import Any

if sys.platform == "emscripten":
    from pyodide.ffi import jsnull
else:
    jsnull = None


def down(value: Any, _widget: object = None) -> Any:
    """Return a value that travels to the page, with nulls that arrive there."""
    return _exchanged(value, None, jsnull) if jsnull is not None else value


def up(value: Any) -> Any:
    """Return a value from the page, with None in place of null."""
    return _exchanged(value, jsnull, None) if jsnull is not None else value


def _exchanged(value: Any, old: object, new: object) -> Any:
    if value is old:
        return new
    if isinstance(value, dict):
        return {key: _exchanged(entry, old, new) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exchanged(entry, old, new) for entry in value]
    return value
