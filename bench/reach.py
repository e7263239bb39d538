"""The reach of one army, beside the searches of other projects; as a dict; through the public call; and again after one hex
has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from time import perf_counter
from typing import Any

import hexwidget as hw
from bench import compiled, node
from bench.maps import BUDGET, Ground, ground
from bench.question import Aim, Candidate, Prepared, Question, left_out, there
from bench.results import Result, Target
from hexwidget.geometry import Frame, WholeMap, frame_about
from hexwidget.rules.reach import costs_of, level_sets

SIZES = (1_000, 10_000, 100_000, 1_000_000)
STARTS = 16
OURS = "hexwidget: all level sets"
OWN = (10_000, 100_000, 1_000_000)
MOST_NETWORKX = 100_000
"""The largest map for its graph, which takes gigabytes on a larger one."""
MOST_HONEYCOMB = 100_000
MARCH = 4
"""Movement points of a rider who marches, the most that a piece of `depletion` has."""

PUBLIC = "hexwidget: position.reach(name, march=True), one hex asked"
NAMED = "hexwidget: position.reach(name, march=True).costs() as {name: cost}"

Found = tuple[Frame, list[int]]


def sets(at: Ground, start: int, budget: int = BUDGET) -> Found:
    """Our answer: the planes that are reached for at most 0, 1, ... points, and the frame of their numbers."""
    if at.whole is not None:
        return at.whole, level_sets(1 << start, at.ones, at.twos, budget, at.map.stride)
    frame = frame_about(at.map, start, budget)
    local = frame.local(start)
    assert local is not None
    return frame, level_sets(1 << local, frame.plane("plains"), frame.plane("mountain"), budget, frame.stride)


def as_dict(found: Found) -> dict[int, int]:
    """Return level sets as {hex: cost}, in the map's numbers."""
    frame, levels = found
    costs = costs_of(levels)
    if isinstance(frame, WholeMap):
        return costs
    index = frame.index
    return {index(local): cost for local, cost in costs.items()}


# ---------------------------------------------------------------------- one army
def one_army(size: int) -> Prepared:
    """Candidates for the reach of one army, from sixteen places in turn."""
    at = ground(size)
    starts = at.starts(STARTS)

    def start(n: int) -> int:
        return starts[n % STARTS]

    def cut_anew(n: int) -> Found:
        at.map.windows.clear()
        return sets(at, start(n))

    found = {
        OURS: _kernel(at, starts),
        "hexwidget: all level sets, then as {hex: cost}": Candidate(lambda n: as_dict(sets(at, start(n)))),
    }
    if size > 5_000:
        note = "the first question in a part of a large map: its planes are cut out"
        found["hexwidget: all level sets, where nothing was asked before"] = Candidate(cut_anew, as_dict, note=note)
    return found | peers(at, start, BUDGET) | _compiled(at, start) | _honeycomb(at, starts)


def _kernel(at: Ground, starts: Sequence[int]) -> Candidate:
    whole, ones, twos, stride = at.whole, at.ones, at.twos, at.map.stride
    if whole is None:
        return Candidate(lambda n: sets(at, starts[n % STARTS]), as_dict)
    bits = [1 << start for start in starts]
    return Candidate(
        lambda n: level_sets(bits[n % STARTS], ones, twos, BUDGET, stride), lambda levels: as_dict((whole, levels))
    )


