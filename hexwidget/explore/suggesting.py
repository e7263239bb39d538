"""A suggestion: the best action that a short search finds, and what the search expects after it.

The search starts from a position that looks the same to the player, with hidden things drawn anew (`RuleSystem.resample`). It is
made in steps, so that a board can answer other wishes between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter

from hexwidget.english import translated, worded
from hexwidget.explore import lookahead
from hexwidget.explore.objectives import WIN, objective_of
from hexwidget.explore.searching import Searching, asked_player
from hexwidget.problems import InputError, Problems
from hexwidget.rules import CHANCE, Action, Position

SECONDS = 2.0
"""The default of the most seconds that a suggestion takes."""
LONGEST = 600.0
FOLLOWED = 2
"""The most actions that are looked for after the suggested one."""
SHARE = 0.7
"""The part of the time or trials that the suggested action gets; the others share the rest."""
ALIKE = 0.005
"""Values nearer than this are called equal."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An action that the search expects after the suggested one, and the position before it, with hidden things as drawn."""

    position: Position
    action: Action


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action that a search suggests.

    :param value: the chance of the player to win after it, as the search estimates: 0 to 1. None: it is the only legal action
    :param trials: the trials that this rests on
    :param following: the actions of all players that the search expects after it
    :param second: the next best action and its value
    :param far: True if these are short games, which are played on; False if the position after what the action begins is estimated
    """

    player: str
    action: Action
    value: float | None
    trials: int
    following: tuple[Expected, ...] = ()
    second: tuple[Action, float] | None = None
    far: bool = True

    @property
    def sentences(self) -> tuple[tuple[str, Action | None], ...]:
        """Sentences about the results that the search expects, each with the action that it is about."""
        if self.value is None:
            return ((translated("It is the only legal action."), self.action),)
        games = ("short game" if self.far else "trial") + ("" if self.trials == 1 else "s")
        wording = f"The search expects {{player}} to win with {{value}} after it, from {{n}} {games}."
        first = worded(wording, player=self.player, value=_percent(self.value), n=f"{self.trials:,}")
        found: list[tuple[str, Action | None]] = [(first, None)]
        for n, each in enumerate(self.following):
            wording = "It expects {player}: {action}." if n == 0 else "Then {player}: {action}."
            found.append((worded(wording, player=each.action.player, action=each.action), each.action))
        if self.second is not None:
            action, value = self.second
            word = "As good" if abs(value - self.value) < ALIKE else "Next best" if value < self.value else "Tried less"
            found.append((worded(f"{word}: {{action}}, {{value}}.", action=action, value=_percent(value)), action))
        return tuple(found)

    def __str__(self) -> str:
        return "\n".join([f"{self.player}: {self.action}", *(f"  {text}" for text, _ in self.sentences)])

    __repr__ = __str__


class Suggesting:
    """A suggestion under way. Iterate over it: after each short game comes the part of the work that is done, 0 to 1.

    :param player: the player who is advised; None: the player to act
    :param seconds: the most seconds that the games take
    :param trials: the most short games; None: as many as the time allows
    :param allowed: False for an action that the player cannot choose
    :raises InputError: if the player has nothing to decide, or a limit is wrong
    """

    def __init__(
        self,
        position: Position,
        player: str | None = None,
        *,
        seconds: float | None = SECONDS,
        trials: int | None = None,
        allowed: Callable[[Action], bool] = lambda action: True,
    ) -> None:
        _check_limits(seconds, trials)
        self.player: str = asked_player(position, player)
        self._seconds, self._trials, self._allowed = seconds, trials, allowed
        # A fixed seed: the same position gets the same world, whatever the player was not told of the game.
        self._world = position.system.resample(position, self.player, Random("a suggestion"))
        self._searches: list[tuple[Position, Searching]] = []

    def __iter__(self) -> Iterator[float]:
        if self._only_action() is not None:
            return
        at, player, before, spent = self._world, self.player, 0.0, 0.0
        for n in range(1 + FOLLOWED):
            share = SHARE if n == 0 else (1 - SHARE) / FOLLOWED
            began, part = perf_counter(), 0.0
            search = Searching(at, player, objective_of(WIN, at.system))
            self._searches.append((at, search))
            while part < 1:
                search.step()
                spent += perf_counter() - began
                part = self._part(search.made / share, (spent - (self._seconds or 0) * before) / share)
                yield before + share * part
                began = perf_counter()  # the time between is others'
            before += share
            after = lookahead.position_after(at, self._ranking()[0][0] if n == 0 else search.result().action)
            acting = frozenset[str]() if after is None else after.to_act
            if after is None or len(acting) != 1 or acting == CHANCE:
                return
            at, player = after, next(iter(acting))

    def _part(self, trials: float, seconds: float) -> float:
        """The part of a search that is done, if its trials and seconds were those of the whole."""
        by_trials = 0.0 if self._trials is None else trials / self._trials
        return min(1.0, max(by_trials, 0.0 if self._seconds is None else seconds / self._seconds))

    def result(self) -> Suggestion:
        """Return the suggestion so far.

        :raises InputError: if no action can be suggested, or no game has been played yet
        """
        only = self._only_action()
        if only is not None:
            return Suggestion(self.player, only, None, 0)
        (best, value), *others = self._ranking()
        following = tuple(Expected(at, search.result().action) for at, search in self._searches[1:] if search.made)
        trials = self._searches[0][1].made
        far = self._searches[0][1].plays_on
        return Suggestion(self.player, best, value, trials, following, others[0] if others else None, far)

    def _ranking(self) -> list[tuple[Action, float]]:
        """The actions that the player can choose, best first, with their values."""
        found: list[tuple[Action, float]] = []
        if self._searches and self._searches[0][1].made:
            rows = self._searches[0][1].result()
            read = ((self._world.parse(f"{self.player}: {row['action']}"), float(row["mean"] or 0)) for row in rows)
            found = [(action, mean) for action, mean in read if self._allowed(action)]
        if not found:
            raise InputError("nothing can be suggested", f"no action that {self.player} can choose was found")
        return found

    def _only_action(self) -> Action | None:
        """The action of a player who has no choice."""
        actions, whole = self._world.system.legal_actions(self._world, self.player).some(1)
        return actions[0] if whole and actions and self._allowed(actions[0]) else None


def _check_limits(seconds: object, trials: object) -> None:
    problems = Problems()
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= LONGEST
    ):
        problems.expected("seconds", f"a number above 0, at most {LONGEST:.0f}", seconds)
    if trials is not None and (type(trials) is not int or trials < 1):
        problems.expected("trials", "a whole number from 1", trials)
    if seconds is None and trials is None:
        problems.add("", "expected a limit: seconds, or trials")
    problems.raise_any("nothing can be suggested")


def _percent(value: float) -> str:
    return f"{value * 100:.0f} %"
