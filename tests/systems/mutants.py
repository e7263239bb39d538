"""Mutants of the bundled systems and examples: ``python -m tests.systems.mutants orders 60`` plants 60 faults in the code of `orders`,
and names those that nothing finds. Without a number it plants every fault; ``orders 20:60`` leaves out the first 20 of the 60, and
``orders 60 "choices.py, line 204"`` plants those with these words.

The judges are asked in turn, those that are quick first: the 500 rulings, `conform`, the tests of the system's own room, and `conform`
with other games. Each mutant runs in a fork of a process that has collected the tests.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import Phase, settings

import hexwidget as hw
from hexwidget.files.scenario import scenarios_of
from hexwidget.rules import Position, RuleSystem
from hexwidget.rulings import rulings
from hexwidget.scaffold import make, make_one_file
from hexwidget.systems.registry import register, system_names
from hexwidget.testing import Mutant, Mutants
from hexwidget.testing.conformance import failures
from hexwidget.testing.mutants import Plant, evenly, plants
from tests.amounts import SOAK

ROOT = Path(__file__).parents[2]
ROOMS = ("golden", "refusals", "arrays", "rules/test_forecasts.py")
"""Rooms with tests of every system, beside its own."""
STEPS = 25
SEED = 1
LONG = {
    *("depletion/first-steps", "depletion/the-capitals", "depletion/the-strait"),
    *("plotted/the-ford", "plotted/two-hills"),
}
"""Scenarios whose games take longer than the tests of their system."""
MUCH_LONGER = 5
"""A mutant that takes so many times the processor time of the system itself counts as endless: it is found."""
LEAST_SECONDS = 60
MEMORY = 8 << 30
"""The most bytes of a mutant."""
IN_ONE_FILE = {"pursuit": "NIGHT_FERRY", "tafl": "TAFL", "my_game": "MY_GAME"}
"""The systems in one file, each with its name there: two examples, and the game of ``hexwidget new --one-file``."""
EVERY = slice(None)
AS_IT_IS = Mutant("the system", "as it is", "no fault")


@dataclass(frozen=True)
class Subject:
    """A system whose judges are judged.

    :param positions: the positions to start from, as `conform` takes them; empty: those of the system's scenarios but
        for the `LONG` ones
    :param tests: what pytest collects; empty: nothing
    :param only: the tests of these whose names have the word
    :param folder: the folder in which pytest runs
    :param check: a test that is a plain function
    """

    system: RuleSystem[Any, Any]
    positions: tuple[Position, ...] = ()
    tests: tuple[str, ...] = ()
    only: str = ""
    folder: Path = ROOT
    check: Callable[[], object] = lambda: ""

    @property
    def starts(self) -> dict[str, Position]:
        """The positions to start from, by their names."""
        if self.positions:
            return {f"position {n}": each for n, each in enumerate(self.positions, start=1)}
        return {name: hw.scenario(name).position for name in scenarios_of(self.system.name) if name not in LONG}


def subject(name: str) -> Subject:
    """Return a system with its tests: a bundled one, or "counters", "kuhn", "toy", "scaffold", or one of `IN_ONE_FILE`."""
    if name in ("counters", "scaffold"):
        folder = ROOT / "examples" / name if name == "counters" else Path(mkdtemp()) / "my_game"
        if name == "scaffold":
            make(folder)
        sys.path.insert(0, str(folder))
        found = getattr(import_module(folder.name), folder.name.upper())
        return Subject(found, tests=("tests",), folder=folder)
    if name in IN_ONE_FILE:
        if name == "my_game":
            sys.path.insert(0, str(make_one_file(Path(mkdtemp()) / name).parent))
        game = import_module(name if name == "my_game" else f"examples.{name}")
        return Subject(getattr(game, IN_ONE_FILE[name]), (game.START,), check=game.each_clause_bars)
    if name == "kuhn":
        kuhn = import_module("examples.kuhn_poker")
        return Subject(kuhn.KUHN_POKER, (kuhn.KuhnPosition(),))
    if name == "toy":
        toy = import_module("examples.toy").TOY
        return Subject(toy, tests=("tests/examples/test_toy.py", "tests/golden"), only="toy")
    return Subject(
        hw.system(name), tests=tuple(f"tests/{room}" for room in (name, *ROOMS)), only=f"{name} or test_forecasts"
    )


# ---------------------------------------------------------------- the judges
def against_the_rulings(name: str) -> str:
    """Return the id of the first ruling that a system answers wrongly. Empty: it answers all of them."""
    for ruling in rulings():
        if ruling.system == name:
            verdict = hw.system(name).read(ruling.position).check(f"{ruling.player}: {ruling.action}")
            if (bool(verdict), tuple(sorted(verdict.clauses))) != (ruling.legal, ruling.clauses):
                return ruling.id
    return ""


def judges(given: Subject, tests: Callable[[], object]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the judges of a system, by their names. Each gives something true if it finds a fault."""
    system, texts = given.system, {name: given.system.to_json(at) for name, at in given.starts.items()}

    def conforms(games: int, steps: int, seed: int) -> str:
        starts = {name: system.from_json(text, strict=False) for name, text in texts.items()}
        found = failures(system, starts, games=games, steps=steps, seed=seed)
        return next((title for title, _, _ in found), "")

    yield "rulings", lambda: against_the_rulings(system.name)
    yield "conform", lambda: conforms(1, STEPS, SEED)
    yield "tests", tests
    yield "other games", lambda: conforms(2, STEPS, SEED + 1)


