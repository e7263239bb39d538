"""A rectangular hex map, compiled to bit rows: a set of hexes is one Python integer, a *plane*, where bit i is hex i of the map (see `hexgrid`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hexwidget.english import phrase
from hexwidget.geometry.hexes import ring
from hexwidget.geometry.hexgrid import Grid, HexGrid
from hexwidget.geometry.hexsides import read_hexsides
from hexwidget.geometry.images import MapImage, check_size, matrix_through, named_points, on_whole, read_image
from hexwidget.geometry.offset import Offset
from hexwidget.geometry.places import read_places, several_spaces, spaces_by_name
from hexwidget.geometry.spaces import Space
from hexwidget.name_suggestions import did_you_mean
from hexwidget.problems import InputError, Problems, shown, unknown

if TYPE_CHECKING:
    from hexwidget.geometry.frame import WholeMap, Window

T = TypeVar("T")
HOLE = 255
"""The number in a map's cells for a place without a hex."""
HOLE_SYMBOL = "#"
"""The symbol in map texts for a place without a hex."""
MAX_SIDE = 9999
"""The most columns or rows: larger numbers of hexes would not be readable on the map."""
MOST_HEXES = 1_000_000
"""The most hexes of a map."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of ground of a system: its key in files, its name in words, its symbol in map texts.

    :raises InputError: if the symbol is no single character, or one that map texts have a use for: ``#`` is a place without a
        hex, blanks stand between hexes, and ``/`` between the rows of the one-line form
    """

    key: str
    label: str
    symbol: str

    def __post_init__(self) -> None:
        uses = {HOLE_SYMBOL: "no hex", "/": "the end of a row"}
        use = "a blank between hexes" if self.symbol.isspace() else uses.get(self.symbol)
        if use or len(self.symbol) != 1:
            why = f"means {use} in map texts" if use else "is not one character"
            what = f'{shown(self.symbol)} {why}; take another symbol, such as "." or a letter'
            raise InputError("this terrain cannot be", what, f"Terrain({self.key!r})/symbol")


