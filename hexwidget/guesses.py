"""The words that people guess for the names of attributes and keywords, each with the names that it may mean."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NoReturn

SYNONYMS: dict[str, tuple[str, ...]] = {
    # of positions
    "reachable": ("reach",), "moves": ("legal_actions", "line"), "legal_moves": ("legal_actions",), "actions": ("legal_actions",),
    "move": ("play", "apply"), "play": ("apply",), "do": ("play", "apply"), "step": ("apply",), "player": ("to_act",), "turn": ("to_act",),
    "units": ("armies", "scene"), "armies": ("units",), "pieces": ("armies", "units", "scene"), "readings": ("settings",),
    "options": ("settings",), "is_legal": ("check",), "winner": ("outcome",), "draw": ("to_svg",), "plot": ("to_svg",),
    # of sessions and boards
    "step_back": ("undo",), "back": ("undo",), "take_back": ("undo",), "next": ("redo",), "forward": ("redo",), "history": ("line",),
    "state": ("position",), "overlay": ("show", "spaces"), "highlight": ("show", "spaces"), "best_move": ("suggest", "search"),
    # of a reach
    "hexes": ("costs",), "cells": ("costs",), "targets": ("costs",), "distance": ("cost",), "route": ("path",),
    # of packages
    "heatmap": ("danger",), "compare": ("readings", "compare_readings"), "simulate": ("playouts",), "open": ("load",), "new": ("aec",),
    "make": ("aec",), "quiz": ("exercise",), "game": ("scenario",),
}  # fmt: skip
"""The names that a guessed word may mean, the likeliest first. The first that a thing has is the answer."""
_NAMES = frozenset(SYNONYMS).union(*SYNONYMS.values())


def meant(word: str, known: Collection[str]) -> str | None:
    """Return the known name that a guessed word means; None for another word.

    >>> meant("units", ["players", "armies", "army_size"])
    'armies'
    """
    return next((name for name in SYNONYMS.get(word, ()) if name in known), None)


class Guess:
    """An attribute that people guess. To read it is an error that says the name. With a ``__getattr__`` that says so, Python would read
    all other attributes more slowly, too."""

    def __init__(self, word: str, name: str) -> None:
        self._word, self._name = word, name
        self.__doc__ = f"No attribute: see `{name}`."

    def __get__(self, thing: object, owner: type[Any]) -> NoReturn:
        what = f"{owner.__name__} has no {self._word!r}; did you mean {self._name!r}?"
        raise AttributeError(what, name=self._word, obj=thing)


class Guessed:
    """A base of classes whose attributes people guess."""

    __slots__ = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        declared = {name for each in cls.__mro__ for name in vars(each).get("__annotations__", ())}
        known = {name for name in _NAMES if hasattr(cls, name)} | declared
        for word in SYNONYMS.keys() - known:
            if name := meant(word, known):
                setattr(cls, word, Guess(word, name))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in SYNONYMS or hasattr(self, name)]
