"""The parts of a server by which it knows its content: channels, which viewers are in, and what has many of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hexwidget.serving.admission import Viewers
from hexwidget.serving.background import Act
from hexwidget.serving.entry_codes import Entrance
from hexwidget.serving.links import Place, key_in
from hexwidget.serving.viewer import Outbox

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


class Channel(Protocol):
    """A thing that viewers are in: a table, the course of a learner, the wall of a class."""

    def enter(self, place: Place, viewer: Outbox, /) -> object:
        """Show a viewer the state, and tell the others."""

    def leave(self, place: Place, viewer: Outbox, /) -> None:
        """Show a viewer nothing more, and tell the others."""

    def handle(self, content: object, viewer: Outbox, /) -> bool:
        """Answer a message of a viewer. Nothing that a viewer sends raises here.

        :returns: True if it has played an action
        """


class Channels(ABC):
    """A thing that has channels, to which viewers come by links: a table alone, all tables of a folder, a class."""

    viewers: Viewers
    subject: object = None
    """The thing that all pages are about, and in whose language they are; None: they are about many."""

    def credential(self, content: Any, connection: HTTPConnection) -> str:
        """Return the text by which a viewer comes in, from their first message and their connection; see `find`."""
        return self.credential_at(key_in(content, connection.cookies), connection)

    def credential_at(self, door: str, connection: HTTPConnection) -> str:
        """Return the credential of the digest of a token, which may depend on the path of the connection."""
        return door

    @abstractmethod
    async def find(self, credential: str) -> tuple[Channel, Place] | None:
        """Return the channel and the place that a credential opens; None if it opens none.

        :raises InputError: if the channel cannot be opened now
        """

    def by_code(self, code: str) -> Entrance | None:
        """Return the entrance that a code opens; None if it opens none."""
        return None

    async def by_link(self, door: str) -> Entrance | None:
        """Return the entrance that a link for all opens; None if it opens none.

        :param door: the digest of its token
        """
        return None

    def beat(self) -> None:  # noqa: B027  (often nothing is due)
        """Carry out the due tasks: the server calls this about every second."""

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """Return other repeated tasks: a name, the function to call, and the seconds before each call."""
        return ()

    @abstractmethod
    def states(self) -> dict[str, int]:
        """Return the number of channels that are awake, asleep and broken."""

    @abstractmethod
    def close(self) -> None:
        """Close all channels."""
