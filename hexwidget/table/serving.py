"""The server of ``hexwidget serve``, on uvicorn."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from hexwidget.files import Scenario
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Position
from hexwidget.serving.compression import Sockets
from hexwidget.serving.links import Place
from hexwidget.serving.viewer import LONGEST_MESSAGE
from hexwidget.store.folder import Folder
from hexwidget.table.admission import MOST_VIEWERS, Tries
from hexwidget.table.app import table_app
from hexwidget.table.choosing import Choosing
from hexwidget.table.figures import Figures
from hexwidget.table.kept import Kept, by_seat, open_table, places
from hexwidget.table.lobby import PATH, Lobby
from hexwidget.table.owner import owners_link
from hexwidget.table.status import status_routes
from hexwidget.table.table import Table
from hexwidget.table.tables import MOST_TABLES, OneTable, ServedTables, Tables

if sys.platform != "win32":
    import resource

BACK = "The server is back in a moment"
"""The last words of a server that ends in order, for its viewers. The same command goes on with its tables."""
MOST_CONNECTIONS = 1_000
"""The most connections at once; more where more viewers may come than usual."""
OTHER_FILES = 100
"""The files that a server has open besides the connections of viewers and the journals of tables."""
PINGS = 10.0
"""The seconds after which a viewer is asked for a sign, and after which one who gives none has gone."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  (what a host may ask for)


def serve(
    found: Scenario,
    name: str,
    folder: Path,
    *,
    host: str,
    port: int,
    origin: str | None,
    new_links: bool,
    opponents: Mapping[str, str] | None = None,
    most_viewers: int | None = None,
    metrics: bool = False,
    ready: Callable[[Mapping[Place, str] | None, Mapping[str, str]], None],
) -> None:
    """Serve a table until the process is told to end.

    :param name: the beginning of its files' names
    :param port: 0: a free one
    :param opponents: the policies of seats by their players; see `open_table`
    :param most_viewers: None: as many as at a table of a folder
    :param metrics: True: tell Prometheus the figures of the server
    :param ready: called once, before anybody can come, with what `links_and_opponents` returns
    :raises InputError: if it cannot be served; nothing new is left behind then
    """
    check_origin(origin)
    check_limits(None, most_viewers)
    with listening(host, port) as bound:
        Folder(folder).check_free()
        kept = open_table(folder, name, found.position, new_links=new_links, opponents=opponents)
        base = origin or address(host, bound.getsockname()[1])
        tables = OneTable(Table(kept.session, found, kept), kept.doors, most_viewers)
        figures, tries = Figures(), Tries()

        def opens(door: str) -> bool:
            return kept.doors.get(door, "") is None  # the referee's

        more = status_routes(tables, figures, opens, tries, metrics=metrics, origin=origin)
        server = uvicorn_server(tables, origin, last_words=BACK, tries=tries, more=more, figures=figures)
        with Folder(folder).hold(name, own_address(bound)), suppress(KeyboardInterrupt):
            ready(*links_and_opponents(kept, base))
            server.run(sockets=[bound])


def links_and_opponents(kept: Kept, base: str) -> tuple[dict[Place, str] | None, dict[str, str]]:
    """Return the links to the seats of people, or None if they are not kept, and the policies of the other seats, by the seats of the present
    game.

    :param base: the address of the page
    """
    start: Position = kept.session.position
    seats = by_seat(places(start), start.players, kept.course.number)
    opponents = {str(seat): kept.opponents[str(link)] for seat, link in seats.items() if link in kept.opponents}
    if kept.tokens is None:
        return None, opponents
    return {seat: f"{base}/#{kept.tokens[link]}" for seat, link in seats.items() if seat not in opponents}, opponents


