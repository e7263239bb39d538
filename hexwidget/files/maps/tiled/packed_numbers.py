"""The numbers of a Tiled layer: a list, CSV, or base 64 that may be compressed.

No more bytes are unpacked than the layer has, so that a small file cannot fill the memory.
"""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

from hexwidget.problems import shown

_WINDOW = 1 << 23
"""The window, in bytes, that every reader of zstd supports. Tiled's maps need no more."""


class TornError(Exception):
    """The data of a layer cannot be read. The text says why."""


def decode_layer(data: Any, encoding: str, compression: str, many: int) -> list[int]:
    """Return the numbers of a layer.

    :param many: how many numbers the layer has
    :raises TornError: if they cannot be read
    """
    if isinstance(data, list):
        if not all(type(v) is int and 0 <= v < 1 << 32 for v in data):
            raise TornError("expected the numbers of tiles")
        return list(data)
    if not isinstance(data, str):
        raise TornError(f"expected the numbers of tiles, not {shown(data)}")
    if encoding == "csv":
        words = [word.strip() for word in data.replace("\n", ",").split(",")]
        if not all(word.isdecimal() and len(word) <= 10 for word in words if word):
            raise TornError("expected numbers between commas")
        return [int(word) for word in words if word]
    if encoding != "base64":
        raise TornError(f"unknown encoding {encoding!r}; expected csv or base64")
    try:
        raw = base64.b64decode("".join(data.split()), validate=True)
    except ValueError:  # raised for text that is not ASCII, too
        raise TornError("it is not base 64: damaged or cut off") from None
    raw = _inflate(raw, compression, 4 * many)
    if len(raw) != 4 * many:
        raise TornError(f"{many} tiles need {4 * many} bytes, not {len(raw)}: damaged or cut off")
    return list(struct.unpack(f"<{many}I", raw))


def _inflate(raw: bytes, compression: str, most: int) -> bytes:
    """The bytes of a layer. At most one more than ``most`` is unpacked."""
    if compression == "":
        return raw
    if compression == "zstd":
        return _zstandard(raw, most)
    if compression not in ("zlib", "gzip"):
        raise TornError(f"unknown compression {compression!r}; expected zlib, gzip or zstd")
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS if compression == "gzip" else zlib.MAX_WBITS)
    try:
        found = unpacker.decompress(raw, most + 1)
    except zlib.error:
        raise TornError(f"it is not {compression} data: damaged or cut off") from None
    if len(found) <= most and not unpacker.eof:
        raise TornError(f"its {compression} data is cut off")
    return found


def _zstandard(raw: bytes, most: int) -> bytes:
    try:
        import zstandard
    except ImportError:
        remedy = 'save the map with zlib in Tiled (Map, Tile Layer Format), or pip install "hexwidget[zstd]"'
        raise TornError(f"it is compressed with zstd, which needs a package: {remedy}") from None
    try:
        # A stream reads as much as is asked for. At once, as much as the frame claims to hold would be allocated.
        with zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(raw) as stream:
            return bytes(stream.read(most + 1))
    except zstandard.ZstdError:
        raise TornError("it is not zstd data: damaged or cut off") from None
