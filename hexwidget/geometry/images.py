"""Pictures of one's own: a scan below a map of hexes, a drawing on a counter. Nothing in them runs."""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import islice
from math import hypot, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwidget.problems import InputError, Problems, shown

if TYPE_CHECKING:
    from hexwidget.geometry.hexmap import HexMap

MOST_BYTES = 6_000_000
"""The most bytes of the picture below a map: as base64 it fits into a message of Jupyter (10 MiB)."""
MOST_BYTES_OF_PIECE = 200_000
"""The most bytes of the picture on a counter."""
MOST_PIXELS = 40_000_000
"""The most pixels of a picture: a small file may unpack to a very large one."""
MOST_HEXES_ON_PICTURE = 20_000
"""The most hexes of a map on a picture: it is drawn hex by hex, also from afar."""
SMALLEST_HEX = 4.0
"""The smallest radius of a hex on a picture, in pixels of the picture."""
CANNOT_READ = "this picture cannot be read"
_KINDS = "a PNG, JPEG or WebP file"
_SOF = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The markers of JPEG before the size of the picture."""

Place = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""From pixels (x, y) of a picture to units (a x + c y + e, b x + d y + f) of a map, as SVG writes it: a b c d e f."""


@dataclass(frozen=True)
class Image:
    """A picture as the bytes of its file. ``kind`` and the size in pixels are those that the bytes say."""

    kind: str
    data: bytes = field(repr=False)
    width: int
    height: int

    @cached_property
    def name(self) -> str:
        """A name that only equal pictures share."""
        return sha256(self.data).hexdigest()[:16]

    @cached_property
    def href(self) -> str:
        """The picture as an address that holds it."""
        return f"data:image/{self.kind};base64,{b64encode(self.data).decode()}"


@dataclass(frozen=True)
class MapImage:
    """A picture below a map: its pixels lie where the matrix says. Units are those of a board: the radius of a hex is 1, and the
    leftmost and topmost corners of the map lie at 0."""

    image: Image
    matrix: Matrix

    def pixel_at(self, x: float, y: float) -> Place:
        """Return the pixel of the picture at a point of the map."""
        a, b, c, d, e, f = self.matrix
        area = a * d - b * c
        return (d * (x - e) - c * (y - f)) / area, (a * (y - f) - b * (x - e)) / area

    def moved(self, was: Place, now: Place) -> MapImage:
        """Return the picture where it lies below a map on which the hex at one point lies at another."""
        a, b, c, d, e, f = self.matrix
        return MapImage(self.image, (a, b, c, d, e + now[0] - was[0], f + now[1] - was[1]))

    def to_json(self) -> dict[str, Any]:
        """The picture as plain data."""
        return {"image": self.image.href, "matrix": list(self.matrix)}


def read_image(source: object, most: int = MOST_BYTES) -> Image:
    """Read a picture from a file, from bytes, or from a ``data:`` address.

    :param most: the most bytes
    :raises InputError: if it is no PNG, JPEG or WebP, or too large
    """
    data = _bytes_of(source, most)
    if len(data) > most:
        raise _image_error(f"expected at most {most:,} bytes, not {len(data):,}: save it smaller, or as JPEG")
    try:
        kind, width, height = _kind_and_size(data)
    except (struct.error, IndexError, StopIteration):
        raise _image_error(f"expected {_KINDS}; its size cannot be found, so the file is cut off or damaged") from None
    if width < 1 or height < 1 or width * height > MOST_PIXELS:
        raise _image_error(f"expected 1 to {MOST_PIXELS:,} pixels, not {width:,} x {height:,}")
    return Image(kind, data, width, height)


def piece_image(source: object) -> Image:
    """Read the picture of a counter from a file, from bytes, or from a ``data:`` address. Read it once, not for each scene.

    :raises InputError: if it is no PNG, JPEG or WebP, or too large
    """
    return read_image(source, MOST_BYTES_OF_PIECE)


def read_map_image(given: object, where: str, problems: Problems) -> MapImage | None:
    """Read the plain data that `MapImage.to_json` gives; note what is wrong with it.

    :param where: its place, for the errors
    """
    if not isinstance(given, Mapping) or set(given) != {"image", "matrix"}:
        problems.expected(where, "an object of image and matrix", given)
        return None
    matrix = given["matrix"]
    numbers = isinstance(matrix, (list, tuple)) and len(matrix) == 6
    if not numbers or not all(type(n) in (int, float) and isfinite(n) and abs(n) < 1e6 for n in matrix):
        problems.expected(f"{where}/matrix", "six numbers", matrix)
        return None
    # A file must not make a reader open other files.
    if not isinstance(given["image"], str) or not given["image"].startswith("data:"):
        problems.expected(f"{where}/image", "an address that holds the picture", given["image"])
        return None
    with problems.noting(f"{where}/image", below=False):
        a, b, c, d, e, f = map(float, matrix)
        return MapImage(read_image(given["image"]), (a, b, c, d, e, f))
    return None