# ---------------------------------------------------------------- one mutant
def judged(mutant: Mutant, plant: Plant, asked: list[tuple[str, Callable[[], object]]]) -> Mutant:
    """Return a mutant with the judge that finds it first."""
    with plant() as probe:
        for name, ask in asked:
            try:
                found = ask()
            except Exception as error:  # a fault may break whatever a judge calls
                found = type(error).__name__
            if found:
                return replace(mutant, found_by=f"{name}: {found}", touched=True)
        return replace(mutant, touched=probe.touched)


def in_a_fork(mutant: Mutant, plant: Plant, asked: list[tuple[str, Callable[[], object]]], seconds: int) -> Mutant:
    """Judge a mutant in a fork of this process.

    :param seconds: the most processor time
    """
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        with suppress(BaseException):
            found = judged(mutant, plant, asked)
            os.write(write, json.dumps([found.found_by, found.touched]).encode())
        os._exit(0)
    os.close(write)
    with open(read, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    found_by, touched = json.loads(text or '["it does not end, or ends the process", true]')
    return replace(mutant, found_by=found_by, touched=touched)


def every_mutant(
    given: Subject, tests: Callable[[], object], sample: slice = EVERY, words: str = ""
) -> Iterator[Mutant]:
    """Plant faults in a system, and yield each mutant with the judge that has found it.

    :param sample: some of the mutants in random order, with all kinds in turn
    :param words: only the mutants among them whose description has these words
    :raises ValueError: if a judge finds a fault in the system as it is
    """
    if given.system.name not in system_names():
        register(given.system)
    asked = list(judges(given, tests))
    sound = in_a_fork(AS_IT_IS, lambda: nullcontext(AS_IT_IS), asked, 3600)
    if sound.found_by:
        raise ValueError(f"{given.system.name} as it is: {sound.found_by}")
    seconds = max(LEAST_SECONDS, int(MUCH_LONGER * resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime))
    every = plants(given.system, given.starts, Random(SEED), STEPS)
    for mutant, plant in evenly(every, len(every), Random(SEED))[sample]:
        if words in str(mutant):
            yield in_a_fork(mutant, plant, asked, seconds)


# ---------------------------------------------------------------- with the tests of a room
class Trials:
    """A plugin of pytest. It runs the collected tests once for each mutant."""

    def __init__(self, *asked: Any) -> None:
        self.given, *self.asked = asked
        self.found: list[Mutant] = []

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        # A failing example need not be the smallest one.
        settings.register_profile("mutants", settings.default, phases=(Phase.explicit, Phase.generate), database=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        spent = Path(mkdtemp()) / "spent.json"

        def tests() -> str:
            """Run the tests, the quick ones first, up to the first that fails. The first run notes the time of each."""
            known: dict[str, float] = json.loads(spent.read_text(encoding="utf-8")) if spent.exists() else {}
            items = sorted(session.items, key=lambda item: known.get(item.nodeid, 0))
            for item, following in zip(items, [*items[1:], None], strict=True):
                began = time.process_time()
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return item.nodeid
                known[item.nodeid] = time.process_time() - began
            spent.write_text(json.dumps(known), encoding="utf-8")
            return ""

        for mutant in every_mutant(self.given, tests, *self.asked):
            self.found.append(mutant)
            print(mutant, flush=True)
        return True


def mutants(name: str, sample: slice = EVERY, words: str = "", *, own: bool = True) -> Mutants:
    """Plant faults in a system.

    :param sample: some of the mutants in random order, with all kinds in turn
    :param words: only the mutants among them whose description has these words
    :param own: True: the tests of its room are asked, too
    """
    given = subject(name)
    if not (own and given.tests):
        return Mutants(name, tuple(every_mutant(given, given.check if own else lambda: "", sample, words)))
    os.chdir(given.folder)
    trials = Trials(given, sample, words)
    options = ["-qs", "-p", "no:cacheprovider", "--hypothesis-seed=0", "-k", given.only]
    if not SOAK:
        options += ["-m", "not slow"]
    done = pytest.main([*options, *given.tests], plugins=[trials])
    if not trials.found:
        raise ValueError(f"the tests of {name} cannot be run: {done}")
    return Mutants(name, tuple(trials.found))


if __name__ == "__main__":
    skip, _, most = "".join(sys.argv[2:3]).rpartition(":")
    judged_ones = mutants(sys.argv[1], slice(int(skip or 0), int(most) if most else None), *sys.argv[3:])
    print(judged_ones)
    by = Counter(each.found_by.partition(":")[0] for each in judged_ones.found)
    print(f"{len(judged_ones.every)} tried;", ", ".join(f"{n} found by {judge}" for judge, n in by.items()))
