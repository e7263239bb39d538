"""Ways to tables behind a Jupyter server: kernels and the server tell each other in files of Jupyter's runtime folder where they listen, and
a child process of the server serves a folder of tables.

A process holds a lock on its file. A file without a lock is of a process that has died, and its port may be another program's by now.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import urlsplit

from hexwidget.problems import InputError

if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform not in ("win32", "emscripten")
"""True where files have locks. Elsewhere a kernel's table has a port of its own."""
AT = "hexwidget/tables/"
"""The address of tables below that of a Jupyter server."""
FOLDER = "hexwidget-tables"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
Form = TypeVar("Form")


@dataclass(frozen=True)
class JupyterFile:
    """The file of a Jupyter server.

    :param address: of the server in browsers
    """

    address: str


@dataclass(frozen=True)
class KernelFile:
    """The file of a kernel that has a table.

    :param port: where the table is served
    :param kernel: the kernel's id; empty: the process is no kernel
    """

    port: int
    kernel: str = ""


class ProcessFile:
    """A file that tells something as long as it is open and this process lives. Only its owner may read it.

    :param content: a dataclass of its entries
    :raises ImportError: without Jupyter
    """

    def __init__(self, name: str, content: Any) -> None:
        self._path = _path(name)
        made = self._path.with_suffix(".new")
        self._file = os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8")
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(json.dumps(asdict(content)))
        self._file.flush()
        made.replace(self._path)  # nobody sees it without its lock, and takes it for a dead process's

    def close(self) -> None:
        """Tell it no more."""
        if not self._file.closed:
            self._path.unlink(missing_ok=True)
            self._file.close()


def told(name: str, form: Callable[..., Form]) -> Form | None:
    """Return the entries of a file; None if it cannot be read, or its process has ended, and then the file is removed.

    :param form: the dataclass of its entries
    """
    from hexwidget.files.entries import read_entries  # a Jupyter server begins without the rules

    with suppress(OSError), _path(name).open(encoding="utf-8", errors="replace") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            try:
                return read_entries(form, file.read(), f"{str(_path(name))!r} cannot be read")
            except InputError as error:
                logging.getLogger("hexwidget").error("%s", error)
                return None
        _path(name).unlink(missing_ok=True)
    return None


def _path(name: str) -> Path:
    from jupyter_core.paths import jupyter_runtime_dir

    folder = Path(jupyter_runtime_dir()) / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{name}.json"


# ---------------------------------------------------------------- a kernel's table
class Way(ProcessFile):
    """The way to a kernel's table through the Jupyter server that has started the kernel.

    :param base: the address of that server in browsers
    :param name: of the table in the address, 16 hexadecimal digits; empty: a new one
    """

    def __init__(self, base: str, port: int, name: str = "") -> None:
        name = name or token_hex(8)
        # To import it would make the widgets of a process that is no kernel deaf.
        kernels = sys.modules.get("ipykernel.kernelapp")
        app = kernels.IPKernelApp.instance() if kernels and kernels.IPKernelApp.initialized() else None
        kernel = Path(app.connection_file).stem.removeprefix("kernel-") if app else ""
        self.address: str = f"{base}{AT}{name}"
        """The address of the table's page in browsers; without a host if the server cannot know it."""
        super().__init__(name, KernelFile(port, kernel))


def way_to(port: int, origin: str | None, name: str = "") -> Way | None:
    """Tell the Jupyter server of this kernel where a table listens. Return None if no such server hands viewers on.

    :param origin: that of the Jupyter server in browsers; None: the server knows it, or tells the address without it
    :param name: of the table in the address, 16 hexadecimal digits; empty: a new one
    """
    if not LOCKS:
        return None
    with suppress(ImportError, OSError):
        if server := told(f"server-{os.environ.get('JPY_PARENT_PID')}", JupyterFile):
            at = server.address
            return Way(at if origin is None else f"{origin}{urlsplit(at).path}", port, name)
    return None


def port_of(name: str) -> int | None:
    """Return the port of a kernel's table; None if it is closed, or its kernel has died."""
    found = told(name, KernelFile) if LOCKS else None
    return None if found is None else found.port


def public_address(own: str) -> str:
    """Return the address of a Jupyter server in browsers.

    :param own: the address that the server knows itself by

    >>> public_address("http://localhost:8888/")
    'http://localhost:8888/'
    """
    public, prefix = os.environ.get("JUPYTERHUB_PUBLIC_URL"), os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
    return f"{(public or prefix or own).rstrip('/')}/"


def reach_of(address: str) -> str:
    """Return in words who can come to an address, and how; empty if everybody can.

    >>> reach_of("http://localhost:8888/hexwidget/tables/1")
    'for this machine only'
    """
    parts = urlsplit(address)
    if not parts.netloc:
        return "after the https://… of the address that your browser shows"
    return "for this machine only" if parts.hostname in LOOPBACK else ""


# ---------------------------------------------------------------- a folder of tables
def main(folder: str) -> None:
    """Serve a folder of tables for the process that has started this one, and end with it."""

    def tell(_: object, base: str, link: str | None) -> None:
        token = link.partition("#")[2] if link else None
        print(json.dumps({"port": urlsplit(base).port, "token": token}), flush=True)

    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        from hexwidget.serving.server import ServerOptions
        from hexwidget.table.serving import serve_folder

        serve_folder(Path(folder), (), ServerOptions(), behind=True, ready=tell)
    except ModuleNotFoundError as error:
        print(json.dumps({"error": f"A table needs {error.name}: pip install 'hexwidget[serve]'"}), flush=True)
    except InputError as error:
        print(json.dumps({"error": str(error)}), flush=True)


def _end_with_parent() -> None:
    """End in order once the other end of the standard input is closed."""
    with suppress(OSError, ValueError):
        sys.stdin.read()
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    main(sys.argv[1])
