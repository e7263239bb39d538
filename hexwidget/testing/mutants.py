"""A judge is judged: faults are planted in a rule system, and `conform` must find them."""

from __future__ import annotations

import ctypes
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from hexwidget.rules import Moment, Position, Remedy, RuleSystem, Transition, Verdict
from hexwidget.testing.checks import changed_spaces
from hexwidget.testing.conformance import STEPS, conform, failures, starts_of
from hexwidget.testing.faulty import Probe, changes, plant
from hexwidget.testing.game_coverage import Seen
from hexwidget.testing.games import game, steps_of
from hexwidget.testing.sentences import findings_against

LEAST_SECONDS = 20.0
"""A mutant that takes more processor time, and more than twenty times that of the system itself, counts as endless: it is found."""
MUCH_LONGER = 20
PLAIN = ("told", "resample", "observe")
"""The methods that keep secrets. A mutant has the default instead, which keeps none."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A system with a planted fault.

    :param kind: the kind of fault, such as "a predicate dropped"
    :param place: the file, the line and the function
    :param what: the code that is changed
    :param found_by: the title of the promise that it breaks; empty if `conform` finds nothing
    :param touched: True if the fault made a difference somewhere in the games
    """

    kind: str
    place: str
    what: str
    found_by: str = ""
    touched: bool = False

    def __str__(self) -> str:
        how = self.found_by or ("NOT FOUND" if self.touched else "made no difference in these games")
        return f"{self.kind} at {self.place} ({self.what}): {how}"


@dataclass(frozen=True, slots=True)
class Mutants:
    """The mutants of a system: those that were found, those that were missed, and those whose fault never made a difference."""

    system: str
    every: tuple[Mutant, ...]

    @property
    def found(self) -> tuple[Mutant, ...]:
        """The mutants that break a promise."""
        return tuple(each for each in self.every if each.found_by)

    @property
    def missed(self) -> tuple[Mutant, ...]:
        """The mutants that made a difference and break no promise."""
        return tuple(each for each in self.every if not each.found_by and each.touched)

    @property
    def idle(self) -> tuple[Mutant, ...]:
        """The mutants whose changed code was not reached, or gave the same values as before."""
        return tuple(each for each in self.every if not each.found_by and not each.touched)

    @property
    def share(self) -> float:
        """The share of found mutants among those that made a difference."""
        tried = len(self.found) + len(self.missed)
        return len(self.found) / tried if tried else 1.0

    def __str__(self) -> str:
        n = len(self.found)
        total = f"{self.system}: {n} of {n + len(self.missed)} mutants found ({self.share:.0%})"
        kinds = Counter(each.kind for each in self.every)
        caught = Counter(each.kind for each in self.found)
        idle = Counter(each.kind for each in self.idle)
        lines = [f"  {kind}: {caught[kind]} of {n - idle[kind]}" for kind, n in sorted(kinds.items())]
        more = [f"  {len(self.idle)} made no difference in these games"] if self.idle else []
        return "\n".join([total, *lines, *more, *(f"  {each}" for each in self.missed)])

    __repr__ = __str__


Plant = Callable[[], Any]
"""Makes a context in which a fault is planted. It gives the fault's probe."""


def mutate(
    system: RuleSystem[Any, Any],
    *,
    positions: Iterable[Position] | None = None,
    most: int | None = None,
    games: int = 2,
    steps: int = STEPS,
    seed: int = 0,
    tests: Callable[[], object] | None = None,
) -> Mutants:
    """Plant faults in a system one by one, and note which of them `conform` finds: a predicate dropped, a bound off by one, an
    event dropped or shown to all, a remedy that is barred, a listing cut short, a secret told.

    The functions of the system's modules get changed code for the time of a trial. Run it in a process of its own.

    :param positions: the positions to start from; None: those of the system's scenarios
    :param most: the most mutants, drawn from all kinds; None: all
    :param games: the number of games from each position
    :param steps: the most steps of a game
    :param tests: your own tests, which run if `conform` finds nothing; they find a fault if they raise an error or return
        something true, as ``lambda: pytest.main(["-qx", "tests"])`` does
    :raises NotConforming: if the system breaks a promise as it is

    >>> import hexwidget as hw
    >>> start = hw.scenario("orders/two-on-one").position
    >>> hw.testing.mutate(start.system, positions=[start], most=1, games=1, steps=2).system
    'orders'
    """
    named = starts_of(system, positions)
    texts = {name: json.dumps(system.to_json(position)) for name, position in named.items()}

    def judge() -> str:
        try:
            starts = {name: system.from_json(json.loads(text), strict=False) for name, text in texts.items()}
            broken = failures(system, starts, games=games, steps=steps, seed=seed, saw=Seen(system))
            title, _, _ = next(broken, ("", "", None))
        except Exception as error:  # the fault breaks a reader
            return f"{type(error).__name__}"
        if title or tests is None:
            return title
        try:
            return "your own tests" if tests() else ""
        except Exception:
            return "your own tests"

    began = time.process_time()
    if judge():
        conform(system, positions=named.values(), games=games, steps=steps, seed=seed)
    limit = max(LEAST_SECONDS, MUCH_LONGER * (time.process_time() - began))
    every = plants(system, named, Random(seed), steps)
    chosen = every if most is None else evenly(every, most, Random(seed))
    return Mutants(system.name, tuple(_try_mutant(mutant, plant, judge, limit) for mutant, plant in chosen))


