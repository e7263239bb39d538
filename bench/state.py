"""The state of a game: the times to save, load, hash and redact it, and its bytes; beside JSON of dicts for hexes and units.

The game is `plotted`, in which orders are sealed. One hex in 25 has a unit, and one of the two players has sealed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any
from zlib import compress

import hexwidget as hw
from bench.question import Candidate, Prepared, Question
from bench.results import Result, Section
from bench.timing import machine
from hexwidget.files import read_scenario, write_scenario
from hexwidget.geometry import HexMap, Offset
from hexwidget.rules import Position
from hexwidget.rules.position import seen

SIZES = (100, 1_000, 10_000)
UNITS_EVERY = 25
PLAYERS = ("red", "blue")
Dicts = dict[str, Any]


@lru_cache(1)
def position(size: int) -> Any:
    """A position on about ``size`` hexes. One of the two players has sealed orders; the second seal would reveal them."""
    rng = Random(size)
    side = round(size**0.5)
    system = hw.system("plotted")
    keys = [terrain.key for terrain in system.terrains]
    kinds = rng.choices([keys.index("plains"), keys.index("forest")], [80, 20], k=side * side)
    hexmap = HexMap(side, side, Offset.ODD_R, keys, bytes(kinds))
    places = [hexmap.name(index) for index in rng.sample(list(HexMap.members(hexmap.full)), size // UNITS_EVERY)]
    units: dict[str, Dicts] = {player: {} for player in PLAYERS}
    for n, place in enumerate(places):
        units[PLAYERS[n % 2]][place] = {"kind": "infantry", "strength": 1 + n % 4}
    start = system.position(map=hexmap, players=list(PLAYERS), units=units)
    return start.apply(system.legal_actions(start, "blue").sample(rng)).position


def dicts(of: Position) -> Dicts:
    """A position in the form of most programs: a dict for each hex, a dict for each unit."""
    at: Any = of
    hexmap: HexMap = at.map
    cells = []
    for index in HexMap.members(hexmap.full):
        column, row = hexmap.column_row(index)
        cells.append({"column": column, "row": row, "terrain": hexmap.terrain(index)})
    data = of.system.to_json(of)
    rest = {name: value for name, value in data.items() if name not in ("map", "units", "offset")}
    units = [{"at": at, "owner": who, **unit} for who, own in data["units"].items() for at, unit in own.items()]
    return json.loads(json.dumps({"hexes": cells, "units": units, **rest}))


def without_others(state: Dicts, player: str) -> Dicts:
    """The part of such dicts that a player may see: without the orders of others."""
    return {**state, "sealed": {who: orders for who, orders in state["sealed"].items() if who == player}}


# ---------------------------------------------------------------------- the questions
def saving(size: int) -> Prepared:
    """Candidates for a state as text."""
    at = position(size)
    scenario = hw.Scenario(at.system.name, "", "", at)
    state = dicts(at)
    return {
        "hexwidget: a scenario file": Candidate(lambda _: write_scenario(scenario), _from_scenario),
        "hexwidget: position.notation, one line": Candidate(lambda _: at.notation, lambda text: dicts(_read(text))),
        "JSON of dicts: json.dumps": Candidate(lambda _: json.dumps(state), _loaded),
    }


def _from_scenario(text: Any) -> object:
    return dicts(read_scenario(text).position)


def _loaded(text: Any) -> object:
    return json.loads(text)


def _read(text: Any) -> Position:
    return hw.system("plotted").read(text)


def loading(size: int) -> Prepared:
    """Candidates for reading a state."""
    at = position(size)
    scenario, line, text = write_scenario(hw.Scenario(at.system.name, "", "", at)), at.notation, json.dumps(dicts(at))
    return {
        "hexwidget: a scenario file": Candidate(lambda _: read_scenario(scenario).position, dicts),
        "hexwidget: system.read, one line": Candidate(lambda _: _read(line), dicts),
        "JSON of dicts: json.loads": Candidate(lambda _: json.loads(text)),
    }


def hashing(size: int) -> Prepared:
    """Candidates for a hash of a state; sixteen states in turn."""
    start = position(size)
    several = [replace(start, turn=1 + n) for n in range(16)]
    states = [dicts(each) for each in several]

    def of_dicts(state: Dicts) -> str:
        return blake2b(json.dumps(state, sort_keys=True).encode(), digest_size=10).hexdigest()

    def candidate(values: list[Any], value: Callable[[Any], object]) -> Candidate:
        known = {value(each): n for n, each in enumerate(values)}
        return Candidate(lambda n: value(values[n % 16]), lambda found: known[found])

    return {
        "hexwidget: hash(position)": candidate(several, hash),
        "hexwidget: position.key, the same in every process": candidate(several, lambda each: each.key),
        "JSON of dicts: blake2b of json.dumps(sort_keys=True)": candidate(states, of_dicts),
    }


def redacting(size: int) -> Prepared:
    """Candidates for the view of one player."""
    at = position(size)
    state = dicts(at)

    def shown(observation: Any) -> object:
        return dicts(seen(observation))

    return {
        "hexwidget: position.observe(player)": Candidate(lambda _: at.observe("red"), shown),
        "dicts: a new one without the others' orders": Candidate(lambda _: without_others(state, "red")),
        "dicts: the same, copied deep, so that nothing is shared": Candidate(
            lambda _: deepcopy(without_others(state, "red"))
        ),
    }


def sizes(quick: bool = False) -> Section:
    """The bytes of a state as text."""
    results = []
    for size in SIZES[:2] if quick else SIZES:
        at = position(size)
        texts = {
            "hexwidget: a scenario file": write_scenario(hw.Scenario(at.system.name, "", "", at)),
            "hexwidget: position.notation, one line": at.notation,
            "JSON of dicts: json.dumps": json.dumps(dicts(at)),
        }
        ours = len(next(iter(texts.values())).encode())
        for name, text in texts.items():
            data = text.encode()
            note = f"{len(compress(data)):,} bytes compressed (zlib)"
            results.append(Result("state-bytes", size, name, len(data), len(data) / ours, note, "bytes"))
    return Section(
        "state-bytes",
        "How many bytes is a state?",
        machine(),
        tuple(results),
        per="hexes",
        unlike="A scenario file is made to be read by people, with a map that can be seen in it; the line is the shortest form.",
        growth="All grow with the map; compressed, the dicts' repeated names cost little.",
    )


QUESTIONS = (
    Question(
        "save",
        "How long does it take to save a state?",
        saving,
        SIZES,
        unlike="The dicts are there already: what making them takes is not counted. Ours write an immutable position.",
        growth="All write every hex, so all grow with the map.",
    ),
    Question(
        "load",
        "How long does it take to load a state?",
        loading,
        SIZES,
        unlike=(
            "Ours checks everything that it reads, and lists all that is wrong with its place; json.loads checks nothing "
            "and knows no rules. A program that uses what it gives has all of that before it."
        ),
        growth="All read every hex.",
    ),
    Question(
        "hash",
        "How long does it take to hash a state?",
        hashing,
        SIZES,
        unlike=(
            "`hash` holds within one process only, as Python's does, and the map's own part of it is computed once for all positions "
            "on the map; `key` and the JSON hold everywhere."
        ),
        growth="`hash` grows with the units, not with the hexes; the others write the whole state first.",
    ),
    Question(
        "redact",
        "How long does it take to hide from a player what is not theirs to see?",
        redacting,
        SIZES,
        unlike=(
            "The quick way with dicts shares everything with the whole state, which the code that changes it must know; ours "
            "shares, too, but cannot be changed. The deep copy is what is done where dicts are changed in place."
        ),
        growth="Sharing does not grow with the map, copying does.",
    ),
)
MEASURED = (sizes,)
