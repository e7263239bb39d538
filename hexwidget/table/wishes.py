"""The wishes of those at a table, beside what they do on their boards: a message is ``{"table": NAME}``, or with ``to`` an answer to
a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexwidget.english import phrase
from hexwidget.problems import InputError, shown
from hexwidget.serving.messages import TableWish
from hexwidget.widget.connections.intents import Role

REQUESTS: tuple[TableWish, ...] = ("back", "rematch", "open")
"""To take back one's last action, to play again with the seats turned, to show the whole game to all. The others have to agree."""
ANSWERS: tuple[TableWish, ...] = ("agree", "refuse")
"""To a request. The asker withdraws a request by a refusal."""
WISHES: Mapping[Role, frozenset[TableWish]] = {
    "player": frozenset({*REQUESTS, *ANSWERS, "resign", "replay", "file"}),
    "spectator": frozenset({"replay", "file"}),
    "referee": frozenset({"replay", "file"}),
}
"""The wishes of each role. (A referee takes back by the board.)"""
MOST = 1 << 53


class WishError(InputError):
    """A wish is not carried out. The reason tells its asker nothing that is hidden from them."""

    def __init__(self, why: str) -> None:
        super().__init__("not at this table", why)


@dataclass(frozen=True)
class Wish:
    """A wish; ``to`` is the number of the request that it answers."""

    name: str
    to: int = 0


def is_wish(content: object) -> bool:
    """True if a message is for the table, not for the board."""
    return isinstance(content, Mapping) and "table" in content


def read_wish(content: Any, role: Role) -> Wish:
    """Read a wish of a role.

    :raises WishError: if the role has no such wish

    >>> read_wish({"table": "agree", "to": 3}, "player")
    Wish(name='agree', to=3)
    """
    name, to = content.get("table"), content.get("to", 0)
    if not isinstance(name, str) or name not in WISHES[role]:
        raise WishError(phrase("nobody asks a table for {wish} from this place", wish=shown(name)))
    entries = {"table", "to"} if name in ANSWERS else {"table"}
    if content.keys() != entries or type(to) is not int or not 0 <= to < MOST:
        raise WishError("the message cannot be read")
    return Wish(name, to)
