"""The Python half of ``play.html``. `comm` gets a function that sends; everything else is hexwidget unchanged.

The page's worker sets what is above all in `__main__`: ``to_page(kind, id, text)`` sends a message to the page, ``fetch(pack)``
returns a pack, ``unpack(tar)`` puts its files in place, and ``address`` is that of the page.
"""

# ruff: noqa: E402  (packs come, and comms are ours, only once the lines above an import have run)

from __future__ import annotations

import gc
import importlib
import json
import sys
import zlib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from __main__ import address, fetch, to_page, unpack

gc.disable()  # what is loaded until the first board stays


class Packs(MetaPathFinder):
    """Fetches the pack of a module when the module is imported."""

    def __init__(self) -> None:
        self.pack_of: dict[str, str] = json.loads(Path(__file__).with_name("packs.json").read_text(encoding="utf-8"))
        """The packs of the modules that are not there yet."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find a module of a pack.

        :raises ImportError: if the pack cannot be fetched. The next import tries again
        """
        pack = self.pack_of.get(name)
        if pack is None:
            return None
        try:
            unpack(zlib.decompress(fetch(pack).to_bytes(), wbits=31))  # 31: gzip
        except Exception as error:
            raise ImportError(f"A file of this page could not be loaded: {pack}.tar.gz") from error
        self.pack_of = {module: other for module, other in self.pack_of.items() if other != pack}
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


sys.meta_path.insert(0, Packs())

import comm
from comm.base_comm import BaseComm


class PageComm(BaseComm):
    """A comm whose other end is the page. JSON keeps null and None apart from undefined, which Pyodide's own conversion does not."""

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        """Send a message to the page."""
        if msg_type in ("comm_open", "comm_msg"):
            keep()
            to_page(msg_type, self.comm_id, json.dumps(data))


comm.create_comm = PageComm

from hexwidget import Board, InputError, open_link, scenario
from hexwidget.files.formats import Document
from hexwidget.widget.pages.page import use_player

use_player(address)
board: Any
found: Any
done: Any = None
part = kept = ""


def keep() -> None:
    """Hand the reader's progress to the page if it has changed. The page keeps it before the board shows what has changed."""
    global kept
    if done is not None and done.text != kept:
        kept = done.text
        to_page("done", "", kept)


def find(wanted: str) -> str:
    """Find what the address names. Return the digest and the title of a course, whose progress the page may have kept."""
    global found, part
    wanted, _, part = wanted.partition("&part=")
    if wanted.startswith("learn/"):
        from hexwidget.lessons import first_game  # a position needs no lessons

        found = first_game(wanted.removeprefix("learn/"))
    else:
        found = open_link(wanted) if "hw1." in wanted else scenario(wanted)
    return json.dumps([found.digest, found.title] if isinstance(found, Document) else None)


def start(text: str) -> None:
    """Make the board of the position or course that `find` has found. ``text`` is the reader's progress in a course."""
    global board, done
    if isinstance(found, Document):
        from hexwidget.lessons import Course, Progress

        try:
            done = Progress.of_text(text) if text else Progress()
        except InputError:  # a damaged entry, or one of a newer version
            done = Progress()
        course = Course(found.parts, found.title, progress=done)
        course.resume()
        if part.isdecimal() and int(part) in range(1, len(course.parts) + 1) and int(part) != course.place + 1:
            course.open(int(part) - 1)
        board = course.board
    else:
        board = Board(found)
    gc.freeze()
    gc.enable()


def receive(text: str) -> None:
    """Hand a message to the board."""
    board.comm.handle_msg({"content": {"data": json.loads(text)}, "buffers": []})
    keep()
