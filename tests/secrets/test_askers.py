"""Every answer to a player is the same in worlds that the player cannot tell apart: in a terminal, over MCP, in environments.

Others have sealed in one world and not in the other, or have drawn and hold other things. The answers must be equal byte for byte.
"""

from __future__ import annotations

import ast
import asyncio
import io
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("mcp", reason="hexwidget[mcp] is not installed")
pytest.importorskip("pettingzoo", reason="hexwidget[environments] is not installed")

from mcp import Client

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.asking.seat import Seat
from hexwidget.asking.terminal import Terminal
from hexwidget.assistants.server import server
from hexwidget.assistants.tools import Desk
from hexwidget.environments.texts import TextEnvironment
from hexwidget.explore import odds
from hexwidget.rules import Position
from hexwidget.systems.registry import system_names
from tests.amounts import chances, many
from tests.environments.test_secrets_of_environments import all_that_is_given
from tests.secrets.questions import EXPECTED, asked
from tests.secrets.twins import LARGE, WITHOUT, game, hidden_deeds, hides, twin

OWN = Path(hw.__file__).parent
PAIRS = many(1, 3)
"""The pairs of worlds of each scenario."""
MOST = many(2, 6)
"""The legal actions that are asked about in each world."""
OTHERS = [name for name in hw.scenarios() if name.startswith("toy/")]
FEW = [
    *{name.partition("/")[0]: name for name in WITHOUT}.values(),
    *{name.partition("/")[0]: name for name in (*reversed(hw.scenarios()), *OTHERS) if hides(name)}.values(),
    "plotted/head-on",
    "toy/first-post",
]
NAMES = FEW if PAIRS == 1 else [name for name in hw.scenarios() if len(hw.scenario(name).position.map) <= LARGE]
Question = Callable[[], object]


def worlds(name: str, seed: int) -> Iterator[tuple[hw.Session[Any], hw.Session[Any], str]]:
    """A game at a position of a random one, and a game that looks the same to a player, in which others have acted in secret."""
    rng = chances(name, seed, "askers")
    script = [each for each in game(name, seed) if each[0].to_act]
    for position, _ in rng.sample(script, min(PAIRS, len(script))):
        player = rng.choice(position.players)
        other = twin(position, player, rng) if hides(name) else position.system.resample(position, player, rng)
        yield hw.Session(position, seed=1, rolls="ask"), acted(other, player, rng), player


def acted(start: Position, player: str, rng: Random) -> hw.Session[Any]:
    """A game in which others have acted so that a player notices nothing."""
    session: hw.Session[Any] = hw.Session(start, seed=2, rolls="ask")
    for _ in range(rng.randrange(1, 4)):
        for action in islice(hidden_deeds(session.position, player, rng), 1):
            session.play(action)
    return session


def texts(seat: Seat, rng: Random) -> tuple[list[str], list[str]]:
    """Some actions of a player and of others, legal and not, and some spaces."""
    spaces, players = list(seat.seen.map.names()), seat.seen.players
    some = rng.sample(spaces, min(3, len(spaces)))
    actions = [str(action) for action in seat.list_actions(most=MOST).actions]
    return [*actions, *(f"{each}: pass" for each in players), f"{some[0]}-{some[-1]}", "nonsense"], some


def in_a_terminal(session: hw.Session[Any], player: str, rng: Random) -> list[str]:
    at = Terminal(Seat(session, player), io.StringIO())
    actions, spaces = texts(at.seat, rng)
    lines = ["board", "list", "log", "undo", "redo", "help", "clause", *(f"clause {each}" for each in "PFD")]
    lines += [f"{word} {action}" for action in actions for word in ("check", "odds", "list")]
    lines += [f"{word} '{space}'" for space in spaces for word in ("reach", "why", "list")]
    lines += [f"why '{spaces[0]}' '{spaces[-1]}'", *actions]
    return [f"{line}: {at.answer(line)}" for line in lines if not plays(at.seat, line)]


