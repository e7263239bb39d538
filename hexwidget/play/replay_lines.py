"""The lines of a game's replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from hexwidget.files.replay import Edited, Entry, Played, Rolled, Tried, WentTo, entry_line, first_line
from hexwidget.play.tree import Step, Tree


def replay_lines(
    tree: Tree[Any], chance: Mapping[str, Any], tries: Sequence[Tried] = (), *, complete: bool = False
) -> Iterator[str]:
    """Yield the lines of a game's replay: the start, every step, the refused tries, the ends that redo leads to on other branches,
    the end of the current line and the current step, where they are not the last one.

    :param chance: what the first line says of chance
    :param complete: True if no further lines follow: the first line says how many there are
    """
    last, end = len(tree.steps) - 1, tree.line[-1].number
    went = _redo_steps(tree)
    went += [end] * (end != last or bool(went)) + [tree.current] * (tree.current != end)
    if tree.step.position.chance is not None and tree.current in tree.ahead:
        went.append(tree.current)  # twice: see `left_between_rolls`
    yield first_line(tree.steps[0].position, chance, last + len(tries) + len(went) if complete else None)
    yield from (line_of(step) for step in tree.steps[1:])
    yield from map(entry_line, tries)
    yield from (entry_line(WentTo(step)) for step in went)


def _redo_steps(tree: Tree[Any]) -> list[int]:
    """The steps to go to, so that redo leads on each branch beside the current line where it did. A step that is read leads there by
    itself if it is the last of its branch."""
    line, latest, wanted = {step.number for step in tree.line}, dict[int, int](), set[int]()
    last = list(range(len(tree.steps)))  # the last step of the branch of each
    for step in reversed(tree.steps[1:]):
        parent = step.parent or 0
        if parent not in latest or last[step.number] > last[latest[parent]]:
            latest[parent], last[parent] = step.number, last[step.number]
    for parent in latest:
        if parent not in line and tree.ahead[parent] != latest[parent]:
            back = (step.number for step in tree.back(tree.steps[parent]))
            wanted.update([*takewhile(lambda at: at not in line and at not in wanted, back)])
    found = list[int]()
    for end in sorted(wanted, key=lambda number: -tree.steps[number].depth):  # a visit turns redo at all steps before
        while end in tree.ahead:
            end = tree.ahead[end]
        found += [end] * (found[-1:] != [end])
    return found


def left_between_rolls(entries: Sequence[Entry]) -> bool:
    """True if the players went to the last step to stay there, where chance has to decide: its line stands twice. Otherwise a game
    that breaks off there goes on with the roll."""
    return len(entries) > 1 and entries[-1] == entries[-2]


def line_of(step: Step[Any]) -> str:
    """Return the line of a step in a replay."""
    number, parent, chance, after = step.number, step.parent or 0, step.chance, step.position
    if chance is not None:
        return entry_line(Rolled(number, parent, chance.source, chance.value, step.by_hand, after.key))
    if step.action is None:
        return entry_line(Edited(number, parent, after.system.to_json(after), after.key))
    return entry_line(Played(number, parent, step.action.player, str(step.action), after.key))
