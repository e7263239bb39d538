"""The server of ``hexwidget serve``, on uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
import websockets  # noqa: F401  (uvicorn loads it when the first viewer comes, too late to say that it is missing)

from hexwidget.files import Scenario
from hexwidget.problems import InputError, Problem, shown
from hexwidget.table.app import table_app
from hexwidget.table.keeping import Place, open_table
from hexwidget.table.table import Table
from hexwidget.table.viewer import LONGEST_MESSAGE

MOST_CONNECTIONS = 1_000
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
    ready: Callable[[Mapping[Place, str] | None], None],
) -> None:
    """Serve a table until the process is told to end.

    :param name: the beginning of its files' names
    :param port: 0: a free one
    :param ready: called once with the links, before anybody can come; with None if they are not kept
    :raises InputError: if it cannot be served; nothing new is left behind then
    """
    if origin is not None:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != origin or not parts.netloc:
            what = f'expected an address such as "https://games.example", not {shown(origin)}'
            raise InputError("this is no origin of a page", [Problem("--origin", what)])
    with listening(host, port) as bound:
        kept = open_table(folder, name, found.position, new_links=new_links)
        base = origin or address(host, bound.getsockname()[1])
        server = uvicorn_server(Table(kept.session, found, kept), kept.doors, origin)
        ready(None if kept.tokens is None else {place: f"{base}/#{token}" for place, token in kept.tokens.items()})
        with suppress(KeyboardInterrupt):
            server.run(sockets=[bound])


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that waits for viewers.

    :raises InputError: if the port is in use, or the host is not this machine's
    """
    try:
        if not 0 <= port <= 65_535:
            raise OverflowError("no machine has such a port")
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0]
        what = f"{why}; give another --port (0: a free one), or another --host"
        raise InputError(f"nobody can be served on {host}, port {port}", [Problem("", what)]) from None


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


def uvicorn_server(table: Table, doors: Mapping[str, Place], origin: str | None = None) -> uvicorn.Server:
    """Return the server of a table."""
    return uvicorn.Server(
        uvicorn.Config(
            table_app(table, doors, origin),
            ws="websockets-sansio",
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=2,
            lifespan="on",
        )
    )
