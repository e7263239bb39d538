"""The words that people guess for the names of attributes and keywords, each with the names that it may mean."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable
from functools import reduce
from linecache import getline
from types import ModuleType
from typing import Any, NoReturn

SYNONYMS: dict[str, tuple[str, ...]] = {
    # of positions
    "reachable": ("reach",), "moves": ("legal_actions", "line"), "legal_moves": ("legal_actions",), "actions": ("legal_actions",),
    "move": ("play", "apply"), "play": ("apply",), "do": ("play", "apply"), "step": ("apply",), "player": ("to_act",), "turn": ("to_act",),
    "units": ("armies", "scene"), "armies": ("units",), "pieces": ("armies", "units", "scene"), "readings": ("settings", "compare_readings"),
    "options": ("settings",), "is_legal": ("check",), "winner": ("outcome",), "draw": ("to_svg",), "plot": ("to_svg",),
    # of sessions and boards
    "step_back": ("undo",), "back": ("undo",), "take_back": ("undo",), "next": ("redo",), "forward": ("redo",), "history": ("line",),
    "state": ("position",), "overlay": ("show", "spaces"), "highlight": ("show", "spaces"), "best_move": ("suggest", "search"),
    # of a reach
    "hexes": ("costs", "names"), "cells": ("costs",), "targets": ("costs",), "distance": ("cost",), "route": ("path",),
    # of packages
    "heatmap": ("danger",), "compare": ("readings", "compare_readings"), "simulate": ("playouts",), "open": ("load",), "new": ("aec",),
    "make": ("aec",), "quiz": ("exercise",), "game": ("scenario",),
    # of scenarios, courses and verdicts
    "reasons": ("findings",), "legal": ("status",),     "board": ("Board", "position"), "map": ("map", "position"), "text": ("prose",), "name": ("title",), "notes": ("annotations",),
    "sections": ("parts",), "exercises": ("parts", "load"), "start": ("open", "position"), "results": ("report",), "export": ("to_html",),
    # of keywords
    "n": ("games", "iterations"), "count": ("games", "most"), "side": ("player",), "color": ("theme",), "colors": ("colours",),
    "filename": ("path",), "file": ("path",), "rng": ("seed",), "metric": ("measure",), "depth": ("plies",), "unit": ("space", "units"),
    "hex": ("space",), "agent": ("player",), "agents": ("policies",), "opponent": ("opponents",), "size": ("scale",),
}  # fmt: skip
"""The names that a guessed word may mean, the likeliest first. The first that a thing has is the answer."""
_NAMES = frozenset(SYNONYMS).union(*SYNONYMS.values())


def meaning(word: str, known: Collection[str]) -> str | None:
    """Return the known name that a guessed word means; None for another word.

    >>> meaning("units", ["players", "armies", "army_size"])
    'armies'
    """
    return next((name for name in SYNONYMS.get(word, ()) if name in known), None)


def did_you_mean(word: object, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to a word: one that it is known to mean, or its plural, before any other. None if no name is
    near. Only short words are compared, and only with texts.

    >>> did_you_mean("army", ["army_size", "armies"]), did_you_mean("units", ["unicorns", "armies"])
    ('armies', 'armies')
    """
    if not isinstance(word, str) or len(word) > 100:
        return None
    known = [name for name in known if isinstance(name, str)]
    for name in (meaning(word, known), f"{word}s", f"{word[:-1]}ies"):
        if name in known:
            return name
    from difflib import get_close_matches  # slow to import, and only needed for errors

    return next(iter(get_close_matches(word, known, 1, 0.6 if len(word) < 5 else 0.7)), None)


def nearest_first(word: object, known: list[str]) -> list[str]:
    """Return known names, those that are near to a word first."""
    if not isinstance(word, str) or len(word) > 100 or len(known) > 200:
        return known
    from difflib import SequenceMatcher

    def likeness(name: object) -> float:
        ratio = SequenceMatcher(None, word, name).ratio() if isinstance(name, str) else 0
        return ratio if ratio >= 0.5 else 0

    return sorted(known, key=likeness, reverse=True)


