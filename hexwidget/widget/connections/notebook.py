"""The connection of a board in a notebook: a widget of ipywidgets. No other module but `traits` and `observers` needs Jupyter."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import traitlets

from hexwidget.problems import shown
from hexwidget.scene.encode import Wire
from hexwidget.widget.connections.connection import Differences
from hexwidget.widget.connections.messages import DATED, TRAITS
from hexwidget.widget.frontend import front_end, parts, version
from hexwidget.widget.garbage_collection import pause_collection
from hexwidget.widget.host import log, to_page

if TYPE_CHECKING:
    from collections.abc import Callable

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

        _property_lock: dict[str, Any]

        def _lock_property(self, **properties: Any) -> AbstractContextManager[None]: ...

        def _repr_mimebundle_(self, **keywords: Any) -> tuple[dict[str, Any], dict[str, Any]] | None: ...

else:
    from anywidget import AnyWidget as Widget
    from ipywidgets.widgets.widget import JUPYTER_WIDGETS_ECHO as ECHO

__all__ = ["ECHO", "BoardWidget", "FrontEnd", "WidgetConnection", "loader_place"]


_PLAIN = frozenset({*TRAITS, "_patch"})
"""The traits without bytes."""


class FrontEnd(Widget):
    """The model that holds the front end's code, once for all boards of a kernel. It has no views."""

    _parts = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._parts = parts()

    def _get_embed_state(self, **_keywords: Any) -> Any:
        """Return the whole state for a page. To anywidget the names of the code are defaults, and a page without them shows an error."""
        return super()._get_embed_state(drop_defaults=False)


_made: list[FrontEnd] = []


def loader_place() -> dict[str, str]:
    """Return the place of the code for a board's loader: the version, and the id of the model that holds it."""
    if not _made or _made[0].comm is None:  # the first board, or somebody has closed all widgets
        _made[:] = [FrontEnd()]
    return {"version": version(), "model": _made[0].model_id}


