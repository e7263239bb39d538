"""One army's reach on a map of about a thousand hexes, and many armies' on ten thousand: our level sets beside networkx and
scipy; what a free home and a ferry add.

Armies stand at least six hexes from the map's rim, where the whole of the budget can be spent.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import networkx as nx
import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

import hexwidget as hw
from bench.timing import interleaved, machine, table
from hexwidget.geometry import HexMap, Offset
from hexwidget.rules.reach import level_sets
from hexwidget.systems.depletion.units import TERRAINS

SIDE = 32
KEYS = [t.key for t in TERRAINS]


def board(seed: int = 1) -> HexMap:
    """65 % plains, 20 % mountains, 15 % sea."""
    rng = Random(seed)
    kinds = rng.choices([KEYS.index("plains"), KEYS.index("mountain"), KEYS.index("sea")], [65, 20, 15], k=SIDE * SIDE)
    return HexMap(SIDE, SIDE, Offset.ODD_R, KEYS, bytes(kinds))


def run() -> None:
    """Print the tables."""
    _one()
    _homes_and_ferries()
    _many()


def _homes_and_ferries() -> None:
    """The same army with a home near that is free to enter, and with a vessel near that may ferry it."""
    rows = ["........", "..^.....", ".....^..", "...~~...", "..~~....", "........", "...%....", "........"]
    text = "\n".join(" " * (n % 2) + " ".join(row) for n, row in enumerate(rows))

    def reach(**more: object) -> Callable[[int], object]:
        position = hw.system("depletion").position(map=text, players=["red"], **more)
        return lambda n: position.reach("0403", march=True).ends

    army = {"red": {"0403": "1 cavalry, 1 archer"}}
    seconds = interleaved(
        {
            "plain": reach(armies=army),
            "with a home that is free to enter": reach(armies=army, cities={"red": ["0303"]}),
            "with a vessel that may ferry": reach(armies={"red": army["red"] | {"0404": "1 galley"}}),
        }
    )
    table("One army's reach: homes and ferries", seconds, "plain")


def _many() -> None:
    """The reach of 1,000 armies on 10,000 hexes, all at once."""
    from hexwidget.rules.reach.batch import Windows, levels_of_many

    side, budget, number = 100, 6, 1000
    rng = Random(3)
    kinds = rng.choices([KEYS.index("plains"), KEYS.index("mountain"), KEYS.index("sea")], [65, 20, 15], k=side * side)
    hexmap = HexMap(side, side, Offset.ODD_R, KEYS, bytes(kinds))
    ones, twos = hexmap.plane("plains"), hexmap.plane("mountain")
    passable = list(hexmap.members(ones | twos))
    where = {index: n for n, index in enumerate(passable)}
    edges = [
        (where[a], where[b], 2 if twos >> b & 1 else 1) for a in passable for b in hexmap.neighbours(a) if b in where
    ]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(passable)))
    graph.add_weighted_edges_from(edges)
    sources, ends, costs = (np.array(part) for part in zip(*edges, strict=True))
    matrix = csr_matrix((costs.astype(float), (sources, ends)), shape=(len(passable), len(passable)))
    starts = rng.sample(passable, number)
    nodes = [where[at] for at in starts]
    windows = Windows(hexmap, budget + 1)

    def ours(_: int) -> object:
        return levels_of_many(windows, starts, ones, twos, budget)[0]

    def found() -> list[set[int]]:
        piece, there = windows.members(levels_of_many(windows, starts, ones, twos, budget)[0][-1], np.array(starts))
        reached: list[set[int]] = [set() for _ in starts]
        for k, at in zip(piece.tolist(), there.tolist(), strict=True):
            reached[k].add(where[at])
        return reached

    loop = [set(nx.single_source_dijkstra(graph, node, cutoff=budget)[0]) for node in nodes[:50]]
    assert found()[:50] == loop
    seconds = interleaved(
        {
            "hexwidget: all level sets of all armies, on arrays": ours,
            "scipy: dijkstra(indices=all, limit=)": lambda _: dijkstra(matrix, indices=nodes, limit=budget),
            "networkx: single_source_dijkstra(cutoff=) in a loop": lambda _: [
                nx.single_source_dijkstra(graph, node, cutoff=budget) for node in nodes
            ],
        },
        rounds=5,
    )
    title = f"Reach of {number} armies at once, {side * side} hexes, budget {budget}"
    table(title, seconds, "hexwidget: all level sets of all armies, on arrays")


def _one() -> None:
    hexmap = board()
    ones, twos = hexmap.plane("plains"), hexmap.plane("mountain")
    passable = list(hexmap.members(ones | twos))
    number = {index: n for n, index in enumerate(passable)}
    edges = [
        (number[a], number[b], 2 if twos >> b & 1 else 1) for a in passable for b in hexmap.neighbours(a) if b in number
    ]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(passable)))
    graph.add_weighted_edges_from(edges)
    sources, ends, costs = (np.array(part) for part in zip(*edges, strict=True))
    matrix = csr_matrix((costs.astype(float), (sources, ends)), shape=(len(passable), len(passable)))
    inner = [i for i in passable if all(6 <= v < SIDE - 6 for v in hexmap.column_row(i))]
    starts = Random(7).sample([i for i in inner if len([n for n in hexmap.neighbours(i) if n in number]) >= 2], 16)

    def start(n: int) -> int:
        return starts[n % len(starts)]

    def cost_dict(levels: list[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        before = 0
        for cost, plane in enumerate(levels):
            found |= dict.fromkeys(hexmap.members(plane & ~before), cost)
            before = plane
        return found

    for budget in (6, 4):
        for at in starts:
            ours = {number[i]: c for i, c in cost_dict(level_sets(1 << at, ones, twos, budget, hexmap.stride)).items()}
            lengths, _ = nx.single_source_dijkstra(graph, number[at], cutoff=budget)
            distances = dijkstra(matrix, indices=number[at], limit=budget)
            assert ours == lengths == {int(n): int(distances[n]) for n in np.flatnonzero(np.isfinite(distances))}
        if budget == 4:
            break
        seconds = interleaved(
            {
                "hexwidget: all level sets": lambda n: level_sets(1 << start(n), ones, twos, 6, hexmap.stride),
                "hexwidget: level sets as {hex: cost}": lambda n: cost_dict(
                    level_sets(1 << start(n), ones, twos, 6, hexmap.stride)
                ),
                "networkx: single_source_dijkstra(cutoff=)": lambda n: nx.single_source_dijkstra(
                    graph, number[start(n)], cutoff=6
                ),
                "scipy: dijkstra(limit=)": lambda n: dijkstra(matrix, indices=number[start(n)], limit=6),
            }
        )
        table(
            f"Reach of one army, {len(passable)} of {SIDE * SIDE} hexes passable, budget 6 ({machine()})",
            seconds,
            "hexwidget: all level sets",
        )

    # The public call has the budgets of the rules: a marching rider has 4 points.
    names = {at: hexmap.name(at) for at in starts}
    position = hw.system("depletion").position(
        map=hexmap, players=["red"], armies={"red": dict.fromkeys(names.values(), "1 cavalry")}
    )
    for at in starts:
        lengths, _ = nx.single_source_dijkstra(graph, number[at], cutoff=4)
        assert position.reach(names[at], march=True).costs() == {
            hexmap.name(passable[n]): c for n, c in lengths.items()
        }
    seconds = interleaved(
        {
            "hexwidget: position.reach(name, march=True)": lambda n: position.reach(names[start(n)], march=True).ends,
            "hexwidget: the same, then .costs() as {name: cost}": lambda n: position.reach(
                names[start(n)], march=True
            ).costs(),
            "networkx: single_source_dijkstra(cutoff=)": lambda n: nx.single_source_dijkstra(
                graph, number[start(n)], cutoff=4
            ),
            "scipy: dijkstra(limit=)": lambda n: dijkstra(matrix, indices=number[start(n)], limit=4),
        }
    )
    table("The public call, budget 4", seconds, "hexwidget: position.reach(name, march=True)")
    print(
        "  (ours reads the position: own and enemy armies, homes, the size limit; the others get a graph made before)"
    )
