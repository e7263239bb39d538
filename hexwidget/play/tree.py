"""The tree of a game: its steps, its branches, and the current step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from hexwidget.play.game_lock import alone
from hexwidget.rules import Action, ChanceOutcome, Event
from hexwidget.rules.position import PositionT

Done = Action | ChanceOutcome
"""The thing that a step does, unless it is the start or an edit."""


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


class _Index:
    """The knowledge that follows from the steps of a tree and the visits to them, kept so that no question walks over all steps."""

    def __init__(self) -> None:
        self.line: list[int] = [0]
        """The numbers of the steps of the current line, by their depth."""
        self.ahead: dict[int, int] = {}
        self.children: dict[int, tuple[int, ...]] = {}
        self.drawn: list[Mapping[str, int]] = [{}]
        """For each step how often each source of chance has been drawn from since the start. Steps without chance share it."""

    def copy(self) -> _Index:
        """Return an equal index that changes on its own."""
        made = _Index()
        made.line, made.ahead, made.drawn = list(self.line), dict(self.ahead), list(self.drawn)
        made.children = dict(self.children)
        return made


class Tree(Generic[PositionT]):
    """The steps of a game, as a tree. A step stays when play goes back and on along another branch.

    ``steps`` are in the order of their numbers. A step is added without a look at all others.

    Each change is a single assignment, as any line of Python can raise: a timeout, a lack of memory. The index follows. If an
    exception keeps it from that, it follows before it is read.
    """

    def __init__(self, start: PositionT) -> None:
        self.steps: list[Step[PositionT]] = [Step(0, None, 0, start)]
        self._went = (1, 0)
        """The number of steps when a step was last gone to, and its number. A step that was added later is the current one."""
        self._index = _Index()
        self._indexed = (1, self._went)
        """The state that the index follows from."""

    def copy(self) -> Tree[PositionT]:
        """Return a tree of the same steps that grows on its own."""
        made = Tree(self.steps[0].position)
        made._index, made.steps, made._went = self._found.copy(), list(self.steps), self._went
        made._indexed = self._indexed
        return made

    @property
    def current(self) -> int:
        """The number of the current step."""
        count, number = self._went
        return number if count == len(self.steps) else len(self.steps) - 1

    @property
    def ahead(self) -> Mapping[int, int]:
        """For each step with steps after it the child that was visited last, which is where redo leads."""
        return self._found.ahead

    @property
    def _found(self) -> _Index:
        self._settle()
        return self._index

    def _settle(self) -> None:
        if self._indexed != (len(self.steps), self._went):
            self._follow([self.current])

    @alone
    def _follow(self, visits: Sequence[int]) -> None:
        """Bring the index up to date. After an exception at any of its lines, the next call does the rest.

        :param visits: the numbers of the steps gone to since then
        """
        index, state = self._index, (len(self.steps), self._went)
        for step in self.steps[len(index.drawn) :]:
            parent = step.parent or 0
            if step.number not in (others := index.children.get(parent, ())):
                index.children[parent] = (*others, step.number)
            drawn, source = index.drawn[parent], None if step.chance is None else step.chance.source
            index.drawn.append(drawn if source is None else {**drawn, source: drawn.get(source, 0) + 1})
        ahead, seen = dict[int, int](), set[int]()
        for number in reversed(visits):  # of the visits to the children of a step, the last one counts
            for step in self._way_back(number):
                if step.number in seen:
                    break
                seen.add(step.number)
                ahead.setdefault(step.parent or 0, step.number)
        index.ahead.update(ahead)
        tail = [step.number for step in self._way_back(visits[-1])][::-1]
        kept = self.steps[tail[0]].depth if tail else len(index.line)
        while (following := index.ahead.get(tail[-1] if tail else index.line[-1])) is not None:
            tail.append(following)
        index.line[kept:] = tail
        self._indexed = state

    def _way_back(self, number: int) -> Iterator[Step[PositionT]]:
        """Yield a step and the steps before it, back to the current line."""
        while not self._is_on_line(step := self.steps[number]):
            yield step
            number = step.parent or 0

    def _is_on_line(self, step: Step[PositionT]) -> bool:
        line = self._index.line
        return step.depth < len(line) and line[step.depth] == step.number

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
        return len(self._found.line) - 1

    def stretch(self, first: int, end: int) -> tuple[Step[PositionT], ...]:
        """Return the steps of the current line from a depth up to another, which is left out."""
        return tuple(self.steps[number] for number in self._found.line[first:end])

    def others(self, most: int) -> list[Step[PositionT]]:
        """Return the steps that are not on the current line, in the order of their numbers; of too many the last ones."""
        found: list[Step[PositionT]] = []
        left = min(most, len(self.steps) - len(self._found.line))
        for step in reversed(self.steps):
            if len(found) == left:
                break
            if not self._is_on_line(step):
                found.append(step)
        return found[::-1]

    def children(self, number: int) -> Iterator[Step[PositionT]]:
        """Yield the steps that were played from a step, in the order of their numbers."""
        return (self.steps[child] for child in self._found.children.get(number, ()))

    def times_drawn(self, number: int) -> Mapping[str, int]:
        """Return how often each source of chance has been drawn from between the start and a step."""
        return self._found.drawn[number]

    def back(self, step: Step[PositionT]) -> Iterator[Step[PositionT]]:
        """Yield a step, the one that it was played from, and so on to the start."""
        yield step
        while step.parent is not None:
            step = self.steps[step.parent]
            yield step

    def next_step(
        self, parent: int, position: PositionT, done: Done | None, events: tuple[Event, ...] = (), by_hand: bool = False
    ) -> Step[PositionT]:
        """Return a new step after a parent. It is not in the tree yet."""
        depth, number = self.steps[parent].depth + 1, len(self.steps)
        chance = done if isinstance(done, ChanceOutcome) else None
        action = done if isinstance(done, Action) else None
        return Step(number, parent, depth, position, action, events, chance, by_hand)

    def add(self, step: Step[PositionT]) -> None:
        """Put a new step into the tree and go to it."""
        self._settle()
        self.steps.append(step)
        self._follow([step.number])

    def go(self, number: int) -> None:
        """Go to a step. Redo then follows the line that leads to it."""
        self._settle()
        self.visit([number])

    def visit(self, visits: Sequence[int]) -> None:
        """Go to steps one after another, in a single change.

        :param visits: their numbers; more than one only in a new tree
        """
        self._went = len(self.steps), visits[-1]
        self._follow(visits)

    def again(self, done: Action | ChanceOutcome, at: int) -> Step[PositionT] | None:
        """Return the step that the same action or outcome led to from a step before. None if it is new."""
        return next((step for step in self.children(at) if step.done == done), None)

    @property
    def undo_step(self) -> int | None:
        """The number of the step of the last decision, where undo leads. None at the start."""
        before = islice(self.back(self.step), 1, None)
        return next((step.number for step in before if step.parent is None or step.position.chance is None), None)

    @property
    def redo_step(self) -> int | None:
        """The number of the step of the next decision, where redo leads. None if nothing was undone."""
        ahead = self.ahead
        if self.current not in ahead:
            return None
        step = self.steps[ahead[self.current]]
        while step.position.chance is not None and step.number in ahead:
            step = self.steps[ahead[step.number]]
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
