"""Short codes, which stand on a wall or a card for all to see: who types one gives a name, and gets a link of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import choice
from typing import Annotated, Any, Protocol

from hexwidget.english import as_name, as_phrase, phrase
from hexwidget.problems import InputError, is_alike, is_line
from hexwidget.rules.hints import WRITTEN

LETTERS, LENGTH = "23456789ACDEFGHJKMNPQRTUVWXY", 5
"""The 28 letters of codes. None looks like another one."""
_TYPED = str.maketrans("BSZ", "852", " -")
"""The letters that somebody may take for a letter of a code, and the marks that count for nothing."""
LONGEST_NAME = 40


class Entrance(Protocol):
    """The entrance of a class or a table."""

    def about(self) -> dict[str, Any]:
        """Return the data for people before they give their name."""

    async def admit(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Let somebody in. Return the ``token`` of a link of their own.

        :param given: their ``name``, and what else `about` asks for
        :raises InputError: in words for them
        """


@dataclass(frozen=True)
class KeptEntrance:
    """The things that are kept of an entrance.

    :param code: empty: the door is closed
    """

    code: Annotated[str, WRITTEN] = ""


def new_code() -> str:
    """Return a code that nobody can guess in the time of a class."""
    return "".join(choice(LETTERS) for _ in range(LENGTH))


def read_code(typed: object) -> str:
    """Return a code as it stands on the wall.

    >>> read_code("k7-sz b")
    'K7528'
    """
    return typed.upper().translate(_TYPED) if isinstance(typed, str) else ""


def checked_name(name: object, names: Iterable[str], remedy: str) -> str:
    """Return the name that somebody gives, with single blanks.

    :param names: of the others
    :param remedy: what to do about a name that looks like one of these
    :raises InputError: in words for them
    """
    title, words = "this name does not do", " ".join(name.split()) if isinstance(name, str) else ""
    if not is_line(words, LONGEST_NAME, 1):
        raise InputError(title, phrase("give a name of 1 to {n} characters", n=LONGEST_NAME))
    if is_alike(words, names):
        what = phrase("somebody is here as {name} already. {remedy}", name=as_name(words), remedy=as_phrase(remedy))
        raise InputError(title, what)
    return words
