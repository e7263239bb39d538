"""Interleaved timing: the candidates take turns, round after round, so that a busy machine disturbs all of them alike."""

from __future__ import annotations

import gc
import os
import platform
import sysconfig
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter

LONGEST_SECONDS = 1.5
FEWEST_ROUNDS = 3
"""The bounds of a slow candidate, which takes part in the first rounds only: these seconds in all, but at least these rounds."""


def interleaved(
    candidates: Mapping[str, Callable[[int], object]], rounds: int = 15, slice_s: float = 0.004
) -> dict[str, float]:
    """The median seconds a call of each candidate. Each call gets a running number."""
    return {name: median(times) for name, times in in_turn(candidates, rounds, slice_s).items()}


def in_turn(
    candidates: Mapping[str, Callable[[int], object]],
    rounds: int = 15,
    slice_s: float = 0.004,
    timed: Mapping[str, Callable[[int, int], float]] | None = None,
) -> dict[str, list[float]]:
    """The seconds a call of each candidate, round by round; of a slow candidate for the first rounds only.

    :param timed: candidates in another process, which measures itself: functions that return the seconds of a number of
        calls from a running number on
    """
    clocks = {name: (timed or {}).get(name) or _clock(call) for name, call in candidates.items()}
    repeats, turns = {}, {}
    for name, clock in clocks.items():
        clock(0, 1)
        once = clock(1, 1)
        if once < slice_s / 50:  # the processor's caches are cold in the first calls
            once = clock(2, 16) / 16
        repeats[name] = max(1, min(20_000, int(slice_s / max(once, 1e-7))))
        turns[name] = min(rounds, max(FEWEST_ROUNDS, int(LONGEST_SECONDS / max(once, slice_s, 1e-7))))
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds):
            for name, clock in clocks.items():
                if turn < turns[name]:
                    taken[name].append(clock(turn * repeats[name], repeats[name]) / repeats[name])
    finally:
        gc.enable()
    return taken


def ratios(taken: Mapping[str, list[float]], ours: str) -> dict[str, float]:
    """The ratio of each candidate's time to ours: the median over the rounds, as a disturbance mostly hits neighbours alike."""
    return {
        name: median(theirs / own for theirs, own in zip(times, taken[ours], strict=False))
        for name, times in taken.items()
    }


def _clock(call: Callable[[int], object]) -> Callable[[int, int], float]:
    def clock(first: int, calls: int) -> float:
        start = perf_counter()
        for n in range(first, first + calls):
            call(n)
        return perf_counter() - start

    return clock


def table(title: str, seconds: Mapping[str, float], ours: str) -> None:
    """Print times and their ratios to ours."""
    print(f"\n{title}")
    for name, taken in sorted(seconds.items(), key=lambda item: item[1]):
        print(f"  {taken * 1e6:12.1f} us  {taken / seconds[ours]:8.1f} x  {name}")


def machine() -> str:
    """The machine in a few words."""
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()} {build()}, {load}"
    )


def build() -> str:
    """The build of this Python in a few words, as the peers in other languages may be better optimised."""
    arguments = sysconfig.get_config_var("CONFIG_ARGS")
    if arguments is None:
        return "(build unknown)"
    profiled, linked = "--enable-optimizations" in arguments, "--with-lto" in arguments
    return f"(built {'with' if profiled else 'without'} profiles, {'with' if linked else 'without'} link-time optimisation)"


def maker(machine: str) -> str:
    """The maker of the processor of a machine, as figures of different makers are not compared.

    >>> maker("AMD EPYC (x86_64), 2 cores"), maker("Intel(R) Xeon(R) Processor (x86_64), 2 cores")
    ('AMD', 'Intel')
    """
    return machine.split(" ")[0].partition("(")[0]


@cache
def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} ({platform.machine()})" if names else platform.processor() or platform.machine()
