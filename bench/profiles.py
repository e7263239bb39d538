"""Profiles of the kernel's side: the import, the first display, a click, a commit, a step of a playout.

Each runs in a process of its own. The time of functions outside this package is charged to the function of ours that called
them. Python's profiler makes small calls look more expensive than they are, so read shares, not milliseconds. `bench.click`
measures the way through the browser.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from random import Random
from statistics import median

PACKAGE = Path(__file__).parents[1] / "hexwidget"
TITLE = "Where does the time go?"
UNLIKE = (
    "Functions are charged with what they call outside the package. Python's profiler makes small calls look dearer than "
    "they are: look at shares, not at milliseconds. For the way through the browser see the click in a real JupyterLab below."
)
SHOWN = 3
PROCESSES = 7
PLAYED = ("depletion/first-steps", "orders/three-marches", "plotted/the-ford", "rondel/inland-sea", "frontiers/opening")
EXPLAINED = """\
The largest costs of each, explained:

- **Import.** `import hexwidget` loads 26 modules, nearly all of Python itself, and looks names up when they are used. A first
  position loads its system and no other. There no module stands out: what costs is their number. The dearest define
  dataclasses, which Python compiles when a module is imported.
- **First display.** Most of it is the picture that a stored notebook shows without a kernel: QuickJS draws it (`drawing.py`), resvg
  makes the PNG (`to_png`), and Pillow reduces its colours (`small_png`). A board that is shown again has its picture already.
- **Click.** The largest share is the state that is sent to the page (`send_state`, with ipywidgets and the comm that it calls). On
  screen a click needs none of it: its answer was sent ahead.
- **Commit.** Sending is the largest share again. No other function stands out.
- **Playouts.** In `depletion` a draw that is even over resulting positions must know them all, thousands where
  armies split, drop and pick up: nearly all the time is that search (`search.py`). `orders` lists what each unit may do, and looks up
  hexes by name. In the other systems no function stands out. `(outside)` is the loop of the benchmark itself.

A second run agreed on all of this. The smaller shares change from run to run, as the machine was busy.
"""
"""The words of the page about the costs."""
Function = tuple[str, int, str]


def run(quick: bool = False) -> None:
    """Print the three largest costs of each profile."""
    _imports(1 if quick else PROCESSES)
    for name in ("display", "click", "commit", *(f"playout {scenario}" for scenario in PLAYED)):
        told = subprocess.run(
            [sys.executable, "-m", "bench.profiles", *name.split()], capture_output=True, text=True, check=True
        )
        print(told.stdout, end="")


# ---------------------------------------------------------------------- import
def _imports(processes: int) -> None:
    for what, code in (
        ("import hexwidget", "import hexwidget"),
        ("import, and a first position", "import hexwidget as hw; hw.scenario('depletion/first-steps')"),
        ("import, and the board", "import hexwidget as hw; hw.Board"),
    ):
        taken: dict[str, list[int]] = {}
        totals = []
        for _ in range(processes):
            command = [sys.executable, "-X", "importtime", "-c", f"import site; {code}"]
            lines = subprocess.run(command, capture_output=True, text=True, check=True).stderr.splitlines()
            rows = [line.removeprefix("import time:").split("|") for line in lines[1:] if line.count("|") == 2]
            at = next(n for n, row in enumerate(rows) if row[2].strip() == "site")
            for own, _, name in rows[at + 1 :]:
                taken.setdefault(name.strip(), []).append(int(own))
            totals.append(sum(int(row[0]) for row in rows[at + 1 :]))
        total = median(totals)
        print(f"\n{what}: {total / 1000:.1f} ms in modules, {len(taken)} of them")
        ranked = sorted(taken, key=lambda name: -median(taken[name]))[:SHOWN]
        for name in ranked:
            print(f"  {median(taken[name]) / total:6.1%}  {name}")


# ---------------------------------------------------------------------- the rest, each in its process
def charged(profile: Profile) -> Counter[str]:
    """The seconds of each function of ours, with its calls outside the package."""
    stats = Stats(profile).stats  # type: ignore[attr-defined]
    left: dict[Function, float] = {function: own for function, (_, _, own, _, _) in stats.items()}
    found: Counter[str] = Counter()
    for _ in range(60):  # up through the callers, until a function of ours has all of it
        moved: dict[Function, float] = {}
        for function, seconds in left.items():
            file, line, name = function
            callers = {f: c for f, c in stats[function][4].items() if f != function}
            if str(PACKAGE) in file:
                found[f"{Path(file).relative_to(PACKAGE)}:{line} {name}"] += seconds
            elif callers:
                whole = sum(c[3] for c in callers.values()) or 1.0
                for caller, c in callers.items():
                    moved[caller] = moved.get(caller, 0.0) + seconds * (c[3] / whole)
            else:
                found["(outside)"] += seconds
        left = {function: seconds for function, seconds in moved.items() if seconds > 1e-9}
    return found


def _profiled(what: str, act: Callable[[], object], times: int = 1) -> None:
    profile = Profile()
    profile.enable()
    for _ in range(times):
        act()
    profile.disable()
    found = charged(profile)
    total = sum(found.values())
    print(f"\n{what}: {total / times * 1000:.2f} ms under the profiler")
    for name, seconds in found.most_common(SHOWN):
        print(f"  {seconds / total:6.1%}  {name}")


def _board():  # type: ignore[no-untyped-def]
    import hexwidget as hw

    board = hw.Board(hw.scenario("depletion/first-steps"))
    board.send = lambda content, buffers=None: None
    return board


def _display() -> None:
    import hexwidget as hw

    start = hw.scenario("depletion/first-steps")
    _ = hw.Board  # its modules count to the import
    _profiled("first display: Board(scenario) in a fresh process", lambda: hw.Board(start)._repr_mimebundle_())


def _click() -> None:
    board = _board()
    board.click("0203")
    places = ("0203", "0306", "0105", "0402")

    def act() -> None:
        for place in places:
            board.select(None)
            board.click(place)

    _profiled("a click on each of four armies", act, 20)


def _commit() -> None:
    board = _board()
    board.play("0306-0406")
    board.undo()

    def act() -> None:
        board.play("0306-0406")
        board.undo()

    _profiled("an action committed, and taken back", act, 40)


def _playout(name: str) -> None:
    import hexwidget as hw

    start = hw.scenario(name).position
    system = start.system

    def act(steps: int, rng: Random) -> None:
        position = start
        for _ in range(steps):
            to_act = system.to_act(position)
            if not to_act:
                position = start
                continue
            node = system.chance(position)
            done = node.sample(rng) if node else system.legal_actions(position, rng.choice(sorted(to_act))).sample(rng)
            position = system.carry_out(position, done).position

    act(50, Random(1))
    steps = 400
    _profiled(f"{steps} steps of random play, {name}", lambda: act(steps, Random(2)))


if __name__ == "__main__":
    {"display": _display, "click": _click, "commit": _commit, "playout": _playout}[sys.argv[1]](*sys.argv[2:])
