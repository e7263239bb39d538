"""Figures as people read them."""

from __future__ import annotations

from bench.results import Result


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
