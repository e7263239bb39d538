"""Malformed input: everything that is wrong with it, each with its place and what would be right.

The lowest floor: imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)
"""What is not seen, turns round what is beside it, is obeyed by a terminal, or cannot be written as UTF-8 or XML."""
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\uffff]")
"""What no text that is to be shown may hold. (Letters and signs that are joined by unseen ones are as they should be.)"""
LONGEST_PLACE = 200
MOST_SHOWN = 40
"""How many problems a message spells out; ``problems`` holds all, up to `MOST_HELD`."""
MOST_HELD = 500
"""With so many problems a reader goes no further: each has cost some time, and a sentence in memory."""
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. ``place`` says where (``armies/red/0202``), ``message`` what, and what was expected."""

    place: str
    message: str

    def __post_init__(self) -> None:
        at = visible(self.place)
        object.__setattr__(self, "place", at if len(at) <= LONGEST_PLACE else at[:LONGEST_PLACE] + "…")
        object.__setattr__(self, "message", visible(self.message))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class InputError(ValueError):
    """Input that cannot be read. ``problems`` lists everything wrong with it, not only the first."""

    def __init__(self, title: str, problems: Iterable[Problem]) -> None:
        self.title = title
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(title, self.problems)

    def __str__(self) -> str:
        lines = [f"  {p}" for p in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        return "\n".join([self.title, *lines, *([f"  ... and {more} more"] if more else [])])


class UnknownName(InputError, KeyError):  # noqa: N818  (a KeyError by another name)
    """A name that is not in a collection; a `KeyError`, so that ``get`` and ``in`` work as everywhere."""


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
        """Note one problem.

        :raises InputError: with all that was noted, if there are too many to go on
        """
        self.found.append(Problem(place, message))
        if len(self.found) >= MOST_HELD:
            raise InputError("too much is wrong with this to go on", self.found)

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
        return f"{text}; did you mean {shown(close)}?"
    if not names:
        return text
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"{text}; expected one of: {', '.join(map(shown, names[:12]))}{more}"


def visible(text: str) -> str:
    """A text with what is not seen in it spelt out.

    >>> visible("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def is_showable(text: object, most: int, least: int = 0) -> bool:
    """Whether it is a text, of one line or several, that can be shown anywhere: neither too short nor too long, and without
    what a terminal obeys, what turns the text beside it round, and what XML or UTF-8 cannot hold.

    >>> is_showable("Ford", 40), is_showable("a\\x1b[2J", 40), is_showable("Ford", 3), is_showable(None, 3)
    (True, False, False, False)
    """
    return isinstance(text, str) and least <= len(text) <= most and not _UNSHOWABLE.search(text)


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


def is_whole(text: str) -> bool:
    """Whether a text can be written: it has no half of a surrogate pair, as JSON's ``\\ud800`` would be one."""
    return not _HALF.search(text)


def shown(value: object, limit: int = 60) -> str:
    """``repr`` of a value from outside, cut so that a message stays readable."""
    try:
        text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    except ValueError:  # an integer too long to be written out
        text = f"a {type(value).__name__} of too many digits"
    except RecursionError:
        text = f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= limit + 2 else text[:limit] + "…" + text[0] * (text[0] in "'\"")
