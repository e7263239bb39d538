"""Many armies: the hexes that any of a hundred can reach, and those that each of a thousand can."""

from __future__ import annotations

from typing import Any

from bench import compiled
from bench.maps import BUDGET, Ground, ground
from bench.question import Aim, Candidate, Prepared, Question, left_out, there
from bench.reach import MOST_NETWORKX
from hexwidget.rules.reach import costs_of, level_sets

ARMIES = 100
MAP = 10_000


# ---------------------------------------------------------------------- the union
def union(size: int) -> Prepared:
    """Candidates for the cost of each hex for the nearest of a hundred armies."""
    at = ground(size)
    starts = at.starts(ARMIES)
    own, ones, twos, stride = sum(1 << start for start in starts), at.ones, at.twos, at.map.stride
    places = [at.number[start] for start in starts]
    passable = at.passable

    def of_array(distances: Any) -> dict[int, int]:
        near = (distances <= BUDGET).nonzero()[0]
        return {passable[n]: int(distances[n]) for n in near.tolist()}

    found = {
        "hexwidget: all level sets": Candidate(
            lambda _: level_sets(own, ones, twos, BUDGET, stride),
            lambda levels: costs_of(levels),
        )
    }
    if size <= MOST_NETWORKX and there("networkx"):
        import networkx as nx

        graph, several = at.networkx, set(places)
        found["networkx: multi_source_dijkstra_path_length(cutoff=)"] = Candidate(
            lambda _: nx.multi_source_dijkstra_path_length(graph, several, cutoff=BUDGET),
            lambda costs: {passable[n]: int(cost) for n, cost in costs.items()},
            "networkx",
        )
    if there("scipy"):
        from scipy.sparse.csgraph import dijkstra

        matrix = at.scipy
        found["scipy: csgraph.dijkstra(min_only=True, limit=)"] = Candidate(
            lambda _: dijkstra(matrix, indices=places, limit=BUDGET, min_only=True), of_array, "scipy"
        )
    if there("tcod"):
        found["tcod: Pathfinder with many roots"] = _tcod(at, starts)
    return found


def _tcod(at: Ground, starts: list[int]) -> Candidate:
    import numpy as np
    from tcod.path import CustomGraph, Pathfinder

    costs = at.slanted
    graph = CustomGraph(costs.shape)
    for step in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
        graph.add_edge(step, 1, cost=costs)
    roots = [at.axial(start) for start in starts]
    room, stride = at.map.offset.lean(at.side - 1), at.map.stride

    def call(_: int) -> object:
        finder = Pathfinder(graph)
        for root in roots:
            finder.add_root(root)
        finder.resolve()
        return finder.distance

    def of_array(distances: Any) -> dict[int, int]:
        near = zip(*np.nonzero(distances <= BUDGET), strict=True)
        return {int(r * stride + q - room): int(distances[r, q]) for r, q in near}

    return Candidate(call, of_array, "tcod", note="no limit: looks at the whole map")


# ---------------------------------------------------------------------- each army's own
def each(number: int) -> Prepared:
    """Candidates for the reach of every army on ten thousand hexes. The answers are {hex: cost} for each army."""
    at = ground(MAP)
    starts = at.starts(number, seed=3)
    places = [at.number[start] for start in starts]
    passable = at.passable
    found: dict[str, Candidate] = {}
    if there("numpy"):
        found["hexwidget: all level sets of all armies, on arrays"] = _arrays(at, starts)
    found["hexwidget: all level sets, one army after another"] = _one_by_one(at, starts)
    if there("networkx"):
        import networkx as nx

        graph = at.networkx
        found["networkx: single_source_dijkstra_path_length in a loop"] = Candidate(
            lambda _: [nx.single_source_dijkstra_path_length(graph, place, cutoff=BUDGET) for place in places],
            lambda costs: [{passable[n]: int(c) for n, c in one.items()} for one in costs],
            "networkx",
        )
    if there("scipy"):
        from scipy.sparse.csgraph import dijkstra

        matrix = at.scipy

        def rows(distances: Any) -> list[dict[int, int]]:
            near = [(row <= BUDGET).nonzero()[0].tolist() for row in distances]
            return [{passable[n]: int(row[n]) for n in some} for row, some in zip(distances, near, strict=True)]

        found["scipy: csgraph.dijkstra(indices=all, limit=)"] = Candidate(
            lambda _: dijkstra(matrix, indices=places, limit=BUDGET), rows, "scipy"
        )
    return found | _compiled(at, starts)


