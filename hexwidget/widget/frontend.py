"""The front end's code, as it was built."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import sha256
from json import dumps
from pathlib import Path

STATIC = Path(__file__).parent / "static"
PARTS = {"board": "board.js", "recorded": "recorded.js", "style": "board.css"}
"""The parts of the front end by name: what shows a board, what plays a recording to it, and the style."""


@cache
def front_end(name: str) -> str:
    """Return a file of the built front end, as text: a path would start a file watcher for each board."""
    try:
        return (STATIC / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        what = "the board's front end has not been built; in a source tree run 'make build', else install the wheel"
        raise RuntimeError(what) from None


@cache
def parts() -> str:
    """Return all parts as one text: JSON, compressed, as base 64."""
    text = dumps({name: front_end(file) for name, file in PARTS.items()})
    return b64encode(compress(text.encode(), mtime=0)).decode()


@cache
def version() -> str:
    """Return a text that tells one version of the front end from another, so that both can be on a page."""
    return sha256(parts().encode()).hexdigest()[:16]
