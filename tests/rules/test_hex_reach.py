"""The reach over hexes by costs of grounds and sides is what a search step by step finds."""

from itertools import pairwise
from random import Random

import pytest

from hexwidget import InputError
from hexwidget.geometry import HexMap, Offset
from hexwidget.rules import Finding, Status, Verdict
from hexwidget.rules.reach import GraphReach, HexReach
from tests.amounts import many

COSTS = {"plains": 1, "wood": 2}
ACROSS = {"river": 2, "ridge": None, "bridge": 0}
WHY = lambda at: Verdict(Status.ILLEGAL, (Finding("T1", "far", (), {}, "too far"),))  # noqa: E731


def country(rng, offset, columns, rows):
    """A map with woods, lakes, rivers, bridges over some of them, and ridges that nobody crosses."""
    cells = bytes(rng.choice([0, 0, 0, 1, 2]) for _ in range(columns * rows))
    m = HexMap(columns, rows, offset, ("plains", "wood", "lake"), cells)
    pairs = [(m.name(i), m.name(j)) for i in m.members(m.full) for j in m.neighbours(i) if i < j]
    river, ridge = rng.sample(pairs, len(pairs) // 8), rng.sample(pairs, len(pairs) // 15)
    return m.with_hexsides({"river": river, "ridge": ridge, "bridge": river[::3]})


def toll(m, at, there):
    """The points that a step costs more; None: nobody goes there."""
    found = [ACROSS[kind] for kind in ACROSS if kind in m.side(at, there)]
    return found[-1] if found else 0


def by_steps(m, origin, budget, own, stops):
    def steps(at):
        for there in m.neighbours(at) if at == origin or at not in stops else ():
            cost, more = own[there] if there in own else COSTS.get(m.terrain(there)), toll(m, at, there)
            if cost is not None and more is not None:
                yield there, cost + more

    return GraphReach(m, origin, steps, budget, None, {}, WHY, "scout")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(4, 200)))
@pytest.mark.parametrize("offset", Offset)
def test_it_is_what_a_search_step_by_step_finds(offset, seed):
    rng = Random(seed)
    m = country(rng, offset, *((11, 9) if seed % 4 else (90, 80)))  # the larger map has windows
    spaces = list(m.members(m.full))
    for _ in range(6):
        origin, budget = rng.choice(spaces), rng.randrange(8)
        near = [at for at in spaces if m.distance(origin, at) <= budget + 2]
        own = {at: rng.choice([None, 1, 3]) for at in rng.sample(near, len(near) // 8)}
        stops, passed = ({*rng.sample(near, len(near) // n)} for n in (6, 10))
        found = HexReach(m, origin, COSTS, budget, WHY, "scout", across=ACROSS, own=own, stops=stops, passed=passed)
        slow = by_steps(m, origin, budget, own, stops)
        assert found.costs() == {at: cost for at, cost in slow.costs().items() if m.index(at) not in passed}
        for space in found:
            steps = [(m.index(a), m.index(b)) for a, b in pairwise(found.path(space))]
            prices = [(own[b] if b in own else COSTS[m.terrain(b)]) + toll(m, a, b) for a, b in steps]
            assert sum(prices) == found.cost(space)
            assert not stops & {a for a, _ in steps[1:]}


def test_the_rim_has_the_first_clause_against_each_hex_that_is_next():
    m = HexMap(4, 1, Offset.ODD_R, ("plains", "lake"), bytes([0, 0, 0, 1])).with_hexsides({"river": ["0201-0301"]})
    found = HexReach(m, m.index("0101"), {"plains": 1}, 2, WHY, "scout", across={"river": 1})
    assert (list(found), found.rim) == (["0201"], {"0301": "T1"})


@pytest.mark.parametrize(
    "more", [{"costs": {"plains": 0}}, {"across": {"river": -1}}, {"own": {0: 0}}, {"roads": [(0, [(0, 1)])]}]
)
def test_a_step_costs_at_least_a_point(more):
    m = HexMap(2, 1, Offset.ODD_R, ("plains",), bytes(2)).with_hexsides({"river": ["0101-0201"]})
    with pytest.raises(InputError, match="a hex costs at least 1 point"):
        HexReach(m, 0, **{"costs": {"plains": 1}, "budget": 2, "find_why": WHY, "label": "scout", **more})
