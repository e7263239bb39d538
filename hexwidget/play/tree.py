"""The tree of a game: its steps, its branches, and the current step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic

from hexwidget.rules import Action, ChanceOutcome, Event
from hexwidget.rules.position import PositionT


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT]):
    """One step of a game: what was done, and the position that it led to.

    ``number`` counts steps in the order in which they were first played; step 0 is the start. ``depth`` is the distance
    from the start along the line of play. ``action`` or ``chance`` is what was done; at the start, and after an edit by the
    referee, both are None. ``by_hand`` is True if a person set what chance decided.
    """

    number: int
    parent: int | None
    depth: int
    position: PositionT
    action: Action | None = None
    events: tuple[Event, ...] = ()
    chance: ChanceOutcome | None = None
    by_hand: bool = False

    def __repr__(self) -> str:
        return f"<Step {self.number}: {self.text}>"

    @property
    def done(self) -> Action | ChanceOutcome | None:
        """The action that was played, or what chance decided."""
        return self.action if self.chance is None else self.chance

    @property
    def text(self) -> str:
        """The action or outcome as a line for lists."""
        if self.chance is not None:
            return f"{self.chance}{' (set by hand)' if self.by_hand else ''}"
        if self.action is None:
            return "start" if self.parent is None else "edit"
        return f"{self.action.player}: {self.action}"


class Tree(Generic[PositionT]):
    """The steps of a game, as a tree. A step stays when play goes back and on along another branch.

    ``steps`` are in the order of their numbers. ``current`` is the number of the current step. ``ahead`` maps a step to the
    child that was visited last, which is where redo leads. A step is added without a look at all others.
    """

    def __init__(self, start: PositionT) -> None:
        self.steps: list[Step[PositionT]] = [Step(0, None, 0, start)]
        self.current: int = 0
        self.ahead: dict[int, int] = {}
        self._line: list[int] = [0]
        """The numbers of the steps of the current line, by their depth."""
        self._children: dict[int, list[int]] = {}
        self._drawn: list[Mapping[str, int]] = [{}]
        """For each step how often each source of chance has been drawn from since the start. Steps without chance share it."""

    def copy(self) -> Tree[PositionT]:
        """Return a tree of the same steps that grows on its own."""
        made = Tree(self.steps[0].position)
        made.steps, made.current, made.ahead = list(self.steps), self.current, dict(self.ahead)
        made._line, made._drawn = list(self._line), list(self._drawn)
        made._children = {number: list(found) for number, found in self._children.items()}
        return made

    @property
    def step(self) -> Step[PositionT]:
        """The current step."""
        return self.steps[self.current]

    @property
    def line(self) -> tuple[Step[PositionT], ...]:
        """The current line of play: from the start over the current step to the last step that redo leads to."""
        return self.stretch(0, self.length + 1)

    @property
    def length(self) -> int:
        """The depth of the last step of the current line."""
        return len(self._line) - 1

    def stretch(self, first: int, end: int) -> tuple[Step[PositionT], ...]:
        """Return the steps of the current line from a depth up to another, which is left out."""
        return tuple(self.steps[number] for number in self._line[first:end])

    def others(self, most: int) -> list[Step[PositionT]]:
        """Return the steps that are not on the current line, in the order of their numbers; of too many the last ones."""
        found: list[Step[PositionT]] = []
        left = min(most, len(self.steps) - len(self._line))
        for step in reversed(self.steps):
            if len(found) == left:
                break
            if not self._is_on_line(step):
                found.append(step)
        return found[::-1]

    def _is_on_line(self, step: Step[PositionT]) -> bool:
        return step.depth < len(self._line) and self._line[step.depth] == step.number

    def children(self, number: int) -> Iterator[Step[PositionT]]:
        """Yield the steps that were played from a step, in the order of their numbers."""
        return (self.steps[child] for child in self._children.get(number, ()))

    def times_drawn(self, number: int) -> Mapping[str, int]:
        """Return how often each source of chance has been drawn from between the start and a step."""
        return self._drawn[number]

    def next_step(
        self,
        parent: int,
        position: PositionT,
        done: Action | ChanceOutcome | None,
        events: tuple[Event, ...],
        by_hand: bool,
    ) -> Step[PositionT]:
        """Return a new step after a parent. It is not in the tree yet."""
        depth, number = self.steps[parent].depth + 1, len(self.steps)
        chance = done if isinstance(done, ChanceOutcome) else None
        action = done if isinstance(done, Action) else None
        return Step(number, parent, depth, position, action, events, chance, by_hand)

    def add(self, step: Step[PositionT]) -> None:
        """Put a new step into the tree and go to it."""
        self.steps.append(step)
        if step.parent is not None:
            self._children.setdefault(step.parent, []).append(step.number)
            drawn = self._drawn[step.parent]
            source = None if step.chance is None else step.chance.source
            self._drawn.append(drawn if source is None else {**drawn, source: drawn.get(source, 0) + 1})
        self.go(step.number)

    def go(self, number: int) -> None:
        """Go to a step. Redo then follows the line that leads to it."""
        self.current = number
        step, way = self.steps[number], list[int]()
        while not self._is_on_line(step) and step.parent is not None:
            way.append(step.number)
            self.ahead[step.parent] = step.number
            step = self.steps[step.parent]
        if way:
            self._line[step.depth + 1 :] = reversed(way)
            while (ahead := self.ahead.get(self._line[-1])) is not None:
                self._line.append(ahead)

    def again(self, done: Action | ChanceOutcome) -> Step[PositionT] | None:
        """Return the step that the same action or outcome led to from here before. None if it is new."""
        return next((step for step in self.children(self.current) if step.done == done), None)

    @property
    def undo_step(self) -> int | None:
        """The number of the step of the last decision, where undo leads. None at the start."""
        if self.step.parent is None:
            return None
        step = self.steps[self.step.parent]
        while step.parent is not None and step.position.chance is not None:
            step = self.steps[step.parent]
        return step.number

    @property
    def redo_step(self) -> int | None:
        """The number of the step of the next decision, where redo leads. None if nothing was undone."""
        if self.current not in self.ahead:
            return None
        step = self.steps[self.ahead[self.current]]
        while step.position.chance is not None and step.number in self.ahead:
            step = self.steps[self.ahead[step.number]]
        return step.number

    def last_roll(self) -> Step[PositionT]:
        """Return the step before the last roll on the current line, where another value can be set. Without a roll, return the
        current step."""
        at = self.step
        while at.chance is None and at.parent is not None:
            at = self.steps[at.parent]
        return self.steps[at.parent] if at.chance is not None and at.parent is not None else self.step

    @property
    def foreseen(self) -> tuple[Step[PositionT], ...]:
        """The steps after the current one in which chance decided, all taken back."""
        found, waiting = list[Step[PositionT]](), [self.current]
        while waiting:
            for step in self.children(waiting.pop()):
                waiting.append(step.number)
                if step.chance is not None:
                    found.append(step)
        return tuple(sorted(found, key=lambda step: step.number))
