"""The trials of a search: its candidates, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, log, sqrt
from random import Random

from hexwidget.explore import lookahead
from hexwidget.explore.deciding import Policy, decide
from hexwidget.explore.objectives import WIN, Named, Objective, value_of
from hexwidget.explore.tables import Row
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import Action, IllegalAction, Position
from hexwidget.rules.lookahead import Draw

EXPLORATION = 0.25
"""The weight of uncertainty in the bounds, as a part of the span of the values seen."""


class Candidate:
    """An action and the results of its trials."""

    __slots__ = ("_mean", "_spread", "action", "visits")

    def __init__(self, action: Action) -> None:
        self.action: Action = action
        self.visits: int = 0
        self._mean = 0.0
        # The sum of squared deviations from the mean. A sum of plain squares would lose digits to rounding.
        self._spread = 0.0

    def add(self, value: float) -> None:
        """Add the value of one trial."""
        self._take(1, value, 0.0)

    def add_result(self, row: Row) -> None:
        """Add the result of another search for the same action: a row of its table."""
        visits, mean, error = (float(row[name] or 0) for name in ("visits", "mean", "error"))
        self._take(int(visits), mean, error**2 * visits * (visits - 1))

    def _take(self, visits: int, mean: float, spread: float) -> None:
        """Merge two sums of squared deviations (Chan, Golub, LeVeque: Algorithms for computing the sample variance, 1983)."""
        apart, before = mean - self._mean, self.visits
        self.visits += visits
        self._mean += apart * visits / self.visits
        self._spread += spread + apart * apart * before * visits / self.visits

    @property
    def mean(self) -> float:
        """The mean value of the trials. Minus infinity before the first."""
        return self._mean if self.visits else -inf

    @property
    def rank(self) -> tuple[int, float]:
        """The order of candidates. The best one has the most trials, since good ones are tried more often; then the best mean."""
        return (self.visits, self.mean)

    def row(self) -> Row:
        """Return the candidate's row of the table."""
        n = self.visits
        error = sqrt(self._spread / n / (n - 1)) if n > 1 else None
        return {"action": str(self.action), "visits": n, "mean": self.mean, "error": error}


TO_THE_END = 10**9
"""As many plies as a game has."""


@dataclass
class Trials:
    """The trials of candidates. Keeps the span of the values seen."""

    position: Position
    player: str
    objective: Objective
    seed: int
    plies: int | None
    playout: Policy | None
    known: Sequence[Position] = ()
    """The positions to play on from in turn; empty: those that look the same to the player, with hidden things drawn anew."""
    afters: dict[Action, Position] = field(default_factory=dict)
    """The positions after actions, where nothing is hidden."""
    certain: dict[Action, float] = field(default_factory=dict)
    """The values of actions that hide nothing, and after which no trial draws anything: each of their trials ends alike."""
    values: dict[Position, float] = field(default_factory=dict)
    """The values of ends by a named objective. Dice lead to the same ones again and again."""

    def __post_init__(self) -> None:
        hints = self.position.system.lookahead
        # Without estimates every position before the end is worth the same: only whole games tell actions apart.
        blind = hints.estimates is None and self.objective == Named(WIN)
        self.far: int = self.plies if self.plies is not None else TO_THE_END if blind else hints.plies
        """The decisions that a trial plays on after what the action begins: none, some, or `TO_THE_END`."""
        self._playout: Draw | None = None if self.playout is None else partial(decide, self.playout)
        system = self.position.system
        self._open = not self.known and system.is_whole(system.observe(self.position, self.player).seen)
        self._worlds: list[Position] = []
        self._low, self._high = inf, -inf
        self._made = 0

    def world(self, n: int) -> Position:
        """The n-th position that looks the same to the player."""
        if self.known:
            return self.known[n % len(self.known)]
        if self._open:
            return self.position
        while len(self._worlds) <= n:
            rng = Random(f"{self.seed} world {len(self._worlds)}")
            self._worlds.append(self.position.system.resample(self.position, self.player, rng))
        return self._worlds[n]

    def run(self, candidate: Candidate) -> None:
        """Try a candidate once more."""
        value = self.certain.get(candidate.action)
        if value is None:
            value = self._value(candidate)
        self._low, self._high = min(self._low, value), max(self._high, value)
        candidate.add(value)
        self._made += 1

    def _value(self, candidate: Candidate) -> float:
        """Play on once more, and return the value of the end."""
        n = candidate.visits
        action = candidate.action
        after = self.afters.get(action) or lookahead.position_after(self.world(n), action)
        if after is None:  # illegal with what was drawn: as bad as the worst value
            return self._low if self._low < inf else 0.0
        rng = Random(self.seed * 1_000_003 + n)
        named = self._open and isinstance(self.objective, Named)
        begun = rng.getstate() if named else None
        end = lookahead.play_on(after, rng, self.far, self._playout)
        value = self.values.get(end) if named else None
        if value is None:
            value = value_of(self.objective, end, self.player)
        if self._open:
            self.afters[action] = after
            if named:
                self.values[end] = value
            if named and self._playout is None and rng.getstate() == begun:
                self.certain[action] = value
        return value

    def next_of(self, pool: list[Candidate]) -> Candidate:
        """The candidate to try next: one without trials, else the one with the highest bound."""
        untried = next((each for each in pool if not each.visits), None)
        if untried is not None:
            return untried
        width = EXPLORATION * ((self._high - self._low) or 1.0)
        often = log(self._made)
        return max(pool, key=lambda each: each.mean + width * sqrt(often / each.visits))


def varied_best(trials: Trials, pool: list[Candidate], rng: Random) -> Candidate | None:
    """Add a candidate that differs from the best one in a part. None if there is no new one."""
    best = max(pool, key=lambda each: each.rank)
    world = trials.world(0)
    hints = world.system.lookahead
    if hints.vary is None:
        return None
    action = hints.vary(world, best.action, hints.draw(world, trials.player, rng), rng)
    if any(each.action == action for each in pool):
        return None
    pool.append(Candidate(action))
    return pool[-1]


def candidates_of(
    position: Position, player: str, given: Iterable[Action | str] | None, rng: Random, trials: Trials, most: int
) -> list[Candidate]:
    """The candidates to begin with."""
    if given is not None:
        actions = given_candidates(position, player, given)
    else:
        found = trials.world(0).system.lookahead.some(trials.world(0), player, rng, most)
        # If legality depends on what is hidden, an action that is legal in a drawn position can be illegal here.
        actions = [action for action in found if position.check(action)]
    if not actions:
        what = f"{player} has nothing to decide here" if given is None else "expected at least one"
        raise InputError("this cannot be searched", what, "" if given is None else "candidates")
    return [Candidate(action) for action in actions]


def given_candidates(position: Position, player: str, given: Iterable[Action | str] | Action | str) -> list[Action]:
    """Read the candidates that were given, and drop repeated ones.

    :raises IllegalAction: if one of them is not legal
    :raises InputError: if one cannot be read, or is another player's action
    """
    listed = [given] if isinstance(given, (str, Action)) else given
    read = [position.parse(by_player(player, each)) if isinstance(each, str) else each for each in listed]
    for action in read:
        verdict = position.check(action)
        if not verdict:
            raise IllegalAction(verdict)
        if action.player != player:
            raise mismatch("this cannot be searched", f"actions of {player}", action, "candidates")
    return list(dict.fromkeys(read))


def by_player(player: str, text: str) -> str:
    """Return the text of an action with its player before it."""
    return text if ":" in text else f"{player}: {text}"
