"""A server of static files for pages that run Python. It notes what it sends.

As servers of static files do, it sends ``name.gz`` in place of ``name`` to a browser that reads it.
"""

from __future__ import annotations

import http.server
import io
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

Sent = dict[str, int]
"""The bytes of the answers by path."""


class Files(http.server.SimpleHTTPRequestHandler):
    """A server of files with the types that modules and WebAssembly need."""

    extensions_map = {  # noqa: RUF012  (the base class's name)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
    }

    def __init__(self, *args: Any, sent: Sent, extra: Mapping[str, bytes], **options: Any) -> None:
        self.sent, self.extra = sent, extra
        super().__init__(*args, **options)

    def send_head(self) -> BinaryIO | None:
        path = self.path.partition("?")[0]
        if path == "/favicon.ico":  # browsers ask for it on their own
            self.send_response(204)
            self.end_headers()
            return None
        packed = Path(self.translate_path(path) + ".gz")
        if path in self.extra:
            content, kind = self.extra[path], None
        elif packed.is_file() and "gzip" in self.headers.get("Accept-Encoding", ""):
            content, kind = packed.read_bytes(), "gzip"
        else:
            found = Path(self.translate_path(path))
            self.sent[path] = found.stat().st_size if found.is_file() else 0
            return super().send_head()
        self.sent[path] = len(content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(content)))
        if kind:
            self.send_header("Content-Encoding", kind)
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@contextmanager
def serve(folder: Path, sent: Sent | None = None, extra: Mapping[str, bytes] | None = None) -> Iterator[str]:
    """Serve a folder on a free port; yield its address.

    :param sent: notes the answers
    :param extra: further files, by path
    """
    handler = partial(Files, directory=str(folder), sent={} if sent is None else sent, extra=extra or {})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
