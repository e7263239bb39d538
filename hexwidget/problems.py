"""Malformed input: everything that is wrong with it, each with its place and what would be right.

The lowest floor: imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST_SHOWN = 40
"""How many problems a message spells out; ``problems`` holds all."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. ``place`` says where (``armies/red/0202``), ``message`` what, and what was expected."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class InputError(ValueError):
    """Input that cannot be read. ``problems`` lists everything wrong with it, not only the first."""

    def __init__(self, title: str, problems: Iterable[Problem]) -> None:
        self.title = title
        self.problems = tuple(problems)
        super().__init__(title, self.problems)

    def __str__(self) -> str:
        lines = [f"  {p}" for p in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        return "\n".join([self.title, *lines, *([f"  ... and {more} more"] if more else [])])


class UnknownName(InputError, KeyError):  # noqa: N818  (a KeyError by another name)
    """A name that is not in a collection; a `KeyError`, so that ``get`` and ``in`` work as everywhere."""

    __str__ = InputError.__str__


class Problems:
    """Collects problems while input is read, so that all of them are reported at once.

    >>> found = Problems()
    >>> found.unknown("armies/red", "unit", "cavlary", ["cavalry", "archer"])
    >>> found.raise_any("this position cannot be read")
    Traceback (most recent call last):
    ...
    hexwidget.problems.InputError: this position cannot be read
      armies/red: unknown unit 'cavlary'; did you mean 'cavalry'?
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, place: str, message: str) -> None:
        """Note one problem."""
        self.found.append(Problem(place, message))

    def unknown(self, place: str, what: str, word: object, known: Iterable[str]) -> None:
        """Note a name that does not exist, with the closest one that does."""
        self.add(place, unknown(what, word, known))

    def raise_any(self, title: str) -> None:
        """Raise `InputError` if anything was noted.

        :raises InputError: with all that was noted
        """
        if self.found:
            raise InputError(title, self.found)


def unknown(what: str, word: object, known: Iterable[str]) -> str:
    """The sentence for a name that does not exist.

    >>> unknown("unit", "cavlary", ["cavalry", "archer"])
    "unknown unit 'cavlary'; did you mean 'cavalry'?"
    >>> unknown("player", "green", ["red", "blue"])
    "unknown player 'green'; expected one of: 'red', 'blue'"
    """
    names = list(known)
    text = f"unknown {what} {shown(word)}"
    close = did_you_mean(word, names)
    if close:
        return f"{text}; did you mean {close!r}?"
    if not names:
        return text
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"{text}; expected one of: {', '.join(map(repr, names[:12]))}{more}"


def did_you_mean(word: object, known: Iterable[str]) -> str | None:
    """The known name that is closest to a word, None if none is close. Only short words are compared."""
    if not isinstance(word, str) or len(word) > 100:
        return None
    from difflib import get_close_matches  # only needed once something is wrong

    return next(iter(get_close_matches(word, list(known), 1, 0.6)), None)


def place(*parts: object) -> str:
    """Where something stands in nested input: a JSON pointer without its first slash, each part cut to a readable length.

    >>> place("armies", "a/b", 3)
    'armies/a~1b/3'
    """
    return "/".join(str(part)[:60].replace("~", "~0").replace("/", "~1") for part in parts)


def within(where: str, *parts: object) -> str:
    """A place inside of another.

    >>> within(place("cards", 3), "cost")
    'cards/3/cost'
    """
    return f"{where}/{place(*parts)}"


def shown(value: object, limit: int = 60) -> str:
    """``repr`` of a value from outside, cut so that a message stays readable."""
    try:
        text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    except ValueError:  # an integer too long to be written out
        text = f"a {type(value).__name__} of too many digits"
    return text if len(text) <= limit + 2 else text[:limit] + "…" + text[0] * (text[0] in "'\"")
