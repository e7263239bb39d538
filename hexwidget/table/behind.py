"""Ways to tables behind a Jupyter server: kernels tell it in files of Jupyter's runtime folder where their tables listen, and a child process of
it serves a folder of tables.

A kernel holds a lock on its file as long as the table is open. A file without a lock is of a kernel that has died, and its port may be another program's
by now, so the Jupyter server hands nobody on to it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

from hexwidget.jsontext import parse_json
from hexwidget.play.journal import LOCKS

if LOCKS:
    import fcntl

AT = "hexwidget/tables/"
"""The address of tables below that of a Jupyter server."""
FOLDER = "hexwidget-tables"


def told_in() -> Path:
    """Return the folder of the files, which only their owner may read.

    :raises ImportError: without Jupyter
    """
    from jupyter_core.paths import jupyter_runtime_dir

    folder = Path(jupyter_runtime_dir()) / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


class Way:
    """The way to a kernel's table through the Jupyter server that has started the kernel.

    :param address: the address of the table's page in browsers; without a host if the server cannot know it
    """

    def __init__(self, address: str, path: Path, port: int) -> None:
        self.address = address
        self._path = path
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w")
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(json.dumps({"port": port}))
        self._file.flush()

    def close(self) -> None:
        """Let the server hand nobody on to the table any more."""
        self._path.unlink(missing_ok=True)
        self._file.close()


def way_to(port: int, origin: str | None) -> Way | None:
    """Tell the Jupyter server of this kernel where a table listens. Return None if there is none that hands viewers on.

    :param origin: that of the Jupyter server in browsers; None: the server knows it, or tells the address without it
    """
    if not LOCKS:
        return None
    try:
        folder = told_in()
        found = parse_json((folder / f"server-{os.environ.get('JPY_PARENT_PID')}.json").read_text(encoding="utf-8"))
        base = str(found["address"])
    except (ImportError, OSError, ValueError, TypeError, KeyError):
        return None
    name = token_hex(8)
    if origin is not None:
        base = f"{origin}{urlsplit(base).path}"
    return Way(f"{base}{AT}{name}", folder / f"{name}.json", port)


def port_of(name: str) -> int | None:
    """Return the port of a kernel's table; None if it is closed, or its kernel has died."""
    path = told_in() / f"{name}.json"
    try:
        with path.open(encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(parse_json(file.read())["port"])
            path.unlink(missing_ok=True)
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return None


def public_address(own: str) -> str:
    """Return the address of a Jupyter server in browsers.

    :param own: the address that the server knows itself by

    >>> public_address("http://localhost:8888/")
    'http://localhost:8888/'
    """
    public, prefix = os.environ.get("JUPYTERHUB_PUBLIC_URL"), os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
    return f"{public.rstrip('/')}/" if public else prefix or own


# ---------------------------------------------------------------- a folder of tables
def main(folder: str) -> None:
    """Serve a folder of tables for the process that has started this one, and end with it."""
    from hexwidget.problems import InputError
    from hexwidget.table.serving import serve_folder
    from hexwidget.table.tables import Tables

    def tell(tables: Tables, base: str, link: str | None) -> None:
        print(json.dumps({"port": urlsplit(base).port, "link": link}), flush=True)

    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        serve_folder(Path(folder), host="127.0.0.1", port=0, origin=None, new_links=False, behind=True, ready=tell)
    except InputError as error:
        print(json.dumps({"error": str(error)}), flush=True)


def _end_with_parent() -> None:
    """End in order once the other end of the standard input is closed."""
    with suppress(OSError, ValueError):
        sys.stdin.read()
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    main(sys.argv[1])
