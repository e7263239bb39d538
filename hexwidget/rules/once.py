"""Functions of a position that keep their last result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from weakref import ref

from hexwidget.languages import language

T = TypeVar("T")


class Once(Generic[T]):
    """A function of a position that keeps its last result. A board asks for the choices of one position many times.

    :param find: the function. Its first argument is told apart by identity, the others by equality.
    """

    def __init__(self, find: Callable[..., T]) -> None:
        self._find = find
        self._kept: tuple[ref[Any], tuple[Any, ...], T] | None = None

    def __call__(self, position: Any, *more: Any) -> T:
        kept = self._kept  # read once: another thread may ask meanwhile
        more = (*more, language())  # the result may hold words
        if kept is not None and kept[0]() is position and kept[1] == more:
            return kept[2]
        found = self._find(position, *more[:-1])
        self._kept = ref(position), more, found
        return found
