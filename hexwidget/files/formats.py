"""Versions of file formats. Older ones are read; newer ones are refused with a sentence."""

from __future__ import annotations

from hexwidget.problems import shown


def format_problem(found: object, newest: str, *older: str) -> str | None:
    """Return the problem with the format that a document names. None if it can be read.

    :param newest: the format that this version writes, such as ``hexwidget.replay/2``
    :param older: earlier formats that are still read

    >>> format_problem("hexwidget.replay/1", "hexwidget.replay/2", "hexwidget.replay/1")
    >>> format_problem("hexwidget.replay/3", "hexwidget.replay/2")
    "a newer hexwidget has written it, as 'hexwidget.replay/3'; this one reads up to 'hexwidget.replay/2': update hexwidget"
    >>> format_problem(None, "hexwidget.replay/2")
    "expected 'hexwidget.replay/2', not None"
    """
    if found in (newest, *older):
        return None
    kind, _, version = newest.rpartition("/")
    if isinstance(found, str) and len(found) < 100:
        name, _, other = found.rpartition("/")
        if name == kind and other.isascii() and other.isdigit() and int(other) > int(version):
            return f"a newer hexwidget has written it, as {found!r}; this one reads up to {newest!r}: update hexwidget"
    return f"expected {newest!r}, not {shown(found)}"
