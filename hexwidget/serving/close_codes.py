"""The reasons for which a server ends a connection with a page."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """The reason for the end of a connection, as the code with which its web socket closes. A page comes back after a code that it does not
    know."""

    TOO_MUCH = 1008
    """The page has sent too much, or a message that nobody can read."""
    COME_BACK = 1013
    """The page gets the present state when it comes back: it was too slow, or another worker has its table."""
    NO_SUCH_LINK = 4404
    """The link opens nothing."""
    REPLACED = 4405
    """The link was replaced."""
    CLOSED = 4406
    """The table is closed."""
    MOVED = 4407
    """The person has another place now, or none. The page comes back, and is told so."""
    REFUSED = 4503
    """Nobody is let in now. A message before says why. The page comes back: what opens again has the same address."""
