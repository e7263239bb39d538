"""Versions of file formats: older ones are read, newer ones are refused with a sentence. Documents of higher floors."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from hexwidget.deferred import Deferred, deferred
from hexwidget.problems import shown

_READERS: dict[str, tuple[Deferred, str]] = {"hexwidget.course": ("lessons.courses.course", "read_course")}
"""The readers of documents whose modules lie on higher floors. They are loaded when a text names the format."""
_FORMAT = re.compile(r'"format"\s*:\s*"([\w.]+)/')


class Document(ABC):
    """A thing of a higher floor that files and links hold as a document of its own."""

    @property
    @abstractmethod
    def document(self) -> str:
        """The document: JSON that names its format.

        :raises InputError: if something in it cannot be written
        """

    @abstractmethod
    def activity(self) -> Any:
        """Return the activity at a board of somebody who begins."""


def reader_of(text: str) -> Callable[..., Any] | None:
    """Return the function that reads the text of a `Document`; None for another text."""
    found = _FORMAT.search(text)
    if found is None or found[1] not in _READERS:
        return None
    module, name = _READERS[found[1]]
    reader: Callable[..., Any] = getattr(deferred(module), name)
    return reader


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
