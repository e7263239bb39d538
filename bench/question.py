"""A question that is put to several candidates: equal answers first, then their times in turn, then ratios."""

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
"""Beyond this no more answers are compared: on a million hexes one can take seconds."""


class UnequalAnswersError(AssertionError):
    """Candidates answer a question differently: nothing is timed."""


def same(found: object) -> object:
    """An answer that needs no rewriting to be compared."""
    return found


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to answer a question.

    :param call: answers the n-th case; what it gives back is what is timed
    :param answer: rewrites that in the form in which answers are compared, which is not timed
    :param package: the distribution that it comes from, or "npm:..." with its version; empty: ours, or Python's own
    :param timed: seconds that calls from the n-th on take, where another process must measure itself
    """

    call: Callable[[int], object]
    answer: Callable[[object], object] = same
    package: str = ""
    note: str = ""
    timed: Callable[[int, int], float] | None = None


Prepared = Mapping[str, Candidate]
"""Candidates by what they are called in tables. The first is ours, of which ratios are taken."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A target ratio: so many times a package (its quickest candidate) at a size.

    :param ours: the candidate of ours that is meant, where it is not the first
    :param against: only candidates with this in their names are meant
    :param words: what the target is called, where the package does not say it
    """

    package: str
    size: int
    least: float
    ours: str = ""
    against: str = ""
    words: str = ""

    def measured(self, results: Sequence[Result], per: str) -> Target:
        """The target, and what was reached."""
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

    :param prepare: makes the candidates for a size; those whose package is not installed are left out
    :param per: what the sizes count
    :param aims: target ratios; ``more_targets`` those of another kind, from all results
    :param unlike: what is not like for like
    :param growth: how the cost grows with the size, and why a curve bends where it does
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
    """Compare all candidates' answers to some cases; how many were compared.

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
    """Put a question: compare answers, time the candidates in turn, take ratios."""
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
"""What the candidates being prepared cannot do without, and is not there."""


def left_out(what: str, why: str) -> None:
    """Say that a candidate is not there."""
    LEFT_OUT.append(f"{what}: {why}")


@cache
def absent(package: str) -> bool:
    """Whether a package is not installed."""
    try:
        version(package)
    except PackageNotFoundError:
        return True
    return False


def there(package: str) -> bool:
    """Whether a package is installed; where not, its candidates are noted as left out."""
    if absent(package):
        left_out(package, "not installed")
        return False
    return True


def versioned(package: str) -> str:
    """A package with its version."""
    if package.startswith("npm:"):
        return package.removeprefix("npm:")
    return f"{package} {version(package)}" if package else ""
