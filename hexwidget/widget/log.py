"""The log of the board: tracebacks go to the log of the kernel's process, and never to the notebook."""

from __future__ import annotations

import logging
import os
import sys
from functools import cache


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
