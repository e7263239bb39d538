"""Like for like: Kuhn poker and tic-tac-toe on our protocol, beside the same games of OpenSpiel, written in Python there too.

Ours are `examples/kuhn_poker.py` and `tests/games_of_others/tic_tac_toe.py`. First the trees are compared, node by node:
the legal moves, the chance outcomes and their odds, the player to act, the returns. Then random games are played, in turns, in one process. A move is drawn evenly from
all legal moves and carried out without another check, as OpenSpiel does. Moves of players are counted, dealt cards are not.

Not like for like: OpenSpiel's state changes in place and is part of a C++ object, so each call crosses between the languages.
Ours is a new position with each move. Neither tells events; our moves with theirs (`carry_out`), with another check as well
(`apply`), and OpenSpiel's games in C++, called from Python, stand beside them. Our tic-tac-toe caches the moves of each set of marked cells;
OpenSpiel's looks through its array each time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from bench.results import Target
from bench.timing import machine
from examples.kuhn_poker import CARDS, KuhnPosition
from hexwidget.rules import Position
from tests.games_of_others.tic_tac_toe import CELLS, TicTacToePosition

TITLE = "Like for like: how fast are OpenSpiel's games on our protocol?"

SECONDS = 0.5
ROUNDS = 9
GAMES: dict[str, tuple[Position, list[str], list[str]]] = {
    "kuhn_poker": (KuhnPosition(), ["pass", "bet"], list(CARDS)),
    "tic_tac_toe": (TicTacToePosition(), list(CELLS), []),
}
"""Each game with its first position, and our names for the numbers of OpenSpiel's actions and chance outcomes."""
LEAST = {"kuhn_poker": 2.0, "tic_tac_toe": 5.0}
"""The targets: moves a second, as OpenSpiel's game in Python."""
Player = Callable[[float, int], tuple[int, float]]


def run() -> list[Target]:
    """Print the sizes of the trees, and moves a second, side by side."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  (they register themselves)

    print(f"\nGames of OpenSpiel on our protocol ({machine()})")
    targets = list[Target]()
    for name, (start, _, _) in GAMES.items():
        theirs = pyspiel.load_game(f"python_{name}")
        nodes, ends, looked_at = same_trees(name, theirs)
        print(
            f"  {name}: {nodes:,} nodes, {ends:,} of them ends, equal in both ({looked_at:,} pairs of states compared)"
        )
        players: dict[str, Player] = {
            "hexwidget": partial(ours, start),
            "hexwidget, with events": partial(ours, start, way="carry_out"),
            "hexwidget, with events, checked once more": partial(ours, start, way="apply"),
            "OpenSpiel's game in Python": partial(spiel, theirs),
            "OpenSpiel's game in C++": partial(spiel, pyspiel.load_game(name)),
        }
        rates: dict[str, list[float]] = {who: [] for who in players}
        for turn in range(ROUNDS):
            for who, play in players.items():
                moves, taken = play(SECONDS, turn + 1)
                rates[who].append(moves / taken)
        base = rates["OpenSpiel's game in Python"]
        shares = [rate / other for rate, other in zip(rates["hexwidget"], base, strict=True)]
        targets.append(Target(f"{name}, moves a second as OpenSpiel's in Python", LEAST[name], median(shares)))
        print("       moves/s   of OpenSpiel's in Python (median, and least to most of the rounds)")
        for who, found in sorted(rates.items(), key=lambda item: -median(item[1])):
            shares = [rate / other for rate, other in zip(found, base, strict=True)]
            print(f"  {median(found):12,.0f} {median(shares):8.2f} x  ({min(shares):.2f} to {max(shares):.2f})   {who}")
    return targets


def ours(start: Position, seconds: float, seed: int, way: str = "advance") -> tuple[int, float]:
    """The moves of random games of ours, and the seconds that they took."""
    rng = random.Random(seed)
    system: Any = start.system
    does = getattr(system, way)
    follow = does if way == "advance" else lambda position, done: does(position, done).position
    moves, begun = 0, process_time()
    while process_time() < begun + seconds:
        position = start
        while to_act := system.to_act(position):
            node = system.chance(position)
            if node is not None:
                position = follow(position, node.sample(rng))
                continue
            (player,) = to_act
            position = follow(position, system.legal_actions(position, player).sample(rng))
            moves += 1
    return moves, process_time() - begun


def spiel(game: Any, seconds: float, seed: int) -> tuple[int, float]:
    """The moves of random games of OpenSpiel, and the seconds that they took."""
    rng = random.Random(seed)
    moves, begun = 0, process_time()
    while process_time() < begun + seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves, process_time() - begun


def same_trees(name: str, game: Any) -> tuple[int, int, int]:
    """The numbers of nodes of a game's tree, of its ends, and of compared pairs of states. Both trees must be equal.

    Each position of ours is compared once, with the state of OpenSpiel that comes there first.
    """
    start, actions, outcomes = GAMES[name]
    known: dict[Any, tuple[int, int]] = {}

    def below(position: Any, state: Any) -> tuple[int, int]:
        if position not in known:
            nodes, ends = 1, int(state.is_terminal())
            for number, after in _pairs(position, state, actions, outcomes):
                more = below(after, state.child(number))
                nodes, ends = nodes + more[0], ends + more[1]
            known[position] = nodes, ends
        return known[position]

    nodes, ends = below(start, game.new_initial_state())
    return nodes, ends, len(known)


def _pairs(position: Any, state: Any, actions: list[str], outcomes: list[str]) -> list[tuple[int, Any]]:
    """The numbers of the next actions or outcomes in OpenSpiel, each with the position that it leads to in ours."""
    assert state.is_terminal() == (not position.to_act)
    assert state.is_chance_node() == (position.chance is not None)
    if state.is_terminal():
        assert list(state.returns()) == list(_returns(position)), position
        return []
    if position.chance is not None:
        theirs = {outcomes[number]: chance for number, chance in state.chance_outcomes()}
        assert theirs.keys() == position.chance.probabilities.keys()
        assert all(abs(theirs[value] - float(p)) < 1e-12 for value, p in position.chance.outcomes)
        return [(outcomes.index(each.value), position.apply(each).position) for each in position.chance]
    (player,) = position.to_act
    assert state.current_player() == position.players.index(player)
    legal = list(position.legal_actions())
    assert [actions[number] for number in state.legal_actions()] == [str(action) for action in legal]
    return [(actions.index(str(action)), position.apply(action).position) for action in legal]


def _returns(position: Any) -> tuple[float, float]:
    if isinstance(position, KuhnPosition):
        return position.returns
    winners = position.outcome.winners
    return (0, 0) if not winners else (1, -1) if winners == position.players[:1] else (-1, 1)
