"""The servers of tables and of classes, on uvicorn."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hexwidget.languages import speaking_of
from hexwidget.problems import InputError, Problems, shown
from hexwidget.serving.admission import MOST_TABLES, MOST_VIEWERS
from hexwidget.serving.app import Site, make_app
from hexwidget.serving.channels import Channels
from hexwidget.serving.compression import Sockets
from hexwidget.serving.viewer import LONGEST_MESSAGE

if sys.platform != "win32":
    import resource

BACK = "The server is back in a moment"
"""The last words of a server that ends in order, for its viewers. The same command goes on with its tables."""
LOCAL = "127.0.0.1"
FOR_ALL = "end the command, and start it again with --host 0.0.0.0"
"""The way to let others than this machine come."""
MOST_CONNECTIONS = 1_000
"""The most connections at once; more where more viewers may come than usual."""
MOST_SILENT, SILENCE = 200, 10.0
"""The most connections that have no request yet, and the seconds in which each has to bring one. A further one takes the place of the first."""
QUEUE = 2_048
"""The most connections that wait to be taken."""
OTHER_FILES = 100
"""The files that a server has open besides the connections of viewers and the journals of tables."""
PINGS = 10.0
"""The seconds after which a viewer is asked for a sign, and after which one who gives none has gone."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  (what a host may ask for)


@dataclass(frozen=True)
class ServerOptions:
    """The options of a command that serves.

    :param host: the address to listen at
    :param port: 0: a free one
    :param origin: the address in browsers, where a proxy stands before the server; None: its own
    :param new_links: give other links; those of players and learners stay
    :param metrics: True: tell Prometheus the figures of the server
    :param most_tables: None: the usual number
    :param most_viewers: None: the usual number
    :param database: the address of the database that keeps what is served; None: a folder keeps it
    :param workers: the number of processes; None: the usual one
    :param owner_group: the groups of a hub whose members own what is served, beside the hub's admins
    :param guests: True: in a hub links open their places to people who have not logged in
    :raises InputError: if they cannot be kept
    """

    host: str = LOCAL
    port: int = 0
    origin: str | None = None
    new_links: bool = False
    metrics: bool = False
    most_tables: int | None = None
    most_viewers: int | None = None
    database: str | None = None
    workers: int | None = None
    owner_group: Sequence[str] = ()
    guests: bool = False

    @classmethod
    def of(cls, given: argparse.Namespace) -> ServerOptions:
        """Return the options of a command line, as far as the command has them."""
        return cls(**{each.name: getattr(given, each.name) for each in fields(cls) if each.name in given})

    def __post_init__(self) -> None:
        check_origin(self.origin)
        check_limits(self.most_tables, self.most_viewers)

    def listen(self) -> socket.socket:
        """Return a socket that waits for viewers.

        :raises InputError: if that is impossible
        """
        return listening(self.host, self.port)

    def base(self, bound: socket.socket) -> str:
        """Return the address of the pages, without a slash behind it."""
        return self.origin or address(self.host, bound.getsockname()[1])


def run(channels: Channels, site: Site, *sockets: socket.socket, last_words: str = BACK) -> None:
    """Serve until this process is told to end.

    :param last_words: the sentence for its viewers then; empty: none
    """
    with suppress(KeyboardInterrupt):
        make_server(channels, site, last_words).run(sockets=[*sockets])


def check_origin(origin: str | None) -> None:
    """Check the origin of a page behind a proxy.

    :raises InputError: if it is not an origin
    """
    if origin is not None:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != origin or not parts.netloc:
            what = f'expected an address such as "https://games.example", not {shown(origin)}'
            raise InputError("this is no origin of a page", what, "origin")


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
        raise InputError(f"nobody can be served on {host}, port {port}", f"{why}; {remedy}") from None


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

    def __init__(self, config: uvicorn.Config, channels: Channels, last_words: str) -> None:
        super().__init__(config)
        self._channels, self._last_words = channels, last_words

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, in the language of the pages. All that the server does begins here, and so speaks it."""
        with speaking_of(self._channels.subject):
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen. asyncio takes as many connections before it answers anybody as may wait, so the number is set after it began."""
        await super().startup(sockets)
        for each in sockets or []:
            each.listen(QUEUE)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at a second Ctrl+C at once. The journals lose nothing by it: each step is on the disk before it is shown."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(128 + sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in order."""
        if self._last_words:
            await self._channels.viewers.part(self._last_words)
        await super().shutdown(sockets)


class BrowserConnection(H11Protocol):
    """A connection of a browser. It is closed if no whole request comes in time.

    :param silent: those of its server that have to bring a request, the first to be closed first, each with its timer
    """

    def __init__(self, silent: dict[BrowserConnection, asyncio.TimerHandle], **rest: Any) -> None:
        super().__init__(**rest)
        self._silent = silent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and wait for its rest."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before or self not in self.connections:  # a request, or that of a web socket
            self._stop_waiting()
        elif before is None or before.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self not in self._silent:
            self._silent[self] = self.loop.call_later(SILENCE, self._let_go)
            if len(self._silent) > MOST_SILENT:
                next(iter(self._silent))._let_go()

    def _stop_waiting(self) -> None:
        if timer := self._silent.pop(self, None):
            timer.cancel()

    def _let_go(self) -> None:
        self._stop_waiting()
        self.transport.close()


def own_address(bound: socket.socket) -> str:
    """Return the address of a server for people on its own machine."""
    host, port = bound.getsockname()[:2]
    return address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)  # noqa: S104  (compared, not bound)


def make_server(channels: Channels, site: Site, last_words: str = "") -> uvicorn.Server:
    """Return the server of some channels.

    :param last_words: the sentence for its viewers when it ends; empty: none
    """
    return Server(
        uvicorn.Config(
            make_app(channels, site),
            http=partial(BrowserConnection, {}),  # type: ignore[arg-type]  # uvicorn calls it
            ws=Sockets,
            log_level="warning",
            access_log=False,
            server_header=False,
            backlog=1,  # one is taken at a time: see `startup`
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            limit_concurrency=MOST_CONNECTIONS + 2 * max(0, channels.viewers.most - MOST_VIEWERS),
            timeout_graceful_shutdown=2,
            lifespan="on",
        ),
        channels,
        last_words,
    )
