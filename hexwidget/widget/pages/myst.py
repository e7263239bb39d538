"""Boards on pages of MyST, which Jupyter Book 2 builds: its ``anywidget`` directive takes a module and data.

The module holds the front end, once for all boards of a book; the data is the recording of a board, or an exercise.
"""

from __future__ import annotations

import os
import re
from html import unescape
from json import dumps
from pathlib import Path

from hexwidget.files.disk import write_whole
from hexwidget.widget.frontend import front_end, parts, version

MODULE = "hexwidget.mjs"
_RECORDING = re.compile(r'<script type="application/x-hexwidget">([^<]*)</script>')
_BEYOND = re.compile(r'<p class="hexwidget-beyond">([^<]*)</p>')
_MARKUP = re.compile(r"([\\`*_{}\[\]<>$|#~^@:])")


def write_module(folder: str | os.PathLike[str]) -> Path:
    """Write the module into the folder of the page."""
    front = dumps({"version": version(), "parts": parts()})
    return write_whole(Path(folder) / MODULE, f"const HEXWIDGET = {front};\n{front_end('myst.js')}")


def directive(html: str) -> str:
    """Return a recorded board as a directive.

    :param html: the board as a part of a page (`hexwidget.widget.pages.page.recorded_board`), with what stands below it
    """
    data = dumps({"recording": found[1]}) if (found := _RECORDING.search(html)) else "{}"
    below = "".join(f"\n{prose(unescape(text))}\n" for text in _BEYOND.findall(html))
    return f":::{{anywidget}} ./{MODULE}\n{data}\n:::\n{below}"


def prose(text: str) -> str:
    """Return a plain text as Markdown that shows it as it is.

    >>> print(prose("*Hold* the {bridge}"))
    \\*Hold\\* the \\{bridge\\}
    """
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
