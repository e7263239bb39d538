"""The layers of a Tiled map: which are visible, and the numbers of the tiles on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from typing import Any, NamedTuple

from hexwidget.files.maps.tiled.data import as_float
from hexwidget.files.maps.tiled.packed_numbers import TornError, decode_layer
from hexwidget.geometry.hexmap import MAX_SIDE, MOST_HEXES
from hexwidget.problems import Problems, place

MOST_TILES = 2_000_000
"""The most tiles that all layers may have together."""

Numbers = dict[tuple[int, int], int]
"""The numbers of tiles by column and row, without those that are 0."""


class Layer(NamedTuple):
    """A visible layer of tiles or objects: its place in the file, its data, and its shift in pixels."""

    where: str
    data: Mapping[str, Any]
    shift: tuple[float, float]

    @property
    def kind(self) -> object:
        """The type that the file says: "tilelayer" or "objectgroup"."""
        return self.data.get("type")


class LayerReader:
    """Reads the layers of one map. Adds to its problems and notes."""

    def __init__(self, problems: Problems, notes: list[str]) -> None:
        self._problems = problems
        self._notes = notes
        self._tiles = 0

    def visible(self, layers: Any, where: str, x: float = 0.0, y: float = 0.0) -> Iterator[Layer]:
        """Yield all visible layers, also those in groups.

        :param x: and ``y``: the shift of the group that they are in, in pixels
        """
        for n, layer in enumerate(layers if isinstance(layers, list) else []):
            at = place(where, n)
            if not isinstance(layer, Mapping):
                self._problems.expected(at, "a layer", layer)
            elif layer.get("visible", True) in (False, 0) or layer.get("opacity", 1) == 0:
                self._notes.append(f"{at} ({layer.get('name', '')}) is not visible: passed over")
            else:
                shift = x + as_float(layer.get("offsetx")), y + as_float(layer.get("offsety"))
                if layer.get("type") == "group":
                    yield from self.visible(layer.get("layers"), f"{at}/layers", *shift)
                elif layer.get("type") in ("tilelayer", "objectgroup"):
                    yield Layer(at, layer, shift)
                else:
                    self._notes.append(f"{at} ({layer.get('name', '')}) holds neither tiles nor objects: passed over")

    def numbers(self, layer: Layer) -> Numbers:
        """Read the numbers of the tiles on a layer, in one piece or in the chunks of an infinite map."""
        data, where = layer.data, layer.where
        if layer.shift != (0, 0):
            moved = "{:g}, {:g}".format(*layer.shift)
            self._notes.append(f"{where} ({data.get('name', '')}) is moved by {moved} pixels: it is read in its place")
        chunks = data.get("chunks")
        parts: list[tuple[str, Any]] = [(where, {**data, "x": 0, "y": 0})]
        if isinstance(chunks, list):
            parts = [(f"{where}/chunks/{n}", chunk) for n, chunk in enumerate(chunks)]
        found: Numbers = {}
        for at, chunk in parts:
            box: list[Any] = []
            if isinstance(chunk, Mapping):
                box = [chunk.get(key) for key in ("x", "y", "width", "height")]
            if len(box) != 4 or not all(type(v) is int for v in box) or not all(0 < v <= MAX_SIDE for v in box[2:]):
                self._problems.expected(at, "x, y, width and height as whole numbers", box)
                continue
            x, y, width, height = map(int, box)
            self._tiles += width * height
            if self._tiles > MOST_TILES or width * height > MOST_HEXES:
                self._problems.add(at, f"more than {MOST_HEXES:,} tiles in a layer, or {MOST_TILES:,} in all")
                continue
            numbers = self._decode(chunk.get("data"), data, width * height, f"{at}/data")
            for k in compress(range(len(numbers)), numbers):  # most numbers of most layers are 0
                found[x + k % width, y + k // width] = numbers[k]
        return found

    def _decode(self, data: Any, layer: Mapping[str, Any], many: int, where: str) -> list[int]:
        try:
            found = decode_layer(data, str(layer.get("encoding", "csv")), str(layer.get("compression", "")), many)
        except TornError as torn:
            self._problems.add(where, str(torn))
            return []
        if len(found) != many:
            self._problems.add(where, f"expected {many} numbers of tiles, not {len(found)}")
            return []
        return found