class HexMap(HexGrid):
    """Columns, rows, stagger, and the terrain of each hex. Immutable; compares by content.

    ``cells`` has one byte a hex, row by row: the number of its terrain in ``terrains``, or `HOLE` if there is no hex.

    >>> m = HexMap(3, 2, Offset.ODD_R, ("plains", "sea"), bytes([0, 0, 1, 0, 0, 0]))
    >>> m.terrain("0301"), m.name(m.index("0102")), m.hex("0102")
    ('sea', '0102', Hex(q=0, r=1))
    >>> [m.name(i) for i in m.members(m.plane("sea"))]
    ['0301']
    """

    def __init__(self, columns: int, rows: int, offset: Offset, terrains: Iterable[str], cells: bytes) -> None:
        self.columns = columns
        self.rows = rows
        self.offset = offset
        self.terrains: tuple[str, ...] = tuple(terrains)
        self.cells: bytes = bytes(cells)
        self.image: MapImage | None = None
        """The picture below the map (`on_image`). It is not part of the map's content: equal maps may have others."""
        self._check()
        self._settle(Grid(columns, rows, offset))

    def _settle(self, grid: Grid) -> None:
        """Take over where the hexes lie, and begin the caches of everything that depends on the terrain."""
        self._lie_on(grid)
        self.whole: WholeMap | None = None
        self.windows: dict[tuple[int, int, int], Window] = {}
        """The cached frame of a small map, and the windows of a large one by tile and room: see `hexwidget.geometry.frame_about`."""
        self._memos: dict[Callable[[HexMap], Any], Any] = {}
        self.about: dict[object, dict[int, Any]] = {}
        """Caches of systems, each under a key of the system: by the number of a hex something that follows from its ground and those
        of the adjacent hexes. `with_grounds` hands on the entries whose hexes keep these grounds."""

    def _like(self, cells: bytes, image: MapImage | None) -> HexMap:
        """A map of the same shape. Its cells are taken to be right."""
        made = object.__new__(HexMap)
        made.columns, made.rows, made.offset, made.terrains = self.columns, self.rows, self.offset, self.terrains
        made.cells, made.image, made.places, made.hexsides = cells, image, self.places, self.hexsides
        made._settle(self._grid)
        return made

    @classmethod
    def on_image(
        cls,
        source: str | Path | bytes,
        columns: int,
        rows: int,
        *,
        offset: Offset | str = Offset.ODD_R,
        points: Mapping[str, tuple[float, float]] | None = None,
        terrains: Iterable[str | Terrain] = ("plains",),
    ) -> HexMap:
        """Return a map that lies on a picture, with the first terrain on all hexes. Boards and pictures show it below the map.

        :param source: the path of a PNG, JPEG or WebP file, or its bytes
        :param offset: the stagger of the hexes, such as "odd-r"
        :param points: three hexes by their names, each with its middle in pixels of the picture, from its upper left corner; the
            farther apart, the better. By default the hexes fill the picture
        :param terrains: the kinds of ground, such as ``hw.system("depletion").terrains``
        :raises InputError: if the picture cannot be read, or three points do not fit
        """
        stagger = next((each for each in Offset if offset in (each, each.value)), None)
        if stagger is None:
            staggers = [each.value for each in Offset]
            raise InputError("this map cannot be made", unknown("stagger", offset, staggers), "offset")
        keys = [terrain.key if isinstance(terrain, Terrain) else terrain for terrain in terrains]
        found = cls(columns, rows, stagger, keys, bytes(columns * rows))
        image = read_image(source)
        if points is None:
            return found.with_image(on_whole(image, found))
        pairs = [(at, found.place_of(found.index(name))) for name, at in named_points(points)]
        return found.with_image(MapImage(image, matrix_through(pairs)))

    def with_image(self, image: MapImage | None) -> HexMap:
        """The same map with a picture below it; None: without one.

        :raises InputError: if it has too many hexes
        """
        if image is not None:
            check_size(self)
        return self._like(self.cells, image)

    def with_places(self, places: Mapping[str, str]) -> HexMap:
        """The same map with these places in place of its own: by name the kind and the hexes, such as
        ``{"the bridge": "bridge 0402", "old road": "road 0101 0201"}``.

        :raises InputError: listing everything that is wrong
        """
        problems, made = Problems(), self._like(self.cells, self.image)
        made.places = read_places(places, self, problems)
        problems.raise_any("these places cannot be read")
        return made

    def with_hexsides(self, hexsides: Mapping[str, Any]) -> HexMap:
        """The same map with these hexsides in place of its own: by kind its sides, each as the names of two hexes, or as a chain of
        corners.

        :raises InputError: listing everything that is wrong, such as hexes that do not touch

        >>> m = HexMap(3, 2, Offset.ODD_R, ("plains",), bytes(6))
        >>> m = m.with_hexsides({"river": ["0101.S 0101.SE 0201.S"], "bridge": [("0101", "0102")]})
        >>> m.side("0101", "0102"), m.side("0102", "0201"), m.side("0101", "0201")
        (('bridge', 'river'), ('river',), ())
        """
        problems, made = Problems(), self._like(self.cells, self.image)
        made.hexsides = read_hexsides(hexsides, self, problems)
        problems.raise_any("these hexsides cannot be read")
        return made

    @cached_property
    def _sides(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The kinds of each hexside, by the numbers of its hexes in either order."""
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for each in self.hexsides:
            for a, b in each.pairs:
                for pair in (ends := (self.index(a), self.index(b)), ends[::-1]):
                    found[pair] = (*found.get(pair, ()), each.kind)
        return found

    def side(self, a: Space | int, b: Space | int) -> tuple[str, ...]:
        """Return the kinds of the side between two adjacent hexes, in alphabetical order; none if nothing lies there.

        :raises InputError: if they do not touch
        """
        pair = (a if isinstance(a, int) else self.index(a), b if isinstance(b, int) else self.index(b))
        found = self._sides.get(pair)
        if found is None and not self.adjacent(*pair):
            what = f"{self.name(pair[0])} and {self.name(pair[1])} do not touch, so they have no side between them"
            raise InputError("there is no such hexside", what)
        return found or ()

    def beside(self, *kinds: str) -> tuple[list[int], ...]:
        """Return for each of the six `DIRECTIONS` the hexes, by number, whose side there has one of these kinds."""
        found: tuple[list[int], ...] = ([], [], [], [], [], [])
        for (a, b), of in self._sides.items():
            if not kinds or not set(kinds).isdisjoint(of):
                found[self.steps.index(b - a)].append(a)
        return found

    def side_planes(self, *kinds: str) -> tuple[int, ...]:
        """Return for each of the six `DIRECTIONS` the plane of the hexes whose side there has one of these kinds; without kinds, any."""
        return tuple(map(self.plane_of, self.beside(*kinds)))

    def _check(self) -> None:
        problems = Problems()
        sides = (self.columns, self.rows)
        if not all(type(side) is int and 1 <= side <= MAX_SIDE for side in sides):
            what = f"columns and rows must be whole numbers from 1 to {MAX_SIDE}, not {sides[0]!r} and {sides[1]!r}"
            problems.add("", what)
        elif sides[0] * sides[1] > MOST_HEXES:
            problems.add("", f"{sides[0]} columns and {sides[1]} rows: at most {MOST_HEXES:,} hexes")
        elif len(self.cells) != sides[0] * sides[1]:
            need = f"{sides[0]} columns and {sides[1]} rows need {sides[0] * sides[1]} cells"
            problems.add("cells", f"{need}, not {len(self.cells)}")
        if not isinstance(self.offset, Offset):
            problems.expected("offset", "an Offset", self.offset)
        if len(set(self.terrains)) != len(self.terrains) or len(self.terrains) >= HOLE:
            problems.add("terrains", f"expected at most {HOLE - 1} different names")
        strange = set(self.cells) - {HOLE} - set(range(len(self.terrains)))
        if strange:
            problems.add("cells", f"{sorted(strange)[0]} is neither the number of a terrain nor {HOLE} (no hex)")
        problems.raise_any("this map cannot be made")

    # ------------------------------------------------------------------ value
    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.columns, self.rows, self.offset, self.terrains, self.cells, self.places, self.hexsides)

    def __reduce__(self) -> tuple[Any, ...]:
        # The caches are left out: hashes of texts differ between processes.
        return _remake, (self.image, *self._content)

    def __repr__(self) -> str:
        return f"<HexMap {self.columns}x{self.rows} {self.offset.value}>"

    # ------------------------------------------------------------------ numbers, names, coordinates
    def find(self, space: object) -> int | None:
        """Return the number (bit) of a hex. None if the map has no such hex."""
        if isinstance(space, str):
            known = self._numbers.get(space)
            if known is not None:
                return known
            d = self.digits
            if len(space) != 2 * d or not (space.isascii() and space.isdigit()):
                return None
            column, row = int(space[:d]) - 1, int(space[d:]) - 1
        elif isinstance(space, tuple) and len(space) == 2 and all(type(v) is int for v in space):
            column, row = self.offset.from_axial(space)
        else:
            return None
        if not (0 <= column < self.columns and 0 <= row < self.rows) or self.cells[row * self.columns + column] == HOLE:
            return None
        found = self.at(column, row)
        if isinstance(space, str):
            self._numbers[space] = found
        return found

    def names(self) -> Iterator[str]:
        """Yield all names, row by row."""
        d = self.digits
        for n, cell in enumerate(self.cells):
            if cell != HOLE:
                yield f"{n % self.columns + 1:0{d}d}{n // self.columns + 1:0{d}d}"

    def explain_unknown(self, space: object) -> str:
        """Return the sentence for a hex that does not exist: the expected form, and the nearest name."""
        d = self.digits
        first, last = f"{1:0{d}d}" * 2, f"{self.columns:0{d}d}{self.rows:0{d}d}"
        if isinstance(space, str):
            if wide := several_spaces(space, self.places):
                return wide
            typed = list(spaces_by_name(self.places))
            # Close names are only searched on small maps: on a large map, every number is close to another.
            close = did_you_mean(space, [*(self.names() if self.columns * self.rows <= 1000 else ()), *typed])
            more = phrase(", and places: {places}", places=", ".join(typed[:12])) if typed and not close else ""
            problem = unknown("hex", space, [close] if close else ())
            return phrase("{problem} (this map has {0} to {1}{more})", first, last, problem=problem, more=more)
        if isinstance(space, tuple):
            return phrase("no hex at {hex} (this map has {0} to {1})", first, last, hex=shown(space))
        return phrase('a hex is named like "{0}" or as axial (q, r), not {hex}', first, hex=shown(space))

    # ------------------------------------------------------------------ planes
    @cached_property
    def full(self) -> int:
        """The plane of all hexes of the map."""
        return self._plane_where(range(len(self.terrains)))

    @cached_property
    def _planes(self) -> dict[str, int]:
        return {key: self._plane_where([n]) for n, key in enumerate(self.terrains)}

    def plane(self, *terrains: str) -> int:
        """Return the plane of all hexes with one of these terrains. Terrains that the map lacks add nothing."""
        found = 0
        for key in terrains:
            found |= self._planes.get(key, 0)
        return found

    def _plane_where(self, kinds: Iterable[int]) -> int:
        """Return the plane of all hexes whose cell has one of these numbers."""
        table = bytearray(b"0" * 256)
        for kind in kinds:
            table[kind] = ord("1")
        digits = self.cells.translate(bytes(table))
        pieces: list[bytes] = []  # the lowest bits first; the end of the loop reverses each piece
        end = 0
        for line in range(self.lines):
            start = line * self.stride - self.offset.lean(line)
            pieces.append(b"0" * (start - end) + self._line(digits, line))
            end = start + self.length
        return int(b"".join(pieces)[::-1], 2)

    def _line(self, digits: bytes, line: int) -> bytes:
        if self.offset.pointy:
            return digits[line * self.columns : (line + 1) * self.columns]
        return digits[line :: self.columns]

    @cached_property
    def _line_planes(self) -> dict[str, tuple[int, ...]]:
        found = {}
        for n, key in enumerate(self.terrains):
            digits = self.cells.translate(bytes(49 if kind == n else 48 for kind in range(256)))
            found[key] = tuple(int(self._line(digits, line)[::-1], 2) for line in range(self.lines))
        return found

    def window(self, line0: int, along0: int, side: int, *terrains: str) -> int:
        """Return the plane of these terrains in a square of ``side`` lines, in the numbers of `hexwidget.geometry.Window`.

        The square begins at a line and an axial place, which may lie off the map. The cost depends only on the side.
        """
        mask = (1 << side) - 1
        found = 0
        for key in terrains:
            lines = self._line_planes.get(key)
            if lines is None:
                continue
            for line in range(max(line0, 0), min(line0 + side, self.lines)):
                low = along0 + self._leans[line]
                bits = lines[line] >> low if low >= 0 else lines[line] << -low
                found |= (bits & mask) << (line - line0) * (side + 1)
        return found

    # ------------------------------------------------------------------ single hexes
    def terrain(self, space: Space | int) -> str:
        """Return the terrain key of a hex."""
        return self.terrains[self.grounds[space if isinstance(space, int) else self.index(space)]]

    @cached_property
    def grounds(self) -> bytes:
        """The cells by the numbers of the hexes. Each step from a hex to a place off the map finds `HOLE`: at negative numbers, too,
        as these are read from the end, where two lines have no hexes."""
        found = bytearray([HOLE]) * ((self.lines + 2) * self.stride)
        for line in range(self.lines):
            start = line * self.stride - self._leans[line]
            found[start : start + self.length] = self._line(self.cells, line)
        return bytes(found)

    @cached_property
    def shape(self) -> HexMap:
        """This map without places and hexsides, with its first terrain on all hexes. Maps that differ only in these share it, so caches that
        ignore terrain hang on it."""
        if self._grid.map is None:
            self._grid.map = self._like(self.cells.translate(bytes(HOLE) + bytes([HOLE])), None)
            self._grid.map.places = self._grid.map.hexsides = ()
        return self._grid.map

    def with_grounds(self, grounds: Mapping[int, str]) -> HexMap:
        """The map with other terrains on some hexes, given by number. The rest is shared with this map, names and planes too."""
        table, cells, planes = bytearray(self.grounds), bytearray(self.cells), dict(self._planes)
        for at, key in grounds.items():
            column, row = self.column_row(at)
            planes[self.terrains[table[at]]] ^= 1 << at
            planes[key] ^= 1 << at
            cells[row * self.columns + column] = table[at] = self.terrains.index(key)
        near = {*grounds, *(at + step for at in grounds for step in self.steps)}
        about = {key: {at: of for at, of in known.items() if at not in near} for key, known in self.about.items()}
        made = self._like(bytes(cells), self.image)
        made.grounds, made.full, made._planes, made.about = bytes(table), self.full, planes, about
        return made

    def neighbours(self, index: int) -> Iterator[int]:
        """Return the numbers of the adjacent hexes on the map, in the order of `DIRECTIONS`."""
        grounds = self.grounds
        return iter([there for step in self.steps if grounds[there := index + step] != HOLE])

    def ray(self, index: int, direction: int) -> Iterator[int]:
        """Return the numbers of the hexes in a straight line from one, the nearest first, up to the edge of the map or a hole in it.

        :param direction: the number of one of the six `DIRECTIONS`, which `compass` names

        >>> m = HexMap(3, 3, Offset.ODD_R, ("plains",), bytes(9))
        >>> [m.name(n) for n in m.ray(m.index("0101"), m.compass.index("SE"))]
        ['0102', '0203']
        """
        grounds, step = self.grounds, self.steps[direction]
        at = index + step
        while grounds[at] != HOLE:
            yield at
            at += step

    def at_distances(self, index: int, distances: frozenset[int]) -> frozenset[int]:
        """Return the hexes at some distances from one, all by number. The answer is kept."""
        known = self._grid.at_distances.get((index, distances))
        if known is None:
            centre = self.hex(index)
            found = (self.find(there) for far in distances for there in ring(centre, far))
            known = self._grid.at_distances[index, distances] = frozenset([at for at in found if at is not None])
        return known

    def memo(self, make: Callable[[HexMap], T]) -> T:
        """Cache: ``make(self)``, computed once per map."""
        found: T | None = self._memos.get(make)
        if found is None:
            found = self._memos[make] = make(self)
        return found

    # ------------------------------------------------------------------ where hexes lie
    def beyond(self, index: int) -> tuple[int | None, ...]:
        grounds = self.grounds
        return tuple([there if grounds[there := index + step] != HOLE else None for step in self.steps])

    # ------------------------------------------------------------------ text
    @classmethod
    def parse(cls, text: str, terrains: Iterable[Terrain], offset: str | Offset | None = None) -> HexMap:
        """Read the text form of a map: see `hexwidget.geometry.maptext`."""
        from hexwidget.geometry.maptext import parse

        return parse(text, tuple(terrains), offset)

    def to_text(self, terrains: Iterable[Terrain]) -> str:
        """Return the text form of this map. Reading it gives an equal map."""
        from hexwidget.geometry.maptext import write

        return write(self, tuple(terrains))


def _remake(image: MapImage | None, *content: Any) -> HexMap:
    """Return a map as it was before it was pickled."""
    *shape, places, hexsides = content
    found = HexMap(*shape)
    found.image, found.places, found.hexsides = image, places, hexsides
    return found
