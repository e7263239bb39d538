"""A search for the best action by an objective, within a number of trials or a time.

The candidates are all legal actions or, if there are very many, a sample of them. A trial draws anew what the player cannot
see, carries out a candidate, plays some more decisions at random, and asks the objective. Upper confidence bounds choose
the next candidate (UCB1; Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem, 2002): good
candidates are tried more often, and none is forgotten. The n-th trial of every candidate uses the same random numbers, so
that differences between candidates depend on luck as little as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from math import ceil
from random import Random
from time import perf_counter
from typing import Any

from hexwidget.explore.deciding import Policy
from hexwidget.explore.objectives import Objective, objective_of
from hexwidget.explore.running import is_inside, run_items
from hexwidget.explore.tables import Row, Table
from hexwidget.explore.trials import Candidate, Trials, by_player, candidates_of, given_candidates, varied_best
from hexwidget.problems import InputError, Problem, Problems, check_name, mismatch
from hexwidget.progress import progress_bar
from hexwidget.rules import CHANCE, Action, Position

ITERATIONS = 200
"""The default number of trials."""
MOST = 64
"""The default for the most candidates to begin with."""
LONGEST = 1e9
"""The most seconds of a progress bar."""
VARIED_EVERY = 3
"""If actions have parts, every n-th trial is of a new candidate that varies the best one."""


class SearchResult(Table):
    """The result of a search: a row for each candidate, best first, with its ``action`` (text), ``visits`` (number of trials),
    ``mean`` of the objective and ``error`` (one standard error of the mean, None after one trial).

    ``action``: the best one; ``value``: its mean; ``player``: the player to search for; ``iterations``: trials in all;
    ``interrupted``: True if Ctrl-C ended the search.
    """

    def __init__(
        self, tried: Iterable[Candidate], player: str, objective: str, seed: int, interrupted: bool, seconds: float
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
    player: each trial draws anew what the player cannot see (`RuleSystem.resample`; `hexwidget.explore.policies` says what a
    decision may depend on nevertheless).

    :param player: the player to search for; defaults to the player to act
    :param objective: "win" (default), another name of `objectives.names`, or your own function of position and player. More
        is better. It is asked about positions as they may be, not as they are.
    :param iterations: the most trials; 200 if neither this nor ``seconds`` is given, so that the result is the same everywhere
        (`Board.suggest` takes two seconds by default, so that a player does not wait)
    :param seconds: the most time; at least one trial is made
    :param candidates: the actions (or their texts) to compare; defaults to all legal actions
    :param most: the most candidates to begin with
    :param plies: the decisions of all players that are played before the objective is asked. The default suits the system: without
        estimates, each game is played to its end
    :param playout: the policy that plays them for all players; defaults to a quick random one
    :param searches: the number of searches of this many ``iterations`` or ``seconds`` each, with different seeds, to add up
    :param executor: runs the searches on its workers; None: in this process, with the same result
    :param progress: True: a progress bar counts trials, seconds or searches, if it takes more than a second
    :raises InputError: if the player has nothing to decide here, or a parameter is wrong
    :raises IllegalAction: if one of ``candidates`` is not legal

    >>> import hexwidget as hw
    >>> found = search(hw.scenario("orders/two-on-one").position, iterations=60)
    >>> found.player, found.iterations, found.rows[0]["action"] == str(found.action)
    ('red', 60, True)
    """
    player = asked_player(position, player)
    check_parameters(iterations, seconds, seed, most, plies, searches)
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    aim = objective_of(objective, position.system)
    if searches > 1 or executor is not None:
        if candidates is not None:  # illegal ones are refused once, not by every worker
            candidates = tuple(given_candidates(position, player, candidates))
        parameters = {
            "objective": objective, "iterations": iterations, "seconds": seconds, "candidates": candidates, "most": most,
            "plies": plies, "playout": playout,
        }  # fmt: skip
        return _several(_OneOfMany(position, player, parameters), searches, seed, aim, executor, progress)
    under_way = Searching(position, player, aim, seed, candidates, most=most, plies=plies, playout=playout)
    return _search_result(under_way, iterations, seconds, progress=progress and not is_inside())


def _search_result(
    under_way: Searching, iterations: int | None, seconds: float | None, *, progress: bool
) -> SearchResult:
    """The result of a search that is given trials, or time, or both."""
    interrupted = False
    total, unit = (ceil(min(seconds or 0, LONGEST)), "seconds") if iterations is None else (iterations, "trials")
    try:
        with progress_bar(progress, total, unit) as bar:
            done = 0
            while under_way.made == 0 or (
                (iterations is None or under_way.made < iterations) and (seconds is None or under_way.seconds < seconds)
            ):
                under_way.step()
                now = int(under_way.seconds) if iterations is None else under_way.made
                bar.update(now - done)
                done = now
    except KeyboardInterrupt:
        interrupted = True
        if is_inside() or not under_way.made:
            raise
    return under_way.result(interrupted=interrupted)