def peers(at: Ground, start: Callable[[int], int], budget: int) -> dict[str, Candidate]:
    """The Python packages that have a shortest path search."""
    size, number, passable = len(at.passable), at.number, at.passable
    found: dict[str, Candidate] = {}

    def costs(reached: Any) -> dict[int, int]:
        return {passable[n]: int(cost) for n, cost in reached.items() if cost <= budget}

    def of_array(distances: Any) -> dict[int, int]:
        near = (distances <= budget).nonzero()[0]
        return {passable[n]: int(distances[n]) for n in near.tolist()}

    if size > MOST_NETWORKX:
        left_out("networkx", f"its graph of more than {MOST_NETWORKX:,} hexes takes gigabytes")
    elif there("networkx"):
        import networkx as nx

        graph = at.networkx
        found["networkx: single_source_dijkstra_path_length(cutoff=)"] = Candidate(
            lambda n: nx.single_source_dijkstra_path_length(graph, number[start(n)], cutoff=budget), costs, "networkx"
        )
    if there("scipy"):
        from scipy.sparse.csgraph import dijkstra

        matrix = at.scipy
        found["scipy: csgraph.dijkstra(limit=)"] = Candidate(
            lambda n: dijkstra(matrix, indices=number[start(n)], limit=budget), of_array, "scipy"
        )
    if there("rustworkx"):
        found |= _rustworkx(at, start, budget, costs)
    if there("igraph"):
        found |= _igraph(at, start, budget, passable)
    if there("tcod"):
        found |= _tcod(at, start, budget)
    return found


def _rustworkx(
    at: Ground, start: Callable[[int], int], budget: int, costs: Callable[[Any], dict[int, int]]
) -> dict[str, Candidate]:
    import rustworkx as rx
    from rustworkx.visit import DijkstraVisitor, StopSearch

    graph, number = at.rustworkx, at.number

    class Near(DijkstraVisitor):
        def __init__(self) -> None:
            self.found: dict[int, float] = {}

        def discover_vertex(self, node: int, score: float) -> None:
            if score > budget:
                raise StopSearch
            self.found[node] = score

    def visited(n: int) -> object:
        near = Near()
        rx.digraph_dijkstra_search(graph, [number[start(n)]], float, near)
        return near.found

    def lengths(n: int) -> object:
        return rx.digraph_dijkstra_shortest_path_lengths(graph, number[start(n)], float)

    def with_start(answer: Any) -> dict[int, int]:
        here = answer[1]
        return costs(dict(answer[0]) | {here: 0})

    return {
        "rustworkx: dijkstra_search, a visitor that stops": Candidate(visited, costs, "rustworkx"),
        "rustworkx: dijkstra_shortest_path_lengths": Candidate(
            lambda n: (lengths(n), number[start(n)]), with_start, "rustworkx", note="no limit: looks at the whole map"
        ),
    }


def _igraph(at: Ground, start: Callable[[int], int], budget: int, passable: list[int]) -> dict[str, Candidate]:
    graph, number = at.igraph, at.number

    def near(n: int) -> dict[int, int]:
        here = number[start(n)]
        members = sorted(graph.neighborhood(here, order=budget, mode="out"))
        distances = graph.induced_subgraph(members).distances(source=members.index(here), weights="weight")[0]
        return {member: int(cost) for member, cost in zip(members, distances, strict=True) if cost <= budget}

    def of_list(answer: Any) -> dict[int, int]:
        return {passable[n]: int(cost) for n, cost in enumerate(answer[0]) if cost <= budget}

    def renamed(answer: Any) -> dict[int, int]:
        return {passable[n]: cost for n, cost in answer.items()}

    return {
        "igraph: distances of the subgraph near by": Candidate(near, renamed, "igraph"),
        "igraph: distances": Candidate(
            lambda n: graph.distances(source=number[start(n)], weights="weight"),
            of_list,
            "igraph",
            note="no limit: looks at the whole map",
        ),
    }


def _tcod(at: Ground, start: Callable[[int], int], budget: int) -> dict[str, Candidate]:
    import numpy as np
    from tcod.path import CustomGraph, Pathfinder

    costs = at.slanted
    room, stride = at.map.offset.lean(at.side - 1), at.map.stride

    def graph_of(part: Any) -> Any:
        graph = CustomGraph(part.shape)
        for step in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
            graph.add_edge(step, 1, cost=part)
        return graph

    whole = graph_of(costs)

    def everything(n: int) -> object:
        finder = Pathfinder(whole)
        finder.add_root(at.axial(start(n)))
        finder.resolve()
        return finder.distance, 0, 0

    def near(n: int) -> object:
        row, column = at.axial(start(n))
        top, left = max(0, row - budget), max(0, column - budget)
        part = np.ascontiguousarray(costs[top : row + budget + 1, left : column + budget + 1])
        finder = Pathfinder(graph_of(part))
        finder.add_root((row - top, column - left))
        finder.resolve()
        return finder.distance, top, left

    def of_array(answer: Any) -> dict[int, int]:
        distances, top, left = answer
        found = zip(*np.nonzero(distances <= budget), strict=True)
        return {int((r + top) * stride + q + left - room): int(distances[r, q]) for r, q in found}

    return {
        "tcod: Pathfinder on the square near by": Candidate(near, of_array, "tcod"),
        "tcod: Pathfinder": Candidate(everything, of_array, "tcod", note="no limit: looks at the whole map"),
    }