def serve_folder(
    folder: Path,
    systems: Sequence[str] = (),
    *,
    host: str,
    port: int,
    origin: str | None,
    new_links: bool,
    most_tables: int | None = None,
    most_viewers: int | None = None,
    metrics: bool = False,
    behind: bool = False,
    ready: Callable[[Tables, str, str | None], None],
) -> None:
    """Serve all tables of a folder, and the page that makes new ones, until the process is told to end.

    :param systems: the names of rule systems of others that may run
    :param new_links: give the owner another link; players' links stay
    :param most_tables: None: the usual number
    :param most_viewers: None: the usual number
    :param metrics: True: tell Prometheus the figures of the server
    :param behind: True: another server hands viewers on, and links begin with the address at which the owner has come to it
    :param ready: called once with the tables, the address of their page, and the owner's link; None if it is not kept
    :raises InputError: if they cannot be served; nothing new is left behind then
    """
    check_origin(origin)
    check_limits(most_tables, most_viewers)
    limits = {"most_tables": most_tables or MOST_TABLES, "most_viewers": most_viewers or MOST_VIEWERS}
    store = Folder(folder)
    with listening(host, port) as bound, store.hold(address=own_address(bound)):
        base = origin or address(host, bound.getsockname()[1])
        tables, tries, figures = Tables(store, systems, **limits), Tries(), Figures()
        owner, token = owners_link(store, new_link=new_links)
        lobby = Lobby(tables, Choosing(systems), owner, "" if behind else base, tries)
        more = status_routes(tables, figures, lobby.opens, tries, metrics=metrics, origin=origin)
        more = [*more, *lobby.routes()]
        server = uvicorn_server(tables, origin, last_words=BACK, tries=tries, more=more, figures=figures)
        ready(tables, base, None if token is None else f"{base}{PATH}#{token}")
        with suppress(KeyboardInterrupt):
            server.run(sockets=[bound])


def check_origin(origin: str | None) -> None:
    """Check the origin of a page behind a proxy.

    :raises InputError: if it is none
    """
    if origin is not None:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != origin or not parts.netloc:
            what = f'expected an address such as "https://games.example", not {shown(origin)}'
            raise InputError("this is no origin of a page", [Problem("origin", what)])


def check_limits(most_tables: int | None, most_viewers: int | None) -> None:
    """Check the limits that an owner has given.

    :raises InputError: if one is below 1, or this process may not have so many files open
    """
    problems = Problems()
    for option, most in (("--most-tables", most_tables), ("--most-viewers", most_viewers)):
        if most is not None and most < 1:
            problems.add(option, f"expected 1 or more, not {most}")
    if most_viewers is not None and sys.platform != "win32":
        needed = most_viewers + (most_tables or MOST_TABLES) + OTHER_FILES
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if allowed != resource.RLIM_INFINITY and needed > allowed:
            what = f"{most_viewers:,} viewers and the tables need {needed:,} open files, and this process may have {allowed:,}"
            problems.add("--most-viewers", f"{what}: run 'ulimit -n {needed}' before, or give a smaller number")
    problems.raise_any("these limits cannot be kept")


def listening(
    host: str, port: int, remedy: str = "give another port (0: a free one), or another host"
) -> socket.socket:
    """Return a socket that waits for viewers.

    :param remedy: what to do if that is impossible
    :raises InputError: if the port is in use, or the host is not this machine's
    """
    try:
        if not 0 <= port <= 65_535:
            raise OverflowError("no machine has such a port")
        made = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        # asyncio does not do it for such a socket. Else a reply behind an update may wait for 40 ms.
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made
    except (OSError, OverflowError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0]
        raise InputError(f"nobody can be served on {host}, port {port}", [Problem("", f"{why}; {remedy}")]) from None


def address(host: str, port: int) -> str:
    """Return the address of the page, for people on other machines if they are served."""
    if host in EVERYWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:  # it sends nothing
            try:
                asked.connect(("192.0.2.1", 9))
                host = asked.getsockname()[0]
            except OSError:
                host = socket.gethostname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """A server that tells its viewers when it ends.

    :param last_words: what they are told; empty: nothing
    """

    def __init__(self, config: uvicorn.Config, tables: ServedTables, last_words: str) -> None:
        super().__init__(config)
        self._tables, self._last_words = tables, last_words

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at a second Ctrl+C at once. The journals lose nothing by it: each step is on the disk before it is shown."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(128 + sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in order."""
        if self._last_words:
            await self._tables.viewers.part(self._last_words)
        await super().shutdown(sockets)


def own_address(bound: socket.socket) -> str:
    """Return the address of a server for people on its own machine."""
    host, port = bound.getsockname()[:2]
    return address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)  # noqa: S104  (compared, not bound)


def uvicorn_server(
    tables: ServedTables, origin: str | None = None, *, last_words: str = "", **options: Any
) -> uvicorn.Server:
    """Return the server of some tables; see `table_app`.

    :param last_words: what its viewers are told when it ends; empty: nothing
    """
    return Server(
        uvicorn.Config(
            table_app(tables, origin, **options),
            ws=Sockets,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            limit_concurrency=MOST_CONNECTIONS + 2 * max(0, tables.viewers.most - MOST_VIEWERS),
            timeout_graceful_shutdown=2,
            lifespan="on",
        ),
        tables,
        last_words,
    )
