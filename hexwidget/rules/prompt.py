"""Prompts: what a player is asked, in parts. Read aloud a prompt is one sentence after the other; on the board the task stands in
bold, other words are dim, and words that the board shows elsewhere are only heard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexwidget.english import capital, translated

Part = tuple[Literal["task", "about", "unseen"], str]
"""A part of a prompt: seen in bold, seen dim, or only heard."""

LONGEST_DEED = 26
"""The most letters that the button of the bar has room for."""


def fitting(*deeds: str) -> str:
    """The first of some words for the button that it has room for, with a capital; the last words, if no words fit.

    >>> fitting("build a temple in Carthago Nova", "build a temple")
    'Build a temple'
    """
    return capital(next((deed for deed in deeds if len(deed) <= LONGEST_DEED), deeds[-1]))


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt in parts, in the order in which they are read aloud.

    :param task: the thing to do or to confirm
    :param player: the player who is asked; only heard, as the head of the board shows whose turn it is
    :param about: a name that stands before the task with a colon, instead of the player
    :param before: sentences before the task
    :param odds: sentences after the task that only repeat the odds in the panel; only heard
    :param after: sentences after the task
    :param confirm: True if the prompt ends with the question whether to confirm
    :param deed: the words for the button that confirms; while something is missing, for what is missing

    >>> prompt = Prompt("lay the tile (3 sea)", player="red", after=("It cannot be turned",), deed="Lay the tile")
    >>> prompt.text
    'Red: lay the tile (3 sea). It cannot be turned.'
    >>> [words for kind, words in prompt.parts if kind == "about"]
    ['3 sea', 'It cannot be turned']
    """

    task: str
    player: str = ""
    about: str = ""
    before: tuple[str, ...] = ()
    odds: str = ""
    after: tuple[str, ...] = ()
    confirm: bool = False
    deed: str = ""

    @property
    def text(self) -> str:
        """The prompt as it is read aloud."""
        return "".join(words for _, words in self.parts)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts, which together are the text."""
        (kind, first), *rest = self._parts()
        return ((kind, capital(first)), *rest)

    def _parts(self) -> Iterator[Part]:
        if self.player or self.about:
            yield ("unseen", translated(self.player)) if self.player else ("about", self.about)
            yield "unseen", ": "
        for words in self.before:
            yield from _sentence("about", words)
            yield "unseen", " "
        yield from _sentence("task", self.task)
        if self.odds:
            yield "unseen", f" {self.odds}"
        for words in self.after:
            yield "unseen", " "
            yield from _sentence("about", words)
        if self.confirm:
            yield "unseen", f" {translated('Confirm?')}"


def _sentence(kind: Literal["task", "about"], words: str) -> Iterator[Part]:
    """The parts of a sentence. A note in brackets at its end, such as its clause, is dim and seen without the brackets."""
    body, bracket, note = words.removesuffix(".").rpartition(" (")
    if not bracket or not note.endswith(")") or ")" in note[:-1]:
        body, note = words.removesuffix("."), ""
    yield kind, body
    if note:
        yield from (("unseen", " ("), ("about", note[:-1]), ("unseen", ")"))
    if not words.endswith(("?", "!")):
        yield "unseen", "."
