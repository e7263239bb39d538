"""Malformed input: a list of its problems, each with its place and what would be right.

Imports only `hexwidget.english`, `hexwidget.languages` and `hexwidget.refusals` of the package.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from html import escape
from typing import ParamSpec, TypeGuard, TypeVar

from hexwidget.english import Phrase, as_phrase, phrase, translated_as_whole
from hexwidget.english import shown as shown
from hexwidget.english import unknown as unknown
from hexwidget.languages import language, language_of, speaking
from hexwidget.refusals import Refusal, card

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)
"""Characters that are invisible, change the direction of text, control a terminal, or cannot be written as UTF-8 or XML."""
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\uffff]")
"""Characters that a shown text must not have. Invisible joiners between letters and signs are allowed."""
_JOINER = re.compile("(?<=\\S)[\u200c\u200d](?=\\S)")
_LOOKS_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсхуԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνικυ", "ABESIJKMHOPCTXYaesijopcxydqwhABEZHIKMNOPTYXopviku"
)
"""Letters of Cyrillic and Greek that look like Latin ones in most typefaces."""
LONGEST_PLACE = 200
MOST_SHOWN = 40
"""The most problems in a message. ``problems`` holds all, up to `MOST_HELD`."""
MOST_HELD = 500
"""A reader stops after this many problems, since each takes time and memory."""
T = TypeVar("T")
_HALF = re.compile("[\ud800-\udfff]")


def sure(value: T | None) -> T:
    """A value that is never None here, as a comment beside the call says."""
    assert value is not None  # noqa: S101  (the one place that checks what cannot be)
    return value


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of an input. ``place`` is its place (``armies/red/0202``); ``message`` says what is wrong, and what was expected."""

    place: str
    message: str

    def __post_init__(self) -> None:
        at = visible(self.place)
        object.__setattr__(self, "place", at if len(at) <= LONGEST_PLACE else at[:LONGEST_PLACE] + "…")
        object.__setattr__(self, "message", visible(self.message))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class InputError(Refusal, ValueError):
    """Input that cannot be read. ``problems`` lists everything that is wrong, not only the first.

    :param problems: all problems, or the words for the only one
    :param place: that of the only one
    """

    def __init__(self, title: str, problems: Iterable[Problem] | str, place: str = "") -> None:
        self.title = title
        found = [Problem(place, problems)] if isinstance(problems, str) else problems
        self.problems: tuple[Problem, ...] = tuple(found)
        self.language = language()
        super().__init__(title, self.problems)

    @property
    def said(self) -> tuple[str, list[Problem]]:
        """The title and the problems for readers, in the language that was spoken when it was raised: in English if one of them has no
        translation."""
        told = list(self.problems[:MOST_SHOWN])
        if more := self.problems[MOST_SHOWN:]:
            told.append(Problem("", phrase("... and {n} more", n=len(more))))
        places = [each.place if isinstance(each.place, Phrase) else "" for each in told]  # others are keys of data
        with speaking(self.language):
            title, *texts = translated_as_whole([self.title, *places, *(each.message for each in told)])
        said = zip(told, texts[: len(told)], texts[len(told) :], strict=True)
        return title, [Problem(place or each.place, message) for each, place, message in said]

    def __str__(self) -> str:
        title, problems = self.said
        return "\n".join([title, *(f"  {each}" for each in problems)])

    def _card(self) -> str:
        title, problems = self.said
        pairs = [(escape(each.place), escape(each.message)) for each in problems]
        return card(title, [f"<b>{place}</b> {message}" if place else message for place, message in pairs])


P = ParamSpec("P")
R = TypeVar("R")


def errors_in_its_language(method: Callable[P, R]) -> Callable[P, R]:
    """Decorate a method that is called often. Only its errors speak the language of its first argument."""

    @wraps(method)
    def called(*args: P.args, **keywords: P.kwargs) -> R:
        try:
            return method(*args, **keywords)
        except InputError as error:
            error.language = language_of(args[0])
            raise

    return called


class UnknownName(InputError, KeyError):  # noqa: N818  (a KeyError by another name)
    """A name that is not in a collection. It is a `KeyError`, so that ``get`` and ``in`` work as usual."""


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

    def add(self, place: str, message: str, /, **values: object) -> None:
        """Add a problem.

        :param message: a text, or a wording with its values

        :raises InputError: with all problems, if there are too many to go on
        """
        self.found.append(Problem(place, phrase(message, **values) if values else message))
        if len(self.found) >= MOST_HELD:
            raise InputError("too much is wrong with this to go on", self.found)

    def expected(self, place: str, what: str, given: object, /, **values: object) -> None:
        """Add the problem of a value that is not what is expected there, which may be a wording with its values."""
        self.add(place, expectation(phrase(what, **values) if values else what, given))

    def unknown(self, place: str, what: str, word: object, known: Iterable[str]) -> None:
        """Add the problem of an unknown name, with the nearest known one."""
        self.add(place, unknown(what, word, known))

    def note_unknown(self, place: str, what: str, name: object, known: Iterable[str]) -> None:
        """Add the problem of a name if it is not among those that are known.

        :param what: the noun for such a thing
        """
        names = list(known)
        if name not in names:
            self.unknown(place, what, name, names)

    def raise_any(self, title: str) -> None:
        """Raise `InputError` if there is a problem.

        :raises InputError: with all problems
        """
        if self.found:
            raise InputError(title, self.found)

    @contextmanager
    def noting(self, where: str = "", *, below: bool = True) -> Iterator[None]:
        """Add the problems that an error within the block tells of, and go on behind it.

        :param where: the place of the part that the block reads; empty: they stay at their own places
        :param below: their own places lie below it, and tell which part it is; False: all are at it
        """
        try:
            yield
        except InputError as error:
            for problem in error.problems:
                self.add("/".join(filter(None, (where, problem.place if below else ""))), problem.message)


