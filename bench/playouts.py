"""Random complete games of the five systems, beside those of catanatron (Settlers of Catan), python-chess and boardgame.io.

A reader may conclude how many steps of its own game each engine takes a second with these interpreters on this machine, and
not which engine would be faster at the same game, as no two of them play the same one.

A *step* is a decision, a roll of dice or a drawn card, counted alike on all sides. An action of `plotted` is one decision for
each unit of the player, as each unit's order is drawn on its own. catanatron's roll of dice is a step; its actions that draw
or steal a card are two. All draw a step from all legal ones and apply it without another check. They differ in:

- the size of a step. catanatron's players choose from four actions on average, chess players from two dozen. The table has
  the numbers of legal actions, which for `plotted` are those of a player's whole orders.
- the state. catanatron and chess change one object in place; ours is a new position with each step, and boardgame.io's a
  new state.
- the distribution. All draw evenly, except `depletion`: see `LegalActions.pick`.
- boardgame.io's game is tic-tac-toe. One client plays all games, keeps no states for undoing, and the moves check nothing.

Ours are played in three ways: without events (`RuleSystem.advance`), with transitions whose events are never read, and with
each event's sentence formed. The cost of explanations is the first against the others. Each way plays games of its own, so
that no cache holds the positions of another. Seconds are those of the processor, so that other work on the machine counts
little; of boardgame.io's, those or the clock's, whichever are fewer. `plotted` in lockstep stands apart: a thousand of the same games at once, on
arrays of NumPy.

The targets beside catanatron and python-chess were set once the steps were counted like this, after earlier measurements;
the aim is 1 for each. The table is that of the second run.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import which
from statistics import median
from time import thread_time

from bench import node
from bench.results import Target
from bench.timing import machine
from hexwidget import scenario
from hexwidget.rules import ChanceOutcome, Position
from hexwidget.systems.plotted.melee import DIE
from hexwidget.systems.plotted.position import PlottedPosition

TITLE = "How fast are complete random games?"

SECONDS = 0.5
ROUNDS = 9
PLAYERS = 4
OURS = {
    "rondel": "rondel/inland-sea",
    "frontiers": "frontiers/opening",
    "orders": "orders/three-marches",
    "depletion": "depletion/first-steps",
    "depletion, with ferries": "depletion/the-strait",
    "plotted": "plotted/the-ford",
}
"""The systems, each with the scenario of its games."""
LOCKSTEP, BATCH = "plotted, in lockstep", 1_000
"""The games that are played at once, and their number."""
UNWRITTEN, UNREAD, READ = "without events", "events unread", "events read"
WAYS = (UNWRITTEN, UNREAD, READ)
MOST_COUNTED = 40
"""The number of positions at which the legal actions are counted."""

Rate = tuple[float, float]
"""Steps a second, and games a second."""


AIM = 1.0
"""The target for the ratio of our steps a second to theirs, unless a floor is set."""
FLOORS = {
    "rondel": 1.5,
    "frontiers": 1.0,
    "orders": 1.0,
    "depletion": 0.95,
    "depletion, with ferries": 0.7,
    "plotted": 1.5,
}
"""The targets beside those of `FLOORED`."""
FLOORED = ("catanatron", "python-chess")
COST = 1.3
"""The targets for explanations: the largest ratio of times of a game with its events kept, and with their sentences formed."""


def run() -> list[Target]:
    """Print steps a second, side by side."""
    assert same_ends(20, 1) > 0
    for name in OURS.values():
        assert only_legal(name, 150, 1) > 0
    assert in_lockstep(0.01, 1)[0] > 0
    others: dict[str, Callable[[float, int], Rate]] = {
        "catanatron": _timed(catanatron_playouts),
        "python-chess": _timed(chess_playouts),
    }
    if boardgameio_playouts(0.1, 1) is not None:
        others["boardgame.io"] = lambda seconds, seed: boardgameio_playouts(seconds, seed) or (0.0, 0.0)
    else:
        print("\nboardgame.io is left out: it takes Node.js, and `npm --prefix bench ci`")
    players: dict[str, Callable[[float, int], Rate]] = dict(others)
    for name, start in OURS.items():
        for way in WAYS:
            players[f"{name} {way}"] = _timed(
                lambda seconds, seed, start=start, way=way: ours(start, seconds, seed, way)
            )
    players[LOCKSTEP] = _timed(in_lockstep)
    rates: dict[str, list[Rate]] = {name: [] for name in players}
    numbered = list(enumerate(players.items()))
    for turn in range(ROUNDS):
        first = turn * len(numbered) // ROUNDS  # what comes as often as a round would disturb the same one each time
        for n, (name, play) in numbered[first:] + numbered[:first]:
            rates[name].append(play(SECONDS, 1 + turn * len(players) + n))  # each with a seed of its own

    def ratio(one: str, other: str) -> float:
        """The ratio of steps a second, round by round."""
        return median(a / b for (a, _), (b, _) in zip(rates[one], rates[other], strict=True))

    print(f"\nRandom complete games ({machine()}{node.build()})")
    heads = "".join(f"{f'x {name}':>15}" for name in others)
    print(f"       steps/s    games/s{heads}   to choose from   dice, cards an action   events unread, read cost")
    for name in others:
        steps, games = (median(found) for found in zip(*rates[name], strict=True))
        print(f"  {steps:12,.0f} {games:10,.1f}{'':{15 * len(others) + 70}}    {name}")
    for name, start in sorted(OURS.items(), key=lambda item: -ratio(f"{item[0]} {UNWRITTEN}", "catanatron")):
        fast = f"{name} {UNWRITTEN}"
        steps, games = (median(found) for found in zip(*rates[fast], strict=True))
        compared = "".join(f"{ratio(fast, other):13.2f} x" for other in others)
        choice, chance = to_choose_from(start, 1)
        costs = " ".join(f"{ratio(fast, f'{name} {way}'):7.2f} x" for way in (UNREAD, READ))
        print(f"  {steps:12,.0f} {games:10,.1f}{compared} {choice:16,.0f} {chance:23.2f} {costs:>26}    {name}")
    steps, games = (median(found) for found in zip(*rates[LOCKSTEP], strict=True))
    compared = "".join(f"{ratio(LOCKSTEP, other):13.2f} x" for other in others)
    print(f"  {steps:12,.0f} {games:10,.1f}{compared}{'':70}    {LOCKSTEP}")
    targets = [
        Target(
            f"{name}, steps a second as those of {other}",
            FLOORS[name] if other in FLOORED else AIM,
            ratio(f"{name} {UNWRITTEN}", other),
        )
        for name in OURS
        for other in others
    ]
    for way, words in ((UNREAD, "keeping all events"), (READ, "forming all sentences")):
        costs = {name: ratio(f"{name} {UNWRITTEN}", f"{name} {way}") for name in OURS}
        targets += [Target(f"{name}, what {words} costs", COST, cost, True) for name, cost in costs.items()]
    return targets


def _timed(play: Callable[[float, int], tuple[int, int]]) -> Callable[[float, int], Rate]:
    def timed(seconds: float, seed: int) -> Rate:
        start = thread_time()
        steps, games = play(seconds, seed)
        taken = thread_time() - start
        return steps / taken, games / taken

    return timed


# ---------------------------------------------------------------------- ours
def ours(name: str, seconds: float, seed: int, way: str) -> tuple[int, int]:
    """Return the numbers of steps and of games of one of our systems."""
    rng = random.Random(seed)
    start = scenario(name).position
    system = start.system
    follow = {UNWRITTEN: system.advance, UNREAD: _unread(system), READ: _read(system)}[way]
    by_unit = isinstance(start, PlottedPosition)
    steps = games = 0
    end = thread_time() + seconds
    while True:
        position = start
        while to_act := system.to_act(position):
            if thread_time() >= end:
                return steps, games
            node = system.chance(position)
            if node is not None:
                position = follow(position, node.sample(rng))
                steps += 1
                continue
            player = rng.choice(sorted(to_act)) if len(to_act) > 1 else next(iter(to_act))
            steps += len(position.units_of(position.players.index(player))) if by_unit else 1
            position = follow(position, system.legal_actions(position, player).pick(rng))
        games += 1


def in_lockstep(seconds: float, seed: int) -> tuple[int, int]:
    """Return the numbers of steps and games of `plotted`, many at once. All games are played to their end, so it may take longer."""
    import numpy as np

    from hexwidget.arrays.plotted.games import NO_UNIT, Games

    rng = np.random.default_rng(seed)
    start = scenario(OURS["plotted"]).position
    steps = games = 0
    end = thread_time() + seconds
    while thread_time() < end:
        batch = Games([start] * BATCH)
        while not batch.over.all():
            steps += int(((batch.owner != NO_UNIT) & ~batch.over[:, None]).sum())
            batch.carry_out(batch.write(rng.random(batch.at.shape)))
            steps += 2 * len(batch.melees)
            batch.roll(rng.integers(1, DIE + 1, (len(batch.melees), 2)))
        games += BATCH
    return steps, games


def _unread(system):  # type: ignore[no-untyped-def]
    return lambda position, done: system.carry_out(position, done).position


def _read(system):  # type: ignore[no-untyped-def]
    def follow(position, done):  # type: ignore[no-untyped-def]
        transition = system.carry_out(position, done)
        for event in transition.events:
            assert event.text
        return transition.position

    return follow


def only_legal(name: str, steps: int, seed: int) -> int:
    """Check actions of random games; return their number. Each is legal and leads to the same position with and without events."""
    rng = random.Random(seed)
    start = position = scenario(name).position
    checked = 0
    for _ in range(steps):
        node = position.chance
        if not position.to_act:
            position = start
            continue
        done: object = node.sample(rng) if node is not None else _picked(position, rng)
        if not isinstance(done, ChanceOutcome):
            assert position.check(done), done  # type: ignore[arg-type]
            checked += 1
        after = position.system.advance(position, done)
        assert after == position.system.carry_out(position, done).position
        position = after
    return checked


def _picked(position: Position, rng: random.Random) -> object:
    player = rng.choice(sorted(position.to_act))
    return position.legal_actions(player).pick(rng)


def to_choose_from(name: str, seed: int) -> tuple[float, float]:
    """For a random game the median number of legal actions, and the number of dice and cards an action."""
    rng = random.Random(seed)
    position = scenario(name).position
    choices: list[int] = []
    actions = chances = 0
    while position.to_act:
        node = position.chance
        if node is not None:
            chances += 1
            position = position.system.advance(position, node.sample(rng))
            continue
        if len(choices) < MOST_COUNTED:
            choices.append(position.legal_actions(rng.choice(sorted(position.to_act))).count())
        actions += 1
        position = position.system.advance(position, _picked(position, rng))
    return median(choices), chances / actions


# ---------------------------------------------------------------------- theirs
def boardgameio_playouts(seconds: float, seed: int) -> Rate | None:
    """Return moves and games a second of tic-tac-toe with one headless client of boardgame.io in production mode; None if it is
    not installed. It has a random generator of its own and ignores ``seed``."""
    node = which("node")
    if node is None:
        return None
    script = Path(__file__).with_name("boardgameio.mjs")
    environment = {**os.environ, "NODE_ENV": "production"}
    done = subprocess.run([node, script, f"{1000 * seconds:.0f}"], capture_output=True, text=True, env=environment)
    if done.returncode:
        return None
    moves, games, milliseconds = map(float, done.stdout.split())
    return 1000 * moves / milliseconds, 1000 * games / milliseconds


def catanatron_playouts(seconds: float, seed: int) -> tuple[int, int]:
    """Return steps and games of catanatron, with four random players on a new map each time. It draws dice and cards itself: an
    action that draws or steals a card is two steps.

    The loop is that of `Game.play` without the two copies of the game for its observers, and with `validate_action=False`:
    the action comes from `playable_actions`, which the engine makes anew after each action and would otherwise search
    again. A game ends as there: with a winner, or after 1,000 turns.

    The same seed gives the same games only under a fixed PYTHONHASHSEED, as the engine lists some actions from sets.
    """
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT
    from catanatron.models.enums import ActionType

    rng = random.Random(seed)
    players = [RandomPlayer(color) for color in list(Color)[:PLAYERS]]  # only seats, as we draw the actions
    before = random.getstate()  # the engine seeds and uses the module's generator
    buy, rob = ActionType.BUY_DEVELOPMENT_CARD, ActionType.MOVE_ROBBER
    steps = games = 0
    try:
        end = thread_time() + seconds
        while True:
            game = Game(players, seed=rng.randrange(1, 2**32))  # a seed of 0 would mean a random one
            state = game.state
            while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
                if thread_time() >= end:
                    return steps, games
                action = rng.choice(state.playable_actions)
                game.execute(action, validate_action=False)
                steps += 2 if action.action_type is buy or (action.action_type is rob and action.value[1]) else 1
            games += 1
    finally:
        random.setstate(before)


def chess_playouts(seconds: float, seed: int) -> tuple[int, int]:
    """Return plies and games of python-chess from the opening position.

    A game ends where `is_game_over(claim_draw=False)` is true. That call looks for a legal move once or twice again at each
    ply, and through the whole game for repetitions. This loop tests the same conditions in their cheapest form: an empty list
    of moves (mate or stalemate), too little material, 75 moves, and a fifth repetition only after 16 reversible plies, as a
    position needs four plies to come back. `same_ends` checks that the answers are equal.
    """
    import chess

    rng = random.Random(seed)
    plies = games = 0
    end = thread_time() + seconds
    while True:
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            if _over(board, moves):
                break
            if thread_time() >= end:
                return plies, games
            board.push(rng.choice(moves))
            plies += 1
        games += 1


def same_ends(games: int, seed: int) -> int:
    """Compare our end test with the library's in random chess games; return the number of positions."""
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
