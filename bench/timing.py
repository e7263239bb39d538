"""Interleaved timing: the candidates take turns, round after round, so that a busy machine disturbs them alike."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


def interleaved(
    candidates: Mapping[str, Callable[[int], object]], rounds: int = 15, slice_s: float = 0.004
) -> dict[str, float]:
    """Median seconds a call of each candidate; each is called with a running number."""
    repeats = {}
    for name, call in candidates.items():
        call(0)
        start = perf_counter()
        call(1)
        repeats[name] = max(1, min(20_000, int(slice_s / max(perf_counter() - start, 1e-7))))
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    gc.collect()
    gc.disable()
    for turn in range(rounds):
        for name, call in candidates.items():
            first = turn * repeats[name]
            start = perf_counter()
            for n in range(first, first + repeats[name]):
                call(n)
            taken[name].append((perf_counter() - start) / repeats[name])
    gc.enable()
    return {name: median(times) for name, times in taken.items()}


def table(title: str, seconds: Mapping[str, float], ours: str) -> None:
    """Print times and how many times longer than ours each is."""
    print(f"\n{title}")
    for name, taken in sorted(seconds.items(), key=lambda item: item[1]):
        print(f"  {taken * 1e6:12.1f} us  {taken / seconds[ours]:8.1f} x  {name}")


def machine() -> str:
    """The machine in a few words."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
