"""The Python half of ``play.html``: the board of a server, whose one viewer is the page.

The page's worker sets what is above all in `__main__`: ``to_page(kind, id, text)`` sends a message to the page, ``fetch(pack)``
returns a pack, ``unpack(tar)`` puts its files in place, and ``address`` is that of the page.
"""

# ruff: noqa: E402  (packs come only once the lines above an import have run)

from __future__ import annotations

import dataclasses
import gc
import hashlib
import importlib
import json
import marshal
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

CLASSES: dict[str, Any] = marshal.loads(Path(__file__).with_name("classes.bin").read_bytes())  # noqa: S302  (the site's own)
"""The sources that `dataclasses` writes for the classes of a first board, compiled, by their digests: to compile them would take a third of
the time of all imports."""


def digest(source: str) -> str:
    """Return the name of a source among those that are compiled."""
    return hashlib.blake2b(source.encode(), digest_size=8).hexdigest()


def run(source: str, *names: dict[str, Any]) -> None:
    """Run a source of `dataclasses`."""
    exec(CLASSES.get(digest(source)) or compile(source, "<string>", "exec", dont_inherit=True), *names)  # noqa: S102  (as there)


dataclasses.exec = run  # type: ignore[attr-defined]  # found there before the built-in one


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

from hexwidget import IllegalPosition, InputError, Scenario, Session, open_link, scenario
from hexwidget.files.formats import Document
from hexwidget.files.replay import read_replay
from hexwidget.play.links import link_or_nothing
from hexwidget.widget.connections.line import LineBoard
from hexwidget.widget.pages.page import use_player

use_player(address)
board: Any = None
found: Any
done: Any = None
drawings: Any = None
part = kept = name = ""
whole = False
"""True if the address holds a game."""
MOST_ADDRESS = 8_000
"""The most characters of a game's link in the address. The page keeps longer games all the same."""


class Page:
    """The page, as the viewer of the board."""

    def put(self, text: str) -> None:
        """Send a message of the board to the page."""
        keep()
        to_page("board", "", text)


page = Page()


def keep() -> None:
    """Hand the reader's progress, or the game, to the page if it has changed. The page keeps it before the board shows what has changed."""
    global kept
    if board is None:
        return  # the board is being made
    now = done.text if done is not None else moment()
    if now == kept:
        return
    kept = now
    to_page("kept", "", now if done is not None else board.session.to_replay())
    if done is None:
        link = link_or_nothing(board.session)
        to_page("link", "", link if len(link) <= MOST_ADDRESS else "")


def moment() -> str:
    """Return a text that tells the moments of a game apart: the number of steps, and the present one."""
    return f"{len(board.session.steps)} {board.session.step.number}"


def find(wanted: str, origin: str) -> str:
    """Find what the address names. Return whether it is a course or a game, the name by which the page keeps it, and its title.

    :param origin: the address that a kept game began with; empty: nothing is kept
    """
    global found, part, name, drawings, whole
    wanted, _, name = wanted.partition("&game=")
    wanted, _, part = wanted.partition("&part=")
    found = named(wanted)
    if isinstance(found, Document):
        return json.dumps(["course", found.digest, found.title])
    begun = named(origin.partition("&game=")[0]) if origin else found
    drawings = begun if isinstance(begun, Scenario) else None
    whole = isinstance(found, Session)
    found = found if whole else Session(found)
    name = name if origin and name.isalnum() else name_of(found)  # the same address in another browser is another game
    return json.dumps(["game", name, drawings.title if drawings else found.position.system.title])


def named(wanted: str) -> Any:
    """Return the position, game or course of an address."""
    if wanted.startswith("learn/"):
        from hexwidget.lessons import first_game  # a position needs no lessons

        return first_game(wanted.removeprefix("learn/"))
    return open_link(wanted) if "hw1." in wanted else scenario(wanted)


def name_of(session: Session) -> str:
    """Return the name by which the page keeps a game that begins so."""
    return hashlib.sha256((session.to_replay() if whole else session.steps[0].position.notation).encode()).hexdigest()[
        :24
    ]


def goes_on(text: str) -> Session | None:
    """Return the game that the page has kept, if it goes on from what the address names. None if it is another one."""
    try:
        session = Session.from_replay(read_replay(text))
    except (InputError, IllegalPosition):  # a damaged entry, or one of a newer version
        return None
    beginning = len(found.steps) if whole else 1
    same = all(
        (one.parent, one.text, one.position) == (other.parent, other.text, other.position)
        for one, other in zip(session.steps[:beginning], found.steps[:beginning], strict=False)
    )
    return session if same and len(session.steps) >= beginning else None


def start(text: str) -> None:
    """Make the board of the game or course that `find` has found. ``text`` is what the page has kept of it."""
    global board, done, kept, name
    if isinstance(found, Document):
        from hexwidget.lessons import Progress
        from hexwidget.lessons.courses.activity import CourseActivity

        try:
            done = Progress.of_text(text) if text else Progress()
        except InputError:  # a damaged entry, or one of a newer version
            done = Progress()
        guide = CourseActivity(found.parts, done, course=found.digest)
        guide.resume()
        board = LineBoard(guide)
        if part.isdecimal() and int(part) in range(1, len(guide.parts) + 1) and int(part) != guide.place + 1:
            guide.open(int(part) - 1)
    else:
        session = goes_on(text) if text else found
        if session is None and name != name_of(found):  # neither of the two games is lost
            name = name_of(found)
            to_page("renamed", name, "")
            return
        session, done = session or found, None
        board = LineBoard(session, about=drawings)
        kept = moment()
    board.line.enter(page)
    gc.freeze()
    gc.enable()


def receive(text: str) -> None:
    """Hand a message of the page to the board."""
    board.answer(json.loads(text), page)
    keep()