def plays(seat: Seat, line: str) -> bool:
    """True for an action that may be played: a player who acts learns what others have done."""
    try:
        return seat.check(line).status.value != "illegal"
    except EXPECTED:
        return False


def of_tools(session: hw.Session[Any], player: str, rng: Random) -> list[str]:
    desk = Desk(Seat(session, player), bound=True)
    actions, spaces = texts(desk.seat, rng)
    questions: list[Question] = [desk.position, desk.legal_actions, desk.scenarios, desk.review]
    questions += [partial(ask, each) for each in actions for ask in (desk.check, desk.odds, desk.legal_actions)]
    questions += [partial(ask, each) for each in spaces for ask in (desk.reach, desk.legal_actions)]
    questions += [partial(desk.reach, spaces[0], to=spaces[-1]), partial(desk.clause, "nothing")]
    questions += [partial(desk.review, each) for each in desk.seat.seen.players if each != player]
    questions += [partial(desk.play, each) for each in actions if not plays(desk.seat, each)]
    return [asked(each) for each in questions]


def over_mcp(session: hw.Session[Any], player: str, rng: Random) -> list[str]:
    desk = Desk(Seat(session, player), bound=True)
    actions, spaces = texts(desk.seat, rng)
    calls: list[tuple[str, dict[str, str]]] = [("position", {}), ("legal_actions", {})]
    calls += [(name, {"action": each}) for each in actions[:3] for name in ("check", "odds")]
    calls += [("reach", {"space": each}) for each in spaces[:1]]

    async def ask() -> list[str]:
        async with Client(server(desk)) as client:
            return [(await client.call_tool(*call)).model_dump_json() for call in calls]

    return asyncio.run(ask())


def in_environments(session: hw.Session[Any], player: str, rng: Random) -> list[str]:
    position = session.position
    if position.chance is not None:
        return []  # an environment draws before anybody is asked
    env = TextEnvironment(position, player, opponents=None, objective="win")
    env.seat = Seat(session, player)
    actions, spaces = texts(env.seat, rng)
    found = [env.observation, asked(env.legal_actions), *(asked(partial(env.legal_actions, each)) for each in spaces)]
    found += [repr(asked(partial(env.step, each))) for each in actions if not plays(env.seat, each)]
    for make in (hw.environments.aec, hw.environments.parallel):
        made = make(position)
        made.reset(seed=1)
        found += map(repr, all_that_is_given(made, player))
    return found


ASKERS = (in_a_terminal, of_tools, over_mcp, in_environments)


def differences(name: str, seed: int) -> tuple[int, list[str]]:
    """The number of answers in pairs of worlds, and those that differ."""
    number, found = 0, list[str]()
    for mine, theirs, player in worlds(name, seed):
        assert mine.position.observe(player) == theirs.position.observe(player)
        for ask in ASKERS:
            pairs = [ask(session, player, Random(f"{name} {seed} {player}")) for session in (mine, theirs)]
            assert len(pairs[0]) == len(pairs[1])
            number += len(pairs[0])
            found += [f"{ask.__name__}: {one} | {two}" for one, two in zip(*pairs, strict=True) if one != two]
    return number, found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(PAIRS))
@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_the_same_in_worlds_that_look_the_same(name: str, seed: int) -> None:
    number, found = differences(name, seed)
    assert not found
    tried("answers of all askers in twin worlds", number)


@pytest.mark.parametrize("name", FEW)
def test_a_view_that_hides_nothing_is_the_whole_position(name: str) -> None:
    at_first = []
    for position, _ in game(name, 0):
        system, views = position.system, [position.observe(player).seen for player in position.players]
        assert all(seen == position for seen in views if system.is_whole(seen))
        assert all(system.is_whole(seen) is system.is_whole(views[0]) for seen in views)
        at_first += [system.is_whole(views[0])] * (not at_first)
    if not name.startswith("toy/"):
        assert at_first == [not hides(name)]


