"""A session: every position that was played, and where we are among them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from typing import Any, Literal

from hexwidget.files.replay import (
    SEEDS,
    Edited,
    Entry,
    Replay,
    Rolled,
    WentTo,
    edited_line,
    first_line,
    played_line,
    rolled_line,
    went_line,
)
from hexwidget.files.replay import whole as whole_replay
from hexwidget.play.alone import alone, whole
from hexwidget.play.journal import Journal, JournalError
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules import (
    Action,
    ChanceNode,
    ChanceOutcome,
    Event,
    IllegalAction,
    IllegalPosition,
    Position,
    Transition,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One node of the history: how it was reached, and the position it holds.

    ``number`` counts steps in the order in which they were first played; step 0 is the start. ``depth`` is the distance
    from the start along its line of play. ``action`` and ``chance`` are None for the start and for an edit by the referee,
    else one of them is what was done; ``by_hand``: whether what chance decided was set and not rolled.
    """

    number: int
    parent: int | None
    depth: int
    position: Position
    action: Action | None = None
    events: tuple[Event, ...] = ()
    chance: ChanceOutcome | None = None
    by_hand: bool = False

    @property
    def done(self) -> Action | ChanceOutcome | None:
        """What was done: an action, or what chance decided."""
        return self.action if self.chance is None else self.chance

    @property
    def text(self) -> str:
        """What was done, for lists."""
        if self.chance is not None:
            return f"{self.chance}{' (set by hand)' if self.by_hand else ''}"
        if self.action is None:
            return "start" if self.parent is None else "edit"
        return f"{self.action.player}: {self.action}"


