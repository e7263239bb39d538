"""Policies that play some seats of a session, as opponents on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import takewhile
from random import Random
from time import perf_counter, sleep
from weakref import WeakKeyDictionary

from hexwidget.explore.policies import Policy, decide, policy_for
from hexwidget.play import Session, Step
from hexwidget.play.interrupts import hold_interrupts, interrupt_waits, interruptible, reports
from hexwidget.problems import Problems, mismatch

MOST_AT_ONCE = 500
"""The most actions in a row without a decision of a person."""
LONGEST_PAUSE = 10.0
"""The most seconds of a pause."""
PAUSED_AT_ONCE = 5
"""The most actions in a row that have a pause before them: people can only wait meanwhile."""
_WATCHED = ContextVar("hexwidget opponents are watched", default=False)
_SEATS: WeakKeyDictionary[Session, set[str]] = WeakKeyDictionary()
"""The seats of each session that opponents play already, of any board."""


@contextmanager
def answer_with_pauses() -> Iterator[None]:
    """Let opponents pause before they answer what is played within the block: a person looks on."""
    before = _WATCHED.set(True)
    try:
        yield
    finally:
        _WATCHED.reset(before)


class Opponents:
    """Players of a session that policies play. They act as soon as it is their turn after somebody has played.

    Undo goes back past their actions, redo goes on past them, and neither asks them again. They do not act after `goto` or an
    edit.

    The random numbers of a policy depend on the session's seed and on the number of steps that its player was told of: the same
    game gets the same answers, however often others have sealed meanwhile.
    If several opponents decide at once with a person, each of them decides once, and again after the person has.

    :param policies: for each opponent "random", "greedy", "search", or your own function
    :param pause: seconds before each of their actions in answer to a person who looks on (see `answer_with_pauses`). The time that a
        policy takes counts.
    :raises InputError: if a player or policy does not exist, a seat is taken, no person would be left, or the pause is wrong

    >>> import hexwidget as hw
    >>> session = hw.Session("depletion/first-steps", seed=1)
    >>> opponents = Opponents(session, {"blue": "random"})
    >>> _ = session.play("0203-0303")
    >>> session.step.action.player, session.position.to_act
    ('blue', frozenset({'red'}))
    >>> session.undo().to_act, session.step.depth
    (frozenset({'red'}), 0)
    """

    def __init__(self, session: Session, policies: Mapping[str, str | Policy], *, pause: float = 0.0) -> None:
        players = session.position.players
        title = "no such opponents"
        if not isinstance(policies, Mapping):
            what = f'a policy for each opponent, such as {{"{players[-1]}": "search"}}'
            raise mismatch(title, what, policies, "opponents")
        taken = _SEATS.setdefault(session, set())
        problems = Problems()
        if isinstance(pause, bool) or not isinstance(pause, (int, float)) or not 0 <= pause <= LONGEST_PAUSE:
            problems.expected("pause", f"seconds from 0 to {LONGEST_PAUSE:.0f}", pause)
        for player in policies:
            if player not in players:
                problems.unknown(f"opponents/{player}", "player", player, players)
            elif player in taken:
                problems.add(f"opponents/{player}", "another board of this session has that opponent already")
        if not problems.found and taken | set(policies) == set(players):
            problems.add("opponents", "somebody has to play; `playouts` plays games without people")
        problems.raise_any(title)
        self.session = session
        self.pause = pause
        system = session.position.system
        self.policies: dict[str, Policy] = {player: policy_for(policy, system) for player, policy in policies.items()}
        taken.update(policies)
        self._before: Step = session.step
        self._told: dict[tuple[str, int], int] = {}
        """The number of steps that an opponent was told of up to a step, by player and number of the step."""
        self._failed_at = -1
        self._acting = False
        self._stop = session.watch(self._on_session, kind="opponents")

    def stop(self) -> None:
        """Stop playing, and free the seats."""
        self._stop()
        _SEATS.get(self.session, set()).difference_update(self.policies)

    @property
    def players(self) -> frozenset[str]:
        """The players that policies play."""
        return frozenset(self.policies)

    @property
    def turn(self) -> tuple[str, ...]:
        """The opponents who are about to act. Empty if nobody has played, or an opponent has just failed."""
        if self.session.change != "played" or self.session.step.number == self._failed_at:
            return ()
        if self._before is self.session.step:  # they have acted already
            return ()
        return tuple(player for player in self.policies if player in self.session.position.to_act)

    def _on_session(self) -> None:
        if self._acting:
            return
        self._acting = True
        try:
            if self.session.change == "undone":
                self._back()
            elif self.session.change == "redone":
                self._on()
            elif self.session.change == "played":
                self.act()
        finally:
            self._before, self._acting = self.session.step, False

    def _theirs(self, step: Step) -> bool:
        return step.action is not None and step.action.player in self.policies

    def _decision_after(self, number: int, later: Step) -> Step | None:
        """The step after a step, on the line to a later one."""
        while later.parent is not None and later.parent != number:
            later = self.session.steps[later.parent]
        return later if later.parent == number else None

    def _back(self) -> None:
        """After an undo of opponents' actions: go back to the last decision of a person."""
        was = self._before
        while (taken := self._decision_after(self.session.step.number, was)) is not None and self._theirs(taken):
            if not self.session.can_undo:  # an opponent had the first move: the first person decides after it
                self._on()
                return
            was = self.session.step
            self.session.undo()

    def _on(self) -> None:
        """After a redo: go on past the opponents' actions that were played."""
        while self.session.can_redo:
            line = self.session.line
            if not self._theirs(line[self.session.step.depth + 1]):
                return
            self.session.redo()

    @reports("an opponent has acted", "no opponent has acted")
    def act(self) -> None:
        """Let opponents act until a person has to decide. Another call lets an opponent that has failed, or was interrupted, try
        again.

        :raises PolicyError: if a policy fails, or returns an illegal action; the actions before it stand
        """
        with hold_interrupts():
            was, self._acting, self._failed_at = self._acting, True, -1
            try:
                self._act()
            finally:
                self._before, self._acting = self.session.step, was

    def _act(self) -> None:
        acted = Counter[str]()
        while (player := self._next(acted)) is not None and not interrupt_waits():
            step, began = self.session.step, perf_counter()
            self._failed_at = step.number
            with interruptible():
                action = decide(self.policies[player], step.position, player, Random(self._chance(player, step)))
                if _WATCHED.get() and acted.total() < PAUSED_AT_ONCE:
                    sleep(max(0.0, self.pause - (perf_counter() - began)))
            self._failed_at = -1
            acted[player] += 1
            self._before = step
            self.session.play(action)

    def _next(self, acted: Counter[str]) -> str | None:
        """The opponent who acts next. None: a person has to decide, or many actions have come in a row.

        :param acted: how often each has acted since a person decided
        """
        to_act = self.session.position.to_act
        players = [player for player in self.policies if player in to_act]
        if not players or acted.total() >= MOST_AT_ONCE:
            return None
        player = min(players, key=lambda each: acted[each])
        return player if to_act <= self.policies.keys() or not acted[player] else None

    def _chance(self, player: str, step: Step) -> str:
        """The seed of an opponent's random numbers at a step."""
        return f"{self.session.seed} {self._times_told(player, step)} {player}"

    def _times_told(self, player: str, step: Step) -> int:
        """The number of steps up to this one that an opponent was told of."""
        new = takewhile(lambda at: (player, at.number) not in self._told, self.session.tree.back(step))
        for each in reversed([*new]):
            before = self.session.before(each)
            count = 0
            if before is not None:
                position = before.position
                told = each.done is None or position.system.told(position, each.done, player) is not None
                count = self._told[player, before.number] + told
            self._told[player, each.number] = count
        return self._told[player, step.number]
