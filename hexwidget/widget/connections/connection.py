"""The connection of a board with its views: state travels down, messages come up, and each message has a reply.

`notebook` has the connection of a notebook, `line` that of a server. This module needs neither.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from itertools import count
from typing import Any, Protocol

from hexwidget.scene.encode import Wire
from hexwidget.widget.connections.encode import difference
from hexwidget.widget.connections.messages import DATED


class Connection(Protocol):
    """The way from a board to its views."""

    def revision_after(self, last: int, shown: Callable[[], Any]) -> int:
        """Return the revision of another step. Where views outlive the process it depends on the step alone, so that a message that
        waits for a restart fits the same step, and no other.

        :param last: the revision before; 0: this is the first
        :param shown: returns data about the step, no more than its audience knows: equal for equal steps
        """

    @property
    def outlived(self) -> bool:
        """True if views outlive the process, and send again after a restart what was not answered."""

    @property
    def in_order(self) -> bool:
        """True if a view gets all states since it is connected, in order, and misses none of them."""

    @property
    def loop(self) -> AbstractEventLoop | None:
        """The event loop of the views. None: any thread has a loop for them."""

    def send_to_views(self, trait: str, value: Any) -> None:
        """Set a trait that the views show."""

    def send_to_cells(self, trait: str, value: Any) -> None:
        """Set a trait that cells observe."""

    def hold_sync(self) -> AbstractContextManager[None]:
        """Send the traits that change within a block together, at its end."""

    def greet(self) -> None:
        """A view is connected: send differences from now on."""

    def send_again(self, asker: object) -> None:
        """Send all state to a view that has missed something."""

    def reply(self, content: Wire, asker: object) -> None:
        """Send a reply to the view that has asked."""


class Differences:
    """The changes of traits since their values last travelled."""

    def __init__(self) -> None:
        self._travelled: dict[str, Any] = {}

    def send_whole(self, values: Mapping[str, Any]) -> None:
        """Note that whole values travel."""
        self._travelled |= {name: value for name, value in values.items() if name in DATED}

    def patch(self, values: Mapping[str, Any], *, small: bool = True) -> Wire:
        """Return a `Patch` to new values, and note that they travel. A value that is not in it travels whole.

        :param small: False: all of them do
        """
        found = {}
        for name in sorted(values):
            old, new = self._travelled.get(name), values[name]
            if small and old and new and old["version"] < new["version"]:
                what = difference({**old, "version": 0}, {**new, "version": 0})
                if "value" not in what:
                    found[name] = {"since": old["version"], "version": new["version"], **what}
        self.send_whole(values)
        return found


class Sending:
    """Sends states to the views of a board, each with the revision of the board. Another step has another revision; each value of a
    trait that travels has a version.

    ``scene`` and ``traits`` are what the views have: the static scene, and the states of other traits by their names.
    """

    def __init__(self, connection: Connection) -> None:
        self.revision: int = 0
        self.scene: Wire = {}
        self.traits: dict[str, Wire] = {}
        self._connection = connection
        self._branches: list[Wire] = []
        """The choices behind the first ones that the views have already."""
        self._versions = count(1)

    def send_step(self, scene: Wire, traits: dict[str, Wire], shown: Callable[[], Any]) -> None:
        """Send the states of another step, but for the status.

        :param shown: returns data about the step; see `Connection.revision_after`
        """
        self.revision = self._connection.revision_after(self.revision, shown)
        self.traits = traits
        if scene != self.scene:
            self._connection.send_to_views("_scene", scene)
            self.scene = scene  # after the trait: a scene that could not be set is set next time
        self._branches = []
        for trait, state in traits.items():
            if trait != "_status":
                self.send(trait, state)

    def send(self, trait: str, state: Wire | None) -> None:
        """Set a trait that travels, with its revision."""
        dated = {"revision": self.revision, "version": next(self._versions)}
        date = dated if trait in DATED else {"revision": self.revision}
        self._connection.send_to_views(trait, state and {**date, **state})

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
