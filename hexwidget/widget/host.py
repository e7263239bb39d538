"""The host of boards: the base class of its widgets, the log of its kernel, and null where the kernel is Pyodide."""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from traitlets import HasTraits

    ECHO: bool
    """True if a kernel tells all pages of a value that one of them has set."""

    class Widget(HasTraits):
        """The part of `AnyWidget` that people call, with types.

        ipywidgets has no types. With `AnyWidget` itself as their base class, boards would seem to have every name.
        """

        layout: Any
        comm: Any
        model_id: str
        keys: list[str]
        """The names of the synchronised traits."""
        send: Callable[..., None]
        """Send a message to every view."""
        get_state: Callable[..., dict[str, Any]]
        """Return the values of synchronised traits, as they are sent."""
        hold_sync: Callable[[], AbstractContextManager[None]]
        """Send the traits that change within a block together, at its end."""
        _esm: str

        def open(self) -> None:
            """Open the connection to the page."""

        def close(self) -> None:
            """Close the widget: its views show it no more."""

        def send_state(self, key: str | list[str] | set[str] | None = None) -> None:
            """Send the values of synchronised traits to every view."""

        def on_msg(self, callback: Callable[[Any, Any, list[Any]], Any], remove: bool = False) -> None:
            """Call a function with every message from a view."""

        def _get_embed_state(self, **keywords: Any) -> Any: ...

        def _handle_custom_msg(self, content: Any, buffers: list[Any]) -> None: ...

        def _send(self, msg: Mapping[str, Any]) -> None: ...

        def _should_send_property(self, key: str, value: Any) -> bool: ...

        def _lock_property(self, **properties: Any) -> AbstractContextManager[None]: ...

        def _repr_mimebundle_(self, **keywords: Any) -> tuple[dict[str, Any], dict[str, Any]] | None: ...

else:
    from anywidget import AnyWidget as Widget
    from ipywidgets.widgets.widget import JUPYTER_WIDGETS_ECHO as ECHO

__all__ = ["ECHO", "Widget"]


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
    return _exchanged(value, None, jsnull) if jsnull is not None else value


def from_page(value: Any) -> Any:
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
