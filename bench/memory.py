"""Memory of one more position, of a history of a thousand steps, and of a map; beside dicts. In bytes that Python allocates."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import hexwidget as hw
from bench import state
from bench.maps import BUDGET, Ground
from bench.question import left_out, there, versioned
from bench.results import Result, Section
from bench.timing import machine
from hexwidget.geometry import HexMap, frame_about
from hexwidget.rules.reach import level_sets

COPIES = 20
STEPS = 1_000
MAPS = (1_000, 10_000, 100_000, 1_000_000)
MOST_NETWORKX = 100_000


def held(make: Callable[[], object]) -> int:
    """The bytes that an object holds beyond those held before.

    The object is made twice, as the first time also loads modules and rulebooks.
    """
    make()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return after - before


def _section(name: str, title: str, sizes: dict[int, dict[str, tuple[float, str, str]]], **words: str) -> Section:
    """A section made of (bytes, package, note) by size and candidate. The first candidate is ours."""
    results = []
    for size, found in sizes.items():
        ours = next(iter(found.values()))[0]
        results += [
            Result(name, size, candidate, float(count), count / ours, note, "bytes", versioned(package))
            for candidate, (count, package, note) in found.items()
        ]
    return Section(name, title, machine(), tuple(results), **words)


# ---------------------------------------------------------------------- one more position
def positions(quick: bool = False) -> Section:
    """The bytes of the next position while the one before is kept."""
    found = {}
    for size in state.SIZES[:2] if quick else state.SIZES:
        start, dicts = state.position(size), state.dicts(state.position(size))
        seals = list(_seals(start))

        def after(start: Any = start, seals: Any = seals) -> object:
            return [start.system.carry_out(start, seal).position for seal in seals]

        def copied(dicts: Any = dicts) -> object:
            return [deepcopy(dicts) for _ in range(COPIES)]

        found[size] = {
            "hexwidget: the position after a turn's orders": (held(after) / COPIES, "", ""),
            "dicts: a deep copy": (held(copied) / COPIES, "", ""),
        }
    return _section(
        "position-bytes",
        "How many bytes does one more position take?",
        found,
        per="hexes",
        unlike="Ours shares with the position before what has not changed, always the map; the dicts are copied whole, as they are changed in place.",
        growth="Ours grows with the units, whose tuple is new after they have moved; a deep copy grows with the hexes.",
    )


def _seals(start: Any) -> Any:
    rng = Random(2)
    return (start.system.legal_actions(start, "red").sample(rng) for _ in range(COPIES))


# ---------------------------------------------------------------------- a history
def histories(quick: bool = False) -> Section:
    """A session of some steps, with a way back to each of them."""
    found = {}
    for steps in (100,) if quick else (100, STEPS):
        for name in ("rondel/inland-sea", "frontiers/opening"):
            title = f"hexwidget: Session, {name.split('/')[0]}"
            found.setdefault(steps, {})[title] = (held(lambda n=name, s=steps: _session(n, s)), "", "")
            start = hw.scenario(name).position
            data = start.system.to_json(start)
            copies = held(lambda d=data, s=steps: [deepcopy(d) for _ in range(s)])
            found[steps][f"dicts: a deep copy a step, {name.split('/')[0]}"] = (copies, "", "")
    return _section(
        "history-bytes",
        "How many bytes does a history take?",
        found,
        per="steps",
        unlike=(
            "A session keeps each position, the action that led there and its events with their clauses. The copies are of "
            "the scenario's first position and of nothing else; ratios are of the first row."
        ),
        growth="Each step adds what it changes: both grow in step.",
    )


def _session(name: str, steps: int) -> hw.Session:
    """Random play. After the end of a game it continues from an earlier step."""
    rng = Random(1)
    session = hw.Session(hw.scenario(name).position, seed=1)
    while len(session.steps) <= steps:
        position = session.position
        if position.chance is not None:
            session.roll()
        elif position.to_act:
            session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))
        else:
            session.goto(rng.randrange(len(session.steps)))
    return session


# ---------------------------------------------------------------------- a map
def maps(quick: bool = False) -> Section:
    """A map with its planes, and the same map after reach was computed everywhere."""
    found = {}
    for size in MAPS[:2] if quick else MAPS:
        of: dict[str, tuple[float, str, str]] = {}
        cells = Ground(size).map.cells
        side = Ground(size).side

        def fresh(cells: bytes = cells, side: int = side) -> HexMap:
            from bench.maps import KEYS
            from hexwidget.geometry import Offset

            made = HexMap(side, side, Offset.ODD_R, KEYS, bytes(bytearray(cells)))
            made.plane("plains")
            return made

        of["hexwidget: HexMap with its planes"] = (held(fresh), "", "")
        of["hexwidget: the same, after reach was asked for everywhere"] = (held(lambda f=fresh: _asked(f())), "", "")
        of["dicts: {(column, row): {terrain}}"] = (held(lambda c=cells, s=side: _as_dicts(c, s)), "", "")
        if size > MOST_NETWORKX:
            left_out("networkx", f"its graph of more than {MOST_NETWORKX:,} hexes takes gigabytes")
        elif there("networkx"):
            of["networkx: DiGraph with weights"] = (held(_graph(size, "networkx")), "networkx", "")
        if there("scipy"):
            of["scipy: csr_matrix"] = (held(_graph(size, "scipy")), "scipy", "")
        found[size] = of
    return _section(
        "map-bytes",
        "How many bytes is a map?",
        found,
        per="hexes",
        unlike=(
            "Graphs hold neighbours and costs and no terrain; ours holds terrain, from which both follow. The second row is "
            "the most that questions about reach can make a map keep: a window for every tile of it."
        ),
        growth="All grow in step with the map; ours by a byte a hex for its cells and a bit a hex for each terrain's plane.",
    )


def _graph(size: int, kind: str) -> Callable[[], object]:
    """Return a function that makes a graph anew each time, from existing arrays."""
    ground = Ground(size)
    _ = ground.edges

    def make() -> object:
        made = getattr(ground, kind)
        del ground.__dict__[kind]
        return made

    return make


def _asked(hexmap: HexMap) -> HexMap:
    """A map with all its windows in the cache."""
    for row in range(0, hexmap.rows, 4):
        for column in range(0, hexmap.columns, 4):
            start = hexmap.at(column, row)
            frame = frame_about(hexmap, start, BUDGET)
            local = frame.local(start)
            assert local is not None
            level_sets(1 << local, frame.plane("plains"), frame.plane("mountain"), 1, frame.stride)
    return hexmap


def _as_dicts(cells: bytes, side: int) -> object:
    return {(n % side, n // side): {"terrain": cell} for n, cell in enumerate(cells)}


MEASURED = (positions, histories, maps)