def matrix_through(pairs: Sequence[tuple[Place, Place]]) -> Matrix:
    """Return the matrix that moves three points of a picture to three points of a map, which are given in pairs.

    :raises InputError: if the points lie on a line, or the hexes would be too small
    """
    (p, p1), (q, q1), (r, r1) = pairs
    ux, uy, vx, vy = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
    area = ux * vy - uy * vx
    if abs(area) < 1e-6 * max(hypot(ux, uy) * hypot(vx, vy), 1e-9):
        raise _image_error("the three hexes lie on a line, or two on one point: take hexes of three corners of the map")
    (ox, oy), (px, py) = (q1[0] - p1[0], q1[1] - p1[1]), (r1[0] - p1[0], r1[1] - p1[1])
    a, c = (ox * vy - px * uy) / area, (px * ux - ox * vx) / area
    b, d = (oy * vy - py * uy) / area, (py * ux - oy * vx) / area
    if abs(a * d - b * c) > 1 / SMALLEST_HEX**2:
        raise _image_error(f"a hex would have a radius of less than {SMALLEST_HEX:g} pixels of the picture")
    return a, b, c, d, p1[0] - a * p[0] - c * p[1], p1[1] - b * p[0] - d * p[1]


def check_size(spaces: HexMap) -> None:
    """Check that a map is not too large for a picture.

    :raises InputError: if it is
    """
    many = spaces.columns * spaces.rows
    if many > MOST_HEXES_ON_PICTURE:
        raise _image_error(f"a map on a picture has at most {MOST_HEXES_ON_PICTURE:,} hexes, not {many:,}")


def on_whole(image: Image, spaces: HexMap) -> MapImage:
    """Return a picture as it lies below a map whose hexes fill it."""
    wide, high = spaces.extent
    corners = [((0.0, 0.0), (0.0, 0.0)), ((image.width, 0.0), (wide, 0.0)), ((0.0, image.height), (0.0, high))]
    return MapImage(image, matrix_through(corners))


# ---------------------------------------------------------------------- bytes
def _image_error(what: str) -> InputError:
    return InputError(CANNOT_READ, what)


def _bytes_of(source: object, most: int) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source.startswith("data:"):
        head, _, body = source.partition(",")
        if not head.endswith(";base64") or len(body) > 2 * most:
            raise _image_error(f"expected an address with base64 of at most {most:,} bytes")
        try:
            return b64decode(body, validate=True)
        except ValueError:
            raise _image_error("its base64 cannot be read") from None
    if not isinstance(source, (str, Path)):
        raise _image_error(f"expected the path of {_KINDS}, or its bytes, not {shown(source)}")
    try:
        if Path(source).exists() and not Path(source).is_file():
            raise _image_error(f"{source}: it is not a file")  # a pipe would block for ever
        with Path(source).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise _image_error(f"{source}: {error.strerror}") from None


def _kind_and_size(data: bytes) -> tuple[str, int, int]:
    """Return the kind, the width and the height of a picture."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        return "png", *struct.unpack(">II", data[16:24])
    if data.startswith(b"\xff\xd8\xff"):
        sizes = (struct.unpack(">HH", data[at + 5 : at + 9]) for at in _segments(data) if data[at + 1] in _SOF)
        height, width = next(sizes)
        return "jpeg", width, height
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "webp", *_size_of_webp(data)
    raise _image_error(f"expected {_KINDS}; its first bytes are {shown(data[:8])}")


def _segments(data: bytes) -> Iterator[int]:
    """Yield the starts of the segments of a JPEG."""
    at = 2
    while data[at] == 0xFF:
        yield at
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])


def _size_of_webp(data: bytes) -> tuple[int, int]:
    form, body = data[12:16], data[20:]
    if form == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if form == b"VP8L":
        bits = struct.unpack("<I", body[1:5])[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", body[6:10])
    return width & 0x3FFF, height & 0x3FFF


def named_points(points: object) -> list[tuple[str, Place]]:
    """Return three named points.

    :param points: a dict of three names, each with a pair of pixels
    :raises InputError: if they are anything else
    """
    if isinstance(points, Mapping) and len(points) == 3:
        pairs = list(islice(points.items(), 3))
        if all(
            isinstance(at, (list, tuple)) and len(at) == 2 and all(type(n) in (int, float) and isfinite(n) for n in at)
            for _, at in pairs
        ):
            return [(name, (float(x), float(y))) for name, (x, y) in pairs]
    raise _image_error(f'expected three hexes and their pixels, such as {{"0101": (40, 32), ...}}, not {shown(points)}')
