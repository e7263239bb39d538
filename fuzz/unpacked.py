"""The sizes of inputs that hold packed parts, as a reader unpacks them: up to the limits of docs/limits.md."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from fuzz import seeds
from fuzz.edits import unfolded
from hexwidget.files.links import PREFIX
from hexwidget.files.maps.tiled.layers import MOST_TILES
from hexwidget.files.scenario import MOST_CHARACTERS

BYTES_OF_TILES = 4 * MOST_TILES
ZLIB_OR_GZIP = zlib.MAX_WBITS | 32
_PACKED = re.compile(rb"[A-Za-z0-9+/]{16,}={0,2}")
_SIDES = {side: re.compile(rb"\b%s\b\W{1,8}(\d{1,7})" % side) for side in (b"width", b"height")}


def of_link(data: bytes) -> int:
    """The size of a link, or of the document in it, whichever is larger."""
    text = unfolded(seeds.text_from(data))
    if PREFIX not in text:  # the fuzzer makes a link of it
        return len(text)
    packed = text.rpartition(PREFIX)[2].translate({ord("-"): "+", ord("_"): "/"}).encode("ascii", "ignore")
    return max(len(text), _unzipped(_of_base64(packed), -zlib.MAX_WBITS, MOST_CHARACTERS))


def of_layers(data: bytes) -> int:
    """The size of the tiles of a Tiled map: those that it says it has, and those in its packed layers, all together."""
    wide, high = (max(map(int, side.findall(data)), default=0) for side in _SIDES.values())
    sizes = (_unzipped(_of_base64(match[0]), ZLIB_OR_GZIP, BYTES_OF_TILES) for match in _PACKED.finditer(data))
    return min(BYTES_OF_TILES, 4 * wide * high + sum(sizes))


def of_layer(data: bytes) -> int:
    """The size of the tiles of one layer, which is packed already."""
    return _unzipped(data[2:], ZLIB_OR_GZIP, BYTES_OF_TILES)


def _of_base64(text: bytes) -> bytes:
    try:
        return base64.b64decode(text.rstrip(b"=") + b"=" * (-len(text.rstrip(b"=")) % 4))
    except (binascii.Error, ValueError):
        return b""


def _unzipped(packed: bytes, form: int, most: int) -> int:
    try:
        return len(zlib.decompressobj(form).decompress(packed, most))
    except zlib.error:
        return 0