def _compiled(at: Ground, start: Callable[[int], int]) -> dict[str, Candidate]:
    if compiled.library() is None or not there("numpy"):
        left_out("a bucket Dijkstra in C", "no C compiler (cc), or no NumPy")
        return {}
    dial = compiled.Dial(at)
    places = [dial.place(start(n)) for n in range(STARTS)]
    note = "compiled; reads nothing but costs"
    return {
        "C: bucket Dijkstra, called through ctypes": Candidate(
            lambda n: dial(places[n % STARTS], BUDGET),
            lambda number: dial.costs(number),
            note=note,
        )
    }


def _honeycomb(at: Ground, starts: Sequence[int]) -> dict[str, Candidate]:
    package = node.package("honeycomb-grid")
    if not package:
        left_out("honeycomb-grid", "Node or the package is not installed (npm ci in bench/)")
        return {}
    if len(at.passable) > MOST_HONEYCOMB:
        left_out("honeycomb-grid", f"its grid of more than {MOST_HONEYCOMB:,} hexes takes gigabytes")
        return {}
    process = node.Process("honeycomb.mjs")
    cells = "".join(map(str, at.costs.ravel().tolist()))
    process.ask("map", side=at.side, cells=cells, points=BUDGET, **{"from": [at.map.column_row(s) for s in starts]})

    def answer(found: Any) -> dict[int, int]:
        return {at.map.at(column, row): cost for column, row, cost in found}

    return {
        "honeycomb-grid in Node: bucket Dijkstra on its neighbours": Candidate(
            lambda n: process.ask("answer", n=n), answer, package, timed=process.timed
        )
    }


# ---------------------------------------------------------------------- ours alone, over sizes
def own(_: int) -> Prepared:
    """Our reach on maps of several sizes, in turn. All have the same corner, in which the armies stand."""
    corner = Ground(OWN[0])
    places = [corner.map.column_row(start) for start in corner.starts(STARTS)]
    return {f"hexwidget: on {size:,} hexes": _in_corner(Ground(size, corner), places) for size in OWN}


def _in_corner(at: Ground, places: list[tuple[int, int]]) -> Candidate:
    starts = [at.map.at(*place) for place in places]

    def by_place(found: Found) -> dict[tuple[int, int], int]:
        return {at.map.column_row(index): cost for index, cost in as_dict(found).items()}

    return Candidate(lambda n: sets(at, starts[n % STARTS]), by_place)


def _own_growth(results: Sequence[Result]) -> list[Target]:
    """The target ratio of a million hexes to ten thousand."""
    reached = next((r.ratio for r in results if r.candidate.endswith(f" {OWN[-1]:,} hexes")), None)
    return [Target(f"our own time at {OWN[-1]:,} hexes, in times of that at {OWN[0]:,}", 1.3, reached, at_most=True)]