class BoardWidget(Widget):
    """A widget whose views get state and send intents. It takes no state from them."""

    # Written by `Sending` only, each with the revision it belongs to.
    _scene = traitlets.Dict().tag(sync=True, to_json=to_page)
    _state = traitlets.Dict().tag(sync=True, to_json=to_page)
    _choices = traitlets.Dict().tag(sync=True, to_json=to_page)
    _current = traitlets.Any(None, allow_none=True).tag(sync=True, to_json=to_page)
    _timeline = traitlets.Dict().tag(sync=True, to_json=to_page)
    _status = traitlets.Dict().tag(sync=True, to_json=to_page)
    _editing = traitlets.Any(None, allow_none=True).tag(sync=True, to_json=to_page)
    _patch = traitlets.Any(None, allow_none=True).tag(sync=True, to_json=to_page)
    """The changes of other traits since the views last got them: a `Patch`."""
    _front_end = traitlets.Dict().tag(sync=True)
    """The front end's version, and the model that holds its code."""
    _recording = traitlets.Unicode().tag(sync=True)
    """The game up to now, for a page without a kernel: see `hexwidget.widget.pages.notebook_recording`."""

    _of_cells: tuple[str, ...] = ()
    """The traits of cells that travel."""

    def __init__(self, layout: Any = None) -> None:
        self._differences = Differences()
        self._view_connected = False
        """True once a view is connected. Before that only whole values travel: nobody would apply differences, such as a program
        that keeps what travels (nbclient)."""
        self._esm = front_end("loader.js")
        self._front_end = loader_place()
        # Beside others in an HBox a board without a width of its own would be as narrow as its buttons.
        wide = {"width": "100%"}
        super().__init__(layout={**wide, **layout} if isinstance(layout, Mapping) else layout or wide)
        if self.layout is not layout:
            self._own_layout = self.layout

    def _get_embed_state(self, **_keywords: Any) -> Any:
        """Return the whole state for a page, as `FrontEnd` does. ipywidgets looks at the attributes that the state names for other
        widgets whose state the page needs, so it names the front end."""
        found = super()._get_embed_state(drop_defaults=False)
        found["state"]["_code"] = None
        return found

    def open(self) -> None:
        """Open the connection to the page. ipykernel 7.4 sends what comes back to the shell that wrote last, which may be busy with a cell,
        or gone. The page knows better: a subshell of its own answers while a cell runs."""
        super().open()
        if hasattr(self.comm, "_reply_subshell_for"):
            self.comm._reply_subshell_for = lambda _data, addressed: addressed

    @property
    def _code(self) -> FrontEnd:
        return _made[0]

    def close(self) -> None:
        """Close the widget, and the layout that it began with."""
        if "_own_layout" in self.__dict__:  # else the widget could not be made in the first place
            self._own_layout.close()
        super().close()

    def send_state(self, key: str | list[str] | set[str] | None = None) -> None:
        """Send the values of synchronised traits to every view: a list of them, or all. A set of names, or one name, are those of
        a change: they travel by their names, because a slider for `step` grows (``last_step``) before it is set, and what
        grows in a game travels as a difference."""
        if key is None or isinstance(key, list):
            self._differences.send_whole({name: getattr(self, name) for name in DATED if key is None or name in key})
            super().send_state(key)
            return
        changed = {key} if isinstance(key, str) else set(key)
        dated = {name: getattr(self, name) for name in changed.intersection(DATED)}
        patch = self._differences.patch(dated, small=self._view_connected)
        if patch:
            self._patch = patch
        names = [*sorted(changed - patch.keys()), *(["_patch"] if patch else [])]
        if names and not self._property_lock and _PLAIN.union(self._of_cells).issuperset(names):
            # ipywidgets would look through every piece for bytes to send apart.
            self._send({"method": "update", "state": self.get_state(names), "buffer_paths": []})
        else:
            super().send_state(names)

    def _should_send_property(self, key: str, value: Any) -> bool:
        """Return whether to send a trait that was set. A patch travels with the other changes."""
        return key != "_patch" and super()._should_send_property(key, value)

    def _handle_msg(self, msg: Any) -> None:
        """Take a message as it comes off the wire: an intent, or a wish for the state."""
        content = msg.get("content") if isinstance(msg, Mapping) else None
        data = content.get("data") if isinstance(content, Mapping) else None
        match data:
            case {"method": "custom", "content": wish}:
                with pause_collection():
                    self._handle_custom_msg(wish, [])
            case {"method": "request_state"}:
                self.send_state()
            case {"method": "update", "state": Mapping() as state}:
                self.set_state(state)
            case _:
                log().warning("a view sent something that is no message; it is ignored")

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Refuse state from a view, and send it the present state."""
        log().warning("a view tried to set %s; refused", shown(sorted(map(str, sync_data))))
        self.send_state([*TRAITS, *(name for name in sync_data if name in self.keys and name not in TRAITS)])


class WidgetConnection:
    """The connection of a board that is a widget."""

    outlived = False
    in_order = False
    loop = None
    """A kernel with subshells answers in threads of their own."""

    def __init__(self, widget: BoardWidget) -> None:
        self._widget = widget

    def revision_after(self, last: int, _shown: object) -> int:
        """Count. Views know of no other process: each model of a widget has an id of its own."""
        return last + 1

    def send_to_views(self, trait: str, value: Any) -> None:
        """Set a trait that the views show."""
        setattr(self._widget, trait, value)

    def send_to_cells(self, trait: str, value: Any) -> None:
        """Set a trait that cells observe."""
        self._widget.set_trait(trait, value)

    def hold_sync(self) -> AbstractContextManager[None]:
        """Send the traits that change within a block together, at its end."""
        return self._widget.hold_sync()

    def greet(self) -> None:
        """Send differences from now on."""
        self._widget._view_connected = True

    def send_again(self, _asker: object) -> None:
        """Send all state: the views of a widget are not told apart."""
        self._widget.send_state([*TRAITS, *self._widget._of_cells])

    def reply(self, content: Wire, _asker: object) -> None:
        """Send a reply to all views: each knows its own."""
        self._widget.send(to_page(content))
