"""The connection of a widget with its views: the state that travels down, and the messages that come up."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import traitlets

from hexwidget.problems import shown
from hexwidget.scene.encode import Wire
from hexwidget.widget.encode import difference
from hexwidget.widget.frontend import front_end, shared
from hexwidget.widget.host import Widget, log, to_page
from hexwidget.widget.messages import DATED, TRAITS


class Connection(Widget):
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
    """The game up to now, for a page without a kernel: see `hexwidget.widget.saving`."""

    def __init__(self, layout: Any = None) -> None:
        self._travelled: dict[str, Any] = {}
        """The values that travelled last, of the traits whose changes travel as differences."""
        self._view_connected = False
        """True once a view is connected. Before that only whole values travel: nobody would apply differences, such as a program
        that keeps what travels (nbclient)."""
        self._esm = front_end("loader.js")
        self._front_end = shared()
        # Beside others in an HBox a board without a width of its own would be as narrow as its buttons.
        wide = {"width": "100%"}
        super().__init__(layout={**wide, **layout} if isinstance(layout, Mapping) else layout or wide)
        if self.layout is not layout:
            self._own_layout = self.layout

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
            self._travelled |= {name: getattr(self, name) for name in DATED if key is None or name in key}
            super().send_state(key)
            return
        changed = sorted({key} if isinstance(key, str) else key)
        patch = {}
        for name in [name for name in changed if name in DATED]:
            old, new = self._travelled.get(name), getattr(self, name)
            if self._view_connected and old and new and old["version"] < new["version"]:
                what = difference({**old, "version": 0}, {**new, "version": 0})
                if "value" not in what:
                    patch[name] = {"since": old["version"], "version": new["version"], **what}
                    changed.remove(name)
            self._travelled[name] = new
        if patch:
            self._patch = patch
            changed.append("_patch")
        super().send_state(changed)

    def _should_send_property(self, key: str, value: Any) -> bool:
        """Return whether to send a trait that was set. A patch travels with the other changes."""
        return key != "_patch" and super()._should_send_property(key, value)

    def _handle_msg(self, msg: Any) -> None:
        """Take a message as it comes off the wire: an intent, or a wish for the state."""
        content = msg.get("content") if isinstance(msg, Mapping) else None
        data = content.get("data") if isinstance(content, Mapping) else None
        match data:
            case {"method": "custom", "content": wish}:
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


class Sending:
    """Sends states to the views of a widget, each with the revision of the board. A new step counts the revision up; each value of
    a trait that travels has a version.

    ``scene`` and ``traits`` are what the views have: the static scene, and the states of other traits by their names.
    """

    def __init__(self, widget: Connection) -> None:
        self.revision: int = 0
        self.scene: Wire = {}
        self.traits: dict[str, Wire] = {}
        self._widget = widget
        self._branches: list[Wire] = []
        """The choices behind the first ones that the views have already."""
        self._versions = count(1)

    def send_step(self, scene: Wire, traits: dict[str, Wire]) -> None:
        """Send the states of another step, but for the status."""
        self.revision += 1
        self.traits = traits
        if scene != self.scene:
            self._widget._scene = scene
            self.scene = scene  # after the trait: a scene that could not be set is set next time
        self._branches = []
        for trait, state in traits.items():
            if trait != "_status":
                self.send(trait, state)

    def send(self, trait: str, state: Wire | None) -> None:
        """Set a trait that travels, with its revision."""
        dated = {"revision": self.revision, "version": next(self._versions)}
        setattr(self._widget, trait, state and {**(dated if trait in DATED else {"revision": self.revision}), **state})

    # ------------------------------------------------------------------ choices
    def send_root(self, root: Wire) -> None:
        """Send other first choices."""
        self.traits["_choices"] = {**self.traits["_choices"], "root": root}
        self._send_choices()

    def send_branches(self, branches: list[Wire]) -> None:
        """Send more choices that follow from the first ones."""
        self._branches = [*self._branches, *branches]
        self._send_choices()

    def drop_branches(self) -> None:
        """Take back the choices that follow from the first ones."""
        if self._branches:
            self._branches = []
            self._send_choices()

    def _send_choices(self) -> None:
        self.send("_choices", {**self.traits["_choices"], "branches": self._branches})