class Searching:
    """A search under way: each `step` makes one trial.

    :param aim: the objective
    :param candidates: the actions to compare; None: all legal ones, and variations of the best
    :raises InputError: if the player has nothing to decide
    :raises IllegalAction: if one of ``candidates`` is not legal
    """

    def __init__(
        self,
        position: Position,
        player: str,
        aim: Objective,
        seed: int = 0,
        candidates: Iterable[Action | str] | None = None,
        *,
        most: int = MOST,
        plies: int | None = None,
        playout: Policy | None = None,
    ) -> None:
        self.made: int = 0
        self._start = perf_counter()
        self._trials = Trials(position, player, aim, seed, plies, playout)
        self._pool = candidates_of(position, player, candidates, Random(f"{seed} candidates"), self._trials, most)
        self._varies = candidates is None
        self._rng = Random(f"{seed} variations")

    @property
    def seconds(self) -> float:
        """The time since it was begun."""
        return perf_counter() - self._start

    @property
    def plays_on(self) -> bool:
        """True if its trials are short games: they are played on after what an action begins."""
        return self._trials.far > 0

    def step(self) -> None:
        """Try a candidate once more."""
        fresh = self._varies and self.made >= len(self._pool) and self.made % VARIED_EVERY == 0
        chosen = varied_best(self._trials, self._pool, self._rng) if fresh else None
        self._trials.run(chosen or self._trials.next_of(self._pool))
        self.made += 1

    def result(self, *, interrupted: bool = False) -> SearchResult:
        """Return the result so far, after one trial at least."""
        asked = self._trials
        return SearchResult(self._pool, asked.player, _name(asked.objective), asked.seed, interrupted, self.seconds)


def _name(objective: Objective) -> str:
    return str(getattr(objective, "name", None) or getattr(objective, "__name__", None) or type(objective).__name__)


@dataclass(frozen=True)
class _OneOfMany:
    """One of several searches, as it is sent to workers."""

    position: Position
    player: str
    parameters: Mapping[str, Any]

    def __call__(self, seed: int, n: Any) -> list[Row]:
        """Search, and return the rows of the candidates."""
        found = search(self.position, self.player, seed=seed, progress=False, **self.parameters)
        return [{**row, "interrupted": found.interrupted} for row in found]


def _several(
    work: _OneOfMany, searches: int, seed: int, aim: Objective, executor: Executor | None, progress: bool
) -> SearchResult:
    """Run several searches with different seeds, and add up their results.

    :raises InputError: if one of them failed
    """
    start = perf_counter()
    run = run_items(
        work, range(searches), question={}, seed=seed, unit="searches", executor=executor, progress=progress
    )
    if run.failures:
        failed = [Problem(f"seed {row['seed']}", str(row["error"])) for row in run.failures]
        raise InputError("this search failed", failed)
    if not len(run):
        raise KeyboardInterrupt
    tried: dict[str, Candidate] = {}
    for row in run:
        text = str(row["action"])
        if text not in tried:
            tried[text] = Candidate(work.position.parse(by_player(work.player, text)))
        tried[text].add_result(row)
    interrupted = not run.complete or any(run["interrupted"])
    return SearchResult(tried.values(), work.player, _name(aim), seed, interrupted, perf_counter() - start)


def asked_player(position: Position, player: str | None) -> str:
    """The player to search for.

    :raises InputError: if several players decide, or none
    """
    title = "this cannot be searched"
    if not isinstance(position, Position):
        raise mismatch(title, "a position", position, "position")
    if player is not None:
        check_name(title, "player", player, position.players, "player")
    acting = position.to_act
    if not acting:
        raise InputError(title, f"nobody has anything to decide: {position.system.status(position)}")
    if acting == CHANCE:
        raise InputError(title, "chance decides here: apply one of its outcomes first")
    if player is not None:
        return player
    if len(acting) > 1:
        raise InputError(title, f"expected one of {', '.join(sorted(acting))}, who decide at the same time", "player")
    return next(iter(acting))


def check_parameters(
    iterations: object, seconds: object, seed: object, most: object, plies: object, searches: object = 1
) -> None:
    """Check the parameters of a search.

    :raises InputError: listing every parameter that is wrong
    """
    problems = Problems()
    numbers = (("iterations", iterations, 1), ("most", most, 1), ("plies", plies, 0), ("searches", searches, 1))
    for name, value, least in numbers:
        if (value is not None or name in ("most", "searches")) and (type(value) is not int or value < least):
            problems.expected(name, f"a whole number from {least}", value)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0):
        problems.expected("seconds", "a number above 0", seconds)
    if type(seed) is not int or seed < 0:
        problems.expected("seed", "a whole number from 0", seed)
    problems.raise_any("this cannot be searched")