class GuessedAttribute:
    """An attribute that people guess. To read it is an error that says the name. With a ``__getattr__`` that says so, Python would read
    all other attributes more slowly, too."""

    def __init__(self, word: str, name: str) -> None:
        self._word, self._name = word, name
        self.__doc__ = f"No attribute: see `{name}`."

    def __get__(self, thing: object, owner: type[Any]) -> NoReturn:
        what = f"{owner.__name__} has no {self._word!r}; did you mean {self._name!r}?"
        raise AttributeError(what, name=self._word, obj=thing)


class GuessedNames:
    """A base of classes whose attributes people guess."""

    __slots__ = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        declared = {name for each in cls.__mro__ for name in vars(each).get("__annotations__", ())}
        known = {name for name in _NAMES if hasattr(cls, name)} | declared
        for word in SYNONYMS.keys() - known:
            if name := meaning(word, known):
                setattr(cls, word, GuessedAttribute(word, name))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in SYNONYMS or hasattr(self, name)]


ASKED = ("hexwidget", "hexwidget.plots", "hexwidget.explore", "hexwidget.environments", "hexwidget.lessons")
"""The packages whose functions people call."""


def suggestion(error: BaseException) -> str:
    """Return the sentence that helps with an unknown attribute or keyword of a thing of this package; empty for another error."""
    thing, word, what = getattr(error, "obj", None), str(getattr(error, "name", "")), "attribute"
    known: list[str] = []
    ours = any(each.__module__.startswith("hexwidget.") for each in type(thing).__mro__)
    if isinstance(error, AttributeError) and ours:
        known = [name for name in dir(thing) if not name.startswith("_")]
    elif isinstance(error, TypeError) and (found := _KEYWORD.search(str(error))) and _is_ours(error, found[1]):
        word, what, known = found[2], "keyword", list(dict.fromkeys(_keywords(found[1])))
    if not known or "; did you mean" in str(error):
        return ""
    close = did_you_mean(word, known)
    others = ", ".join(map(repr, nearest_first(word, known)))
    return f"unknown {what} {word!r}; " + (f"did you mean {close!r}?" if close else f"expected one of: {others}")


_GATHERED = (2, 4)
"""The kinds of parameters that take several arguments (`inspect.Parameter.VAR_POSITIONAL`, `VAR_KEYWORD`)."""
_KEYWORD = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")


def _is_ours(error: TypeError, called: str) -> bool:
    """True if nothing that a call may mean by a name is of another package. The name of a method has that of its class."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if "." in called or trace is None:
        return True
    names = {**trace.tb_frame.f_globals, **trace.tb_frame.f_locals}
    line = getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    owners: list[Any] = []
    for path in re.findall(rf"([\w.]+)\.{called}\(", line):
        first, *rest = path.split(".")
        owners.append(reduce(lambda owner, part: getattr(owner, part, None), rest, names.get(first)))
    owners = owners or [each for each in names.values() if isinstance(each, ModuleType)]
    meant = [names.get(called), *(getattr(each, called, None) for each in owners)]
    return all(each.__module__.startswith("hexwidget") for each in meant if hasattr(each, "__module__"))


def _keywords(name: str) -> Iterable[str]:
    """Yield the keywords of public functions, and of methods of classes that people ask, of a name."""
    from inspect import signature

    first, _, method = name.partition(".")
    classes = [GuessedNames]
    for each in classes:
        classes += each.__subclasses__()
    kinds = {each.__name__: each for each in classes}
    for owner in (kinds.get(first), *(getattr(sys.modules.get(each), first, None) for each in ASKED)):
        called = getattr(owner, method, None) if method else owner
        if callable(called):
            yield from (
                key
                for key, each in signature(called).parameters.items()
                if key != "self" and each.kind not in _GATHERED
            )
