"""The base class of boards: anywidget's `AnyWidget`."""

from __future__ import annotations

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
