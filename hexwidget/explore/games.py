"""Whole games, played by policies: the winner, the reason and the number of actions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from hexwidget.explore.policies import Policy, decide, policy_for
from hexwidget.explore.running import ASKED, ExecutorDied, Run, accepted_number, run_items
from hexwidget.explore.tables import Cell, Row, Table, checked_row, fresh
from hexwidget.problems import Problems, mismatch
from hexwidget.rules import Position

COLUMNS = ("game", "seed", "winner", "result", "clause", "actions", "over")
MOST_ACTIONS = 2000
"""The most actions of players in a game. A longer game ends without a result."""
NORMAL = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""


class Playouts(Run):
    """Games, a row each: ``game``, ``seed``, ``winner`` (a team by its name, else several are joined by commas; None: a draw, or not over), ``result``,
    ``clause``, ``actions``, ``over``, and the measured columns."""

    players: tuple[str, ...] = ()

    def wins(self) -> Table:
        """Return how many games each player won, and how many were drawn or not over: ``winner``, ``games``, ``share``, and
        Wilson's 95 % interval of the share as ``low`` and ``high``.
        """
        counts = Counter[str](dict.fromkeys(self.players, 0))
        counts.update(str(row["winner"] or ("draw" if row["over"] else "not over")) for row in self)
        all_of = len(self)
        return Table(
            {"winner": w, "games": n, "share": n / all_of, **_interval(n, all_of)} for w, n in counts.items() if all_of
        )

    def _more(self) -> list[str]:
        wins = ", ".join(f"{row['winner']} {row['games']}" for row in self.wins())
        return [*super()._more(), f"of {len(self):,} games: {wins}" if len(self) else "no game was played"]


def _interval(wins: int, games: int) -> dict[str, float]:
    share, spread = wins / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    return {"low": max(0.0, middle - half), "high": min(1.0, middle + half)}


def playouts(
    position: Position,
    games: int = 100,
    *,
    policies: str | Policy | Mapping[str, str | Policy] = "random",
    measure: Callable[[Position], Mapping[str, Cell]] | None = None,
    most_actions: int = MOST_ACTIONS,
    seed: int = 0,
    executor: Executor | None = None,
    batch: float = ASKED,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
) -> Playouts:
    """Play games from a position to their end.

    :param policies: "random", "greedy", "search", or your own function ``(position, player, rng) -> action``; one for all
        players, or a mapping by player (players without an entry play at random)
    :param measure: returns more columns for a game from its last position
    :param most_actions: the most actions of players; a longer game ends without a result
    :param executor: plays on its workers; None: in this process
    :param batch: seconds of work that are sent to a worker at once; more if there are very many workers
    :param keep: a file that the games are kept in, and continued from
    :raises InputError: if a player or policy does not exist, or the file belongs to another question
    :raises ExecutorDied: with the games that are finished

    >>> import hexwidget as hw
    >>> games = hw.explore.playouts(hw.scenario("orders/two-on-one").position, 3, seed=1)
    >>> games.columns
    ('game', 'seed', 'winner', 'result', 'clause', 'actions', 'over')
    """
    position = getattr(position, "position", position)  # a scenario, a session or a board has one
    if not isinstance(position, Position):
        raise mismatch("nothing to play", "a position", position, "position")
    count = accepted_number("games", games)
    accepted_number("most_actions", most_actions)
    work = Playout(position, _seats(position, policies), most_actions, measure)
    # The number of games is no part of the question: a longer series continues the file of a shorter one.
    question = {"asks": "playouts", **{name: getattr(work, name) for name in Playout.__slots__}}
    try:
        run = run_items(
            work, range(count), question=question, seed=seed, unit="games", executor=executor, batch=batch, progress=progress,
            keep=keep,
        )  # fmt: skip
    except ExecutorDied as error:
        error.done = _playouts_of(error.done, position)
        raise
    return _playouts_of(run, position)


def _playouts_of(run: Run, position: Position) -> Playouts:
    found = Playouts(run.rows, run.failures, run.items, run.complete, COLUMNS)
    teams = {position.players[seat]: team for team, seats in position.system.teams.items() for seat in seats}
    found.players = tuple(dict.fromkeys(teams.get(player, player) for player in position.players))
    found.title = f"{position.system.title}: {len(found):,} games"
    return found


def _seats(position: Position, policies: str | Policy | Mapping[str, str | Policy]) -> tuple[tuple[str, Policy], ...]:
    """The policy of each player.

    :raises InputError: listing every player or policy that does not exist
    """
    given = policies if isinstance(policies, Mapping) else dict.fromkeys(position.players, policies)
    problems = Problems()
    for player in given:
        problems.note_unknown(f"policies/{player}", "player", player, position.players)
    problems.raise_any("no such player")
    return tuple((player, policy_for(given.get(player, "random"), position.system)) for player in position.players)


@dataclass(frozen=True, slots=True)
class Playout:
    """One game from a position, as it is sent to workers."""

    start: Position
    policies: tuple[tuple[str, Policy], ...]
    most_actions: int = MOST_ACTIONS
    measure: Callable[[Position], Mapping[str, Cell]] | None = None

    def __call__(self, seed: int, game: Any) -> list[Row]:
        """Play the game. Everything random comes from the seed."""
        position, rng, seats, actions = self.start, Random(seed), dict(self.policies), 0
        system = position.system
        while (to_act := position.to_act) and actions < self.most_actions:
            if (node := system.chance(position)) is not None:
                position = system.advance(position, node.sample(rng))
                continue
            player = min(to_act)  # players who decide at once do not see each other's decisions
            position = system.advance(position, decide(seats[player], position, player, rng))
            actions += 1
        outcome = system.outcome(position) if not to_act else None
        row: Row = {
            "game": game,
            "seed": seed,
            "winner": (system.team(position, outcome.winners) or ", ".join(outcome.winners) or None)
            if outcome
            else None,
            "result": str(outcome.text) if outcome else f"not over after {actions} actions",
            "clause": outcome.clause if outcome else None,
            "actions": actions,
            "over": outcome is not None,
        }
        if self.measure is not None:
            row |= fresh(checked_row(self.measure(position), "measure"), row, "measure")
        return [row]
