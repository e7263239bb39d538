"""A table that a notebook's cell makes: the kernel's own session, served to browsers by a thread of the kernel.

The thread changes the game under the lock that all of the package shares, as a click does in a kernel with subshells. So people play
while a cell computes. The functions that cells have given to be called (`Session.watch`, `Board.observe`, opponents) wait for
the kernel's own thread.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from secrets import token_urlsafe
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Generic

from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.play.callbacks import Give
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError, unknown
from hexwidget.rules.position import PositionT
from hexwidget.serving.links import TOKEN, Place, digest
from hexwidget.serving.messages import TablePresent
from hexwidget.serving.pool import leave_pool
from hexwidget.table import table
from hexwidget.table.kernel_server import KernelServer, server_module
from hexwidget.table.storage import places
from hexwidget.table.tables import OneTable
from hexwidget.widget.activity import activity_of, shown_game
from hexwidget.widget.audience import SPECTATORS
from hexwidget.widget.host import ON_BINDER
from hexwidget.widget.observer_calls import own_boards
from hexwidget.widget.work_queue import running_loop

if TYPE_CHECKING:
    from hexwidget.rules import Position

CANNOT_BE_MADE = "this table cannot be made"
OF_ROLES: dict[str, Place] = {"spectators": SPECTATORS, "referee": None}
"""The places that are no player's, by their names."""


class TableLinks(dict[str, str]):
    """The links to a table by the names of its places."""

    def __repr__(self) -> str:
        return "\n".join(f"{name:12} {link}" for name, link in self.items())


class _Served(table.Table):
    """The table in the thread. The session is the cell's, and so is its journal: they stay open, and no other game begins."""

    rematches = False

    def _present(self, here: Counter[Place], seat: Place, over: str) -> TablePresent:
        """Return the message about the table for a seat. Players at boards of the notebook are here, too."""
        boards: Counter[Place] = Counter()
        boards.update(own_boards(self.session))
        boards.subtract(self._boards.keys())
        others: Counter[Place] = Counter(place for place, number in boards.items() if number > 0)
        return super()._present(here | others, seat, over)

    def close(self) -> None:
        """Leave the boards to the cell's thread, which may hold the lock while it waits for this one."""

    def end(self) -> None:
        """Close the boards."""
        self._stop()
        leave_pool(self)
        for board in self._boards.values():
            board.close()


