"""Limits of values, carried by type hints: readers and published schemas take them from there.

The lowest floor: imports nothing of the package.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that a value may be: the size of a number, the length of a text, the entries of a list or
    mapping.

    >>> from typing import Annotated
    >>> Annotated[str, Limits(1, 200)].__metadata__
    (Limits(least=1, most=200),)
    """

    least: int | None = None
    most: int | None = None


MAY_LACK = "may lack"
"""Marks an entry that is left out instead of being null."""
