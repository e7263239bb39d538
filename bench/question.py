"""A question for several candidates: their answers are compared, then their times are taken in turn, then ratios."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter

from bench.results import Result, Section, Target
from bench.timing import in_turn, machine, ratios

CHECKS = 16
CHECKING_SECONDS = 20.0
"""The seconds after which no more answers are compared. On a million hexes one can take seconds."""


class UnequalAnswersError(AssertionError):
    """Candidates answer a question differently, so nothing is timed."""


def same(found: object) -> object:
    """Return an answer that can be compared as it is."""
    return found


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to answer a question.

    :param call: answers the n-th case; only this call is timed
    :param answer: converts an answer to the form in which answers are compared, outside the timing
    :param package: the distribution that it comes from, or "npm:..." with its version; empty: ours, or Python's own
    :param timed: the seconds that calls from the n-th on take, if another process measures itself
    """

    call: Callable[[int], object]
    answer: Callable[[object], object] = same
    package: str = ""
    note: str = ""
    timed: Callable[[int, int], float] | None = None


Prepared = Mapping[str, Candidate]
"""Candidates by their names in tables. The first is ours, the base of the ratios."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A target: a ratio to a package (its quickest candidate) at a size.

    :param ours: our candidate, if it is not the first
    :param against: a part of the names of the package's candidates that count
    :param words: the name of the target, if it is not that of the package
    """

    package: str
    size: int
    least: float
    ours: str = ""
    against: str = ""
    words: str = ""

    def measured(self, results: Sequence[Result], per: str) -> Target:
        """The target with the figure that was reached."""
        here = [r for r in results if r.size == self.size]
        own = next((r.ratio for r in here if r.candidate == self.ours), None) if self.ours else 1.0
        theirs = [
            r.ratio
            for r in here[1:]
            if r.package.split(" ")[0] == self.package and self.against in r.candidate and r.ratio is not None
        ]
        reached = min(theirs) / own if own and theirs else None
        words = self.words or self.package + (f", {self.against}" if self.against else "")
        place = f" at {self.size:,} {per}" if self.size else ""
        return Target(words + place, self.least, reached)


@dataclass(frozen=True, slots=True)
class Question:
    """One table of the page.

    :param prepare: makes the candidates for a size, without those whose package is not installed
    :param per: the things that the sizes count
    :param aims: target ratios; ``more_targets`` makes targets of another kind from all results
    :param unlike: the ways in which the candidates differ
    :param growth: the growth of the cost with the size, and the reason for a bend in the curve
    """

    name: str
    title: str
    prepare: Callable[[int], Prepared]
    sizes: tuple[int, ...]
    per: str = "hexes"
    aims: tuple[Aim, ...] = ()
    more_targets: Callable[[Sequence[Result]], list[Target]] = lambda _: []
    unlike: str = ""
    growth: str = ""
    rounds: int = 91


def check(prepared: Prepared, cases: int = CHECKS) -> int:
    """Compare all candidates' answers to some cases; return the number of cases.

    :raises UnequalAnswersError: naming case and candidate
    """
    end = perf_counter() + CHECKING_SECONDS
    done = 0
    for n in range(cases):
        first, expected = "", None
        for name, candidate in prepared.items():
            found = candidate.answer(candidate.call(n))
            if not first:
                first, expected = name, found
            elif found != expected:
                raise UnequalAnswersError(f"case {n}: {name!r} does not answer what {first!r} does")
        done += 1
        if perf_counter() > end:
            break
    return done


def ask(question: Question, sizes: Iterable[int] | None = None, rounds: int | None = None) -> Section:
    """Measure a question: compare answers, time the candidates in turn, take ratios."""
    results: list[Result] = []
    absent.cache_clear()
    missing: dict[str, None] = {}
    for size in question.sizes if sizes is None else sizes:
        prepared = question.prepare(size)
        check(prepared)
        taken = in_turn(
            {name: candidate.call for name, candidate in prepared.items()},
            rounds=rounds or question.rounds,
            timed={name: candidate.timed for name, candidate in prepared.items() if candidate.timed},
        )
        times = ratios(taken, next(iter(prepared)))
        results += [
            Result(question.name, size, name, median(taken[name]), times[name], c.note, package=versioned(c.package))
            for name, c in prepared.items()
        ]
        missing |= dict.fromkeys(LEFT_OUT)
        LEFT_OUT.clear()
        del prepared
        gc.collect()
    targets = [aim.measured(results, question.per) for aim in question.aims] + question.more_targets(results)
    return Section(
        name=question.name,
        title=question.title,
        machine=machine(),
        results=tuple(results),
        targets=tuple(targets),
        per=question.per,
        unlike=question.unlike,
        growth=question.growth,
        left_out=tuple(missing),
    )


# ---------------------------------------------------------------------- packages
LEFT_OUT: list[str] = []
"""The packages that are missing for the candidates that are being prepared."""


def left_out(what: str, why: str) -> None:
    """Note that a candidate is missing."""
    LEFT_OUT.append(f"{what}: {why}")


@cache
def absent(package: str) -> bool:
    """True if a package is not installed."""
    try:
        version(package)
    except PackageNotFoundError:
        return True
    return False


def there(package: str) -> bool:
    """True if a package is installed. If not, its candidates are noted as left out."""
    if absent(package):
        left_out(package, "not installed")
        return False
    return True


def versioned(package: str) -> str:
    """A package with its version."""
    if package.startswith("npm:"):
        return package.removeprefix("npm:")
    return f"{package} {version(package)}" if package else ""