# ---------------------------------------------------------------------- the public call
def public(size: int) -> Prepared:
    """The public call, with the movement points of the rules, beside the kernel that it uses."""
    at = ground(size)
    starts = at.starts(STARTS)
    names = [at.map.name(start) for start in starts]
    armies = {"red": dict.fromkeys(names, "1 cavalry")}
    position = hw.system("depletion").position(map=at.map, players=["red"], armies=armies)
    values = {field.name: position.__dict__[field.name] for field in fields(position)}

    def start(n: int) -> int:
        return starts[n % STARTS]

    def named(found: object) -> dict[str, int]:
        return {at.map.name(index): cost for index, cost in as_dict(found).items()}

    def fresh() -> Any:
        """A position that was asked nothing before, as positions keep what was computed from them."""
        made = object.__new__(type(position))
        object.__setattr__(made, "__dict__", values.copy())
        return made

    def reach(n: int, of: Any = position) -> Any:
        name = names[n % STARTS]
        found = of.reach(name, march=True)
        name in found  # noqa: B015  (it is lazy: this is what computes it)
        return found

    def costs(n: int, of: Any = position) -> Any:
        return of.reach(names[n % STARTS], march=True).costs()

    def clock(call: Callable[[int, Any], Any]) -> Callable[[int, int], float]:
        def timed(first: int, calls: int) -> float:
            positions = [fresh() for _ in range(calls)]
            begin = perf_counter()
            for n, of in enumerate(positions, first):
                call(n, of)
            return perf_counter() - begin

        return timed

    others = {
        name: Candidate(c.call, lambda found, c=c: _named(at, c.answer(found)), c.package, c.note)
        for name, c in peers(at, start, MARCH).items()
        if c.package in ("networkx", "scipy")
    }
    return {
        PUBLIC: Candidate(reach, lambda found: found.costs(), timed=clock(reach)),
        NAMED: Candidate(costs, timed=clock(costs)),
        "hexwidget: the kernel alone": Candidate(lambda n: sets(at, start(n), MARCH), named),
        **others,
    }


def _named(at: Ground, costs: Any) -> dict[str, int]:
    return {at.map.name(index): cost for index, cost in costs.items()}


# ---------------------------------------------------------------------- one hex changed
def changed(size: int) -> Prepared:
    """The army's reach after the cost of a hex beside it has changed from 1 to 2, or from 2 to 1."""
    at = ground(size)
    starts = at.starts(STARTS)
    beside = [next(n for n in at.map.neighbours(start) if n in at.number) for start in starts]
    number = at.number
    found: dict[str, Candidate] = {}

    def ours() -> Callable[[int], Found]:
        whole, ones, twos = WholeMap(at.map), at.ones, at.twos

        def call(n: int) -> Found:
            nonlocal ones, twos
            bit = 1 << beside[n % STARTS]
            ones, twos = ones ^ bit, twos ^ bit
            return whole, level_sets(1 << starts[n % STARTS], ones, twos, BUDGET, at.map.stride)

        return call

    found["hexwidget: two new planes, all level sets"] = Candidate(ours(), as_dict)

    def costs(reached: Any) -> dict[int, int]:
        return {at.passable[n]: int(cost) for n, cost in reached.items()}

    if size <= MOST_NETWORKX and there("networkx"):
        import networkx as nx

        def networkx(kept: bool) -> Callable[[int], object]:
            graph = at.networkx.copy()

            def call(n: int) -> object:
                nonlocal graph
                if kept:
                    graph = graph.copy()
                into = number[beside[n % STARTS]]
                for source in graph.predecessors(into):
                    edge = graph[source][into]
                    edge["weight"] = 3 - edge["weight"]
                return nx.single_source_dijkstra_path_length(graph, number[starts[n % STARTS]], cutoff=BUDGET)

            return call

        found["networkx: the graph copied, weights set, asked"] = Candidate(networkx(True), costs, "networkx")
        found["networkx: weights set in place, asked"] = Candidate(networkx(False), costs, "networkx")
    if there("scipy"):
        found |= _scipy_changed(at, starts, beside)
    return found


def _scipy_changed(at: Ground, starts: list[int], beside: list[int]) -> dict[str, Candidate]:
    from scipy.sparse.csgraph import dijkstra

    number = at.number
    places = [(at.scipy.indices == number[hex_]).nonzero()[0] for hex_ in beside]

    def scipy(kept: bool) -> Callable[[int], object]:
        matrix = at.scipy.copy()

        def call(n: int) -> object:
            nonlocal matrix
            if kept:
                matrix = matrix.copy()
            into = places[n % STARTS]
            matrix.data[into] = 3 - matrix.data[into]
            return dijkstra(matrix, indices=number[starts[n % STARTS]], limit=BUDGET)

        return call

    def of_array(distances: Any) -> dict[int, int]:
        near = (distances <= BUDGET).nonzero()[0]
        return {at.passable[n]: int(distances[n]) for n in near.tolist()}

    return {
        "scipy: the matrix copied, weights set, asked": Candidate(scipy(True), of_array, "scipy"),
        "scipy: weights set in place, asked": Candidate(scipy(False), of_array, "scipy"),
    }


