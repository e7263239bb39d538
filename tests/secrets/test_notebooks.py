"""A player's saved notebook is the same in twins, byte for byte: the state of the board with the recording of the game, the
outputs of cells, and everything that a cell can keep."""

from __future__ import annotations

import base64
import json
import pickle
import re
import zlib
from random import Random

import comm
import pytest
from ipywidgets import embed

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Action, ChanceOutcome
from hexwidget.widget.pages import notebook_recording
from tests import inside
from tests.secrets.questions import asked
from tests.secrets.seats import Line, Seat, without_code
from tests.secrets.twins import SOAK, WITH_SECRETS, Script, brief, game, hidden_deeds, looking, twin_game

STEPS = 3
"""The steps of a game, outside a soak."""


@pytest.fixture(autouse=True)
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", Line)


NAMES = WITH_SECRETS if SOAK > 1 else [*{name.partition("/")[0]: name for name in WITH_SECRETS}.values()]
"""The scenarios whose notebooks are compared: in a daily run one of each system."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", NAMES)
def test_saved_notebooks_of_twins_are_the_same(name: str, seed: int) -> None:
    script = game(name, seed)
    script = script[:STEPS] if SOAK == 1 else script
    for player in looking(script[0][0], Random(f"{name} {seed} kept")):
        rng = Random(f"{name} {seed} {player} kept")
        mine = notebook(script, player, None)
        theirs = notebook(twin_game(script, player, rng), player, rng)
        assert mine.keys() == theirs.keys()
        different = [what for what, content in mine.items() if content != theirs[what]]
        assert not different
        tried("notebooks of twins: things compared", len(mine))


def notebook(script: Script, player: str, noise: Random | None) -> dict[str, object]:
    """Play a game, with ``noise`` around everything that is hidden from a player. Return what the player's notebook keeps."""
    session = hw.Session(script[0][0], seed=1 if noise is None else 2, rolls="ask")
    seat = Seat.at(session, player)
    kept: dict[str, object] = {}
    for n, (position, done) in enumerate(script):
        here = session.step.number
        for action in hidden_deeds(position, player, noise) if noise is not None else ():
            session.play(action)
            if session.position != position:
                session.goto(here)
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            kept[f"output {n}"] = repr(seat.board.play(done))
        else:
            session.play(done)
        if n % 3 == 0:
            recorder(seat).write()
            kept[f"recording {n}"] = inside.recording(seat.board)
    kept |= outputs(seat, plain=brief(script[0][0]))
    seat.board.close()
    return kept


def recorder(seat: Seat) -> notebook_recording.Saving:
    found = inside.sharing(seat.board).saving
    assert found is not None
    return found


def outputs(seat: Seat, *, plain: bool) -> dict[str, object]:
    """Everything that cells can keep of a board now.

    :param plain: True: without pictures
    """
    board = seat.board
    recorder(seat).write()
    snapshot = board.snapshot()
    data, metadata = board._repr_mimebundle_()
    states = embed.dependency_state([board], drop_defaults=False)
    for each in states.values():
        each["state"] = without_code(each["state"])
    found: dict[str, object] = {
        "text": repr(board), "data": as_text(seat, data), "metadata": json.dumps(metadata), "state": as_text(seat, states),
        "recording": inside.recording(board), "alternative text": snapshot.description, "position": board.position.notation,
        "pickled observation": pickle.dumps(board.observation), "pickled position": pickle.dumps(board.position),
        "last action": repr(board.last_action), "link": asked(lambda: hw.link(board.position)),
    }  # fmt: skip
    if not plain:
        found["picture of the position"] = board.position._repr_png_()
        found |= {
            "png": board.to_png(),
            "svg": board.to_svg(),
            "snapshot": snapshot._repr_html_(),
            "page": board.to_html(),
        }
    return found


def as_text(seat: Seat, content: object) -> str:
    """Content as text. Ids of models, which differ by board, are replaced."""
    text = json.dumps(content, default=lambda data: bytes(data).hex())
    return re.sub("|".join(seat.ids), lambda found: seat.ids[found[0]], text)


def recorded_json(board: hw.Board) -> str:
    """The recording of a board as JSON text."""
    return zlib.decompress(base64.b64decode(inside.recording(board)), 31).decode()


@pytest.mark.slow
def test_a_notebook_holds_no_orders_of_others() -> None:
    position = hw.scenario("plotted/the-ford").position
    session = hw.Session(position, seed=1)
    seat = Seat.at(session, "red")
    rng, hidden = Random(1), set[str]()
    for _ in range(5):
        action = position.legal_actions("blue").sample(rng)
        session.play(action)
        hidden |= set(re.findall(r"\d{4}(?:-\d{4})+", str(action)))
    recorder(seat).write()
    found = " ".join(map(str, outputs(seat, plain=False).values())) + recorded_json(seat.board)
    assert len(hidden) > 5
    assert not [route for route in hidden if route in found]


@pytest.mark.slow
def test_a_notebook_holds_no_names_of_hidden_cards() -> None:
    """The cards of the event deck and the provinces under hidden tiles have names that nothing else has."""
    position = hw.scenario("depletion/a-relic-before-a-forest").position
    described = position.system.to_json(position)
    deck = [f"Marker {n}" for n in range(len(described["exploration"]["events"]))]
    described["exploration"]["events"] = deck
    for player in position.players:
        session = hw.Session(position.system.from_json(described, strict=False), seed=1)
        seat = Seat.at(session, player)
        acting = next(iter(session.position.to_act))
        action: Action = session.position.legal_actions(acting).sample(Random(1))
        session.play(action)
        recorder(seat).write()
        found = " ".join(map(str, outputs(seat, plain=False).values())) + recorded_json(seat.board)
        drawn = {step.chance.value for step in session.line if step.chance is not None}
        assert deck
        assert not [card for card in deck if card in found and card not in drawn]
