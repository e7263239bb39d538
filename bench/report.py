"""The page of the benchmarks, ``docs/benchmarks.md``, made from their results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.pictures import has_growth
from bench.results import Result, Section, Target
from bench.timing import maker

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PICTURES = PAGE.parent / "benchmarks"
INTRODUCTION = """\
# Measured beside others

This page is made by `make bench`, from what it measures: `bench/results.json`. Do not edit it by hand.

Every question is put to several candidates, each installed from its package. Before anything is timed all must give **equal
answers** to the same cases; what is compared is said under *Not like for like* where it is not the same thing. Candidates
take turns, round after round, in one process (those of Node in one of their own, in the same turns, by their own clock).
Times are **medians**; **ratios** are the medians of what they were in each round, so that a busy machine disturbs them
little. Compare ratios; times of another machine, or of another minute of this one, are others. Figures from processors of
different makers are kept apart. Ours is pure Python unless a row says otherwise. The maps, the starts and the seeds are in `bench/`.
"""


def page(sections: Sequence[Section]) -> str:
    """The whole page."""
    parts = [INTRODUCTION, *_targets(sections)]
    named = ""
    for section in sections:
        parts += written(section, again=section.name == named)
        named = section.name
    return "\n".join(parts)


# ---------------------------------------------------------------------- targets
def _targets(sections: Sequence[Section]) -> list[str]:
    found = [(section, target) for section in sections for target in section.targets]
    if not found:
        return []
    met = sum(target.met for _, target in found)
    lines = [
        "## Targets, reached and missed",
        "",
        "Set before anything was measured, unless the question says otherwise: how many times as long as ours each is to take, at",
        "least. A target is reached only if the worse of two runs reaches it; earlier figures are of one run, and say so.",
        f"{met} of {len(found)} are reached.",
        "",
        "| question | beside | on | target | measured | |",
        "|---|---|---|---:|---:|---|",
    ]
    named = ""
    for section, target in found:
        link = "" if section.name == named else f"[{section.title}](#{_anchor(section.title)})"
        figures = f"{_wanted(target)} | {_reached(target)} | {_verdict(section, target)}"
        lines.append(f"| {link} | {target.words} | {maker(section.machine)} | {figures} |")
        named = section.name
    return [*lines, ""]


def _wanted(target: Target) -> str:
    return f"at most {target.wanted:g}" if target.at_most else f"{target.wanted:g}"


def _reached(target: Target) -> str:
    return "–" if target.reached is None else times(target.reached)


def _verdict(section: Section, target: Target) -> str:
    if target.reached is None:
        return "not measured"
    verdict = "reached" if target.met else "**missed**"
    return verdict if section.runs > 1 else f"{verdict}, one run"


def _anchor(title: str) -> str:
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


# ---------------------------------------------------------------------- one section
def written(section: Section, again: bool = False) -> list[str]:
    """The lines of a section.

    :param again: True if the same question from a processor of another maker stands before it
    """
    lines = [f"### The same on {maker(section.machine)}" if again else f"## {section.title}", ""]
    if again:
        return [*lines, *_figures(section), f"*Machine.* {section.machine}.", ""]
    if section.summary:
        lines += [section.summary, ""]
    lines += _figures(section)
    if has_growth(section):
        lines += [f"![{section.title} How it grows with {section.per}.](benchmarks/{section.name}.svg)", ""]
    if section.unlike:
        apart = "\n\n" if "\n\n" in section.unlike else " "
        lines += [f"*Not like for like.*{apart}{section.unlike}", ""]
    if section.growth:
        lines += [f"*How it grows.* {section.growth}", ""]
    if section.explained:
        lines += [section.explained.strip(), ""]
    if section.left_out:
        lines += ["*Left out.* " + "; ".join(section.left_out) + ".", ""]
    return [*lines, f"*Machine.* {section.machine}.", ""]


def _figures(section: Section) -> list[str]:
    """The table of a section, or what its benchmark has printed."""
    lines = [*table(section), ""] if section.results else []
    if section.printed:
        lines += ["```text", section.printed.strip("\n"), "```", ""]
    return lines


def table(section: Section) -> list[str]:
    """The table of a section: a row a candidate, a column a size."""
    sizes = sorted({result.size for result in section.results})
    names = list(dict.fromkeys(result.candidate for result in section.results))
    found = {(result.candidate, result.size): result for result in section.results}
    heads = [f"{size:,} {section.per}".rstrip() if size else "" for size in sizes]
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(sizes)]
    notes: dict[str, int] = {}
    for name in names:
        rows = [found.get((name, size)) for size in sizes]
        first = next(row for row in rows if row is not None)
        package = f" · {first.package}" if first.package else ""
        same_note = len({row.note for row in rows if row is not None}) == 1
        mark = f" [{notes.setdefault(first.note, len(notes) + 1)}]" if first.note and same_note else ""
        cells = [_cell(row, "" if same_note or row is None else row.note) for row in rows]
        lines.append(f"| {name}{package}{mark} | " + " | ".join(cells) + " |")
    if notes:
        lines += ["", " ".join(f"[{number}] {note}." for note, number in notes.items())]
    return lines


def _cell(result: Result | None, note: str) -> str:
    if result is None:
        return "–"
    ratio = "" if result.ratio is None or result.ratio == 1.0 else f" ({times(result.ratio)} ×)"
    return f"{value(result)}{ratio}" + (f"; {note}" if note else "")


def value(result: Result) -> str:
    """A figure with its unit, to three figures.

    >>> value(Result("q", 1, "c", 0.0000123)), value(Result("q", 1, "c", 2_345_678, unit="bytes"))
    ('12.3 µs', '2.35 MB')
    """
    if result.unit == "s":
        for unit, part in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
            if result.value >= part:
                return f"{_three(result.value / part)} {unit}"
        return f"{_three(result.value * 1e9)} ns"
    if result.unit == "bytes":
        for unit, part in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
            if result.value >= part:
                return f"{_three(result.value / part)} {unit}"
        return f"{result.value:,.0f} B"
    return f"{_three(result.value)} {result.unit}"


def times(ratio: float) -> str:
    """A ratio, to three figures."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"


def _three(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"
