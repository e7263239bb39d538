"""A session: a game in progress, as a person plays it from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal

from hexwidget.files.replay import Replay, Sent, Tried, WentTo, entry_line, replay_text, with_sent
from hexwidget.files.scenario import Scenario, scenario
from hexwidget.name_suggestions import GuessedNames
from hexwidget.play.edits import check_edit
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import hold_interrupts, reports
from hexwidget.play.journal import GameJournal
from hexwidget.play.replay_lines import left_between_rolls, line_of, replay_lines
from hexwidget.play.replaying import follow
from hexwidget.play.rolls import Rolls
from hexwidget.play.tree import Done, Step, Tree
from hexwidget.play.tries import MOST_TRIES, Tries, with_try
from hexwidget.play.watchers import Kind, Watchers
from hexwidget.problems import InputError, mismatch, shown
from hexwidget.rules import Action, ChanceOutcome, Event, IllegalAction, Position, Transition, Verdict
from hexwidget.rules.position import PositionT
from hexwidget.store.store import JournalError, Lines


class Session(GuessedNames, Generic[PositionT]):
    """A game in progress. Playing after an undo opens a branch; nothing that was played is lost.

    ``Session(position)``, ``Session(scenario)`` or ``Session("depletion/first-steps")``.

    A chance node is rolled at once, and logged: undo and redo never roll again. `roll` sets it by hand; with
    ``rolls="ask"`` it waits for that.

    :param position: the position that the game starts from, a scenario or the name of a bundled one
    :param seed: the n-th roll of a die, deck or bag depends on the seed, its name and n alone; None: a random seed
    :param journal: a file that every step is written to before it is shown; an existing journal of the same game is
        continued. ``notice`` says if a line of it was torn, ``unsaved`` why the last step could not be written.
    :raises TypeError: if it is given something else to start from
    :raises InputError: if there is no scenario of that name
    :raises JournalError: if the journal is another session's or another game's, or cannot be written

    >>> from hexwidget.systems.registry import system
    >>> position = system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> session = Session(position)
    >>> print(session.play("0101-0201"))
    Red's archer moves from 0101 to 0201 for 1 movement point (D1.1)
    A depletion cube is put on 0201 (D1.7)
    >>> session.undo() == position, session.can_redo
    (True, True)
    """

    def __init__(
        self,
        position: PositionT | Scenario[PositionT] | str,
        journal: str | os.PathLike[str] | Lines | None = None,
        *,
        seed: int | None = None,
        rolls: Literal["auto", "ask"] = "auto",
    ) -> None:
        start = scenario(position) if isinstance(position, str) else position
        self.scenario: Scenario[PositionT] | None = start if isinstance(start, Scenario) else None
        """The scenario that the session was made of."""
        start = start.position if isinstance(start, Scenario) else start
        if not isinstance(start, Position):
            raise TypeError(f"a session starts from a position or a scenario, not {shown(position)}")
        self.rolls: Literal["auto", "ask"] = rolls
        """"auto": chance is rolled at once; "ask": it waits for `roll`."""
        self.notice: str = ""
        """A remark about the start of the session, for the player: a torn last line, a fork."""
        self.change: Literal["", "played", "undone", "redone", "went", "edited"] = ""
        """The last change of the session, which led to the current step."""
        self._rolls = Rolls(seed)
        self.tree: Tree[PositionT] = Tree(start)
        """The steps as a tree, with the way that undo and redo go in it."""
        self._journal: GameJournal | None = None
        self.unsaved: str = ""
        """The reason why the last step could not be written to the journal. Empty if it was written, or without a journal."""
        self.messages: set[Sent] = set()
        """The messages that the journal notes; see `noting`."""
        self._noting: Sent | None = None
        self.tries: Tries = ()
        """The tries that were refused, each at its step: see `note_try`."""
        self._watchers = Watchers()
        if journal is not None:
            opened = GameJournal(journal, start, self._rolls.header(start))
            self.notice = opened.notice
            if opened.content is not None:
                self.tree = Tree(opened.content.start)
                try:
                    self._follow(opened.content, checked=opened.checked)
                    opened.note_checked(len(self.tree.steps) - 1)
                except BaseException:
                    opened.close()
                    raise
            self._journal = opened
            if opened.content is not None and left_between_rolls(opened.content.entries):
                return
        with hold_interrupts():
            self._roll_pending()

    @classmethod
    def from_replay(cls, replay: Replay, *, salvage: bool = False) -> Session[PositionT]:
        """Return the session of a replay, at the step where it was left.

        :param salvage: keep the steps before the first that does not lead where the replay says, instead of refusing it
        :raises InputError: naming that step
        """
        session = cls(replay.start, rolls="ask")
        session._follow(replay, salvage)
        session.rolls = "auto"
        return session

    def _follow(self, replay: Replay, salvage: bool = False, checked: int = 0) -> None:
        if replay.seed is not None:
            self._rolls.seed, self._rolls.drawn = replay.seed, dict(replay.drawn)
        self.notice, self.messages, self.tries = replay.notice, set(replay.messages), replay.tries[-MOST_TRIES:]
        follow(replay, self.tree, salvage, checked)

    # ------------------------------------------------------------------ the file
    @alone
    def to_replay(self, *, tries: bool = True) -> str:
        """Return the session as the text of a replay file: every step, the refused tries, and the current step.

        :param tries: False to leave out the refused tries, which are each player's own
        """
        return replay_text(replay_lines(self.tree, self._chance_header(), self.tries if tries else (), complete=True))

    def _chance_header(self) -> dict[str, Any]:
        return self._rolls.header(self.tree.steps[0].position)

    @property
    def journal(self) -> Path | None:
        """The file that each step is written to. None without one."""
        return None if self._journal is None else self._journal.path

    @alone
    def keep(self, path: str | os.PathLike[str]) -> None:
        """Keep the session in another file from now on. All that was played is written there first.

        :raises JournalError: if that cannot be done, or there is a file of that name; then all is as it was before
        """
        with self._watchers.change():
            opened: GameJournal | None = None
            try:
                lines = replay_lines(self.tree, self._chance_header(), self.tries)
                next(lines)
                opened = GameJournal(path, self.tree.steps[0].position, self._chance_header(), goes_on=False)
                for line in lines:
                    opened.append(line)
                before, self._journal, self.unsaved = self._journal, opened, ""
                if before is not None:
                    before.close()
            except BaseException:
                if opened is not None and self._journal is not opened:
                    opened.discard()
                raise

    @alone
    def close(self) -> None:
        """Close the journal, if there is one. The session goes on without it."""
        if self._journal is not None:
            with self._watchers.change():
                journal, self._journal, self.unsaved = self._journal, None, ""
                journal.settle()
                journal.note_checked(len(self.tree.steps) - 1)
                journal.close()

    # ------------------------------------------------------------------ the current step and the others
    @property
    def seed(self) -> int:
        """The seed of everything that chance decides."""
        return self._rolls.seed

    @property
    def position(self) -> PositionT:
        """The current position."""
        return self.tree.step.position

    @property
    def step(self) -> Step[PositionT]:
        """The current step."""
        return self.tree.step

    @property
    def steps(self) -> tuple[Step[PositionT], ...]:
        """All steps ever played, in the order of their numbers; ``parent`` makes them a tree."""
        return tuple(self.tree.steps)

    @property
    def line(self) -> tuple[Step[PositionT], ...]:
        """The current line of play: from the start over the current step to the last step that redo leads to."""
        return self.tree.line

    def before(self, step: Step[PositionT]) -> Step[PositionT] | None:
        """Return the step that a step was played from. None for the start."""
        return None if step.parent is None else self.tree.steps[step.parent]

    @property
    def can_undo(self) -> bool:
        """True if there is a step before this one."""
        return self.step.parent is not None

    @property
    def can_redo(self) -> bool:
        """True if a step was played from here before."""
        return self.tree.current in self.tree.ahead

    # ------------------------------------------------------------------ playing
    @reports("the step was played", "nothing was played")
    def play(self, action: Action | str, *, verdict: Verdict | None = None) -> Transition[PositionT]:
        """Play an action (or its text). The same action again after an undo leads to the same step, and chance decides as it
        did. Return the position that follows, and the events, including what chance decided.

        :param verdict: the verdict on the action at the present position, if it is known: an action is judged once
        :raises IllegalAction: if the rules bar it; nothing has changed then
        :raises InputError: if the text cannot be read
        """
        position = self.position
        action = position.parse(action) if isinstance(action, str) else action
        if isinstance(action, ChanceOutcome):
            what = "this is what chance decides: `roll()` rolls it, `roll(value)` sets it by hand"
            raise InputError("this cannot be played", what)
        try:
            transition = position.system.apply(position, action, verdict=verdict)
        except IllegalAction:
            self.note_try(action.player, str(action))
            raise
        return self._take_with_rolls(action, transition)

    @alone
    def note_try(self, player: str, action: str = "", draft: Mapping[str, Any] | None = None, space: str = "") -> None:
        """Keep a try that was refused at the current step, in the journal, too: `hexwidget.review` looks at it. Links and other players'
        boards never carry it. A try that the journal cannot hold is not kept.

        :param action: the text of the action; empty: a choice on a board
        :param draft: that choice so far
        :param space: the space that was clicked next
        """
        tried = Tried(self.step.number, player, action, dict(draft or {}), space)
        kept = with_try(self.tries, tried)
        if kept is self.tries:
            return
        with hold_interrupts(), suppress(JournalError):
            try:
                if self._journal is not None:
                    self._journal.append(entry_line(tried), is_made=lambda: self.tries is kept)
                self.tries = kept
            finally:
                if self._journal is not None:
                    self._journal.settle()

    @reports("the step was played", "nothing was played")
    def roll(self, value: str | None = None) -> Transition[PositionT]:
        """Roll for chance, or set a value by hand, which the log says. A roll that was made here before stays as it was.

        Where chance has nothing left to decide, a value replaces that of the last roll on this line, on a branch.

        :raises InputError: if chance has nothing to decide, or cannot come to this value
        """
        tree = self.tree
        at = tree.last_roll() if value is not None and self.position.chance is None else self.step
        node = at.position.chance
        if node is None:
            raise InputError("nothing to roll", "nothing is left to chance here")
        outcome = self._rolls.outcome(tree, at, node) if value is None else ChanceOutcome(node.source, value)
        return self._take_with_rolls(outcome, at.position.apply(outcome), by_hand=value is not None, at=at.number)

    @alone
    def set_rolls(self, rolls: Literal["auto", "ask"]) -> None:
        """Set when chance is rolled: "auto" rolls at once, "ask" waits for `roll`. With "auto", a waiting roll is made now.

        :raises InputError: if it is neither
        """
        if rolls not in ("auto", "ask"):
            raise mismatch("no such way to roll", '"auto" or "ask"', rolls)
        with self._watchers.change():
            before, self.rolls = self.rolls, rolls
            try:
                self._roll_pending()
            except BaseException:
                self.rolls = before
                raise

    @reports("the position was changed", "nothing was changed")
    def edit(self, position: PositionT, *, players: bool = False) -> PositionT:
        """Set another position, as a referee does. The edit is a step that can be undone. Return the position.

        :param players: True if it may have other players
        :raises InputError: if it belongs to another system, or is only what a player sees of a position
        """
        if players and any(kind == "opponents" for _, kind in self._watchers.listeners):
            what = "opponents play this game, and so its players stay: edit a board of `session.fork()`"
            raise InputError("this position cannot be set", what, "players")
        check_edit(self.position, position, others=players)
        with self._watchers.change():
            self._record(self.tree.next_step(self.tree.current, position, None))
            self.change = "edited"
            self._roll_pending()
        return self.position

    def _take_with_rolls(
        self, done: Done, transition: Transition[PositionT], *, by_hand: bool = False, at: int | None = None
    ) -> Transition[PositionT]:
        """Take a step, then the rolls after it. If a roll cannot be saved, the steps before it stand and are shown.

        :param at: the number of the step to play from; None: the current step
        """
        with self._watchers.change():
            self._take(done, transition, by_hand, at)
            self.change = "played"
            events = transition.events + self._roll_pending()
        return Transition(self.position, events)

    def _roll_pending(self) -> tuple[Event, ...]:
        """Roll until a player has to decide. With ``rolls="ask"``, do nothing."""
        events: tuple[Event, ...] = ()
        while self.rolls == "auto" and (node := self.position.chance) is not None:
            outcome = self._rolls.outcome(self.tree, self.step, node)
            transition = self.position.apply(outcome)
            self._take(outcome, transition)
            events += transition.events
        return events

    def _take(
        self, done: Done, transition: Transition[PositionT], by_hand: bool = False, at: int | None = None
    ) -> None:
        """Go to the step that this led to before, or to a new one."""
        at = self.tree.current if at is None else at
        again = self.tree.again(done, at)
        if again is None:
            self._record(self.tree.next_step(at, transition.position, done, transition.events, by_hand))
        else:
            self._move(again.number)

    def _record(self, step: Step[PositionT]) -> None:
        """Add a new step: to the journal first, then to the tree. The caller tells the watchers."""
        self._change(partial(line_of, step), step.number, partial(self.tree.add, step))

    # ------------------------------------------------------------------ moving
    @reports("the step was taken back", "nothing was taken back")
    def undo(self) -> PositionT:
        """Go back to the last decision: one step, and the rolls before it. Return the position there.

        :raises InputError: at the start
        """
        number = self.tree.undo_step
        if number is None:
            raise InputError("nothing to undo", "this is the start of the session")
        return self._went(number, "undone")

    @reports("the step was played again", "nothing was played again")
    def redo(self) -> PositionT:
        """Go on to the next decision along the line that was left last. Return the position there.

        :raises InputError: if nothing was undone
        """
        number = self.tree.redo_step
        if number is None:
            raise InputError("nothing to redo", "no step has been played from here")
        return self._went(number, "redone")

    @reports("the game went to that step", "the game stayed at its step")
    def goto(self, number: int) -> PositionT:
        """Go to any step by its number (0: the start). Return the position there.

        :raises InputError: if there is no such step
        """
        last = len(self.tree.steps) - 1
        if type(number) is not int or not 0 <= number <= last:
            raise mismatch("no such step", f"a step from 0 to {last}", number)
        return self._went(number, "went")

    def _went(self, number: int, change: Literal["undone", "redone", "went"]) -> PositionT:
        with self._watchers.change():
            self._move(number)
            if change == "went" and self.position.chance is not None:
                self._change(partial(entry_line, WentTo(number)), number, lambda: None)  # see `left_between_rolls`
            self.change = change
        return self.position

    def _move(self, number: int) -> None:
        """Go to a step. The journal notes it first, so that a continued session starts where it was left."""
        if number != self.tree.current:
            self._change(partial(entry_line, WentTo(number)), number, partial(self.tree.go, number))

    def _change(self, line_of_it: Callable[[], str], number: int, change: Callable[[], None]) -> None:
        """Write a line to the journal, if there is one, then make the change: both or neither. Any line of Python can raise.

        :param number: the step that is the current one once the change is made
        :raises JournalError: if the line cannot be written
        """
        if self._journal is None:
            change()  # no line is made: it would name the position, which takes milliseconds on a large map
            return
        line = line_of_it()
        sent, self._noting = self._noting, None
        try:
            self._journal.append(with_sent(line, sent) if sent else line, is_made=lambda: self.tree.current == number)
            self.unsaved = ""
            change()
            if sent:
                self.messages.add(sent)
        except JournalError as error:
            self.unsaved = "; ".join(problem.message for problem in error.problems)
            raise
        finally:
            self._journal.settle()

    @contextmanager
    def noting(self, message: Sent) -> Iterator[None]:
        """Note a message with the first change within the block. A session that goes on with the journal has it among ``messages``."""
        self._noting = message
        try:
            yield
        finally:
            self._noting = None

    @alone
    def at(self, number: int) -> Session[PositionT]:
        """Return the same game at another step, for a look. It is independent of this one, has no journal, and rolls nothing
        by itself.

        :raises InputError: if there is no such step
        """
        other = Session(self.tree.steps[0].position, rolls="ask")
        other.tree, other._rolls, other.notice = self.tree.copy(), self._rolls.copy(), self.notice
        other.tries = self.tries
        other.goto(number)
        return other

    @alone
    def so_far(self) -> Session[PositionT]:
        """Return the same game up to the current step, without the branches, what was taken back and refused tries. It is independent of
        this one, and has no journal."""
        other = self.at(self.step.number)
        other.tree, other.tries = Tree(self.tree.steps[0].position), ()
        for step in self.line[1 : self.step.depth + 1]:
            at = other.tree.current
            other.tree.add(other.tree.next_step(at, step.position, step.done, step.events, step.by_hand))
        return other

    @alone
    def fork(self, *, new_chance: bool = False) -> Session[PositionT]:
        """Return a new session that starts from the current position. The two are independent.

        :param new_chance: True: chance begins anew there; False: it decides as it would have here
        """
        forked = Session(self.position, seed=None if new_chance else self.seed, rolls="ask")
        forked._rolls.drawn = {} if new_chance else self._rolls.times_drawn(self.tree, self.step)
        forked.notice = "forked, with new chance" if new_chance else ""
        if not new_chance:  # what was rolled here before stays
            while (node := forked.position.chance) is not None and node == self.position.chance:
                outcome = self._rolls.outcome(self.tree, self.step, node)
                forked._take(outcome, forked.position.apply(outcome))
        forked.set_rolls(self.rolls)
        return forked

    # ------------------------------------------------------------------ watching
    def watch(self, listener: Callable[[], None], *, kind: Kind = "watcher") -> Callable[[], None]:
        """Call a function after every change. Return a function that ends it.

        No game changes while the listener runs: it must not wait for another thread that changes one.

        :param kind: "board" and "opponents" are for those of the package: an interrupt waits for them
        """
        return self._watchers.add(listener, kind)

    def __copy__(self) -> Session[PositionT]:
        """Return the same game as one of its own, which nothing keeps or watches."""
        other = self.at(self.step.number)
        other.rolls, other.change, other.scenario = self.rolls, self.change, self.scenario
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Session[PositionT]:
        """Return the same game as one of its own, with opponents of its own."""
        other = memo[id(self)] = self.__copy__()
        memo.update({id(self._watchers): other._watchers, **{id(step): step for step in self.tree.steps}})
        for entry in self._watchers.listeners:
            if entry[1] == "opponents":
                other._watchers.listeners.append(deepcopy(entry, memo))
        return other

    def __getstate__(self) -> dict[str, Any]:
        if self._journal is not None or any(kind == "board" for _, kind in self._watchers.listeners):
            what = "a session that a journal keeps or a board shows cannot be pickled"
            raise TypeError(f"{what}: copy.copy(session) is the same game without them")
        return vars(self)

    def __repr__(self) -> str:
        return f"<Session: step {self.step.depth} of {self.tree.length}, {self.step.text}>"
