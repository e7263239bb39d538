"""Policies that play some seats of a session, as opponents on a board."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hexwidget.explore.policies import Policy, decide, policy_of
from hexwidget.play import Session, Step
from hexwidget.problems import InputError, Problem, shown, unknown


class Opponents:
    """Whoever has the turn among them acts as soon as the game has gone on; undo goes back past what they did.

    What a policy draws depends on the session's seed and the position alone: the same game again, after an undo too, meets the
    same answers. A game that is only looked at, at an earlier step, stays there.

    :param policies: for each player that is not a person "random", "greedy", "search", or a function of yours
    :raises InputError: if a player or policy is not there, or everybody would be one

    >>> import hexwidget as hw
    >>> session = hw.Session(hw.scenario("depletion/first-steps").position, seed=1)
    >>> opponents = Opponents(session, {"blue": "random"})
    >>> _ = session.play("0203-0303")
    >>> session.step.action.player, session.position.to_act
    ('blue', frozenset({'red'}))
    >>> session.undo().to_act, session.step.depth
    (frozenset({'red'}), 0)
    """

    def __init__(self, session: Session, policies: Mapping[str, str | Policy]) -> None:
        players = session.position.players
        title = "no such opponents"
        if not isinstance(policies, Mapping):
            what = f'expected a policy for each opponent, such as {{"{players[-1]}": "search"}}, not {shown(policies)}'
            raise InputError(title, [Problem("opponents", what)])
        problems = [
            Problem(f"opponents/{player}", unknown("player", player, players))
            for player in policies
            if player not in players
        ]
        if not problems and set(policies) == set(players):
            problems.append(Problem("opponents", "somebody has to play; `playouts` are games without"))
        if problems:
            raise InputError(title, problems)
        self.session = session
        self._policies = {player: policy_of(policy) for player, policy in policies.items()}
        self._before: Step | None = None
        self._acting = False
        self.stop = session.watch(self._on_session)
        """Ends it: the seats are everybody's again."""

    @property
    def players(self) -> frozenset[str]:
        """The seats that they play."""
        return frozenset(self._policies)

    @property
    def turn(self) -> tuple[str, ...]:
        """Those of them who act now: none, if nobody has gone on with the game since."""
        step = self.session.step
        came = self._before is None or step.parent == self._before.number or self._goes_on(step)
        return tuple(player for player in self._policies if player in step.position.to_act) if came else ()

    def _goes_on(self, step: Step) -> bool:
        """Whether a step follows the one before: at once, or by what chance decided in between."""
        while step.parent is not None and step.chance is not None:
            step = self.session.steps[step.parent]
        return self._before is not None and step.parent == self._before.number

    def _on_session(self) -> None:
        if self._acting:
            return
        self._acting = True
        try:
            if self._went_back():
                while self._only_theirs(self.session.position.to_act) and self.session.can_undo:
                    self.session.undo()
            else:
                self.act()
        finally:
            self._before, self._acting = self.session.step, False

    def _went_back(self) -> bool:
        """Whether the last decision was taken back."""
        step = self._before
        while step is not None and step.parent is not None:
            step = self.session.steps[step.parent]
            if step.position.chance is None:
                return step.number == self.session.step.number
        return False

    def _only_theirs(self, to_act: frozenset[str]) -> bool:
        return bool(to_act) and to_act <= self._policies.keys()

    def act(self) -> None:
        """Let those act whose turn it is, until it is a person's.

        :raises PolicyError: if a policy fails, or plays what the rules bar; what was played before stands
        """
        was, self._acting = self._acting, True
        try:
            while players := self.turn:
                step = self.session.step
                position, player = step.position, players[0]
                rng = Random(f"{self.session.seed} {position.key} {player}")
                action = decide(self._policies[player], position, player, rng)
                self._before = step
                self.session.play(action)
        finally:
            self._before, self._acting = self.session.step, was
