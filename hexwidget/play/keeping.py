"""The lines of a game's replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexwidget.files.replay import Edited, Played, Rolled, Tried, WentTo, entry_line, first_line
from hexwidget.play.tree import Step, Tree


def replay_lines(
    tree: Tree[Any], chance: Mapping[str, Any], tries: Sequence[Tried] = (), *, complete: bool = False
) -> Iterator[str]:
    """Yield the lines of a game's replay: the start, every step, the refused tries, the end of the current line and the current step,
    where they are not the last one.

    :param chance: what the first line says of chance
    :param complete: True if no further lines follow: the first line says how many there are
    """
    last, end = len(tree.steps) - 1, tree.line[-1].number
    went = [end] * (end != last) + [tree.current] * (tree.current != end)
    yield first_line(tree.steps[0].position, chance, last + len(tries) + len(went) if complete else None)
    yield from (line_of(step) for step in tree.steps[1:])
    yield from map(entry_line, tries)
    yield from (entry_line(WentTo(step)) for step in went)


def line_of(step: Step[Any]) -> str:
    """Return the line of a step in a replay."""
    number, parent, chance, after = step.number, step.parent or 0, step.chance, step.position
    if chance is not None:
        return entry_line(Rolled(number, parent, chance.source, chance.value, step.by_hand, after.key))
    if step.action is None:
        return entry_line(Edited(number, parent, after.system.to_json(after), after.key))
    return entry_line(Played(number, parent, step.action.player, str(step.action), after.key))