def _arrays(at: Ground, starts: list[int]) -> Candidate:
    import numpy as np

    from hexwidget.rules.reach.batch import Windows, levels_of_many

    windows = Windows(at.map, BUDGET + 1)
    where = np.array(starts)

    def costs(levels: Any) -> list[dict[int, int]]:
        each: list[dict[int, int]] = [{} for _ in starts]
        for cost in range(BUDGET, -1, -1):
            pieces, hexes = windows.members(levels[cost], where)
            for piece, hex_ in zip(pieces.tolist(), hexes.tolist(), strict=True):
                each[piece][hex_] = cost
        return each

    return Candidate(lambda _: levels_of_many(windows, starts, at.ones, at.twos, BUDGET)[0], costs)


def _one_by_one(at: Ground, starts: list[int]) -> Candidate:
    from bench.reach import as_dict, sets

    return Candidate(
        lambda _: [sets(at, start) for start in starts],
        lambda found: [as_dict(one) for one in found],
        note="pure Python",
    )


def _compiled(at: Ground, starts: list[int]) -> dict[str, Candidate]:
    if compiled.library() is None or not there("numpy"):
        left_out("a bucket Dijkstra in C", "no C compiler (cc), or no NumPy")
        return {}
    dial = compiled.Dial(at)
    places = [dial.place(start) for start in starts]

    def kept(_: int) -> object:
        return [dial.found(dial(place, BUDGET)) for place in places]

    def costs(_: object) -> list[dict[int, int]]:
        return [dial.costs(dial(place, BUDGET)) for place in places]

    return {
        "C: bucket Dijkstra in a loop, what it finds kept": Candidate(kept, costs, note="called through ctypes"),
        "C: bucket Dijkstra in a loop, the next overwrites the last": Candidate(
            lambda _: [dial(place, BUDGET) for place in places], costs, note="called through ctypes"
        ),
    }


QUESTIONS = (
    Question(
        "union",
        f"Where can any of {ARMIES} armies go with {BUDGET} points?",
        union,
        (1_000, 10_000, 100_000, 1_000_000),
        aims=(Aim("networkx", 1_000, 500), Aim("scipy", 1_000, 20)),
        unlike=(
            "As above: ours gives level sets, the others costs. tcod knows no limit. On a map of 1,000 hexes a hundred "
            "armies are nearly everywhere, which suits a search that answers for all hexes at once."
        ),
        growth=(
            "All hexes are computed at once, so ours grows with the map: slowly while a plane fits in the processor's "
            "nearest cache, in step with the map's size from then on. networkx grows only until the armies no longer "
            "overlap: it looks at the hexes near them."
        ),
    ),
    Question(
        "each",
        f"Where can each army go, of many on {MAP:,} hexes?",
        each,
        (10, 100, 1_000),
        per="armies",
        aims=(
            Aim("networkx", 1_000, 600),
            Aim("scipy", 1_000, 50),
            Aim("", 1_000, 1, against="C: ", words="a C bucket Dijkstra called in a loop"),
        ),
        unlike=(
            "Ours needs NumPy here, as scipy does; the way without it stands beside. The C search is small and knows "
            "only costs (`bench/dial.c`); Python calls it once an army, so its loop is compared, not what C could do "
            "with all armies at once. Where each answer overwrites the last one, none is left to use; ours are all "
            "kept."
        ),
        growth=(
            "Up to some hundred armies, a further army costs little on arrays: the cost is the number of NumPy's calls, "
            "the same for one army and for a thousand. Beyond, each army costs the same, and all curves run side by "
            "side."
        ),
    ),
)
