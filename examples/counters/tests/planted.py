"""Twenty-two kinds of faults, each a change of the source of `counters`, and the answer of `conform` to each.

``python tests/planted.py`` judges all, ``python tests/planted.py 3 7`` some. Each is judged as an author would: `conform(COUNTERS)` at its
default length, from *Two bridges*. The list was written before the judge was run.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[1]
ROOT = HERE.parents[1]
JUDGE = """
import hexwidget as hw
from counters import COUNTERS
hw.register(COUNTERS)
hw.testing.conform(COUNTERS, positions=[hw.scenario("counters/two-bridges").position])
"""
HIDES = (  # a face-down reserve of each player: needed by the faults of hidden things
    ("position.py", "    round: int = 1\n", "    round: int = 1\n    reserves: tuple[int, ...] = (2, 3)\n"),
    (
        "system.py",
        "    listing, desk, moment = Orders, Staff,",
        '    secrets = (rules.Secret("reserves", "C1.1", unseen=0, values=lambda p: [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]),)\n'
        "    listing, desk, moment = Orders, Staff,",
    ),
)
FAULTS = [
    ("a cell of the results table moved by one", [("odds.py", '("A1", "NE", "DR", "DR", "D1", "DE"),', '("NE", "A1", "DR", "DR", "D1", "DE"),')]),
    ("the preview in another column than the attack", [("system.py", "faces = [row[column] for", "faces = [row[min(5, column + 1)] for")]),
    (
        "a river that doubles in the preview only",
        [("system.py", "column = odds.column(position, position.attackers(action.target, self.seat), action.target)",
          "wet = any(position.crossing(u.at, action.target) == 'river' for u in position.attackers(action.target, self.seat))\n"
          "        column = max(0, odds.column(position, position.attackers(action.target, self.seat), action.target) - wet)")],
    ),
    ("a retreat through a zone", [
        ("legality.py", '    if there in position.zones[1 - unit.owner]:\n        yield Finding("C3.5", "enemy_beside"', '    if False:\n        yield Finding("C3.5", "enemy_beside"'),
        ("position.py", 'return free and self.map.terrain(there) != "lake" and there not in self.zones[1 - unit.owner]', 'return free and self.map.terrain(there) != "lake"'),
    ]),
    ("a zone forgotten in the retreat's list alone", [
        ("position.py", 'return free and self.map.terrain(there) != "lake" and there not in self.zones[1 - unit.owner]', 'return free and self.map.terrain(there) != "lake"'),
    ]),
    ("stacking forgotten at the end of a retreat, everywhere", [
        ("position.py", "free = len(own) == len(self.on(there)) < MOST_IN_HEX", "free = len(own) == len(self.on(there))"),
        ("legality.py", "    yield from room(position, unit, there)\n    if there in position.zones", "    if position.map.terrain(there) == \"lake\" or any(u.owner != unit.owner for u in position.on(there)):\n        yield Finding(\"C2.1\", \"lake\", (there,), {}, \"{0} cannot be entered\")\n    if there in position.zones"),
    ]),
    ("stacking forgotten in the retreat's list alone", [
        ("position.py", "free = len(own) == len(self.on(there)) < MOST_IN_HEX", "free = len(own) == len(self.on(there))"),
    ]),
    ("supply traced through enemy zones", [("position.py", "and (there not in self.zones[enemy] or unit.owner in here)", "")]),
    ("a reinforcement in a town without supply", [("effects.py", "    return replace(ready, phase=\"move\"", "    ready = ready.with_units(*(replace(u, steps=2) for u in ready.units if u.at in ready.towns))\n    return replace(ready, phase=\"move\"")]),
    ("an event that tells the hidden strength", [*HIDES, ("effects.py", '    log.tell("attacked", "C3.2", words, *spaces, player=attack.player, odds=COLUMNS[at])', '    log.tell("attacked", "C3.2", words + " ({held} held back)", *spaces, player=attack.player, odds=COLUMNS[at], held=position.reserves[position.turn])')]),
    ("a verdict that depends on the hidden strength", [*HIDES, ("position.py", "        return unit.movement if self.is_supplied(unit) else", "        return unit.movement - (self.reserves[unit.owner] > 2) if self.is_supplied(unit) else")]),
    ("odds that tell the hidden strength", [*HIDES, ("odds.py", "    return max(0, found - helped)", "    return max(0, found - helped - (position.reserves[1 - position.turn] > 2))")]),
    ("a secret whose `unseen` hides nothing", [*HIDES, ("system.py", "unseen=0,", "unseen=lambda value: value,")]),
    ("secret values that leave one out", [*HIDES, ("system.py", "for a in (1, 2, 3) for b in (1, 2, 3)]", "for a in (1, 2, 3) for b in (1, 2)]")]),
    ("a defender attacked twice", [("effects.py", "    after = position.with_units(*(replace(unit, done=True) for unit in attackers))\n", "    after = position\n")]),
    ("a listing without moves over bridges", [("system.py", "Move(self.player, unit.id, to) for to, cost in position.costs(unit).items() if cost <= points", "Move(self.player, unit.id, to) for to, cost in position.costs(unit).items() if cost <= points and \"bridge\" not in (position.map.side(unit.at, to) if to in position.beside(unit.at) else ())")]),
    ("a removal without an event", [("effects.py", '        log.tell("removed", clause, "{unit} is removed from {0}", unit.at, unit=str(unit))', "        pass")]),
    ("the wrong side chooses the retreat", [("legality.py", "    return 1 - position.turn if retreats else position.turn", "    return position.turn")]),
    ("a round that ends a player early", [("effects.py", "round=position.round + position.turn)", "round=position.round + 1)")]),
    ("a reach without what a river costs", [("system.py", "across=ACROSS, own=own", "across={**ACROSS, \"river\": 0}, own=own")]),
    ("three units a hex by arrival", [("legality.py", "    elif len(here) >= MOST_IN_HEX:", "    elif len(here) > MOST_IN_HEX:")]),
    ("a loaded die", [("odds.py", "DIE = tuple((str(face), Fraction(1, 6)) for face in range(1, 7))", "DIE = tuple((str(face), Fraction(1 + (face == 6), 7)) for face in range(1, 7))")]),
]  # fmt: skip


def judged(changes: list[tuple[str, str, str]]) -> str:
    """The answer of `conform` to `counters` with some changes; "" without a finding."""
    with TemporaryDirectory() as folder:
        package = Path(folder) / "counters"
        shutil.copytree(HERE / "counters", package)
        for name, old, new in changes:
            source = (package / name).read_text(encoding="utf-8")
            if source.count(old) != 1:
                raise LookupError(f"{name} has {source.count(old)} times: {old}")
            (package / name).write_text(source.replace(old, new), encoding="utf-8")
        (Path(folder) / "judge.py").write_text(
            f"import sys\nsys.path[:0] = {[folder, str(ROOT)]}\n{JUDGE}", encoding="utf-8"
        )
        command = [sys.executable, f"{folder}/judge.py"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  (our own file)
        said = done.stderr.rpartition("breaks")[2]
        return f"breaks{said}" if "NotConforming" in done.stderr else done.stderr[-600:]


if __name__ == "__main__":
    chosen = [*map(int, sys.argv[1:])] or range(1, len(FAULTS) + 1)
    for n in chosen:
        title, changes = FAULTS[n - 1]
        print(f"{n}. {title}: {judged(changes) or 'nothing found'}\n", flush=True)
