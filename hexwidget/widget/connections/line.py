"""The connection of a board in a server: a line to any number of viewers, who share one board.

Each message travels as JSON text, in the words of a widget's comm: ``{"method": "update", "state": {...}}`` and
``{"method": "custom", "content": {...}}``. State is made and written once for all viewers; a reply goes to its asker.
"""

from __future__ import annotations

import json
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Protocol

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy
from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.play.game_lock import alone
from hexwidget.rules.position import PositionT
from hexwidget.scene.encode import Wire
from hexwidget.widget.activity import Activity, GameActivity, activity_of
from hexwidget.widget.board_parts import Rooms
from hexwidget.widget.connections.connection import Differences
from hexwidget.widget.connections.messages import DATED
from hexwidget.widget.other_processes import Elsewhere
from hexwidget.widget.work_queue import running_loop

REVISIONS = 1 << 50
"""Revisions are numbers from here up to twice this: all have as many digits."""
OF_VIEWERS = ("theme",)
"""The traits of cells that viewers show, too."""


class Viewer(Protocol):
    """Somebody who looks at a board over a line."""

    def put(self, text: str) -> None:
        """Take a message, from any thread. It must not wait: a viewer who is slow is the server's to drop."""


def json_text(method: str, **data: Any) -> str:
    """Return a message as JSON text."""
    return json.dumps({"method": method, **data}, ensure_ascii=False, separators=(",", ":"))


class ViewerConnection:
    """A connection to any number of viewers."""

    outlived = True
    in_order = True

    def __init__(self) -> None:
        self.loop: AbstractEventLoop | None = running_loop()
        self.viewers: dict[Viewer, None] = {}
        self.state: dict[str, Any] = {"_patch": None}
        """The traits that the viewers show."""
        self._differences = Differences()
        self._changed: dict[str, Any] = {}
        self._holding = False

    def revision_after(self, last: int, shown: Callable[[], Any]) -> int:
        """Return the revision of the next state: a digest of the data that the viewers see."""
        text = json.dumps(shown(), ensure_ascii=False, separators=(",", ":"))
        found = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return REVISIONS + int.from_bytes(found) % REVISIONS

    def enter(self, viewer: Viewer) -> None:
        """Send all state to a viewer, and all changes from now on."""
        self.send_again(viewer)
        self.viewers[viewer] = None

    def leave(self, viewer: Viewer) -> None:
        """Send nothing more to a viewer."""
        self.viewers.pop(viewer, None)

    def send_to_views(self, trait: str, value: Any) -> None:
        """Set a trait that the viewers show."""
        if trait not in self.state or self.state[trait] != value:
            with self.hold_sync():
                self.state[trait] = self._changed[trait] = value

    def send_to_cells(self, trait: str, value: Any) -> None:
        """Set a trait that cells observe: there are no cells here."""
        if trait in OF_VIEWERS:
            self.send_to_views(trait, value)

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Send the traits that change within a block together, at its end."""
        outermost, self._holding = not self._holding, True
        try:
            yield
        finally:
            if outermost:
                self._holding = False
                self._send()

    def _send(self) -> None:
        changed, self._changed = self._changed, {}
        if not self.viewers or not changed:
            return
        patch = self._differences.patch({name: changed[name] for name in DATED if name in changed})
        state = {name: value for name, value in changed.items() if name not in patch}
        text = json_text("update", state={**state, **({"_patch": patch} if patch else {})})
        for viewer in list(self.viewers):
            viewer.put(text)

    def greet(self) -> None:
        """A viewer has greeted the board: it has had all state since it entered."""

    def send_again(self, asker: Any) -> None:
        """Send all state to a viewer that has missed something."""
        if not self.viewers:
            self._differences.send_whole(self.state)
        asker.put(json_text("update", state=self.state))

    def reply(self, content: Wire, asker: Any) -> None:
        """Send a reply to the viewer that has asked."""
        asker.put(json_text("custom", content=content))


class LineBoard(Rooms[PositionT]):
    """A board that any number of viewers share: the seat of a player, the spectators' rail or the referee's desk.

    >>> class Ear:
    ...     def put(self, text):
    ...         print(text[:46])
    >>> board, ear = LineBoard(Session("depletion/first-steps"), spectator=True), Ear()
    >>> board.line.enter(ear)
    {"method":"update","state":{"_patch":null,"the

    :param game: a session, or an activity
    :param player: the player whose board it is; None: the referee's
    :param spectator: True: the board of those who see what everybody may see
    :param about: the scenario of the game, whose words and drawings the board shows
    :param elsewhere: other processes, for slow work that viewers ask for; None: it is done here
    :raises InputError: if the game has no such player
    """

    def __init__(
        self,
        game: Session[PositionT] | Activity,
        player: str | None = None,
        *,
        spectator: bool = False,
        about: Scenario[PositionT] | None = None,
        opponents: Mapping[str, str | Policy] | Opponents | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.line: ViewerConnection = ViewerConnection()
        self._furnish(self.line, about or game, activity_of(game, player, spectator=spectator), elsewhere=elsewhere)
        self._begin(opponents)

    @property
    def session(self) -> Session[PositionT]:
        """The session that the board shows."""
        return self._audience.session

    def answer(self, content: object, viewer: Viewer) -> None:
        """Answer a message of a viewer."""
        self._conversation.answer(content, viewer)

    def leave(self, viewer: Viewer) -> None:
        """Stop sending to a viewer, and cancel the work for them."""
        self.line.leave(viewer)
        self._conversation.leave(viewer)

    @alone
    def close(self) -> None:
        """Send nothing more to anybody. The session stays."""
        if isinstance(self._activity, GameActivity) and self._activity.hindsight is not None:
            self._activity.hindsight.stop()
        self._showing.stop()
        self.line.viewers.clear()
