"""The admission to a server: how many viewers may look on, and how often an address may try wrong links."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address
from math import ceil, inf
from time import monotonic
from typing import TypeVar

from hexwidget.english import phrase, translated
from hexwidget.languages import speaking_of
from hexwidget.problems import InputError
from hexwidget.serving import messages
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.links import Place, role_of
from hexwidget.serving.viewer import Outbox

T = TypeVar("T")
MOST_AT_CHANNEL, MOST_VIEWERS = 100, 500
"""The most viewers of a channel, and of all channels of a server, unless its owner says otherwise."""
MOST_TABLES = 200
"""The most tables of a server, unless its owner says otherwise."""
MOST_TRIES, SECONDS_A_TRY = 20, 3.0
"""The wrong links that may be tried from an address at once, and the seconds after which it may try another one."""
MOST_ADDRESSES = 10_000
"""The addresses whose tries are counted; the one that tried first is forgotten first."""
MOST_CODES, SECONDS_A_CODE = 10, 6.0
"""The wrong codes that may be tried from an address at once, and the seconds after which it may try another one."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 2.0
"""The seconds for which the answer to a code waits after `MOST_CODES` wrong ones. They double with each further one, up to the second number."""
MOST_WAITING = 50
"""The codes of an address that wait at once, and so the most that are looked up within `LONGEST_WAIT`."""
FULL = "there is no room here"
LAST_WORDS = 0.5
"""The most seconds in which viewers read that the server ends."""


class Viewers:
    """The viewers of a server, in all its channels.

    :param most: the most viewers
    :param at_channel: the most viewers of a channel
    :param always: True: the referee, or teacher, may always come in
    :param elsewhere: returns the number of viewers at other processes of the same server
    """

    def __init__(
        self,
        most: int = MOST_VIEWERS,
        at_channel: int = MOST_AT_CHANNEL,
        *,
        always: bool = False,
        elsewhere: Callable[[], int] = int,
    ) -> None:
        self.most = most
        self.tries: Tries = Tries()
        self.codes: CodeTries = CodeTries()
        self._at_channel, self._always, self._elsewhere = at_channel, always, elsewhere
        self._here: dict[Outbox, tuple[object, Place, str]] = {}
        self._loop: AbstractEventLoop | None = None

    def enter(self, channel: object, place: Place, outbox: Outbox, credential: str = "") -> None:
        """Let a viewer in.

        :param credential: the text by which the viewer came in
        :raises InputError: if the channel, or the server, has no room for another one
        """
        if not (self._always and place is None):
            if len(self._here) + self._elsewhere() >= self.most:
                what = phrase("the server has its {n:viewer}; this page comes in when one of them leaves", n=self.most)
                raise InputError(FULL, what)
            if sum(at is channel for at, _, _ in self._here.values()) >= self._at_channel:
                what = phrase("it has its {n:viewer}; this page comes in when one of them leaves", n=self._at_channel)
                raise InputError(FULL, what)
        self._loop = asyncio.get_running_loop()
        self._here[outbox] = channel, place, credential

    def leave(self, outbox: Outbox) -> None:
        """Count a viewer no longer."""
        self._here.pop(outbox, None)

    def __len__(self) -> int:
        return len(self._here)

    def beat(self) -> None:
        """Let every viewer know that the line holds."""
        for outbox in list(self._here):
            outbox.beat()

    def drop(self, channel: object) -> None:
        """Disconnect the viewers of a channel, and drop their queued messages. Their pages come back."""
        for outbox, (where, _, _) in list(self._here.items()):
            if where is channel:
                outbox.drop()

    def here(self) -> list[tuple[Outbox, Place, str]]:
        """Return the viewers, each with their place and the text by which they came in."""
        return [(outbox, place, by) for outbox, (_, place, by) in list(self._here.items())]  # for any thread

    def by_role(self) -> dict[str, int]:
        """Return the number of viewers of each role."""
        here = Counter(role_of(place) for _, place, _ in self._here.values())
        return {role: here[role] for role in ("player", "spectator", "referee")}

    def cut(self, channel: object, *at: Place, why: CloseCode = CloseCode.REPLACED) -> None:
        """Show all viewers at some places of a channel out: their links open nothing any more."""
        for outbox, (where, place, _) in list(self._here.items()):  # the loop of the server changes it
            if where is channel and place in at:
                outbox.cut(why)

    def cut_from_elsewhere(self, channel: object, *at: Place) -> None:
        """Do the same from another thread: also to those who were found a place when their link was taken away, and enter now."""
        self.cut(channel, *at)
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(partial(self.cut, channel, *at))

    async def part(self, words: str) -> None:
        """Tell all viewers why their connections end now.

        :param words: a sentence without its end
        """
        for outbox, (channel, _, _) in list(self._here.items()):
            with speaking_of(channel):
                outbox.put(messages.Leaving(translated(words)).packed())
        until = monotonic() + LAST_WORDS
        while any(outbox.waits for outbox in self._here) and monotonic() < until:
            await asyncio.sleep(0.01)


