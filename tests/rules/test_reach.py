"""Reach against brute force over paths, on random maps; symmetry, monotonicity; windows against whole maps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.geometry import Hex, HexMap, Offset, WholeMap, Window
from hexwidget.geometry.hexmap import HOLE
from hexwidget.rules.reach import cheapest, costs_of, level_sets, level_sets_used
from tests.amounts import examples

ENTRY = {"easy": 1, "rough": 2}
KEYS = ("easy", "rough", "barred")
Costs = dict[int, int]


def level_sets_one_free(
    start: int, ones: int, twos: int, free: int, budget: int, stride: int
) -> tuple[list[int], list[int]]:
    """Two chains of planes: reached with the free entry still to come, and with it used."""
    levels = level_sets(start, ones, twos, budget, stride)
    return levels, level_sets_used(levels, ones, twos, free, stride)


@st.composite
def boards(draw: st.DrawFn) -> tuple[HexMap, int, frozenset[int], int]:
    """A map, a start, homes (entered free once), a budget."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.lists(st.sampled_from([0, 0, 0, 1, 1, 2, HOLE]), min_size=columns * rows, max_size=columns * rows))
    cells[draw(st.integers(0, columns * rows - 1))] = 0
    m = HexMap(columns, rows, draw(st.sampled_from(Offset)), KEYS, bytes(cells))
    open_hexes = list(m.members(m.plane("easy", "rough")))
    start = draw(st.sampled_from(open_hexes))
    homes = draw(st.frozensets(st.sampled_from(open_hexes), max_size=3))
    return m, start, homes, draw(st.integers(0, 6))


def by_paths(m: HexMap, start: int, homes: frozenset[int], budget: int) -> Costs:
    """The oracle: every path within the budget, walked one by one (states seen cheaper are not walked again)."""
    best: dict[tuple[int, bool], int] = {}

    def walk(at: int, freed: bool, spent: int) -> None:
        if spent > budget or best.get((at, freed), budget + 1) <= spent:
            return
        best[at, freed] = spent
        for there in m.neighbours(at):
            price = ENTRY.get(m.terrain(there))
            if price is None:
                continue
            walk(there, freed, spent + price)
            if there in homes and not freed:
                walk(there, True, spent)

    walk(start, False, 0)
    costs: Costs = {}
    for (at, _), spent in best.items():
        costs[at] = min(spent, costs.get(at, spent))
    return costs


def by_planes(m: HexMap, start: int, homes: frozenset[int], budget: int, window: bool = False) -> Costs:
    line, along = m.line_along(start)
    frame = Window(m, line - budget - 1, along - budget - 1, 2 * budget + 3) if window else WholeMap(m)
    local = frame.local(start)
    assert local is not None
    ones, twos = frame.plane("easy"), frame.plane("rough")
    chains = level_sets_one_free(1 << local, ones, twos, frame.plane_of(homes), budget, frame.stride)
    costs: Costs = {}
    for cost in range(budget, -1, -1):
        for chain in chains:
            costs |= dict.fromkeys(map(frame.index, HexMap.members(chain[cost])), cost)
    return costs


@examples(120)
@given(boards())
def test_level_sets_find_what_walking_every_path_finds(board: tuple[HexMap, int, frozenset[int], int]) -> None:
    assert by_planes(*board) == by_paths(*board)


@examples(80)
@given(boards())
def test_a_window_finds_what_the_whole_map_finds(board: tuple[HexMap, int, frozenset[int], int]) -> None:
    assert by_planes(*board, window=True) == by_planes(*board)


@pytest.mark.slow
@given(boards())
def test_more_points_never_reach_less(board: tuple[HexMap, int, frozenset[int], int]) -> None:
    m, start, homes, budget = board
    less, more = by_planes(m, start, homes, budget), by_planes(m, start, homes, budget + 1)
    assert {i: c for i, c in more.items() if c <= budget} == less


@pytest.mark.slow
@given(boards(), st.integers(0, 5), st.booleans())
def test_turning_or_mirroring_the_map_turns_or_mirrors_the_reach(
    board: tuple[HexMap, int, frozenset[int], int], sixths: int, mirrored: bool
) -> None:
    m, start, homes, budget = board

    def moved_hex(index: int) -> Hex:
        turned = m.hex(index).rotate(sixths)
        return Hex(turned.r, turned.q) if mirrored else turned

    turned_cells = {moved_hex(i): m.terrains.index(m.terrain(i)) for i in m.members(m.full)}
    low = [min(h[k] for h in turned_cells) for k in (0, 1)]
    side = 1 + max(max(h[k] for h in turned_cells) - low[k] for k in (0, 1))
    wide = 2 * side + 2

    def place(index: int) -> tuple[int, int]:
        q, r = moved_hex(index)
        return Offset.ODD_R.from_axial((q - low[0], r - low[1]))

    cells = bytearray([HOLE]) * (wide * side)
    for index in m.members(m.full):
        column, row = place(index)
        cells[row * wide + column] = m.terrains.index(m.terrain(index))
    turned = HexMap(wide, side, Offset.ODD_R, KEYS, bytes(cells))
    moved = {index: turned.at(*place(index)) for index in m.members(m.full)}
    expected = {moved[i]: cost for i, cost in by_planes(m, start, homes, budget).items()}
    assert by_planes(turned, moved[start], frozenset(moved[h] for h in homes), budget) == expected


@pytest.mark.slow
@given(boards())
def test_without_homes_both_forms_agree(board: tuple[HexMap, int, frozenset[int], int]) -> None:
    m, start, _, budget = board
    plain = level_sets(1 << start, m.plane("easy"), m.plane("rough"), budget, m.stride)
    both = level_sets_one_free(1 << start, m.plane("easy"), m.plane("rough"), 0, budget, m.stride)
    assert both == (plain, [0] * (budget + 1))


def test_search_takes_the_cheapest_and_then_the_shortest_way() -> None:
    graph = {"a": [("b", 1), ("c", 3)], "b": [("c", 2)], "c": []}
    assert cheapest("a", lambda s: graph[s], lambda s: s == "c") == (3, ["a", "c"])
    assert cheapest("c", lambda s: graph[s], lambda s: s == "a") is None


@pytest.mark.slow
@given(boards())
def test_costs_are_read_off_the_level_sets(board: tuple[HexMap, int, frozenset[int], int]) -> None:
    m, start, _, budget = board
    levels = level_sets(1 << start, m.plane("easy"), m.plane("rough"), budget, m.stride)
    found = costs_of(levels)
    assert {at: cost for at, cost in found.items() if cost == 0} == {start: 0}
    assert found == by_planes(m, start, frozenset(), budget)
    assert list(found.values()) == sorted(found.values())
