"""The languages that people read. English is in the code; the texts of another language are data beside the English ones.

A catalogue is made of files whose names hold the language, such as ``words.de.json``, which is made from the ``words.de.po`` that
translators write. A text of the code and one of the data, such as a clause, are both found by the English text. A system speaks
English as a whole if the title of its rulebook is not translated (`Rulebook.speaking`).

Imports nothing of the package.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, wraps
from gettext import c2py
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

ENGLISH = "en"
_PACKAGE = Path(__file__).parent
_FOLDERS = [_PACKAGE, _PACKAGE / "widget"]
"""The folders with texts; each system adds its own."""

Forms = list[str]
"""A translation. That of a noun or verb has a form for each number of things that the language tells apart."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language.

    :param forms: the translations by context and English text. The context of most is empty; others are grammatical cases
    :param number: the place of the form that goes with a number of things
    :param page: the words of the page, as they travel
    :param served: those of a server's pages
    """

    code: str
    forms: Mapping[str, Mapping[str, Forms]]
    number: Callable[[int], int]
    page: Mapping[str, tuple[str, ...]]
    served: Mapping[str, tuple[str, ...]]

    def text(self, english: str, context: str = "") -> str:
        """The translation of a text in a context, or else in none. Empty: the text is not translated."""
        found = self.forms.get(context, {}).get(english) or self.forms[""].get(english)
        return found[0] if found else ""

    def form(self, english: str, number: int, context: str = "") -> str:
        """The form of a noun or verb that goes with a number of things. Empty: the word is not translated, or has one form."""
        found = self.forms.get(context, {}).get(english) or self.forms[""].get(english)
        return found[self.number(number)] if found and len(found) > 1 else ""


_spoken: ContextVar[str] = ContextVar("language", default="")
_used = [ENGLISH]


def language() -> str:
    """The language that is spoken now."""
    return _spoken.get() or _used[0]


def catalogue_now() -> Catalogue | None:
    """The catalogue of the language that is spoken now; None for English."""
    code = _spoken.get() or _used[0]
    return None if code == ENGLISH else catalogue_of(code)


def set_language(code: str) -> None:
    """Set the language of this process, of which there are texts."""
    _used[0] = code


def languages() -> list[str]:
    """The languages that there are texts of.

    >>> languages()
    ['de', 'en']
    """
    return sorted({ENGLISH, *(path.name.split(".")[1] for folder in _FOLDERS for path in folder.glob("words.*.json"))})


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say everything in a language within the block."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


def in_its_language(method: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Decorate a method, or a function, to speak the language of its first argument: that which its ``speaking`` says, or that of its
    rulebook, or of the game that it belongs to."""

    @wraps(method)
    def speaks(thing: T, /, *args: P.args, **keywords: P.kwargs) -> R:
        with speaking_of(thing):
            return method(thing, *args, **keywords)

    return speaks


def language_of(thing: Any) -> str:
    """The language that is spoken about a thing."""
    with speaking_of(thing):
        return language()


def speaking_of(thing: Any) -> AbstractContextManager[None]:
    """Say everything within a block in the language of a thing; see `in_its_language`."""
    if hasattr(thing, "speaking"):
        made: AbstractContextManager[None] = thing.speaking()
        return made
    one = thing[0] if isinstance(thing, list) and thing else thing
    system = getattr(one, "system", None) or getattr(getattr(one, "position", None), "system", None)
    rulebook = getattr(one, "rulebook", None) or getattr(system, "rulebook", None)
    return nullcontext() if rulebook is None else speaking_of(rulebook)


def add_folder(folder: Path) -> None:
    """Look for texts in a folder, too: that of a system."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        catalogue_of.cache_clear()


@cache
def catalogue_of(code: str) -> Catalogue:
    """Read the texts of a language."""
    forms: dict[str, dict[str, Forms]] = {"": {}}
    plural = "n != 1"
    for folder in _FOLDERS:
        for path in folder.glob(f"words.{code}.json"):
            read = json.loads(path.read_text(encoding="utf-8"))
            plural = read["plural"]
            for context, texts in read["texts"].items():
                forms.setdefault(context, {}).update(texts)
    page, served = (_words_of(_PACKAGE / room / f"page.{code}.json") for room in ("widget", "serving"))
    return Catalogue(code, forms, c2py(plural), page, served)


def _words_of(path: Path) -> dict[str, tuple[str, ...]]:
    read = json.loads(path.read_text(encoding="utf-8"))["texts"][""] if path.exists() else {}
    return {text: tuple(each) for text, each in read.items()}
