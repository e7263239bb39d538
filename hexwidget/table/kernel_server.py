"""Servers that a notebook's cell starts: a thread of the kernel serves, and people play and learn while a cell computes."""

from __future__ import annotations

import atexit
import time
from socket import socket
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any, ClassVar

from hexwidget.extras import extra
from hexwidget.play.callbacks import Give, hand_over
from hexwidget.problems import InputError
from hexwidget.table.jupyter_files import Way, reach_of, way_to

if TYPE_CHECKING:
    from typing import Self

    import uvicorn

    from hexwidget.serving.app import Site
    from hexwidget.serving.channels import Channels
    from hexwidget.serving.server import ServerOptions

PATIENCE = 10.0
"""The seconds in which the server has to begin, and to end."""


def server_module(what: str) -> Any:
    """Return the module that serves.

    :param what: what needs it, such as "a table"
    :raises ImportError: if its packages are not installed
    """
    with extra("serve", what):
        from hexwidget.serving import server
    return server


class KernelServer:
    """A server in a thread of the kernel. It stays open until it is closed, even if no variable holds it any more, or the kernel ends."""

    _open: ClassVar[dict[Any, Any]]
    """The open servers, by the things that they serve."""
    cannot: ClassVar[str]
    """The title of an error."""
    address: str
    """The address of the server's page. Links add to it."""
    _served: object
    """The thing that is served: a session, a folder."""
    _asked: tuple[object, ...]
    """The arguments of the cell."""
    _way: Way | None = None
    _server: uvicorn.Server | None = None
    _thread: Thread | None = None

    def __init_subclass__(cls, cannot: str) -> None:
        cls.cannot, cls._open = cannot, {}

    def _find_way(self, bound: socket, host: str | None, options: ServerOptions, name: str = "") -> None:
        """Let the Jupyter server hand viewers on if it can, and no host and port are asked for.

        :param name: of the server in its address, 16 hexadecimal digits; empty: a new one
        """
        if host is None and not options.port:
            self._way = way_to(bound.getsockname()[1], options.origin, name)
        self.address = self._way.address if self._way else options.base(bound)

    def _begin(self, channels: Channels, site: Site, bound: socket, words: str = "", give: Give | None = None) -> None:
        """Start the thread, and wait until the server listens.

        :param words: the last words of the server for its viewers; empty: none
        :param give: hands over what watches games to the kernel's thread; None: the thread of the server calls it
        :raises InputError: if the server ends at once
        """
        self._open[self._served] = self
        try:
            server = self._server = server_module("a server").make_server(channels, site, words)

            def run() -> None:
                if give is not None:
                    hand_over(give)
                server.run(sockets=[bound])

            self._thread = Thread(target=run, name=f"hexwidget {type(self).__name__.lower()}", daemon=True)
            self._thread.start()
            while self._thread.is_alive() and not server.started:
                time.sleep(0.01)
            if not server.started:
                raise InputError(self.cannot, "its server has ended at once; the log says why")
        except BaseException:
            self.close()
            bound.close()
            raise

    def _check_asked(self, asked: tuple[object, ...], what: str, *, is_other: bool = False) -> None:
        """Check that a cell asks for the server that is open.

        :param what: what it serves, in words
        :raises InputError: if it asks for another one
        """
        if asked != self._asked or is_other:
            raise InputError(self.cannot, f"this {what} at {self.address}: close that first")

    @property
    def closed(self) -> bool:
        """True once it is closed."""
        return self._open.get(self._served) is not self

    @property
    def reach(self) -> str:
        """The people who can come to the address, in words after a comma; empty: all."""
        reach = reach_of(self.address)
        return reach and f", {reach}"

    def close(self) -> None:
        """End the server: nobody comes by the links any more."""
        if not self.closed:
            del self._open[self._served]
        if self._way is not None:
            self._way.close()
        if self._server is not None:
            self._server.should_exit = True
        try:
            if self._thread is not None and self._thread.ident is not None and self._thread is not current_thread():
                self._thread.join(PATIENCE)
        finally:
            self._end()

    def _end(self) -> None:
        """Close what was served."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@atexit.register
def _close_all() -> None:
    for kind in KernelServer.__subclasses__():
        for each in tuple(kind._open.values()):
            each.close()
