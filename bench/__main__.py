"""Runs the benchmarks that are named, or all."""

from __future__ import annotations

import sys

from bench import click, cold, lockstep, maneuvers, odds, openspiel, paint, playouts, reach, simultaneous

ALL = {
    "reach": reach.run,
    "maneuvers": maneuvers.run,
    "simultaneous": simultaneous.run,
    "lockstep": lockstep.run,
    "odds": odds.run,
    "playouts": playouts.run,
    "openspiel": openspiel.run,
    "cold": cold.run,
    "click": click.run,
    "paint": paint.run,
}

if __name__ == "__main__":
    chosen = sys.argv[1:] or list(ALL)
    unknown = [name for name in chosen if name not in ALL]
    if unknown:
        sys.exit(f"unknown benchmark {unknown[0]!r}; there are: {', '.join(ALL)}")
    for name in chosen:
        ALL[name]()