QUESTIONS = (
    Question(
        "reach",
        f"How far can an army go with {BUDGET} points?",
        one_army,
        SIZES,
        aims=(
            Aim("networkx", 1_000, 50),
            Aim("scipy", 1_000, 13),
            *(Aim(package, 1_000, 20) for package in ("rustworkx", "igraph", "tcod", "honeycomb-grid")),
            Aim("networkx", 100_000, 45),
            Aim("scipy", 100_000, 20),
            Aim("scipy", 1_000_000, 300),
            Aim(
                "networkx",
                1_000,
                5,
                ours="hexwidget: all level sets, then as {hex: cost}",
                words="networkx, a dict beside a dict,",
            ),
        ),
        unlike=(
            "Ours gives level sets, one bit a hex, and reads costs and paths from them on request; the others give all "
            "costs at once. The row with the dict gives the same as they do. igraph, tcod and one call of rustworkx "
            "know no limit: a search of the part near by, written here around them, stands beside their own, and the "
            "quicker one gives the ratio. honeycomb-grid has no search: this one runs on its neighbours, in Node, by "
            "Node's clock. All graphs and planes are made before. Finding the army's window on a large map is timed. "
            "The targets on large maps hold for armies that have been asked about before; a first question in a part of "
            "the map is several times slower and would miss them. Sizes are measured one after another: compare ours "
            "over sizes in the next question."
        ),
        growth=(
            "Up to 5,000 hexes ours computes on whole planes, so its cost grows slowly with the map: a step is a "
            "handful of shifts of a longer number. Above that it computes in a window of one tile and its surroundings, "
            "whatever the map's size; the curve bends there. The first question in a part of the map cuts out its "
            "window. scipy fills an array as long as the map, so it grows in step from 10,000 hexes on. Searches of the "
            "whole map grow with it; those that stop at the limit, as in networkx, grow only as memory gets slower."
        ),
    ),
    Question(
        "own",
        "Does a large map make an army's reach slower?",
        own,
        (0,),
        more_targets=_own_growth,
        unlike=(
            "The same terrain about the same armies, cut from maps of different sizes, in turn. Beside the large graphs of "
            "others, as in the table above, ours is slower on the largest map: there the ratio of the two sizes has been 1.5."
        ),
        growth=(
            "It should not, as the same windows are computed. On a larger map its windows, and the numbers "
            "of hexes, are further apart in memory."
        ),
    ),
    Question(
        "public",
        "What does the public call add to the kernel?",
        public,
        SIZES,
        aims=(Aim("scipy", 1_000, 3.33), Aim("scipy", 1_000, 2.22, ours=NAMED, words="scipy, all costs by name,")),
        unlike=(
            f"The public call has the points that the rules give, {MARCH} for a rider who marches. It reads the position: "
            "own and enemy armies, homes, the size limit, cubes, what may be claimed; the others get a graph that holds "
            "costs only. Each call asks a new position; the clock starts after the position is made."
        ),
        growth="What is added does not depend on the map; above 5,000 hexes a window must be found for the army.",
    ),
    Question(
        "changed",
        "One hex has changed: how far now?",
        changed,
        (1_000, 4_000),
        aims=(
            Aim("networkx", 1_000, 250, against="copied", words="networkx, the earlier map kept,"),
            Aim("scipy", 1_000, 15, against="copied", words="scipy, the earlier map kept,"),
        ),
        unlike=(
            "Ours keeps the planes before the change, as positions never change: undo, branches and searches rest on "
            "it. The rows that copy first keep as much, and give the targets. The rows in place keep nothing and are "
            "quicker: beside them ours would miss the target for networkx, and be about at that for scipy."
        ),
        growth="Copying grows with the map, changing in place does not. Ours writes two planes of the whole map.",
    ),
)
