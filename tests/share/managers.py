"""Managers of widgets from npm, on pages of ours: their parts, bundled, and served with anywidget's own script."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = Path(sys.prefix) / "manager" / "node_modules"
BASE = PACKAGES / "@jupyter-widgets" / "base"
ANYWIDGET = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "anywidget" / "index.js"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def bundle(source: Path, target: Path, kind: str = "iife") -> None:
    """Bundle a script with the packages of npm that it imports."""
    command = [ROOT / "js" / "node_modules" / ".bin" / "esbuild", source, "--bundle", f"--format={kind}"]
    command += ["--define:process.env.NODE_ENV='production'", "--define:global=window", f"--outfile={target}"]
    names = {"PATH": "/usr/bin:/bin", "NODE_PATH": str(PACKAGES)}
    built = subprocess.run(command, env=names, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder, with require.js and anywidget's script beside its own files. Yield the address."""
    (folder / "require.js").write_bytes((PACKAGES / "requirejs" / "require.js").read_bytes())
    (folder / "nbextensions" / "anywidget").mkdir(parents=True)
    (folder / "nbextensions" / "anywidget" / "index.js").write_bytes(ANYWIDGET.read_bytes())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