def _try_mutant(mutant: Mutant, plant: Plant, judge: Callable[[], str], limit: float) -> Mutant:
    """Return a mutant with what is found about it."""
    with plant() as probe:
        try:
            with at_most(limit):
                found = judge()
        except TooLong:
            found = f"it does not end within {limit:.0f} seconds"
        return replace(mutant, found_by=found, touched=probe.touched)


class _Always(Moment):
    """A moment that bars nothing."""

    def findings(self, position: Any, player: str) -> Iterator[Any]:
        return iter(())


def plants(
    system: RuleSystem[Any, Any], named: Mapping[str, Position], rng: Random, steps: int
) -> list[tuple[Mutant, Plant]]:
    """Return every mutant of a system, with the context that plants its fault."""
    found: list[tuple[Mutant, Plant]] = []
    for change in changes(system):
        place = f"{Path(str(change.module.__file__)).name}, line {change.line}, in {change.function}"
        found.append((Mutant(change.kind, place, change.text), partial(plant, change)))
    own = type(system)
    for method in PLAIN:
        if getattr(own, method) is not getattr(RuleSystem, method):
            plain = getattr(RuleSystem, method)
            found.append((Mutant("a secret told", method, "the default"), partial(_put, own, method, plain)))
    if system.moment is not None:
        mutant = Mutant("a predicate dropped", "moment", "always")
        found.append((mutant, partial(_put, own, "moment", _Always(*system.moment.clauses))))
    for secret in filter(lambda secret: secret.told, system.secrets):
        loose = tuple(replace(each, told={}) if each is secret else each for each in system.secrets)
        mutant = Mutant("a secret told", secret.at, f"told of {secret.name}")
        found.append((mutant, partial(_put, own, "secrets", loose)))
    kinds, events = dict[tuple[str, str], None](), dict[str, None]()
    for position in named.values():
        played = game(position, rng, steps)
        kinds |= {(f.clause, f.code): None for _, _, f in findings_against(played, rng)}
        events |= {e.kind: None for before, done in steps_of(played) for e in before.apply(done).events}
    for kind in events:
        found.append((Mutant("an event dropped", kind, "not told"), partial(_without, own, kind)))
    for clause, code in kinds:
        found.append((Mutant("a remedy that is barred", f"{clause}, {code}", "offered"), partial(_offering, own, code)))
    return found


@contextmanager
def _without(owner: type, kind: str) -> Iterator[Probe]:
    """Run without a kind of events. It makes a difference where nothing else names a space that looks different afterwards."""
    probe, carry_out = Probe(), owner.carry_out  # type: ignore[attr-defined]  # a rule system

    def silent(self: Any, position: Any, action: Any) -> Transition[Any]:
        made: Transition[Any] = carry_out(self, position, action)
        left = tuple(event for event in made.events if event.kind != kind)
        if len(left) < len(made.events) and not probe.touched:
            named = {space for event in left for space in event.subjects}
            probe.touched = not left or bool(changed_spaces(position, made.position) - named)
        return Transition(made.position, tuple(replace(event, cause=None) for event in left))

    with patch.object(owner, "carry_out", silent):
        yield probe


@contextmanager
def _offering(owner: type, code: str) -> Iterator[Probe]:
    """Run with a check whose findings of a code offer the barred action."""
    probe, check = Probe(), owner.check  # type: ignore[attr-defined]  # a rule system

    def checked(self: Any, position: Any, action: Any) -> Verdict:
        verdict: Verdict = check(self, position, action)
        if not any(finding.code == code for finding in verdict.findings):
            return verdict
        probe.touched = True
        remedy = Remedy("Do it all the same", "", action)
        findings = tuple(replace(f, offer=remedy) if f.code == code else f for f in verdict.findings)
        return replace(verdict, findings=findings)

    with patch.object(owner, "check", checked):
        yield probe


@contextmanager
def _put(owner: type, name: str, value: Any) -> Iterator[Probe]:
    """Run with another method of a class. The fault counts as one that makes a difference."""
    probe = Probe()
    probe.touched = True
    with patch.object(owner, name, value):
        yield probe


def evenly(every: list[tuple[Mutant, Plant]], most: int, rng: Random) -> list[tuple[Mutant, Plant]]:
    """Return some mutants, of each kind as many as of the others if it has so many."""
    kinds: dict[str, list[tuple[Mutant, Plant]]] = {}
    for each in rng.sample(every, len(every)):
        kinds.setdefault(each[0].kind, []).append(each)
    rounds = (kind.pop() for _ in range(len(every)) for kind in kinds.values() if kind)
    return list(islice(rounds, most))


class TooLong(BaseException):
    """A mutant that does not end."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt Python code of this thread that runs for too long, such as a loop that a fault has made endless.

    :param seconds: of the processor: other work on the machine makes no mutant endless
    """
    this, began, over = ctypes.c_ulong(threading.get_ident()), time.process_time(), threading.Event()

    def watch() -> None:
        left = seconds
        while left > 0 and not over.wait(left):
            left = began + seconds - time.process_time()
        if not over.is_set():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(this, ctypes.py_object(TooLong))

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()
