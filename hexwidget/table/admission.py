"""The admission to the tables of a server: how many viewers may look on, and how often an address may try wrong links."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic

from hexwidget.english import counted
from hexwidget.problems import InputError, Problem
from hexwidget.serving import messages
from hexwidget.serving.closing import CloseCode
from hexwidget.serving.links import Place, role_of
from hexwidget.serving.viewer import Outbox
from hexwidget.table.table import Table

MOST_AT_TABLE, MOST_VIEWERS = 100, 500
"""The most viewers of a table of a folder, and of all tables of a server, unless its owner says otherwise."""
MOST_TRIES, SECONDS_A_TRY = 20, 3.0
"""The wrong links that may be tried from an address at once, and the seconds after which it may try another one."""
MOST_ADDRESSES = 10_000
"""The addresses whose tries are counted; the one that tried first is forgotten first."""
FULL = "no room at the table"
LAST_WORDS = 0.5
"""The most seconds in which viewers read that the server ends."""


class Viewers:
    """The viewers of a server's tables.

    :param most: the most viewers of all tables
    :param at_table: the most viewers of a table
    """

    def __init__(self, most: int = MOST_VIEWERS, at_table: int = MOST_AT_TABLE) -> None:
        self.most = most
        self._at_table = at_table
        self._here: dict[Outbox, tuple[Table, Place, str]] = {}
        self.elsewhere: Callable[[], int] = lambda: 0
        """Returns the number of viewers at other processes of the same server."""

    def enter(self, table: Table, place: Place, outbox: Outbox, door: str = "") -> None:
        """Let a viewer in.

        :param door: what the viewer came in by
        :raises InputError: if the table, or the server, has no room for another one
        """
        if len(self._here) + self.elsewhere() >= self.most:
            what = f"the server has its {counted(self.most, 'viewer')}; this page comes in when one of them leaves"
            raise InputError(FULL, [Problem("", what)])
        if sum(at is table for at, _, _ in self._here.values()) >= self._at_table:
            what = f"it has its {counted(self._at_table, 'viewer')}; this page comes in when one of them leaves"
            raise InputError(FULL, [Problem("", what)])
        self._here[outbox] = table, place, door

    def leave(self, outbox: Outbox) -> None:
        """Count a viewer no longer."""
        self._here.pop(outbox, None)

    def __len__(self) -> int:
        return len(self._here)

    def drop(self, table: Table) -> None:
        """Let all viewers of a table go. They come back, and get nothing that waits for them now."""
        for outbox, (where, _, _) in list(self._here.items()):
            if where is table:
                outbox.drop()

    def here(self) -> list[tuple[Outbox, Place, str]]:
        """Return the viewers, each with their place and what they came in by."""
        return [(outbox, place, door) for outbox, (_, place, door) in list(self._here.items())]  # for any thread

    def by_role(self) -> dict[str, int]:
        """Return the number of viewers of each role."""
        here = Counter(role_of(place) for _, place, _ in self._here.values())
        return {role: here[role] for role in ("player", "spectator", "referee")}

    def cut(self, table: Table, *at: Place, why: CloseCode = CloseCode.REPLACED) -> None:
        """Show all viewers at some places of a table out: their links open nothing any more."""
        for outbox, (where, place, _) in list(self._here.items()):  # the loop of the server changes it
            if where is table and place in at:
                outbox.cut(why)

    async def part(self, words: str) -> None:
        """Tell all viewers why their connections end now.

        :param words: a sentence without its end
        """
        for outbox in list(self._here):
            outbox.put(messages.Leaving(words).packed())
        until = monotonic() + LAST_WORDS
        while any(outbox.waits for outbox in self._here) and monotonic() < until:
            await asyncio.sleep(0.01)


class Tries:
    """Counts the wrong links that addresses have tried. A link that has come in from an address is not held up by others that fail there."""

    def __init__(self) -> None:
        self._until: OrderedDict[str, float] = OrderedDict()
        """The moment from which an address has all its tries again."""
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def check(self, address: str, door: str) -> None:
        """Refuse a try, of a right link or a wrong one, if too many were wrong.

        :param door: the digest of the link's token
        :raises InputError: in words for the person who tries
        """
        wait = self._until.get(address, 0.0) - monotonic() - (MOST_TRIES - 1) * SECONDS_A_TRY
        if wait > 0 and (address, door) not in self._known:
            what = f"try again in {counted(ceil(wait), 'second')}"
            raise InputError("too many wrong links were tried from this address", [Problem("", what)])

    def failed(self, address: str) -> None:
        """Count a wrong link."""
        self._until[address] = max(self._until.pop(address, 0.0), monotonic()) + SECONDS_A_TRY
        while len(self._until) > MOST_ADDRESSES:
            self._until.popitem(last=False)

    def came_in(self, address: str, door: str) -> None:
        """Note a right link."""
        self._known[address, door] = None
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
