"""The pages of the benchmarks, ``docs/benchmarks.md`` and ``docs/benchmarks/in-full.md``, made from their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.answers import answer, is_ours
from bench.figures import times, value
from bench.pictures import has_growth
from bench.results import Result, Section, Target
from bench.timing import maker

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PICTURES = PAGE.parent / "benchmarks"
FULL = PICTURES / "in-full.md"
INTRODUCTION = """\
# How fast is it?

`make bench` measures all of this and writes the page, so do not edit it by hand. `python -m bench reach` measures one question.

Each question goes to several packages. Before anything is timed, all must give **equal answers** to the same cases. Candidates take
turns in one process. Times are medians. **4 ×** means: takes four times as long as hexwidget in the same round (or is four times as
large); below 1 × the other is better. Compare ratios; times depend on the machine. hexwidget is pure Python unless a row says otherwise.

All figures, with their conditions, the differences between candidates, and the machines: [in full](benchmarks/in-full.md).
"""
INTRODUCTION_IN_FULL = """\
# Benchmarks in full

`make bench` writes this page from `bench/results.json`. The answers in short: [benchmarks](../benchmarks.md). The maps, the starts and
the seeds are in `bench/`. *Not like for like* says how candidates differ. Candidates in Node run in a process of their own, in the
same turns, by their own clock. **Ratios** are medians of the ratios of the rounds, so that a busy machine disturbs them little.
Figures from processors of different makers are kept apart.
"""


def page(sections: Sequence[Section]) -> str:
    """The page with the answers: a table, then a short section for each question."""
    first = list({section.name: section for section in reversed(sections)}.values())[::-1]
    parts = [INTRODUCTION, *_answers(first)]
    for section in first:
        parts += _short(section)
    return "\n".join(parts)


def in_full(sections: Sequence[Section]) -> str:
    """The page with all figures and their conditions."""
    parts = [INTRODUCTION_IN_FULL, *_targets(sections)]
    named = ""
    for section in sections:
        parts += written(section, again=section.name == named)
        named = section.name
    return "\n".join(parts)


# ---------------------------------------------------------------------- the short page
def _answers(sections: Sequence[Section]) -> list[str]:
    lines = ["## The answers", "", "| question | answer |", "|---|---|"]
    for section in sections:
        if found := answer(section):
            lines.append(f"| [{section.title}](#{_anchor(section.title)}) | {found} |")
    return [*lines, ""]


def _short(section: Section) -> list[str]:
    """A question with its main figures."""
    lines = [f"## {section.title}", ""]
    if section.summary:
        lines += [section.summary, ""]
    if section.printed and not section.results and (found := answer(section)):
        lines += [f"**{found[0].upper()}{found[1:]}.**", ""]
    if section.results:
        lines += [*table(replace(section, results=_main(section))), ""]
    if has_growth(section):
        lines += [f"![{section.title} How it grows with {section.per}.](benchmarks/{section.name}.svg)", ""]
    targets = ""
    if section.targets:
        missed = [target.words for target in section.targets if not target.met]
        targets = f"Targets reached: {len(section.targets) - len(missed)} of {len(section.targets)}"
        targets += f"; **missed**: {'; '.join(missed)}. " if missed else ". "
    return [*lines, f"{targets}[In full](benchmarks/in-full.md#{_anchor(section.title)}).", ""]


def _main(section: Section) -> tuple[Result, ...]:
    """Our candidates, and of each other package the one that is quickest at the smallest size."""
    best: dict[str, Result] = {}
    for result in section.results:
        if not is_ours(result):
            now = best.setdefault(result.package or result.candidate, result)
            if result.size == now.size and (result.ratio or 0) < (now.ratio or 0):
                best[result.package or result.candidate] = result
    kept = {result.candidate for result in best.values()}
    return tuple(replace(result, note="") for result in section.results if is_ours(result) or result.candidate in kept)


# ---------------------------------------------------------------------- targets
def _targets(sections: Sequence[Section]) -> list[str]:
    found = [(section, target) for section in sections for target in section.targets]
    if not found:
        return []
    met = sum(target.met for _, target in found)
    lines = [
        "## Targets, reached and missed",
        "",
        "A target is the smallest ratio to each package that we accept, set before anything was measured unless the question says",
        "otherwise. It is reached only if the worse of two runs reaches it; earlier figures are of one run, and say so.",
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
        lines += [f"![{section.title} How it grows with {section.per}.]({section.name}.svg)", ""]
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
