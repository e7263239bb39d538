"""The maps of the questions, and the graphs and arrays that other projects need of them.

On all maps 65 % of the hexes cost 1 to enter, 20 % cost 2, 15 % are barred. Armies stand at least seven hexes from the map's
rim, so that they can spend the whole budget. Everything is made before anything is timed.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import isqrt
from random import Random
from typing import Any

from hexwidget.geometry import HexMap, Offset, WholeMap, frame_about
from hexwidget.systems.depletion.units import TERRAINS

KEYS = [t.key for t in TERRAINS]
PLAINS, MOUNTAIN, SEA = (KEYS.index(key) for key in ("plains", "mountain", "sea"))
BUDGET = 6
MARGIN = 7


class Ground:
    """A square map of about ``size`` hexes.

    :param corner: a smaller map that becomes its upper left corner
    """

    def __init__(self, hexes: int, corner: Ground | None = None) -> None:
        self.side = side = isqrt(hexes)
        cells = bytearray(Random(1).choices([PLAINS, MOUNTAIN, SEA], [65, 20, 15], k=side * side))
        for row in range(corner.side if corner else 0):
            cells[row * side : row * side + corner.side] = corner.map.cells[row * corner.side : (row + 1) * corner.side]
        self.map = HexMap(side, side, Offset.ODD_R, KEYS, bytes(cells))
        self.ones, self.twos = self.map.plane("plains"), self.map.plane("mountain")
        self.whole = WholeMap(self.map) if isinstance(frame_about(self.map, 0, BUDGET), WholeMap) else None
        """The frame of a small map."""
        self.passable = list(HexMap.members(self.ones | self.twos))
        self.number = {index: n for n, index in enumerate(self.passable)}

    @cached_property
    def edges(self) -> tuple[Any, Any, Any]:
        """Three arrays: from, to (numbers of passable hexes) and the cost of the step."""
        import numpy as np

        width = self.map.stride
        lines = self.map.full.bit_length() + 2 * width
        cost, number = np.zeros(lines + width, np.int64), np.full(lines + width, -1, np.int64)
        at = np.array(self.passable) + width
        cost[at] = 1
        cost[np.array(list(HexMap.members(self.twos)), np.int64) + width] = 2
        number[at] = np.arange(len(at))
        there = [(at + step)[number[at + step] >= 0] for step in self.map.steps]
        found = [(number[ends - step], ends) for step, ends in zip(self.map.steps, there, strict=True)]
        sources, ends = (np.concatenate(part) for part in zip(*found, strict=True))
        return sources, number[ends], cost[ends]

    @cached_property
    def costs(self) -> Any:
        """The cost of entering by row and column, 0 if barred."""
        import numpy as np

        cells = np.frombuffer(self.map.cells, np.uint8).reshape(self.side, self.side)
        return np.select([cells == PLAINS, cells == MOUNTAIN], [1, 2], 0).astype(np.int32)

    def starts(self, number: int, seed: int = 7) -> list[int]:
        """Hexes inside the rim that can be left in two directions or more."""
        rng = Random(seed)
        inner = self.side - 2 * MARGIN
        found: dict[int, None] = {}
        while len(found) < number:
            index = self.map.at(MARGIN + rng.randrange(inner), MARGIN + rng.randrange(inner))
            if index in self.number and sum(n in self.number for n in self.map.neighbours(index)) >= 2:
                found[index] = None
        return list(found)

    # ------------------------------------------------------------------ what others need
    @cached_property
    def networkx(self) -> Any:
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(range(len(self.passable)))
        graph.add_weighted_edges_from(zip(*(part.tolist() for part in self.edges), strict=True))
        return graph

    @cached_property
    def scipy(self) -> Any:
        import numpy as np
        from scipy.sparse import csr_matrix

        sources, ends, costs = self.edges
        size = len(self.passable)
        return csr_matrix((costs.astype(np.float64), (sources, ends)), shape=(size, size))

    @cached_property
    def rustworkx(self) -> Any:
        import rustworkx as rx

        graph = rx.PyDiGraph()
        graph.add_nodes_from(range(len(self.passable)))
        graph.add_edges_from(list(zip(*(part.tolist() for part in self.edges), strict=True)))
        return graph

    @cached_property
    def igraph(self) -> Any:
        import igraph
        import numpy as np

        sources, ends, costs = self.edges
        graph = igraph.Graph(len(self.passable), np.column_stack((sources, ends)), directed=True)
        graph.es["weight"] = costs.tolist()
        return graph

    @cached_property
    def slanted(self) -> Any:
        """`costs` in axial columns, as tcod has no staggered rows: each row is moved right by its lean."""
        import numpy as np

        room = self.map.offset.lean(self.side - 1)
        found = np.zeros((self.side, self.side + room), np.int32)
        for row in range(self.side):
            first = room - self.map.offset.lean(row)
            found[row, first : first + self.side] = self.costs[row]
        return found

    def axial(self, index: int) -> tuple[int, int]:
        """The row and column of a hex in `slanted`."""
        q, r = self.map.hex(index)
        return r, q + self.map.offset.lean(self.side - 1)


@lru_cache(1)
def ground(hexes: int) -> Ground:
    """The map of a size. Only the last one is cached, as the large graphs of other projects take gigabytes."""
    return Ground(hexes)
