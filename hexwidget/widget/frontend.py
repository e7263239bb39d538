"""The front end's code, once for all boards of a kernel: a notebook with many boards holds it once."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

import traitlets

if TYPE_CHECKING:
    from hexwidget.widget.host import Widget
else:
    from ipywidgets import Widget

STATIC = Path(__file__).parent / "static"
PARTS = {"board": "board.js", "recorded": "recorded.js", "style": "board.css"}
"""The parts of the front end by name: what shows a board, what plays a recording to it, and the style."""


class FrontEnd(Widget):
    """The model that holds the code. It has no views."""

    _parts = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._parts = parts()


@cache
def front_end(name: str) -> str:
    """Return a file of the built front end, as text: a path would start a file watcher for each board."""
    try:
        return (STATIC / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RuntimeError(
            "the board's front end has not been built; in a source tree run 'make build', else install the wheel"
        ) from None


@cache
def parts() -> str:
    """Return all parts as one text: JSON, compressed, as base 64."""
    text = dumps({name: front_end(file) for name, file in PARTS.items()})
    return b64encode(compress(text.encode(), mtime=0)).decode()


@cache
def version() -> str:
    """Return a text that tells one version of the front end from another, so that both can be on a page."""
    return sha256(parts().encode()).hexdigest()[:16]


_made: list[FrontEnd] = []


def shared() -> dict[str, str]:
    """Return where a board's loader finds the code: the version, and the id of the model that holds it."""
    if not _made or _made[0].comm is None:  # the first board, or somebody has closed all widgets
        _made[:] = [FrontEnd()]
    return {"version": version(), "model": _made[0].model_id}