class Tries:
    """Counts the wrong links that addresses have tried. A link that has come in from an address is not held up by others that fail there."""

    _seconds, _longest = SECONDS_A_TRY, inf
    """The seconds for a try, and the most for all tries of an address."""

    def __init__(self) -> None:
        self._until: OrderedDict[str, float] = OrderedDict()
        """The moment from which an address has all its tries again."""
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def admitted(self, find: Callable[[str], Awaitable[T | None]], address: str, credential: str) -> T | None:
        """Return the place that a credential opens; None if it opens none.

        :raises InputError: if too many wrong links came from an address, or the place cannot be opened now
        """
        wait = self._until.get(address, 0.0) - monotonic() - (MOST_TRIES - 1) * SECONDS_A_TRY
        if wait > 0 and (address, credential) not in self._known:
            what = phrase("try again in {n:second}", n=ceil(wait))
            raise InputError("too many wrong links were tried from this address", what)
        found = await find(credential)
        if found is None:
            self.failed(address)
            return None
        self._known[address, credential] = None
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
        return found

    def failed(self, address: str) -> None:
        """Count a wrong link."""
        now = monotonic()
        self._until[address] = now + min(max(self._until.pop(address, 0.0) - now, 0.0) + self._seconds, self._longest)
        while len(self._until) > MOST_ADDRESSES:
            self._until.popitem(last=False)


class CodeTries(Tries):
    """Slows down those who guess codes. A code is short, so even a right one waits after many wrong ones: else a guess would cost nothing.

    The waits run side by side: people behind the address of somebody who guesses come in after one wait of their own. Beyond `MOST_WAITING`
    codes are refused unread, so that an address tries 25 codes a second at most, of 17 million.
    """

    _seconds, _longest = SECONDS_A_CODE, SECONDS_A_CODE * (MOST_CODES + 3)

    def __init__(self) -> None:
        super().__init__()
        self._waiting: Counter[str] = Counter()

    async def found(self, find: Callable[[], T | None], address: str) -> T | None:
        """Return the entrance that a code opens; None if it opens none.

        :raises InputError: if too many codes of the address wait
        """
        at = _network(address)
        wrong = ceil((self._until.get(at, 0.0) - monotonic()) / SECONDS_A_CODE) - MOST_CODES
        if wrong >= 0:
            if self._waiting[at] >= MOST_WAITING:
                what = phrase("try again in {n:second}", n=ceil(LONGEST_WAIT))
                raise InputError("too many codes are tried from this address", what)
            self._waiting[at] += 1
            try:
                await asyncio.sleep(min(FIRST_WAIT * 2**wrong, LONGEST_WAIT))
            finally:
                self._waiting[at] -= 1
                self._waiting += Counter()  # without those who wait no more
        if (found := find()) is None:
            self.failed(at)
        return found


def _network(address: str) -> str:
    """Return the network of an address whose tries count together: who has one address of IPv6 has all of its network.

    >>> _network("2001:db8:1:2::7") == _network("2001:db8:1:2::8"), _network("::ffff:192.0.2.7"), _network("192.0.2.7")
    (True, '192.0.2.7', '192.0.2.7')
    """
    with suppress(ValueError):
        known = IPv6Address(address)
        return str(known.ipv4_mapped or int(known) >> 64)
    return address
