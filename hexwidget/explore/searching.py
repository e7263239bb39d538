"""A search for the best action by an objective, within a number of trials or a time.

The candidates are all legal actions or, if there are very many, a sample of them. A trial draws anew what the player cannot
see, carries out a candidate, plays some more decisions at random, and asks the objective. Upper confidence bounds choose
the next candidate (UCB1; Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem, 2002): good
candidates are tried more often, and none is forgotten. The n-th trial of every candidate uses the same random numbers, so
that differences between candidates depend on luck as little as possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from hexwidget.explore import lookahead
from hexwidget.explore.deciding import Deciding, Policy
from hexwidget.explore.objectives import Objective, objective_of, value_of
from hexwidget.explore.running import is_inside, run_items
from hexwidget.explore.tables import Row, Table
from hexwidget.problems import InputError, Problem, Problems, shown, unknown
from hexwidget.rules import CHANCE, Action, IllegalAction, Position
from hexwidget.rules.lookahead import Draw

ITERATIONS = 200
"""The default number of trials."""
MOST = 64
"""The default for the most candidates to begin with."""
EXPLORATION = 0.25
"""The weight of uncertainty in the bounds, as a part of the span of the values seen."""
VARIED_EVERY = 3
"""If actions have parts, every n-th trial is of a new candidate that varies the best one."""


class SearchResult(Table):
    """The result of a search: a row for each candidate, best first, with its ``action`` (text), ``visits`` (number of trials),
    ``mean`` of the objective and ``error`` (one standard error of the mean, None after one trial).

    ``action``: the best one; ``value``: its mean; ``player``: the player to search for; ``iterations``: trials in all;
    ``interrupted``: True if Ctrl-C ended the search.
    """

    def __init__(
        self, tried: Iterable[_Candidate], player: str, objective: str, seed: int, interrupted: bool, seconds: float
    ) -> None:
        ranked = sorted((each for each in tried if each.visits), key=lambda each: each.rank, reverse=True)
        super().__init__(each.row() for each in ranked)
        self.action: Action = ranked[0].action
        self.value: float = ranked[0].mean
        self.player = player
        self.objective = objective
        self.seed = seed
        self.iterations: int = sum(each.visits for each in ranked)
        self.interrupted = interrupted
        self.seconds = seconds
        best = f"{player}: {self.action}  ({objective} {self.value:.3f}, {self.iterations:,} trials"
        self.title: str = best + (", interrupted)" if interrupted else ")")


class _Candidate:
    """An action and the results of its trials."""

    __slots__ = ("_mean", "_spread", "action", "visits")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.visits = 0
        self._mean = 0.0
        # The sum of squared deviations from the mean. A sum of plain squares would lose digits to rounding.
        self._spread = 0.0

    def add(self, value: float) -> None:
        """Add the value of one trial."""
        self._take(1, value, 0.0)

    def take(self, row: Row) -> None:
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
        return {
            "action": str(self.action),
            "visits": n,
            "mean": self.mean,
            "error": sqrt(self._spread / n / (n - 1)) if n > 1 else None,
        }


def search(
    position: Position,
    player: str | None = None,
    *,
    objective: str | Objective | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    candidates: Iterable[Action | str] | None = None,
    most: int = MOST,
    plies: int | None = None,
    playout: Policy | None = None,
    searches: int = 1,
    executor: Executor | None = None,
    progress: bool = True,
) -> SearchResult:
    """Search for the best action of a player.

    With ``iterations``, the result is the same for the same seed on every machine. With ``seconds``, the search uses the time
    that it has. Ctrl-C (an interrupt of the kernel) ends it with the best action so far. The search knows no more than the
    player: each trial draws anew what the player cannot see (see `RuleSystem.resample`), so two positions that look the same
    to the player give the same result.

    :param player: the player to search for; defaults to the player to act
    :param objective: "win" (default), another name of `objectives.names`, or your own function of position and player. More
        is better. It is asked about positions as they may be, not as they are.
    :param iterations: the most trials; 200 if neither this nor ``seconds`` is given
    :param seconds: the most time; at least one trial is made
    :param candidates: the actions (or their texts) to compare; defaults to all legal actions
    :param most: the most candidates to begin with
    :param plies: the decisions of all players that are played before the objective is asked; the default suits the system
    :param playout: the policy that plays them for all players; defaults to a quick random one
    :param searches: the number of searches of so many ``iterations`` or ``seconds`` each, with different seeds, to add up
    :param executor: runs the searches on its workers; None: in this process, with the same result
    :param progress: True: several searches show a progress bar
    :raises InputError: if the player has nothing to decide here, or a parameter is wrong
    :raises IllegalAction: if one of ``candidates`` is not legal

    >>> import hexwidget as hw
    >>> found = search(hw.scenario("orders/two-on-one").position, iterations=60)
    >>> found.player, found.iterations, found.rows[0]["action"] == str(found.action)
    ('red', 60, True)
    """
    start = perf_counter()
    player = _asked(position, player)
    check_parameters(iterations, seconds, seed, most, plies)
    if type(searches) is not int or searches < 1:
        what = f"expected a whole number from 1, not {shown(searches)}"
        raise InputError("this cannot be searched", [Problem("searches", what)])
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    aim = objective_of(objective, position.system)
    if searches > 1 or executor is not None:
        if candidates is not None:  # illegal ones are refused once, not by every worker
            candidates = tuple(_given(position, player, candidates))
        parameters = {
            "objective": objective, "iterations": iterations, "seconds": seconds, "candidates": candidates, "most": most,
            "plies": plies, "playout": playout,
        }  # fmt: skip
        work = _OneOfMany(position, player, tuple(parameters.items()))
        return _several(work, searches, seed, aim, executor, progress)
    trials = _Trials(position, player, aim, seed, plies, playout)
    pool = _pool(position, player, candidates, Random(f"{seed} candidates"), trials, most)
    varies = candidates is None
    rng = Random(f"{seed} variations")
    made, interrupted = 0, False
    try:
        while made == 0 or (
            (iterations is None or made < iterations) and (seconds is None or perf_counter() - start < seconds)
        ):
            fresh = made >= len(pool) and made % VARIED_EVERY == 0 and varies
            chosen = (_new(trials, pool, rng) if fresh else None) or trials.next_of(pool)
            trials.run(chosen)
            made += 1
    except KeyboardInterrupt:
        interrupted = True
        if is_inside() or not any(each.visits for each in pool):
            raise
    return SearchResult(pool, player, _name(aim), seed, interrupted, perf_counter() - start)


def _name(objective: Objective) -> str:
    return str(getattr(objective, "name", None) or getattr(objective, "__name__", None) or type(objective).__name__)


@dataclass(frozen=True)
class _OneOfMany:
    """One of several searches, as it is sent to workers."""

    position: Position
    player: str
    parameters: tuple[tuple[str, Any], ...]

    def __call__(self, seed: int, n: Any) -> list[Row]:
        """Search, and return the rows of the candidates."""
        found = search(self.position, self.player, seed=seed, **dict(self.parameters))
        return [{**row, "interrupted": found.interrupted} for row in found]


def _several(
    work: _OneOfMany, searches: int, seed: int, aim: Objective, executor: Executor | None, progress: bool
) -> SearchResult:
    """Run several searches with different seeds, and add up their results.

    :raises InputError: if one of them failed
    """
    start = perf_counter()
    run = run_items(work, range(searches), question={}, seed=seed, unit="search", executor=executor, progress=progress)
    if run.failures:
        failed = [Problem(f"seed {row['seed']}", str(row["error"])) for row in run.failures]
        raise InputError("this search failed", failed)
    if not len(run):
        raise KeyboardInterrupt
    tried: dict[str, _Candidate] = {}
    for row in run:
        text = str(row["action"])
        if text not in tried:
            tried[text] = _Candidate(work.position.parse(_by(work.player, text)))
        tried[text].take(row)
    interrupted = not run.complete or any(run["interrupted"])
    return SearchResult(tried.values(), work.player, _name(aim), seed, interrupted, perf_counter() - start)


class _Trials:
    """The trials of candidates. Keeps the span of the values seen."""

    def __init__(
        self,
        position: Position,
        player: str,
        objective: Objective,
        seed: int,
        plies: int | None,
        playout: Policy | None,
    ) -> None:
        self.player = player
        self._position = position
        self._objective = objective
        self._seed = seed
        self._plies = position.system.lookahead.plies if plies is None else plies
        self._playout: Draw | None = None if playout is None else Deciding(playout)
        self._worlds: list[Position] = []
        self._low, self._high = inf, -inf
        self._made = 0

    def world(self, n: int) -> Position:
        """The n-th position that looks the same to the player."""
        while len(self._worlds) <= n:
            rng = Random(f"{self._seed} world {len(self._worlds)}")
            self._worlds.append(lookahead.imagined(self._position, self.player, rng))
        return self._worlds[n]

    def run(self, candidate: _Candidate) -> None:
        """Try a candidate once more."""
        n = candidate.visits
        after = lookahead.done(self.world(n), candidate.action)
        if after is None:  # illegal with what was drawn: as bad as the worst value
            value = self._low if self._low < inf else 0.0
        else:
            after = lookahead.played_on(after, Random(self._seed * 1_000_003 + n), self._plies, self._playout)
            value = value_of(self._objective, after, self.player)
        self._low, self._high = min(self._low, value), max(self._high, value)
        candidate.add(value)
        self._made += 1

    def next_of(self, pool: list[_Candidate]) -> _Candidate:
        """The candidate to try next: one without trials, else the one with the highest bound."""
        untried = next((each for each in pool if not each.visits), None)
        if untried is not None:
            return untried
        width = EXPLORATION * ((self._high - self._low) or 1.0)
        often = log(self._made)
        return max(pool, key=lambda each: each.mean + width * sqrt(often / each.visits))


def _new(trials: _Trials, pool: list[_Candidate], rng: Random) -> _Candidate | None:
    """Add a candidate that differs from the best one in a part. None if there is no new one."""
    best = max(pool, key=lambda each: each.rank)
    action = lookahead.varied(trials.world(0), trials.player, best.action, rng)
    if action is None or any(each.action == action for each in pool):
        return None
    pool.append(_Candidate(action))
    return pool[-1]


def _pool(
    position: Position,
    player: str,
    given: Iterable[Action | str] | None,
    rng: Random,
    trials: _Trials,
    most: int,
) -> list[_Candidate]:
    """The candidates to begin with."""
    if given is not None:
        actions = _given(position, player, given)
    else:
        found = lookahead.candidates(trials.world(0), player, rng, most)
        # If legality depends on what is hidden, an action that is legal in a drawn position can be illegal here.
        actions = [action for action in found if position.check(action)]
    if not actions:
        what = f"{player} has nothing to decide here" if given is None else "expected at least one"
        raise InputError("this cannot be searched", [Problem("" if given is None else "candidates", what)])
    return [_Candidate(action) for action in actions]


def _given(position: Position, player: str, given: Iterable[Action | str] | Action | str) -> list[Action]:
    """Read the candidates that were given, and drop repeated ones.

    :raises IllegalAction: if one of them is not legal
    :raises InputError: if one cannot be read, or is another player's action
    """
    listed = [given] if isinstance(given, (str, Action)) else given
    read = [position.parse(_by(player, each)) if isinstance(each, str) else each for each in listed]
    for action in read:
        verdict = position.check(action)
        if not verdict:
            raise IllegalAction(verdict)
        if action.player != player:
            what = f"expected actions of {player}, not {shown(action)}"
            raise InputError("this cannot be searched", [Problem("candidates", what)])
    return list(dict.fromkeys(read))


def _by(player: str, text: str) -> str:
    return text if ":" in text else f"{player}: {text}"


def _asked(position: Position, player: str | None) -> str:
    """The player to search for.

    :raises InputError: if several players decide, or none
    """
    title = "this cannot be searched"
    if not isinstance(position, Position):
        raise InputError(title, [Problem("position", f"expected a position, not {shown(position)}")])
    if player is not None and player not in position.players:
        raise InputError(title, [Problem("player", unknown("player", player, position.players))])
    acting = position.to_act
    if not acting:
        raise InputError(title, [Problem("", f"nobody has anything to decide: {position.system.status(position)}")])
    if acting == CHANCE:
        raise InputError(title, [Problem("", "chance decides here: apply one of its outcomes first")])
    if player is not None:
        return player
    if len(acting) > 1:
        what = f"expected one of {', '.join(sorted(acting))}, who decide at the same time"
        raise InputError(title, [Problem("player", what)])
    return next(iter(acting))


def check_parameters(iterations: object, seconds: object, seed: object, most: object, plies: object) -> None:
    """Check the parameters of a search.

    :raises InputError: listing every parameter that is wrong
    """
    problems = Problems()
    for name, value, least in (("iterations", iterations, 1), ("most", most, 1), ("plies", plies, 0)):
        if (value is not None or name == "most") and (type(value) is not int or value < least):
            problems.add(name, f"expected a whole number from {least}, not {shown(value)}")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0):
        problems.add("seconds", f"expected a number above 0, not {shown(seconds)}")
    if type(seed) is not int or seed < 0:
        problems.add("seed", f"expected a whole number from 0, not {shown(seed)}")
    problems.raise_any("this cannot be searched")
