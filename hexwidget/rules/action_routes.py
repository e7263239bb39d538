"""The spaces that an action names, and the ways that it takes over the map."""

from __future__ import annotations

import re

from hexwidget.geometry import SpaceMap
from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Draft
from hexwidget.rules.position import Position

_ASIDE = re.compile(r"\([^)]*\)|\[[^]]*\]")


def spaces_of(position: Position, action: Action) -> tuple[str, ...]:
    """Return the spaces that an action names."""
    words = (word for value in _draft(position, action).values() for word in str(value).split())
    return tuple(dict.fromkeys(word for word in words if position.map.find(word) is not None))


def ways_of(position: Position, action: Action) -> list[tuple[str, ...]]:
    """Return the ways that an action takes over the map: those that its choices draw."""
    try:
        now = position.choices(_draft(position, action), action.player)
    except InputError:
        return []
    ways = [arrow.spaces for arrow in now.arrows]
    goal = None if now.field is None else now.draft.get(now.field.slot)
    if now.field is not None and goal is not None and str(goal) in now.field.reach:
        ways.append((*now.field.lead[:-1], *now.field.reach.path(str(goal))))
    return [way for way in ways if len(way) > 1]


def ways_told(position: Position, action: Action, text: str = "") -> list[tuple[str, ...]]:
    """Return the ways of an action over the map, as they are drawn or, where a refused one is not, as a text of it names them.

    :param text: by default its canonical one
    """
    text, spaces = text or str(action), position.map
    named = spaces_in(text, spaces)
    return ways_of(position, action) or chains_in(text, spaces) or ([named] if len(named) > 1 else [])


def leads_to(position: Position, action: Action) -> frozenset[str]:
    """Return the spaces that an action leads to: the ends of its ways, or else the last space that its text names."""
    return frozenset({way[-1] for way in ways_of(position, action)} or spaces_in(str(action), position.map)[-1:])


def chains_in(text: str, spaces: SpaceMap) -> list[tuple[str, ...]]:
    """Return the ways that a text names: spaces with hyphens between, without what stands in brackets."""
    chains = (tuple(word.split("-")) for word in _ASIDE.sub("", text).replace(";", " ").split() if "-" in word)
    return [chain for chain in chains if all(spaces.find(name) is not None for name in chain)]


def spaces_in(text: str, spaces: SpaceMap) -> tuple[str, ...]:
    """Return the spaces that a text names, in the order of their names."""
    words = "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
    return tuple(word for word in words if spaces.find(word) is not None)


def _draft(position: Position, action: Action) -> Draft:
    return Draft(next(iter(position.system.grammar.drafts(action))))
