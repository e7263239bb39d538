"""The results of the benchmarks as plain records: stored in ``bench/results.json``, shown in ``docs/benchmarks.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from bench.timing import maker

FILE = Path(__file__).with_name("results.json")


@dataclass(frozen=True, slots=True)
class Result:
    """One figure: the result of a candidate for a question of some size.

    :param size: the size of the question as a number for plots (hexes, armies, dice); 0 if there is only one size
    :param value: the median, in ``unit`` ("s", "bytes", "/s")
    :param ratio: the ratio to ours, measured in the same run (for "/s": the ratio of ours to it); None: no ratio
    :param package: name and version of the candidate's package; empty for the standard library and for ours
    """

    question: str
    size: int
    candidate: str
    value: float
    ratio: float | None = None
    note: str = ""
    unit: str = "s"
    package: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that was set before anything was measured. ``reached`` is None if it could not be measured."""

    words: str
    wanted: float
    reached: float | None
    at_most: bool = False

    @property
    def met(self) -> bool:
        """True if the target is reached."""
        return self.reached is not None and (
            self.reached <= self.wanted if self.at_most else self.reached >= self.wanted
        )


@dataclass(frozen=True, slots=True)
class Section:
    """One question on the page.

    :param summary: the measurement in a sentence; ``per``: the things that the sizes count
    :param unlike: the ways in which the candidates differ; ``growth``: the growth of the cost, and the reason for a bend
    :param explained: further explanations
    :param left_out: candidates that were missing, with the reason
    :param printed: the output of a benchmark that returns no results
    :param runs: the number of runs of which the targets show the worst
    """

    name: str
    title: str
    machine: str
    results: tuple[Result, ...] = ()
    targets: tuple[Target, ...] = ()
    per: str = ""
    unlike: str = ""
    growth: str = ""
    explained: str = ""
    left_out: tuple[str, ...] = ()
    printed: str = ""
    summary: str = ""
    runs: int = 1


def worse(first: Section, second: Section) -> Section:
    """The second of two runs, each target with the worse of both. A target that one run could not measure is not measured."""

    def of(one: Target, other: Target) -> Target:
        if one.reached is None or other.reached is None:
            return replace(one, reached=None)
        return replace(one, reached=(max if one.at_most else min)(one.reached, other.reached))

    targets = tuple(of(*both) for both in zip(first.targets, second.targets, strict=True))
    return replace(second, targets=targets, runs=first.runs + second.runs)


def load(path: Path = FILE) -> list[Section]:
    """The sections of a results file; empty if the file does not exist."""
    if not path.exists():
        return []
    return [_section(data) for data in json.loads(path.read_text(encoding="utf-8"))["sections"]]


def _section(data: dict[str, Any]) -> Section:
    parts = {
        "results": tuple(Result(**item) for item in data["results"]),
        "targets": tuple(Target(**item) for item in data["targets"]),
        "left_out": tuple(data["left_out"]),
    }
    return Section(**{**data, **parts})


def save(sections: Iterable[Section], path: Path = FILE) -> None:
    """Write a results file."""
    text = json.dumps({"sections": [asdict(section) for section in sections]}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def merged(old: Iterable[Section], new: Iterable[Section], order: Iterable[str]) -> list[Section]:
    """Return the old sections with the new ones in their places, without those that the order no longer has. Sections of one
    question from processors of different makers stand beside each other."""
    found = {(section.name, maker(section.machine)): section for section in (*old, *new)}
    return [section for name in order for (named, _), section in sorted(found.items()) if named == name]
