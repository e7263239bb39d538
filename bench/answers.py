"""The answer to each question in a line, made from its results, so that it is as true as they are."""

from __future__ import annotations

import re

from bench.figures import times, value
from bench.results import Result, Section

PRINTED = {
    "maneuvers": (
        r"([\d.]+ us) an action   depletion/first-steps.*?([\d.]+ us) +1\.0 x  with findings\n",
        "{} to enumerate an action, {} for a verdict with its findings",
    ),
    "simultaneous": (
        r"([\d.]+ us) +1\.0 x  hexwidget.*?([\d.]+) x  diplomacy, opening",
        "{} for a unit's share; diplomacy takes {} × as long",
    ),
    "lockstep": (
        r"plotted: whole random games.*1,000 games:.*?([\d.]+) x  on arrays.*10,000 games:.*?([\d.]+) x  on arrays",
        "1,000 games of plotted run {} × as fast as one after the other, 10,000 games {} ×",
    ),
    "playouts": (
        r"([\d,]+) [^\n]*  catanatron\n.*?([\d,]+) [^\n]*  plotted\n.*?([\d,]+) [^\n]*  depletion, with ferries",
        "from {2} (depletion, with ferries) to {1} (plotted) steps a second; catanatron {0}",
    ),
    "candidates": (
        r" ([\d.]+) x[^\n]*\n[^\n]*tafl, neither.* ([\d.]+) x[^\n]*\n[^\n]*pursuit, neither",
        "with candidates, tafl {} × and a pursuit {} × as many games a second as with a listing",
    ),
    "strength": (r"depletion +(\d+) won.*frontiers +(\d+) won", "in {} of 100 games of depletion, {} of frontiers"),
    "openspiel": (
        r" ([\d.]+) x  \([^\n]*   hexwidget\n.* ([\d.]+) x  \([^\n]*   hexwidget\n",
        "Kuhn poker {} × and tic-tac-toe {} × as fast as OpenSpiel's in Python",
    ),
    "environments": (
        r"([\d.]+) x +([\d.]+) x +[\d,]+   frontiers\n",
        "a step of frontiers {} × as often as one of connect_four, {} × as one of chess_v6",
    ),
    "reviews": (
        r"frontiers +([\d.]+) s.*?depletion +([\d.]+) s.*?plotted +([\d.]+) s",
        "a game of 60 steps of frontiers {} s, depletion {} s, plotted {} s",
    ),
    "cold": (
        r"([\d.]+ ms)  import.*?([\d.]+ ms)  first scenario.*?([\d.]+ ms)  first check",
        "import {}, first scenario {}, first check {}",
    ),
    "board": (
        r"depletion, 10 units, 100 hexes +\d+ +([\d.]+) / [\d.]+ +([\d.]+) / .*?1000 units, 100,000 hexes +\d+ +([\d.]+) / [\d.]+ +([\d.]+) /",
        "10 units: {} ms to select, {} ms to play; 1,000 units on 100,000 hexes: {} and {} ms",
    ),
    "click": (r"p50 +([\d.]+ ms) +p95 +([\d.]+ ms)", "{} in the median, {} at the 95th percentile"),
    "paint": (
        r"\n +1,008 +(\d+).*\n +1,000,920 +(\d+) +([\d.]+) ",
        "first paint {} ms at 1,008 hexes, {} ms at a million; a zoom there {} ms",
    ),
    "scale": (r"\+([\d.]+%)  of .*?\+([\d.]+%)  of ", "{} of the games' own time for processes, {} for a Dask cluster"),
}
"""A pattern for what a benchmark prints, and the sentence for its groups."""


def answer(section: Section) -> str:
    """The answer of a section in a line; empty if it has none that fits in a line.

    >>> answer(Section("q", "Q?", "m", (Result("q", 1, "ours", 2e-6, 1.0), Result("q", 1, "x", 9e-6, 4.5, package="p 1"))))
    '2.00 µs; p 4.50 ×'
    >>> answer(Section("strength", "Q?", "m", printed="no figures"))
    Traceback (most recent call last):
        ...
    ValueError: bench/answers.py: the pattern of 'strength' does not fit what the benchmark prints
    """
    if section.results:
        return _of(section.results)
    if section.name not in PRINTED:
        return ""
    pattern, words = PRINTED[section.name]
    found = re.search(pattern, section.printed, re.DOTALL)
    if found is None:
        raise ValueError(
            f"bench/answers.py: the pattern of {section.name!r} does not fit what the benchmark prints",
        )
    return words.format(*found.groups()).replace(" us", " µs")


def _of(results: tuple[Result, ...]) -> str:
    """Our figure at the smallest size, and the two others that come nearest to it."""
    size = min(result.size for result in results)
    ours, *others = [result for result in results if result.size == size]
    nearest: dict[str, float] = {}
    for result in [each for each in others if not is_ours(each)] or others:
        name = other_name(result)
        if result.ratio is not None:
            nearest[name] = min(result.ratio, nearest.get(name, result.ratio))
    two = sorted(nearest.items(), key=lambda each: each[1])[:2]
    of = "" if any(result.package for result in others) else f"{ours.candidate.removeprefix('hexwidget: ')}: "
    return "; ".join([f"{of}{value(ours)}", *(f"{name} {times(ratio)} ×" for name, ratio in two)])


def is_ours(result: Result) -> bool:
    """True if a candidate is hexwidget itself."""
    return result.candidate.startswith("hexwidget")


def other_name(result: Result) -> str:
    """The package of a candidate without its version, or the words before its colon ("C", "JSON of dicts")."""
    if result.package:
        return result.package.split()[0]
    return result.candidate.removeprefix("hexwidget: ") if is_ours(result) else result.candidate.partition(":")[0]
