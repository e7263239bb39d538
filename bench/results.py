"""What the benchmarks find, as plain records: kept in ``bench/results.json``, written up in ``docs/benchmarks.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("results.json")


@dataclass(frozen=True, slots=True)
class Result:
    """One figure: how a candidate did at a question of some size.

    :param size: how large the question was, as a number for plots (hexes, armies, dice); 0 where there is only one size
    :param value: the median, in ``unit`` ("s", "bytes", "/s")
    :param ratio: how many times ours (for "/s": how many times theirs we do), measured in the same run; None: of nothing
    :param package: name and version of where the candidate comes from; empty for the standard library and for ours
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
    """A figure that was set before anything was measured. ``reached`` is None where it could not be measured."""

    words: str
    wanted: float
    reached: float | None
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether it is reached."""
        return self.reached is not None and (
            self.reached <= self.wanted if self.at_most else self.reached >= self.wanted
        )


@dataclass(frozen=True, slots=True)
class Section:
    """All that is known of one question: what the page says of it.

    :param summary: what is measured, in a sentence; ``per``: what the sizes count
    :param unlike: what is not like for like; ``growth``: how the cost grows, and why a curve bends
    :param explained: what else there is to say
    :param left_out: candidates that were not there, with the reason
    :param printed: what a benchmark printed that gives no results
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


def load(path: Path = FILE) -> list[Section]:
    """The sections of a results file, none if there is none."""
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
    """The old sections with the new ones in their places; those that are in no order any more are left out."""
    found = {section.name: section for section in (*old, *new)}
    return [found[name] for name in order if name in found]
