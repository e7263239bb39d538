"""The environment in text: a player reads the board, writes actions, and is told why not, with clauses and remedies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hexwidget.asking.seat import MOST_LISTED, Seat
from hexwidget.explore.objectives import Objective, objective_of, value_of
from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy
from hexwidget.files import Scenario
from hexwidget.files.replay import SEEDS
from hexwidget.name_suggestions import GuessedNames
from hexwidget.play import Session
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import IllegalAction, Position, Verdict

MOST_TRIES = 1_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a try.

    :param text: what happened, with what others did; for a refused try every clause against it, with remedies
    :param played: True if the action was played
    :param reward: the change of the objective; at the end also 1 for a winner and -1 for others; for a refused try its price
    :param terminated: True if the game has ended by its rules
    :param truncated: True if it was broken off after ``max_tries``
    :param verdict: the verdict on a refused action; None if it was played, or could not be read
    """

    text: str
    played: bool
    reward: float
    terminated: bool
    truncated: bool
    verdict: Verdict | None = None

    @property
    def remedies(self) -> tuple[str, ...]:
        """The legal actions that the refusal offers, as texts."""
        if self.verdict is None:
            return ()
        return tuple(str(remedy.action) for remedy in self.verdict.remedies if remedy.action is not None)

    def __str__(self) -> str:
        return self.text


class TextEnvironment(GuessedNames):
    """A game that one player reads and writes. `hexwidget.environments.text` makes it.

    :param start: the name of a scenario, a scenario, or a position that is not over
    :param player: the player who reads and writes
    :param opponents: the policy of all other players, or one for each; None: they are played through ``session``
    :param max_tries: the most tries; then the game is broken off
    :param objective: the value of a position for the player: see `hexwidget.explore.objectives`
    :param price: the reward of a refused try, at most 0
    :raises InputError: if there is no such scenario, player, policy or objective, or a number is out of range
    """

    def __init__(
        self,
        start: str | Scenario | Position,
        player: str,
        *,
        opponents: str | Policy | Mapping[str, str | Policy] | None = "random",
        max_tries: int = MOST_TRIES,
        objective: str | Objective | None = None,
        price: float = 0.0,
    ) -> None:
        if type(max_tries) is not int or max_tries < 1:
            raise mismatch("this environment cannot be made", "a whole number from 1", max_tries, "max_tries")
        if not -1e9 <= price <= 0:
            raise mismatch("this environment cannot be made", "a number of at most 0", price, "price")
        self._start, self._name, self._opponents = start, player, opponents
        self.max_tries, self.price = max_tries, float(price)
        self._seeds = Random()
        self.reset(0)
        self._objective = None if objective is None else objective_of(objective, self.session.position.system)
        self._seeds = Random()
        self.reset(0)

    def reset(self, seed: int | None = None) -> str:
        """Begin a new game, and return the observation. The same seed gives the same dice, cards and opponents. Opponents who act first
        may end a short game: it is ``terminated`` then.

        :raises InputError: if the seed is out of range, or the game is over from its start
        """
        if seed is not None:
            if type(seed) is not int or not 0 <= seed < SEEDS:
                raise mismatch("no such seed", f"a whole number from 0 to {SEEDS - 1}", seed, "seed")
            self._seeds = Random(seed)
        session: Session[Any] = Session(self._start, seed=self._seeds.getrandbits(32) if seed is None else seed)
        self.seat = Seat(session, self._name)
        self.tries = 0
        if self.terminated:
            raise InputError("this cannot be played", "the game is over from its start")
        others = self._opponents
        if others is not None:
            given = others if isinstance(others, Mapping) else dict.fromkeys(self._others, others)
            if given:
                Opponents(session, given).act()
        self._worth = self._worth_now()
        return self.observation

    @property
    def _others(self) -> list[str]:
        return [player for player in self.session.position.players if player != self._name]

    # ------------------------------------------------------------------ what is read
    @property
    def session(self) -> Session[Any]:
        """The game as a session: to show, save and review. It is the referee's; do not show it to an agent."""
        return self.seat.session

    @property
    def observation(self) -> str:
        """The board as the player sees it, and the player's task."""
        return f"{self.seat.board()}\n{self.seat.prompt}".rstrip()

    @property
    def over(self) -> bool:
        """True if the game has ended, or was broken off."""
        return self.terminated or self.tries >= self.max_tries

    @property
    def terminated(self) -> bool:
        """True if the game has ended by its rules."""
        return not self.seat.seen.to_act

    def legal_actions(self, within: str = "", most: int = MOST_LISTED) -> list[str]:
        """Return legal actions as texts; a sample where there are more than ``most``.

        :param within: words that they begin with, such as the name of a space
        :raises InputError: if there is nothing of that name
        """
        return [str(action) for action in self.seat.list_actions(within, most).actions]

    # ------------------------------------------------------------------ trying
    def step(self, action: str) -> Reply:
        """Try an action, and return the answer. Opponents then act until the player has to decide again.

        :raises InputError: if the game is over
        :raises PolicyError: if an opponent fails
        """
        if self.over:
            raise InputError("no game is on", "it is over: call reset()")
        self.tries += 1
        before = self.session.step
        try:
            self.seat.play(self._name, action)
        except IllegalAction as error:
            return self._refusal(str(error.verdict), error.verdict)
        except InputError as error:
            if self.session.step is not before:
                raise
            return self._refusal(str(error))
        was, self._worth = self._worth, self._worth_now()
        reward = self._worth - was + self._result()
        return Reply("\n".join(self.seat.lines_since(before)), True, reward, self.terminated, self._is_broken_off)

    def _refusal(self, text: str, verdict: Verdict | None = None) -> Reply:
        return Reply(text, False, self.price, self.terminated, self._is_broken_off, verdict)

    @property
    def _is_broken_off(self) -> bool:
        return self.over and not self.terminated

    def _worth_now(self) -> float:
        objective = getattr(self, "_objective", None)
        return value_of(objective, self.seat.seen, self._name) if objective else 0.0

    def _result(self) -> float:
        outcome = self.seat.seen.outcome if self.terminated else None
        if outcome is None or not outcome.winners:
            return 0.0
        return 1.0 if self._name in outcome.winners else -1.0
