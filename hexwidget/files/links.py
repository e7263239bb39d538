"""The texts of links, and the contents of links to positions and scenarios.

A link is ``hw1.`` and its content, compressed, in characters that addresses may have. The content of a position is its
one-line form (`Position.notation`); that of a scenario is its document, with words and drawings. `hexwidget.play.links` makes
and opens links, also to games.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

from hexwidget.files.scenario import MOST_CHARACTERS, Scenario, read_scenario, write_scenario
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import Position
from hexwidget.rules.notation import LONGEST
from hexwidget.systems.registry import system, system_names, unknown_system

PREFIX = "hw1."
AMENDED = 2
"""The number behind a notation that is read by the rules of today. Without it the position has those of before a clause was amended."""
_NEWER = re.compile(r"(?:^|#)(hw[0-9]{1,3}\.)[A-Za-z0-9_-]+$")
CANNOT_OPEN = "this link cannot be opened"
CANNOT_LINK = "this cannot be linked to"
_RAW = -15
"""zlib's sign for data without header and checksum. Damaged data would not decode to a position anyway."""


def pack(content: str) -> str:
    """Return a content as a link text.

    :raises InputError: if `unpack` would refuse it
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    data = content.encode("utf-8")
    text = PREFIX + base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    longest = max(len(data), len(text))
    if longest > MOST_CHARACTERS:
        raise too_long(f"it takes {longest:,} characters, and a link holds {MOST_CHARACTERS:,}")
    return text


def too_long(why: str) -> InputError:
    """The error for something that does not fit in a link."""
    return InputError(CANNOT_LINK, f"{why}; `hw.save` writes a file of any size")


def unpack(text: object) -> str:
    """Return the content of a link, or of an address that ends with one.

    :raises InputError: if it is not a link, was cut off, or holds too much
    """
    _, found, packed = text.strip().rpartition(PREFIX) if isinstance(text, str) else ("", "", "")
    newer = _NEWER.search(text.strip()[-MOST_CHARACTERS:]) if isinstance(text, str) and not found else None
    if newer:
        what = f"a newer hexwidget has made it ({newer[1]}…); this one opens {PREFIX}…: update hexwidget"
        raise InputError(CANNOT_OPEN, what)
    if not found:
        raise mismatch(CANNOT_OPEN, f"a text with {PREFIX!r} in it", text)
    if len(packed) > MOST_CHARACTERS:
        raise InputError(CANNOT_OPEN, f"it has more than {MOST_CHARACTERS:,} characters")
    # Programs for messages break lines, and put marks around an address or words behind it. The text behind the content does not count.
    packed = re.sub(r"[^A-Za-z0-9_-]", "", packed)
    packed = packed[: len(packed) - (len(packed) % 4 == 1)]
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(_RAW)
        content = unpacker.decompress(data, MOST_CHARACTERS)
    except (binascii.Error, ValueError, zlib.error):
        raise _torn_link() from None
    if unpacker.unconsumed_tail:
        raise InputError(CANNOT_OPEN, f"it holds more than {MOST_CHARACTERS:,} bytes")
    if not unpacker.eof:
        raise _torn_link()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise _torn_link() from None


def content_of(thing: Position | Scenario) -> str:
    """Return the content of a link to a position or scenario.

    :raises InputError: if it is too long to be read again
    :raises IllegalPosition: if the position breaks clauses
    """
    position = thing.position if isinstance(thing, Scenario) else thing
    position.system.accepted(position)
    if isinstance(thing, Scenario):
        return json.dumps(json.loads(write_scenario(thing)), ensure_ascii=False, separators=(",", ":"))
    if len(position.notation) > LONGEST:
        raise too_long(f"its line has {len(position.notation):,} characters, and {LONGEST:,} are read")
    # A link of before has no number behind its notation.
    amended = position.system.before(position) != position
    return json.dumps([position.system.name, position.notation, *([AMENDED] if amended else [])], ensure_ascii=False)


def read_content(content: str) -> Position | Scenario:
    """Return the position or scenario of a link's content.

    :raises InputError: if it cannot be read
    :raises IllegalPosition: if the position breaks clauses
    """
    if not content.startswith("["):
        return read_scenario(content)
    try:
        data = parse_json(content)
    except ValueError:
        raise _torn_link() from None
    name, notation, *amended = data if len(data) in (2, 3) else (None, None)
    if not isinstance(name, str) or not isinstance(notation, str) or amended not in ([], [AMENDED]):
        raise _torn_link()
    if name not in system_names():
        raise InputError(CANNOT_OPEN, unknown_system(name))
    position: Position = system(name).read(notation)
    return position if amended else position.system.before(position)


def _torn_link() -> InputError:
    return InputError(CANNOT_OPEN, "it is damaged or cut off: copy the whole of it")
