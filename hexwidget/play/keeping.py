"""The file that a game is kept in, and the lines of a game's replay."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hexwidget.files.replay import Edited, Played, Rolled, WentTo, entry_line, first_line
from hexwidget.play.journal import Journal, JournalError
from hexwidget.play.tree import Step, Tree


class Keeping:
    """The journal of a session, if it has one. ``unsaved`` says why the last line could not be written."""

    def __init__(self) -> None:
        self._journal: Journal | None = None
        self.unsaved: str = ""

    @property
    def path(self) -> Path | None:
        """The journal's file. None without a journal."""
        return None if self._journal is None else self._journal.path

    def begin(self, journal: Journal) -> None:
        """Write to an open journal from now on, and close the one before."""
        before, self._journal, self.unsaved = self._journal, journal, ""
        if before is not None:
            before.close()

    def move(self, path: str | os.PathLike[str], tree: Tree[Any], chance: Mapping[str, Any]) -> None:
        """Write a whole game to a new file, and keep the game there from now on.

        :raises JournalError: if there is a file of that name, or it cannot be written; then no file is left behind
        """
        opened: Journal | None = None
        try:
            lines = replay_lines(tree, chance)
            next(lines)
            opened = Journal(path, tree.steps[0].position, chance, goes_on=False)
            for line in lines:
                opened.append(line)
            self.begin(opened)
        except BaseException:
            if opened is not None and self._journal is not opened:
                opened.discard()
            raise

    def change(self, line: str, change: Callable[[], object], is_made: Callable[[], bool]) -> None:
        """Write a line to the journal, if there is one, then make the change that it tells of: both or neither.

        :param is_made: returns True once the change is made. Any line of Python can raise: a timeout, a lack of memory
        :raises JournalError: if the line cannot be written
        """
        if self._journal is None:
            change()
            return
        try:
            self._journal.append(line, is_made)
            self.unsaved = ""
            change()
        except JournalError as error:
            self.unsaved = "; ".join(problem.message for problem in error.problems)
            raise
        finally:
            self._journal.settle()

    def close(self) -> None:
        """Close the journal, if there is one."""
        journal, self._journal, self.unsaved = self._journal, None, ""
        if journal is not None:
            journal.close()


def replay_lines(tree: Tree[Any], chance: Mapping[str, Any], *, complete: bool = False) -> Iterator[str]:
    """Yield the lines of a game's replay: the start, every step, the end of the current line and the current step, where they are
    not the last one.

    :param chance: what the first line says of chance
    :param complete: True if no further lines follow: the first line says how many there are
    """
    last, end = len(tree.steps) - 1, tree.line[-1].number
    went = [end] * (end != last) + [tree.current] * (tree.current != end)
    yield first_line(tree.steps[0].position, chance, last + len(went) if complete else None)
    yield from (line_of(step) for step in tree.steps[1:])
    yield from (entry_line(WentTo(step)) for step in went)


def line_of(step: Step[Any]) -> str:
    """Return the line of a step in a replay."""
    number, parent, chance, after = step.number, step.parent or 0, step.chance, step.position
    if chance is not None:
        return entry_line(Rolled(number, parent, chance.source, chance.value, step.by_hand, after.key))
    if step.action is None:
        return entry_line(Edited(number, parent, after.system.to_json(after), after.key))
    return entry_line(Played(number, parent, step.action.player, str(step.action), after.key))
