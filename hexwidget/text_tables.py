"""Tables for people: rows of texts, as lines of text and as HTML.

The lowest floor: imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def aligned_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines of text whose columns stand below each other.

    >>> aligned_lines([("player", "wins"), ("red", "2")])
    ['player  wins', 'red     2']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def html_table(head: Iterable[str], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    """Return rows below a head as HTML."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    cells = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return f"<table>{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
