"""Words for the sentences that the judges of each system put together once more."""

from __future__ import annotations

from collections.abc import Iterable


def in_a_row(words: Iterable[str], last: str = "and") -> str:
    """Words as a list: "a", "a and b", "a, b and c"; empty if there are none.

    :param last: the word before the last one
    """
    *first, end = [*words] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def some(count: int, word: str) -> str:
    """A number of things: "1 legion", "2 legions"."""
    return f"1 {word}" if count == 1 else f"{count} {word}s"