class Session:
    """A game in progress. Playing after an undo opens a branch; nothing that was played is lost.

    What chance decides is rolled at once, and logged: undo and redo never roll again. `roll` sets it by hand; with
    ``rolls="ask"`` it waits for that.

    :param seed: what is rolled for the n-th draw of a die, deck or bag depends on the seed, its name and n alone; None: a
        seed is drawn
    :param journal: a file that every step is written to before it is shown; one that is there already is gone on with.
        ``notice`` says if its last line was torn, ``unsaved`` why the last step could not be written.
    :raises JournalError: if the journal is another session's or another game's, or cannot be written

    >>> from hexwidget.systems.registry import system
    >>> position = system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> session = Session(position)
    >>> print(session.play("0101-0201"))
    red's 1 archer moves 0101-0201 for 1 movement point (D1.1)
    a depletion cube is put on 0201 (D1.7)
    >>> session.undo() == position, session.can_redo
    (True, True)
    """

    def __init__(
        self,
        position: Position,
        journal: str | os.PathLike[str] | None = None,
        *,
        seed: int | None = None,
        rolls: Literal["auto", "ask"] = "auto",
    ) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"a session starts from a position, not {shown(position)}")
        if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
            raise InputError("no such seed", [Problem("seed", f"expected a whole number from 0, not {shown(seed)}")])
        self.seed = randbelow(SEEDS) if seed is None else seed
        self.rolls = rolls
        self._drawn: dict[str, int] = {}  # how often each source was drawn from before the start
        self._steps = [Step(0, None, 0, position)]
        self._current = 0
        self._ahead: dict[int, int] = {}  # step -> the step that redo leads to: the child visited last
        self._listeners: list[Callable[[], None]] = []
        self._journal: Journal | None = None
        self.notice = ""
        self.unsaved = ""
        self.change: Literal["", "played", "undone", "redone", "went", "edited"] = ""
        """What was done last: how the game came to the present step."""
        if journal is not None:
            opened = Journal(journal, position, self._chance_header())
            if opened.replay is not None:
                try:
                    self._follow(opened.replay)
                except InputError:
                    opened.close()
                    raise
            self._journal = opened
        self._roll_pending()

    @classmethod
    def from_replay(cls, replay: Replay, *, salvage: bool = False) -> Session:
        """The session that a replay tells of, at the step where it was left.

        :param salvage: keep the steps before the first that does not lead where the replay says, instead of refusing it
        :raises InputError: naming that step
        """
        session = cls(replay.start, rolls="ask")
        session._follow(replay, salvage)
        session.rolls = "auto"
        return session

    def _chance_header(self) -> dict[str, Any]:
        """What a replay says of chance in its first line."""
        if not self._steps[0].position.system.chancy:
            return {}
        return {"seed": self.seed, **({"drawn": self._drawn} if self._drawn else {})}

    def _follow(self, replay: Replay, salvage: bool = False) -> None:
        """Play a replay's entries and compare every position with its key."""
        if replay.seed is not None:
            self.seed, self._drawn = replay.seed, dict(replay.drawn)
        if replay.torn is not None:
            self.notice = f"the last line was torn and is left out: {shown(replay.torn)}"
        for entry in replay.entries:
            try:
                self._follow_entry(entry)
            except (InputError, IllegalAction, IllegalPosition) as error:
                if salvage:
                    return
                why = "; ".join(map(str, error.problems)) if isinstance(error, InputError) else str(error)
                saved = f"the {len(self._steps) - 1} steps before it are sound; salvage=True loads those"
                found = [Problem(f"step {entry.step}", why), Problem("", saved)]
                raise InputError("this replay does not hold together", found) from None

    def _follow_entry(self, entry: Entry) -> None:
        if isinstance(entry, WentTo):
            self._go(entry.step)
            return
        before = self._steps[entry.parent].position
        done: Action | ChanceOutcome | None = None
        events: tuple[Event, ...] = ()
        if isinstance(entry, Edited):
            after = before.system.from_json(entry.position, strict=False)
        else:
            done = entry.outcome if isinstance(entry, Rolled) else before.parse(f"{entry.player}: {entry.action}")
            transition = before.apply(done)
            after, events = transition.position, transition.events
        if after.key != entry.key:
            raise InputError("", [Problem("", "the position that it leads to is not the one that was saved")])
        by_hand = isinstance(entry, Rolled) and entry.by_hand
        self._steps.append(self._step(entry.parent, after, done, events, by_hand))
        self._go(len(self._steps) - 1)

    @alone
    def to_replay(self) -> str:
        """The session as the text of a replay file: every step, and where we are."""
        return whole_replay(self._lines())

    def _lines(self) -> Iterator[str]:
        yield first_line(self._steps[0].position, self._chance_header())
        yield from (self._line(s.parent or 0, s) for s in self._steps[1:])
        if self._current != len(self._steps) - 1:
            yield went_line(self._current)

    @staticmethod
    def _line(parent: int, step: Step) -> str:
        if step.chance is not None:
            return rolled_line(step.number, parent, step.chance, step.by_hand, step.position)
        if step.action is None:
            return edited_line(step.number, parent, step.position)
        return played_line(step.number, parent, step.action, step.position)

    @property
    def journal(self) -> Path | None:
        """The file that the session is kept in, step by step; None: it is kept in none."""
        return None if self._journal is None else self._journal.path

    @alone
    def keep(self, path: str | os.PathLike[str]) -> None:
        """Keep the session in another file from now on: all that was played is written there first.

        :raises JournalError: if that cannot be done, or there is a file of that name; then all is as it was before
        """
        lines = self._lines()
        next(lines)
        opened = Journal(path, self._steps[0].position, self._chance_header(), goes_on=False)
        try:
            for line in lines:
                opened.append(line)
        except BaseException:
            opened.close()
            opened.path.unlink(missing_ok=True)
            raise
        before, self._journal, self.unsaved = self._journal, opened, ""
        if before is not None:
            before.close()
        self._tell()

    @alone
    def close(self) -> None:
        """Let go of the journal's file, if there is one; the session goes on without."""
        if self._journal is not None:
            self._journal.close()
            self._journal, self.unsaved = None, ""
            self._tell()

    def _write(self, line: str) -> None:
        """Write a line to the journal, if there is one. Whether that is possible is told to all who watch."""
        if self._journal is None:
            return
        try:
            self._journal.append(line)
        except JournalError as error:
            self.unsaved = "; ".join(problem.message for problem in error.problems)
            with suppress(Exception):  # that it is not on disk is what has to be said
                self._tell()
            raise
        self.unsaved = ""

    # ------------------------------------------------------------------ where we are
    @property
    def position(self) -> Any:
        """The current position."""
        return self.step.position

    @property
    def step(self) -> Step:
        """The current step."""
        return self._steps[self._current]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps ever played, in the order of their numbers; ``parent`` makes them a tree."""
        return tuple(self._steps)

    @property
    def line(self) -> tuple[Step, ...]:
        """The steps of the current line of play: from the start over the current one to where redo leads."""
        back = [self.step]
        while back[-1].parent is not None:
            back.append(self._steps[back[-1].parent])
        line = back[::-1]
        while (ahead := self._ahead.get(line[-1].number)) is not None:
            line.append(self._steps[ahead])
        return tuple(line)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before this one."""
        return self.step.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether this step has been gone on from."""
        return self._current in self._ahead

    @property
    def undo_step(self) -> int | None:
        """The number of the step of the last decision, where undo leads; None at the start."""
        if self.step.parent is None:
            return None
        step = self._steps[self.step.parent]
        while step.parent is not None and step.position.chance is not None:
            step = self._steps[step.parent]
        return step.number

    @property
    def redo_step(self) -> int | None:
        """The number of the step of the next decision, where redo leads; None if nothing was undone."""
        if not self.can_redo:
            return None
        step = self._steps[self._ahead[self._current]]
        while step.position.chance is not None and step.number in self._ahead:
            step = self._steps[self._ahead[step.number]]
        return step.number

    # ------------------------------------------------------------------ going on and back
    @alone
    def play(self, action: Action | str) -> Transition[Any]:
        """Play an action (or its text). The same action again after an undo leads to the same step, and chance decides as it
        did. Returns where it has led to, what chance decided included.

        :raises IllegalAction: if the rules bar it; nothing has changed then
        :raises InputError: if the text cannot be read
        """
        position = self.position
        action = position.parse(action) if isinstance(action, str) else action
        if isinstance(action, ChanceOutcome):
            what = "this is what chance decides: `roll()` rolls it, `roll(value)` sets it by hand"
            raise InputError("this cannot be played", [Problem("", what)])
        transition: Transition[Any] = position.apply(action)
        return self._played(action, transition)

    @alone
    def roll(self, value: str | None = None) -> Transition[Any]:
        """Decide what is left to chance here: roll (what was rolled here before stays), or set a value by hand, which the
        log says. Where nothing is open any more, it is the last roll on this line that is set otherwise, on a branch.

        :raises InputError: if chance has nothing to do with it, or cannot come to this value
        """
        at = self.step
        if value is not None and self.position.chance is None:
            while at.chance is None and at.parent is not None:
                at = self._steps[at.parent]
            at = self._steps[at.parent] if at.chance is not None and at.parent is not None else self.step
        node = at.position.chance
        if node is None:
            raise InputError("nothing to roll", [Problem("", "nothing is left to chance here")])
        outcome = self._logged_or_proposed(at, node) if value is None else ChanceOutcome(node.source, value)
        transition: Transition[Any] = at.position.apply(outcome)
        here = self._current
        self._current = at.number
        try:
            return self._played(outcome, transition, by_hand=value is not None)
        except BaseException:
            if self._current == at.number:  # not even the roll was taken
                self._current = here
            raise

    def _played(
        self, done: Action | ChanceOutcome, transition: Transition[Any], by_hand: bool = False
    ) -> Transition[Any]:
        """Take a step, then what chance decides after it. If a roll cannot be saved, what was saved before it stands and is
        shown."""
        self._take(done, transition, by_hand)
        self.change = "played"
        try:
            events = transition.events + self._roll_pending()
        finally:
            self._tell()
        return Transition(self.position, events)

    def _roll_pending(self) -> tuple[Event, ...]:
        """Roll until somebody has to decide, unless that waits for a hand."""
        events: tuple[Event, ...] = ()
        while self.rolls == "auto" and (node := self.position.chance) is not None:
            outcome = self._logged_or_proposed(self.step, node)
            transition: Transition[Any] = self.position.apply(outcome)
            self._take(outcome, transition)
            events += transition.events
        return events

    def _logged_or_proposed(self, at: Step, node: ChanceNode) -> ChanceOutcome:
        """What chance decided here before (undo never rolls again), else what the seed gives."""
        logged = [s for s in self._steps if s.parent == at.number and s.chance is not None]
        ahead = [s for s in logged if s.number == self._ahead.get(at.number)]
        for step in (*ahead, *logged):
            if step.chance is not None:
                return step.chance
        return node.propose(self.seed, self._times_drawn(at).get(node.source, 0))

    def _times_drawn(self, at: Step) -> dict[str, int]:
        """How often each source has been drawn from up to a step."""
        times = dict(self._drawn)
        while at.parent is not None:
            if at.chance is not None:
                times[at.chance.source] = times.get(at.chance.source, 0) + 1
            at = self._steps[at.parent]
        return times

    def _take(self, done: Action | ChanceOutcome, transition: Transition[Any], by_hand: bool = False) -> None:
        """A step from here: the one that is there already, or a new one."""
        again = next((s for s in self._steps if s.parent == self._current and s.done == done), None)
        if again is None:
            self._record(transition.position, done, transition.events, by_hand)
        else:
            self._move(again.number)

    @alone
    def edit(self, position: Position) -> Any:
        """Set another position, as a referee does: a step of its own that can be undone; returns the position.

        :raises InputError: if it belongs to another system
        """
        present = self.position
        if (
            not isinstance(position, Position)
            or position.system is not present.system
            or position.players != present.players
        ):
            what = f"expected a position of {present.system.name} with the players {', '.join(present.players)}"
            what += f", not {shown(position)}"
            raise InputError("this position cannot be set", [Problem("", what)])
        try:
            whole = present.system.from_json(present.system.to_json(position), strict=False) == position
        except InputError:
            whole = False
        if not whole:
            what = "it is not a whole position, but what somebody sees of one"
            raise InputError("this position cannot be set", [Problem("", what)])
        self._record(position, None, ())
        self.change = "edited"
        try:
            self._roll_pending()
        finally:
            self._tell()
        return self.position

    def _record(
        self,
        position: Position,
        done: Action | ChanceOutcome | None,
        events: tuple[Event, ...],
        by_hand: bool = False,
    ) -> None:
        """A new step from here: in the journal first, then in the tree; whoever calls shows it."""
        step = self._step(self._current, position, done, events, by_hand)
        with whole():  # what is not on disk was not played, and what is was
            self._write(self._line(self._current, step))
            self._steps.append(step)
            self._go(step.number)

    def _step(
        self,
        parent: int,
        position: Position,
        done: Action | ChanceOutcome | None,
        events: tuple[Event, ...],
        by_hand: bool,
    ) -> Step:
        """The step that comes next, not yet taken."""
        depth, number = self._steps[parent].depth + 1, len(self._steps)
        chance = done if isinstance(done, ChanceOutcome) else None
        action = done if isinstance(done, Action) else None
        return Step(number, parent, depth, position, action, events, chance, by_hand)

    def _move(self, number: int) -> None:
        """To a step that is there already: in the journal first, too, so that a session is taken up where it was left."""
        if number != self._current:
            self._write(went_line(number))
        self._go(number)

    @property
    def foreseen(self) -> tuple[ChanceOutcome, ...]:
        """What chance decided further on from here, in steps that were taken back: whoever was there knows it, and it will
        be the same again. Empty where nothing was taken back past a roll, a draw or a flip."""
        ahead, found = {self._current}, list[ChanceOutcome]()
        for step in self._steps[self._current + 1 :]:  # a step comes after the one that it follows
            if step.parent in ahead:
                ahead.add(step.number)
                if step.chance is not None:
                    found.append(step.chance)
        return tuple(dict.fromkeys(found))

    @alone
    def undo(self) -> Any:
        """Go back to the last decision: one step, and those before it that chance made. Returns the position there.

        :raises InputError: at the start
        """
        number = self.undo_step
        if number is None:
            raise InputError("nothing to undo", [Problem("", "this is the start of the session")])
        self._move(number)
        self.change = "undone"
        self._tell()
        return self.position

    @alone
    def redo(self) -> Any:
        """Go on to the next decision along the line that was left last; returns the position there.

        :raises InputError: if nothing was undone
        """
        number = self.redo_step
        if number is None:
            raise InputError("nothing to redo", [Problem("", "no step has been played from here")])
        self._move(number)
        self.change = "redone"
        self._tell()
        return self.position

    @alone
    def goto(self, number: int) -> Any:
        """Go to any step by its number (0: the start); returns the position there.

        :raises InputError: if there is no such step
        """
        if type(number) is not int or not 0 <= number < len(self._steps):
            what = f"expected a step from 0 to {len(self._steps) - 1}, not {shown(number)}"
            raise InputError("no such step", [Problem("", what)])
        self._move(number)
        self.change = "went"
        self._tell()
        return self.position

    @alone
    def at(self, number: int) -> Session:
        """The same game at another step, to be looked at: it goes its own way, has no journal, rolls nothing by itself, and
        this one does not move.

        :raises InputError: if there is no such step
        """
        other = copy(self)
        other._steps, other._ahead, other._drawn = list(self._steps), dict(self._ahead), dict(self._drawn)
        other._listeners, other._journal, other.unsaved, other.rolls = [], None, "", "ask"
        other.goto(number)
        return other

    @alone
    def fork(self, *, new_chance: bool = False) -> Session:
        """A new session that starts from the current position; the two do not know each other.

        :param new_chance: whether chance begins anew there; else it decides as it would have here
        """
        forked = Session(self.position, seed=None if new_chance else self.seed, rolls="ask")
        forked._drawn = {} if new_chance else self._times_drawn(self.step)
        forked.notice = "forked, with new chance" if new_chance else ""
        if not new_chance:  # what was rolled here before stays
            while (node := forked.position.chance) is not None and node == self.position.chance:
                outcome = self._logged_or_proposed(self.step, node)
                forked._take(outcome, forked.position.apply(outcome))
        forked.set_rolls(self.rolls)
        return forked

    @alone
    def set_rolls(self, rolls: Literal["auto", "ask"]) -> None:
        """Whether what is left to chance is rolled at once, or waits to be rolled or set by hand. What waits now is rolled
        when it no longer need.

        :raises InputError: if it is neither
        """
        if rolls not in ("auto", "ask"):
            raise InputError("no such way to roll", [Problem("", f'expected "auto" or "ask", not {shown(rolls)}')])
        before, self.rolls = self.rolls, rolls
        try:
            self._roll_pending()
        except BaseException:
            self.rolls = before
            raise
        finally:
            self._tell()

    def _go(self, number: int) -> None:
        self._current = number
        step = self._steps[number]
        while step.parent is not None:  # redo follows the line that leads here
            self._ahead[step.parent] = step.number
            step = self._steps[step.parent]

    # ------------------------------------------------------------------ who watches
    def watch(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change; returns a function that ends it. Until it returns nothing else changes a game: it
        is not to wait for another thread that does."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def _tell(self) -> None:
        """Tell every watcher; one that fails keeps none of the others from knowing."""
        failures: list[BaseException] = []
        for listener in tuple(self._listeners):
            try:
                listener()
            except BaseException as failure:  # an interrupt, too, is one watcher's
                failures.append(failure)
        if failures:
            raise next((f for f in failures if not isinstance(f, Exception)), failures[0])

    def __repr__(self) -> str:
        return f"<Session: step {self.step.depth} of {len(self.line) - 1}, {self.step.text}>"
