"""The host of boards: the log of its kernel or server, and null where the kernel is Pyodide."""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from typing import Any

ON_BINDER = "BINDER_SERVICE_HOST" in os.environ or "BINDER_LAUNCH_HOST" in os.environ
"""True if this machine is lent by Binder, for a try."""


@cache
def log() -> logging.Logger:
    """Return the logger.

    A kernel forwards its stderr to the notebook, as written by Python and by C code. It keeps a copy of the descriptor
    that it was started with; the logger writes there.
    """
    logger = logging.getLogger("hexwidget.widget")
    kept = getattr(sys.stderr, "_original_stdstream_copy", None)
    stream = os.fdopen(os.dup(kept), "w") if isinstance(kept, int) else sys.__stderr__
    logger.addHandler(logging.StreamHandler(stream))
    logger.propagate = False
    return logger


if sys.platform == "emscripten":
    from pyodide.ffi import jsnull
else:
    jsnull = None


# ---------------------------------------------------------------- null and None
# Pyodide turns `None` into JavaScript's undefined, and messages drop entries that are undefined. On the way up it turns null
# into an object that is not None. In other kernels None and null are the same, and both functions return their values as they are.
def to_page(value: Any, _widget: object = None) -> Any:
    """Return a value that travels to the page, with nulls that arrive there."""
    return _exchange(value, None, jsnull) if jsnull is not None else value


def from_page(value: Any) -> Any:
    """Return a value from the page, with None in place of null."""
    return _exchange(value, jsnull, None) if jsnull is not None else value


def _exchange(value: Any, old: object, new: object) -> Any:
    if value is old:
        return new
    if isinstance(value, dict):
        return {key: _exchange(entry, old, new) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exchange(entry, old, new) for entry in value]
    return value