def test_every_system_is_asked() -> None:
    assert {name.partition("/")[0] for name in NAMES} >= {*system_names(), "toy"}


@pytest.mark.slow
def test_the_truth_in_an_answer_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that compare the view with the truth tell if the other player has sealed."""

    def told(seat: Seat, text: str) -> object:
        action = seat.read(text)
        if seat.seen != seat.session.position and seat.check(text):
            return (seat.first_draw(action),)
        return odds(seat.seen, action)

    monkeypatch.setattr(Seat, "odds", told)
    assert any(differences("plotted/head-on", seed)[1] for seed in range(9))


# ---------------------------------------------------------------------- the code
BELOW = ("asking", "assistants", "environments", "widget/audience.py", "widget/state.py")
"""The code that answers a player."""
TRUTH = {"position", "tree", "to_replay", "so_far", "fork"}
"""The ways to the whole position, on a session or a game."""
OF_ALL = {"players", "system"}
"""The parts of a position that everybody knows."""
ALLOWED = {
    "asking/terminal.py seat_of": "a game begins",
    "asking/seat.py _lines_about": "the system says what a player is told of a deed",
    "assistants/tools.py position": "the tool, called by its former argument",
    "environments/encoding.py __call__": "the encoder's own method",
    "environments/encoding.py state": "the whole game, for a critic",
    "environments/turns.py state": "the whole game, for a critic",
    "widget/audience.py __init__": "the key of a memo",
    "widget/audience.py observation": "it is observed",
    "widget/audience.py position": "the referee's",
    "widget/audience.py _choices_here": "the key of a memo",
    "widget/audience.py draft_of": "choices are those of the observation",
    "widget/audience.py last_action": "the system says what a player is told of a deed",
    "widget/state.py advisable": "the players, and if the own one is to act",
}
"""The functions that read the truth, with the reason. The whole of environments/game.py is the game itself."""


def reads_of_the_truth(text: str) -> Iterator[tuple[str, str]]:
    """The functions that read the whole position, and those that compare a view with it, each with the expression."""
    todo: list[tuple[ast.AST, ast.AST | None, str]] = [(ast.parse(text), None, "")]
    while todo:
        node, parent, name = todo.pop()
        name = node.name if isinstance(node, ast.FunctionDef) else name
        todo += [(child, node, name) for child in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Compare) and any(isinstance(each, (ast.Eq, ast.NotEq)) for each in node.ops):
            sides = [ast.unparse(each).rpartition(".")[2] for each in (node.left, *node.comparators)]
            if "position" in sides and {"seen", "observation", "observed"} & set(sides):
                yield f"{name} compares", ast.unparse(node)
        of_all = isinstance(parent, ast.Attribute) and parent.attr in OF_ALL
        if isinstance(node, ast.Attribute) and node.attr in TRUTH and isinstance(node.ctx, ast.Load) and not of_all:
            yield name, ast.unparse(node)


@pytest.mark.slow
def test_no_code_below_a_seat_reads_the_truth() -> None:
    found = set()
    for path in sorted(OWN.rglob("*.py")):
        at = path.relative_to(OWN).as_posix()
        for name, _ in reads_of_the_truth(path.read_text(encoding="utf-8")):
            if name.endswith("compares") or (at.startswith(BELOW) and at != "environments/game.py"):
                found.add(f"{at} {name}")
    compared = {"play/links.py hides compares", "testing/secrets.py _viewers compares"}
    judging = ("forecasts.py forecasts_are_those_of_the_game", "secrets.py _hides")
    compared |= {f"testing/{each} compares" for each in judging}  # for the author of a system
    assert found - compared == set(ALLOWED)


@pytest.mark.parametrize(
    "line", ["return self.seen == self.session.position", "return position != view.seen", "return self.session.tree"]
)
def test_a_read_of_the_truth_is_found(line: str) -> None:
    assert list(reads_of_the_truth(f"def odds(self):\n    {line}\n"))
