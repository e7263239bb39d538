"""Links: a position or scenario as a short text, for a message, an address or a cell.

A link is ``hw1.`` and its content, compressed, in characters that addresses may have. The content of a position is its
one-line form (`Position.notation`); that of a scenario is its document, with words and drawings.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

from hexwidget.files.scenario import MOST_CHARACTERS, Scenario, read_scenario, write_scenario
from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import Position
from hexwidget.systems.registry import system, system_names

PREFIX = "hw1."
_NEWER = re.compile(r"(?:^|#)(hw[0-9]{1,3}\.)[A-Za-z0-9_-]+$")
CANNOT_OPEN = "this link cannot be opened"
_RAW = -15
"""zlib's sign for data without header and checksum. Damaged data would not decode to a position anyway."""


def link(thing: Position | Scenario) -> str:
    """Return a position or scenario as a link text. `open_link` reads it.

    :raises InputError: if it is something else

    >>> position = system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> open_link("https://rules.example/play.html#" + link(position)) == position
    True
    """
    if isinstance(thing, Scenario):
        content = json.dumps(json.loads(write_scenario(thing)), ensure_ascii=False, separators=(",", ":"))
    elif isinstance(thing, Position):
        content = json.dumps([thing.system.name, thing.notation], ensure_ascii=False)
    else:
        what = f"expected a position or a scenario, not {shown(thing)}; a whole game is sent as a page (`board.to_html`) or a file (`save`)"
        raise InputError("this cannot be linked to", [Problem("", what)])
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    data = packer.compress(content.encode("utf-8")) + packer.flush()
    return PREFIX + base64.urlsafe_b64encode(data).decode().rstrip("=")


def open_link(text: str) -> Position | Scenario:
    """Return the position or scenario of a link, or of an address that ends with one.

    :raises InputError: if it is not a link, was cut off, or its content cannot be read
    :raises IllegalPosition: if the position breaks clauses
    """
    _, found, packed = text.strip().rpartition(PREFIX) if isinstance(text, str) else ("", "", "")
    newer = _NEWER.search(text.strip()[-MOST_CHARACTERS:]) if isinstance(text, str) and not found else None
    if newer:
        what = f"a newer hexwidget has made it ({newer[1]}…); this one opens {PREFIX}…: update hexwidget"
        raise InputError(CANNOT_OPEN, [Problem("", what)])
    if not found:
        raise InputError(CANNOT_OPEN, [Problem("", f"expected a text with {PREFIX!r} in it, not {shown(text)}")])
    if len(packed) > MOST_CHARACTERS:
        raise InputError(CANNOT_OPEN, [Problem("", f"it has more than {MOST_CHARACTERS:,} characters")])
    content = _unpacked(packed)
    if not content.startswith("["):
        return read_scenario(content)
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise _torn() from None
    if len(data) != 2 or not all(isinstance(part, str) for part in data):
        raise _torn()
    name, notation = data
    if name not in system_names():
        raise InputError(CANNOT_OPEN, [Problem("", unknown("system", name, system_names()))])
    position: Position = system(name).read(notation)
    return position


def _unpacked(packed: str) -> str:
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(_RAW)
        content = unpacker.decompress(data, MOST_CHARACTERS)
    except (binascii.Error, ValueError, zlib.error):
        raise _torn() from None
    if unpacker.unconsumed_tail:
        raise InputError(CANNOT_OPEN, [Problem("", f"it holds more than {MOST_CHARACTERS:,} bytes")])
    if not unpacker.eof:
        raise _torn()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise _torn() from None


def _torn() -> InputError:
    return InputError(CANNOT_OPEN, [Problem("", "it is damaged or cut off: copy the whole of it")])
