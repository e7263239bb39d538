"""Twenty-two kinds of faults, each a change of the source of `counters`, and the answer of `conform` to each.

``python tests/planted.py`` judges all, ``python tests/planted.py 3 7`` some. Each is judged as an author would: `conform(COUNTERS)` at its
default length, from *Two bridges*. The list was written before the judge was run. Of the faults that one declaration
of `hexwidget.wargame` leaves no place for, only the titles stand here.
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
    (
        "    towns: dict[SpaceOnMap, int]\n",
        "    towns: dict[SpaceOnMap, int]\n    reserves: tuple[int, ...] = (2, 3)\n",
    ),
    (
        "    integrity = (towns_on_land,)",
        '    secrets = (rules.Secret("reserves", "C1.1", unseen=0, values=lambda p: [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]),)\n    integrity = (towns_on_land,)',
    ),
)
END = "    def outcome(self"
"""Methods are planted before this one."""
FAULTS = [
    ("a cell of the results table moved by one", [('"A1 NE DR DR D1 DE",', '"NE A1 DR DR D1 DE",')]),
    ("the preview in another column than the attack", None),
    ("a river that doubles in the preview only", None),
    ("a retreat through a zone", [('retreat="C3.5"', 'retreat="C3.5", into_zones=True')]),
    ("a zone forgotten in the retreat's list alone", None),
    ("stacking forgotten at the end of a retreat, everywhere", None),
    ("stacking forgotten in the retreat's list alone", None),
    ("supply traced through enemy zones", [("        zones=ZONES,\n        in_force", "        in_force")]),
    ("a reinforcement in a town without supply", [(END, "    def phase_begins(self, position, log):\n        return position.with_units(*(replace(u, steps=2) for u in position.units if u.at in position.towns))\n\n" + END)]),
    ("an event that tells the hidden strength", [*HIDES, (END, '    def phase_begins(self, position, log):\n        log.tell("held", "C1.1", "{held} held back", held=position.reserves[1 - position.turn])\n        return position\n\n' + END)]),
    ("a verdict that depends on the hidden strength", [*HIDES, ("        return unit.movement if", "        return unit.movement - (self.reserves[unit.owner] > 2) if")]),
    ("odds that tell the hidden strength", [*HIDES, ("    return -(position.map", "    return -(position.reserves[1 - position.turn] > 2 or position.map")]),
    ("a secret whose `unseen` hides nothing", [*HIDES, ("unseen=0,", "unseen=lambda value: value,")]),
    ("secret values that leave one out", [*HIDES, ("for a in (1, 2, 3) for b in (1, 2, 3)]", "for a in (1, 2, 3) for b in (1, 2)]")]),
    ("a defender attacked twice", None),
    ("a listing without moves over bridges", None),
    ("a removal without an event", None),
    ("the wrong side chooses the retreat", [('retreat="C3.5"', 'retreat="C3.5", enemy_leads=True')]),
    ("a round that ends a player early", None),
    ("a reach without what a river costs", None),
    ("three units a hex by arrival", None),
    ("a loaded die", None),
]  # fmt: skip
"""Each kind with its changes; None: it can no longer be written, as one declaration has both sides of the difference."""


def judged(changes: list[tuple[str, str]]) -> str:
    """The answer of `conform` to `counters` with some changes; "" without a finding."""
    with TemporaryDirectory() as folder:
        package = Path(folder) / "counters"
        shutil.copytree(HERE / "counters", package)
        source = (package / "system.py").read_text(encoding="utf-8")
        for old, new in changes:
            if source.count(old) != 1:
                raise LookupError(f"system.py has {source.count(old)} times: {old}")
            source = source.replace(old, new)
        (package / "system.py").write_text(source, encoding="utf-8")
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
        found = "it cannot be written" if changes is None else judged(changes) or "nothing found"
        print(f"{n}. {title}: {found}\n", flush=True)
