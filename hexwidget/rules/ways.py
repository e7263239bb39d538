"""The spaces that an action names, and the ways that it takes over the map."""

from __future__ import annotations

from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Draft
from hexwidget.rules.position import Position


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


def _draft(position: Position, action: Action) -> Draft:
    return Draft(next(iter(position.system.grammar.drafts(action))))
