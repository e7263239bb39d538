"""The material of a system: its naive reference, its random positions and actions, and the truth of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from hexwidget.rules import Action, Finding, Position

FOLDERS = {"toy": "tests.examples"}
"""The folders of tests that are not called after their system."""

Judge = Callable[[Any, Any], bool | None]
"""A clause of the reference: True if it bars an action on a position, None if the thing that it speaks of does not exist."""
Truth = Callable[[Any, Any, Finding], bool]
"""The truth of a sentence about a position and an action."""


@dataclass(frozen=True)
class Material:
    """The material of one system."""

    name: str
    clauses: Mapping[str, Judge]
    sentences: Mapping[tuple[str, str], Truth]
    remedy_words: Mapping[tuple[str, str], Truth]
    random_position: Callable[[Random], Position]
    small_position: Callable[[Random], Position]
    random_action: Callable[[Any, Random], Action]
    every_action: Callable[[Any, str], Iterator[Action]]


@cache
def material(name: str) -> Material:
    """The material of a system."""
    folder = FOLDERS.get(name, f"tests.{name}")
    reference, anything, sentences = (
        import_module(f"{folder}.{part}") for part in ("reference", "anything", "sentences")
    )
    return Material(
        name,
        reference.CLAUSES,
        sentences.SENTENCES,
        sentences.REMEDY_WORDS,
        anything.random_position,
        anything.small_position,
        anything.random_action,
        anything.every_action,
    )


def questions(of: Material, positions: int, actions: int, seed: object) -> Iterator[tuple[Position, Action]]:
    """Random positions, each with some random actions."""
    for number in range(positions):
        rng = Random(f"{of.name} {seed} {number}")
        position = of.random_position(rng)
        for _ in range(actions):
            yield position, of.random_action(position, rng)
