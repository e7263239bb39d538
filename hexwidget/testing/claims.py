"""A promise of every rule system: its check, the methods that it judges, and the words of its failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hexwidget.rules import Position
from hexwidget.rules.author import authors_error, source
from hexwidget.testing.games import LONGEST_SHOWN, Played, text_of


class NotConforming(AssertionError):  # noqa: N818  (a promise that is broken, in words)
    """A rule system that breaks a promise."""


@dataclass(eq=False)
class Broken(Exception):  # noqa: N818  (as above)
    """A promise that is broken at a position."""

    words: str
    position: Position
    methods: tuple[str, ...]
    wording: str
    remedy: str
    values: dict[str, Any]

    def __str__(self) -> str:
        return self.words


def claim(
    holds: object,
    words: str,
    position: Position,
    *,
    method: str = "",
    wording: str = "",
    remedy: str = "",
    **values: Any,
) -> None:
    """Hold a system to a promise at a position.

    :param method: the author's method that breaks it; by default those of the promise
    :param wording: a wording of the author's, whose line is the place
    :param remedy: the way out; by default that of the promise
    :param values: the values that differ, by their names
    :raises Broken: if it is broken
    """
    if not holds:
        raise Broken(words, position, (method,) if method else (), wording, remedy, values)


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise of every rule system.

    :param check: looks at a played game. Its docstring is the promise in words
    :param methods: the methods of the protocol that it judges
    :param remedy: the way out that most failures have
    """

    check: Callable[[Played, Random], None]
    methods: tuple[str, ...]
    remedy: str
    of: Literal["some", "row", "whole"] = "some"
    """The steps that it looks at: some of whole games, the first ones of a game, or all."""

    @property
    def name(self) -> str:
        """The name of the check."""
        return self.check.__name__

    @property
    def title(self) -> str:
        """The name as words."""
        return self.name.replace("_", " ")

    @property
    def words(self) -> str:
        """The promise in words, on one line."""
        return " ".join((self.check.__doc__ or "").split())

    @contextmanager
    def within(self) -> Iterator[None]:
        """Blame the methods of this promise, with its remedy, for a failure in the check of another promise."""
        try:
            yield
        except Broken as broken:
            broken.methods, broken.remedy = broken.methods or self.methods, broken.remedy or self.remedy
            raise

    def __call__(self, played: Played, rng: Random) -> None:
        """Hold a played game to the promise.

        :raises NotConforming: saying what is wrong, where in the author's code, at which position, and the way out
        """
        system = played[0][0].system
        try:
            self.check(played, rng)
        except Broken as broken:
            methods = broken.methods or self.methods
            place = " and ".join(dict.fromkeys(source(system, method, broken.wording) for method in methods))
            said = [f"{name}: {_short(value)}" for name, value in broken.values.items()]
            lines = [f"in {place}", f"at {text_of(broken.position)}", *said, f"remedy: {broken.remedy or self.remedy}"]
            raise NotConforming("\n  ".join([broken.words, *lines])) from None
        except Exception as error:
            found = authors_error(system, self.methods[0], error)
            raise NotConforming(f"{found.what}\n  in {found.place}\n  at {_asked_position(error, played)}") from error


def _asked_position(error: Exception, played: Played) -> str:
    """Return the position that a check was asking about when an error was raised."""
    position, at = played[0][0], error.__traceback__
    while at is not None:
        if at.tb_frame.f_globals.get("__name__", "").startswith("hexwidget.testing."):
            found = at.tb_frame.f_locals.get("position")
            position = found if isinstance(found, Position) else position
        at = at.tb_next
    return text_of(position)


def promise(
    *methods: str, remedy: str, of: Literal["some", "row", "whole"] = "some"
) -> Callable[[Callable[[Played, Random], None]], Promise]:
    """Mark a check with the methods that it judges, and with the way out."""
    return lambda check: Promise(check, methods, remedy, of)


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
