"""Random complete games of the finished systems, beside those of `catanatron` (Settlers of Catan) and `chess` (python-chess).

In all of them an action is drawn evenly from what is legal, all of it, and applied without being checked again. What an
action is differs: catanatron's players have four to choose from on average, those of chess two dozen; dice and cards
are drawn within catanatron's actions, and with ours by themselves: they are carried out here, too, and not counted. Both
others change one object in place; ours is a new position with each action, and the events that led there.
"""

from __future__ import annotations

import random
from statistics import mean, median
from time import perf_counter

from bench.timing import machine
from hexwidget import scenario

SECONDS = 2.0
ROUNDS = 3
PLAYERS = 4
OURS = {
    "rondel": "rondel/inland-sea",
    "frontiers": "frontiers/opening",
    "orders": "orders/three-marches",
    "plotted": "plotted/the-ford",
}
"""The finished systems, each with the scenario that its games begin with."""


def run() -> None:
    """Print actions a second, side by side."""
    assert same_ends(20, 1) > 0
    players = {name: (lambda seconds, seed, start=start: ours(start, seconds, seed)) for name, start in OURS.items()}
    players |= {"catanatron": catanatron_playouts, "python-chess": chess_playouts}
    rates: dict[str, list[float]] = {name: [] for name in players}
    lengths: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(ROUNDS):
        for name, play in players.items():
            start = perf_counter()
            actions, games = play(SECONDS, turn + 1)
            rates[name].append(actions / (perf_counter() - start))
            lengths[name].append(actions / max(1, games))
    print(f"\nRandom complete games ({machine()})")
    print("     actions/s   of catanatron   of chess   actions a game")
    other = {name: median(rates[name]) for name in ("catanatron", "python-chess")}
    for name, found in sorted(rates.items(), key=lambda item: -median(item[1])):
        rate = median(found)
        shares = f"{rate / other['catanatron']:13.2f} x {rate / other['python-chess']:9.2f} x"
        print(f"  {rate:12,.0f} {shares} {mean(lengths[name]):12,.0f}    {name}")


def ours(name: str, seconds: float, seed: int) -> tuple[int, int]:
    """Actions of players and games of one of our systems."""
    rng = random.Random(seed)
    start = scenario(name).position
    system = start.system
    actions = games = 0
    end = perf_counter() + seconds
    while True:
        position = start
        while to_act := system.to_act(position):
            if perf_counter() >= end:
                return actions, games
            node = system.chance(position)
            if node is not None:
                position = system.carry_out(position, node.sample(rng)).position
                continue
            player = rng.choice(sorted(to_act)) if len(to_act) > 1 else next(iter(to_act))
            position = system.carry_out(position, system.legal_actions(position, player).sample(rng)).position
            actions += 1
        games += 1


def catanatron_playouts(seconds: float, seed: int) -> tuple[int, int]:
    """Actions and games of catanatron, four random players on a new map each time; dice and cards are its own.

    The loop is that of `Game.play` without the two copies of the game for its observers, and with
    `validate_action=False`: what is drawn comes from `playable_actions`, which the engine makes anew after each action
    and would otherwise only look through once more. A game ends as there: a winner, or 1,000 turns.

    The same seed gives the same games only under a fixed PYTHONHASHSEED, as the engine lists some actions from sets.
    """
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    rng = random.Random(seed)
    players = [RandomPlayer(color) for color in list(Color)[:PLAYERS]]  # seats only: we draw the actions
    before = random.getstate()  # the engine draws from, and seeds, the module's generator
    actions = games = 0
    try:
        end = perf_counter() + seconds
        while True:
            game = Game(players, seed=rng.randrange(1, 2**32))  # a seed of 0 would mean: any
            state = game.state
            while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
                if perf_counter() >= end:
                    return actions, games
                game.execute(rng.choice(state.playable_actions), validate_action=False)
                actions += 1
            games += 1
    finally:
        random.setstate(before)


def chess_playouts(seconds: float, seed: int) -> tuple[int, int]:
    """Plies and games of python-chess from the opening position.

    A game ends where `is_game_over(claim_draw=False)` says so. That call looks for a legal move once or twice again
    at each ply, and through the whole game for repetitions. The same conditions are asked here in their cheapest form:
    no move in the list that is made anyway (mate or stalemate), too little material, 75 moves, and a fifth
    repetition only once 16 reversible plies were played, as a position needs four plies to come back. Equal answers
    are for `same_ends` to show.
    """
    import chess

    rng = random.Random(seed)
    plies = games = 0
    end = perf_counter() + seconds
    while True:
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            if _over(board, moves):
                break
            if perf_counter() >= end:
                return plies, games
            board.push(rng.choice(moves))
            plies += 1
        games += 1


def same_ends(games: int, seed: int) -> int:
    """Positions of random chess games in which our end test was compared with the library's."""
    import chess

    rng = random.Random(seed)
    compared = 0
    for _ in range(games):
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            over = _over(board, moves)
            assert over == board.is_game_over(claim_draw=False), board.fen()
            compared += 1
            if over:
                break
            board.push(rng.choice(moves))
    return compared


def _over(board, moves) -> bool:  # type: ignore[no-untyped-def]
    clock = board.halfmove_clock
    return (
        not moves
        or clock >= 150
        or board.is_insufficient_material()
        or (clock >= 16 and board.is_fivefold_repetition())
    )