def expectation(what: str, given: object) -> str:
    """Return the sentence for a value that is not what is expected."""
    return phrase("expected {what}, not {given}", what=as_phrase(what), given=shown(given))


def mismatch(title: str, what: str, given: object, place: str = "") -> InputError:
    """Return the error for a value that is not what is expected.

    >>> mismatch("nothing to play", "a position", 3).problems[0].message
    'expected a position, not 3'
    """
    return InputError(title, expectation(what, given), place)


def check_name(title: str, what: str, name: object, known: Iterable[str], place: str = "") -> None:
    """Check that a name is among those that are known.

    :param what: the noun for such a thing
    :raises InputError: if it is not, with the nearest one
    """
    problems = Problems()
    problems.note_unknown(place, what, name, known)
    problems.raise_any(title)


def no_name(package: str, name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for a name that a package does not have, with the nearest one. A hidden name is asked for by programs alone, often
    by the thousand, and has none."""
    return AttributeError(
        f"module {package!r}: {unknown('name', name, () if name.startswith('_') else known)}", name=name
    )


def visible(text: str) -> str:
    """Return a text with its invisible characters escaped.

    >>> visible("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    escaped = _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return text if escaped == text else escaped  # a phrase stays one


def is_showable(text: object, most: int, least: int = 0) -> bool:
    """True for a text that can be shown anywhere: its length is in range, and it has no characters that control a terminal,
    change the direction of text, or cannot be written as XML or UTF-8. It may have several lines.

    >>> is_showable("Ford", 40), is_showable("a\\x1b[2J", 40), is_showable("Ford", 3), is_showable(None, 3)
    (True, False, False, False)
    """
    return isinstance(text, str) and least <= len(text) <= most and not _UNSHOWABLE.search(text)


def is_line(text: object, most: int, least: int = 0) -> TypeGuard[str]:
    """True for a line of printable text. Joiners may stand within it: Persian words and the signs for families have them.

    >>> is_line("Ford", 40), is_line("\\u0645\\u06cc\\u200c\\u062e", 40), is_line("\\u200cFord", 40), is_line("Ford", 3)
    (True, True, False, False)
    """
    return isinstance(text, str) and least <= len(text) <= most and _JOINER.sub("", text).isprintable()


def looks(name: str) -> str:
    """Return the look of a name: names with the same look cannot be told apart.

    >>> looks("r\u0435d") == looks("red"), looks("re\u200dd") == looks("red"), looks("Red") == looks("red")
    (True, True, False)
    """
    if name.isascii():
        return name
    return unicodedata.normalize("NFKC", _UNSEEN.sub("", name)).translate(_LOOKS_LATIN)


def is_alike(name: str, names: Iterable[str]) -> bool:
    """True if a name looks like one of some others, or differs in small and large letters only.

    >>> is_alike("\u0410nna", ["Ben", "anna"]), is_alike("Ann\u200ba", ["Anna"]), is_alike("Anne", ["Anna"])
    (True, True, False)
    """
    seen = _looks_of_case(name)
    return any(seen & _looks_of_case(each) for each in names)


def _looks_of_case(name: str) -> set[str]:
    return {looks(name).casefold(), looks(name.casefold())}


def told_apart(name: str, mark: str, names: Iterable[str]) -> str:
    """Return a name, with a mark behind it if it looks like one of some others."""
    return f"{name} ({mark})" if is_alike(name, names) else name


def place(*parts: object) -> str:
    """Return a place in nested input: a JSON pointer without its first slash, each part cut to a readable length.

    >>> place("armies", "a/b", 3)
    'armies/a~1b/3'
    """
    return "/".join(str(part)[:60].replace("~", "~0").replace("/", "~1") for part in parts)


def within(where: str, *parts: object) -> str:
    """Return a place inside another.

    >>> within(place("cards", 3), "cost")
    'cards/3/cost'
    """
    return f"{where}/{place(*parts)}"


def is_whole(text: str) -> bool:
    """True if a text can be written: it has no half of a surrogate pair, such as JSON's ``\\ud800``."""
    return not _HALF.search(text)
