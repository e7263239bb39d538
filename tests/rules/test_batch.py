"""The reach of many pieces on arrays against the level sets of one piece after the other."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hexwidget.geometry import HexMap
from hexwidget.rules.reach.batch import Windows, levels_in, levels_of_many
from tests.amounts import examples
from tests.rules.test_reach import boards, level_sets_one_free


@examples(30)
@given(boards(), st.integers(0, 2))
def test_windows_of_all_pieces_hold_the_level_sets_of_each(
    board: tuple[HexMap, int, frozenset[int], int], more: int
) -> None:
    m, _, homes, budget = board
    starts = np.array(list(m.members(m.full)))
    ones, twos, free = m.plane("easy"), m.plane("rough"), sum(1 << at for at in homes)
    windows = Windows(m, budget + 1 + more)
    both = levels_of_many(windows, starts, ones, twos, budget, free)
    for n, start in enumerate(starts.tolist()):
        alone = level_sets_one_free(1 << start, ones, twos, free, budget, m.stride)
        for levels, chain in list(zip(both, alone, strict=True))[: 1 + bool(free)]:  # the second is for a free entry
            for b, plane in enumerate(chain):
                piece, there = windows.members(levels[b, :, n : n + 1], starts[n : n + 1])
                assert there.tolist() == list(m.members(plane))
                assert not piece.any()


@examples(15)
@given(boards(), st.data())
def test_each_piece_may_have_ground_of_its_own(
    board: tuple[HexMap, int, frozenset[int], int], data: st.DataObject
) -> None:
    m, start, _, budget = board
    places = list(m.members(m.full))
    barred = [data.draw(st.lists(st.sampled_from(places), max_size=4)) for _ in range(3)]
    windows, starts = Windows(m, budget + 1), np.array([start] * 3)
    at = np.array([(some + [0] * 4)[:4] for some in barred])
    which = np.array([[k < len(some) for k in range(4)] for some in barred])
    held = windows.with_marks(starts, at, which)
    one, two = (windows.cut(windows.words(m.plane(key)), starts) & ~held for key in ("easy", "rough"))
    levels, _ = levels_in(one, two, budget)
    for n, some in enumerate(barred):
        free = ~sum(1 << index for index in set(some))
        chain, _ = level_sets_one_free(1 << start, m.plane("easy") & free, m.plane("rough") & free, 0, budget, m.stride)
        _, there = windows.members(levels[-1][:, n : n + 1], starts[n : n + 1])
        assert there.tolist() == list(m.members(chain[-1]))
