"""The time and memory that a reader may take, by the size of its input. docs/limits.md has them as a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """An amount of processor time and of memory."""

    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Rate:
    """A budget that grows with the size of an input.

    :param least: for the smallest input
    :param growth: more for each megabyte of it
    """

    least: Budget
    growth: Budget

    def __call__(self, size: int) -> Budget:
        """Return the budget of an input with some bytes."""
        large = size / 1_000_000
        return Budget(
            self.least.seconds + large * self.growth.seconds, self.least.megabytes + large * self.growth.megabytes
        )