class Table(KernelServer, Generic[PositionT], cannot=CANNOT_BE_MADE):
    """A game of this notebook that several people play in their browsers, each at a board of their own.

    ``Table(session)``, or as for `Board` a position, a scenario or the name of a bundled one. The notebook's boards of the session show
    the same game, and play along. It needs the extra: ``pip install "hexwidget[serve]"``.

    `links` has a link for each place, to be given to those who play there. A notebook is saved with all that its cells show, so the table
    itself shows no link. Links work until the table is closed; another table has others.

    People play while a cell computes. Functions that observe the session or its boards, and opponents, are called in the kernel's thread, and
    wait until it is free; each is called once for all that has changed until then. In a program without an event loop the thread of the
    server calls them.

    The table stays open until `close`, the end of a ``with`` block, or the end of the kernel. ``Table(session)`` again is the same
    table, and ``Table.all()`` are those that are open.

    If hexwidget is installed where the Jupyter server runs, that server hands players on to the table: links have its address, and open
    without its login. A hub may not tell its own address. Then links begin with a path, and the address that your browser shows goes before it.

    :param host: the address to listen at: "127.0.0.1": for this machine only; "0.0.0.0": for all; None: the Jupyter server hands players
        on if it can and no port is given, else for this machine only
    :param port: the port to listen at; 0: a free one
    :param origin: where a proxy or a hub stands before the server: the address in browsers, such as "https://games.example"
    :raises InputError: if it is no game, nobody can be served there, or the session has a table at another address
    :raises ImportError: if the extra is not installed
    """

    def __new__(cls, game: Any, *_: object, **__: object) -> Table[Any]:
        return (cls._open.get(game) if isinstance(game, Session) else None) or super().__new__(cls)

    def __init__(
        self,
        game: PositionT | Session[PositionT] | Scenario[PositionT] | str,
        host: str | None = None,
        port: int = 0,
        origin: str | None = None,
    ) -> None:
        asked = (host, port, origin)
        if isinstance(game, Session) and game in self._open:
            self._check_asked(asked, "session has a table")
            return
        serving = server_module("a table")
        from hexwidget.table.pages import table_pages

        about = shown_game(game, None)
        self.session: Session[PositionT] = activity_of(about, None).audience.session
        """The game that is played."""
        self._served, self._asked = self.session, asked
        self._places = _places_by_name(self.session.position)
        self._tokens = {name: token_urlsafe(TOKEN) for name in self._places}
        self._doors = {digest(token): self._places[name] for name, token in self._tokens.items()}
        self._table = _Served(self.session, about if isinstance(about, Scenario) else self.session.scenario)
        self._by_place = {self._places[name]: token for name, token in self._tokens.items()}
        self._tables = OneTable(self._table, self._doors)
        self._tables.open_entrance(self._by_place)
        options = serving.ServerOptions(host or serving.LOCAL, port, origin)
        bound = options.listen()
        site = serving.Site(table_pages(), origin=origin, collects=False)
        self._find_way(bound, host, options)
        self._begin(self._tables, site, bound, give=_kernel())

    @staticmethod
    def all() -> tuple[Table[Any], ...]:
        """Return the tables that are open."""
        return tuple(Table._open.values())

    @property
    def links(self) -> TableLinks:
        """The link to each place: those of the players by their names, "spectators" and "referee". A link gives its place to
        everybody who has it."""
        return TableLinks({name: f"{self.address}/#{token}" for name, token in self._tokens.items()})

    @property
    def code(self) -> str:
        """The code that people type at `address`, in place of a link: each takes a seat that nobody has, or looks on."""
        return self._tables.code

    @alone
    def revoke(self, place: str) -> str:
        """Cut off everybody who has come by the link of a place. Return the new link.

        :param place: the name of a player, "spectators" or "referee"
        :raises InputError: if there is no such place
        """
        if place not in self._places:
            raise InputError("no such place", unknown("place", place, self._places))
        del self._doors[digest(self._tokens[place])]
        self._tokens[place] = self._by_place[self._places[place]] = token_urlsafe(TOKEN)
        self._table.show_out(self._places[place])
        self._doors[digest(self._tokens[place])] = self._places[place]
        self._tables.viewers.cut_from_elsewhere(self._table, self._places[place])
        return self.links[place]

    def _end(self) -> None:
        """Close the boards of players. The session and the notebook's boards stay."""
        self._table.end()

    def __repr__(self) -> str:
        if self.closed:
            return "<Table: closed>"
        who = ", ".join(self._places)
        demo = "; a demo: Binder ends it when the notebook rests" if ON_BINDER else ""
        return f"<Table at {self.address}{self.reach}; its `links` are for {who}, or its `code` for all{demo}>"


def _places_by_name(position: Position) -> dict[str, Place]:
    """Return the places at a table by their names.

    :raises InputError: if a player has the name of another place
    """
    for player in position.players:
        if player in OF_ROLES:
            what = f"a player is called {player!r}, as another place at the table is"
            raise InputError(CANNOT_BE_MADE, what, "players")
    named = {place: name for name, place in OF_ROLES.items()}
    return {named.get(place) or str(place): place for place in places(position)}


def _kernel() -> Give | None:
    """Return the way to the thread of this cell. None if no event loop runs here."""
    loop, context = running_loop(), copy_context()
    if loop is None:
        return None

    def give(function: Any) -> None:
        # In the context of this cell, what the function prints stands below it.
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(_call_watcher, function, context=context.copy())

    return give


@contextmanager
def _as_in_a_cell() -> Iterator[None]:
    """Let interrupts through within the block: between cells a kernel ignores them."""
    ignored = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    if ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if ignored:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _call_watcher(function: Any) -> None:
    """Call what watches a game. Its failure is its author's to see, and an interrupt ends no more than itself."""
    try:
        with _as_in_a_cell():
            function()
    except (Exception, KeyboardInterrupt) as error:
        sys.stderr.write("A function that watches the game failed. The change was made all the same.\n")
        traceback.print_exception(error)
