"""Random messages of a page: no exception leaves the board, each message is answered once, and a message that is malformed,
stale or sent before changes nothing."""

from __future__ import annotations

import io
import json
import logging
from itertools import islice
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.play.tree import Tree
from hexwidget.widget.connections.intents import INTENTS
from hexwidget.widget.host import log
from hexwidget.widget.traits import SYNCED
from tests import inside
from tests.amounts import chances, many
from tests.widget.schema_values import ODD, Values, broken, deep
from tests.widget.test_messages import FORMS, SCHEMA, TRAITS, check

HEAVY = {"picture", "view", "paint", "change", "export", "edit", "suggest"}
"""Intents that take long, because they make pictures or positions. They are sent more seldom."""
MESSAGES = many(600, 100_000)
SCENARIOS = (
    "depletion/first-steps",
    "orders/three-marches",
    "plotted/the-ford",
    "rondel/first-maneuver",
    "frontiers/combat",
)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.widget.advice.SECONDS", 0.01)


class Storm:
    """A board, the messages to it, and a check that some of them change nothing."""

    def __init__(self, board: hw.Board, rng: Random) -> None:
        self.board, self.rng, self.count = board, rng, 0
        self.answers: list[Any] = []
        self.sent: list[dict[str, Any]] = []
        board.send = lambda content, buffers=None: self.answers.append(content)
        self.values = Values(SCHEMA["$defs"], rng, self.likely)

    def likely(self, name: str) -> list[Any]:
        """Values of an argument that mean something on this board now."""
        board, position = self.board, self.board.session.position
        now = inside.current(board) or inside.choices(board)["root"]
        match name:
            case "draft":
                return [o["leadsTo"] for o in now["options"]] or [{}]
            case "space":
                return [next(iter(position.map.names())), *list(position.map.names())[-3:]]
            case "player":
                return [*position.players, None]
            case "clause":
                return list(position.system.rulebook)[:5]
            case "step":
                return list(range(len(board.session.steps) + 1))
            case "action":
                return ["pass", *map(str, islice(position.legal_actions(), 40))]
        return []

    def valid(self) -> dict[str, Any]:
        """A message as a page might send it."""
        rng = self.rng
        while True:
            form = rng.choice(FORMS)
            intent = self.values.of(form["properties"]["intent"])
            if intent not in HEAVY or rng.random() < 0.05:
                break
        args = self.values.of(form["properties"]["args"])
        self.count += 1
        return {
            "id": f"m{self.count}",
            "revision": inside.status(self.board)["revision"],
            "intent": intent,
            "args": args,
        }

    def state(self) -> Any:
        """All state that a message could change."""
        board = self.board
        traits = [getattr(board, trait) for trait in TRAITS]
        return (board.session.step, len(board.session.steps), inside.current(board), inside.status(board)["revision"], board.player, board.selected,
                board.session.rolls, board.get_state(SYNCED), traits)  # fmt: skip

    def send(self, message: Any, changes: bool) -> None:
        """Send a message, and check that it is answered once.

        :param changes: False if it may change nothing
        """
        before, answered = self.state(), len(self.answers)
        inside.handle_message(
            self.board, {"content": {"data": {"method": "custom", "content": message}}, "buffers": []}
        )
        assert len(self.answers) == answered + 1
        if not changes:
            after = self.state()
            assert after[:-1] == before[:-1]
            assert all(a is b for a, b in zip(after[-1], before[-1], strict=True))
        if self.count % 50 == 0:
            check("Reply", json.dumps(self.answers[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("referee", [True, False])
def test_a_storm_of_messages(name: str, referee: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    logger = log()
    handler = logging.StreamHandler(written)
    logger.addHandler(handler)
    rng = chances(name, referee)
    position = hw.scenario(name).position
    session = hw.Session(position, seed=1, rolls="ask")
    board = hw.Board(session, player=None if referee else position.players[0])
    storm = Storm(board, rng)
    kinds = {"valid": 0, "broken": 0, "stale": 0, "again": 0}
    for _ in range(MESSAGES // (2 * len(SCENARIOS))):
        message = storm.valid()
        match kind := rng.choice(list(kinds)):
            case "valid":
                storm.send(message, changes=True)
                assert storm.answers[-1]["id"] == message["id"]
                storm.sent.append(message)
            case "broken":
                storm.send(broken(message, rng), changes=False)
                assert not storm.answers[-1]["ok"], message
            case "stale":
                message["revision"] = rng.choice([message["revision"] + 1, 0, max(0, message["revision"] - 1), 2**60])
                if message["revision"] == inside.status(board)["revision"] or INTENTS[message["intent"]].timeless:
                    continue
                storm.send(message, changes=False)
                assert not storm.answers[-1]["ok"]
            case "again":  # a message once more, long after it was sent
                if not storm.sent:
                    continue
                message = rng.choice(storm.sent[-60:])
                if INTENTS[message["intent"]].timeless:
                    continue  # these mean the same at any time
                storm.send(message, changes=False)
        kinds[kind] += 1
        if session.position.chance is not None and referee:
            session.roll()
        if len(session.steps) > 60:  # the storm is not about the cost of long games
            session.goto(0)
            session.tree = Tree(session.position)
            storm.sent.clear()
            session.set_rolls("ask")  # the board shows it
    tried("messages", sum(kinds.values()))
    assert min(kinds.values()) > MESSAGES // 200
    logger.removeHandler(handler)
    assert "an intent failed" not in written.getvalue(), written.getvalue()[-3000:]
    board.close()


@pytest.mark.parametrize(
    "message",
    [
        {}, {"content": {}}, {"content": {"data": {}}}, {"content": {"data": None}}, {"content": {"data": {"method": 7}}},
        {"content": {"data": {"method": "update"}}}, {"content": {"data": {"method": "update", "state": 7}}},
        {"content": {"data": {"method": "update", "state": {"_scene": {}, "x": 1}, "buffer_paths": [["_scene", "a", 0], 7]}}},
        {"content": {"data": {"method": "update", "state": {"_esm": "alert(1)", "position": 1}, "buffer_paths": 9}}},
        {"content": {"data": {"method": "custom"}}}, {"content": {"data": {"method": "eval", "content": {}}}},
        *({"content": {"data": {"method": "custom", "content": odd}}} for odd in (*ODD, deep(5000))),
    ],
)  # fmt: skip
def test_messages_that_are_not_even_messages(message: Any, capsys: pytest.CaptureFixture[str]) -> None:
    board = hw.Board(hw.scenario("depletion/first-steps"))
    storm = Storm(board, Random(1))
    before = storm.state()
    inside.handle_message(board, message)
    after = storm.state()
    assert after[:-1] == before[:-1]
    assert all(a is b for a, b in zip(after[-1], before[-1], strict=True))
    assert capsys.readouterr().out == ""
    board.close()
