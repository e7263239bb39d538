"""Games as replays: random play with steps taken back, another line, and an edit by hand."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.play import Session
from hexwidget.rules import Position
from hexwidget.rules.editing import paint
from hexwidget.testing import clicked
from tests.golden.records import FOLDER

STEPS = 9


def game(scenario: str) -> Session:
    """A short random game."""
    rng = Random(f"golden {scenario}")
    session = Session(hw.scenario(scenario).position, seed=rng.randrange(1000))
    for n in range(STEPS):
        position: Position = session.position
        acting = sorted(position.to_act & set(position.players))
        if not acting:
            break
        player = rng.choice(acting)
        session.play(clicked(position, player, rng) or position.legal_actions(player).sample(rng))
        if n == STEPS // 2:
            session.undo()
    brushes, spaces = session.position.system.brushes(session.position), list(session.position.map.names())
    for _ in range(20):
        try:
            edited = paint(session.position, rng.choice(brushes).key, [rng.choice(spaces)]) if brushes else None
        except hw.InputError:
            continue
        if edited is not None and edited != session.position:
            session.edit(edited)
        break
    return session


def played_again(replay: str) -> Session:
    """A session in which everything that a replay tells of is done again: actions are read and played, chance is drawn."""
    first, *lines = (json.loads(line) for line in replay.splitlines())
    system: Any = hw.system(first["system"])
    session = Session(system.from_json(first["start"]), seed=first.get("seed"))
    for line in lines:
        before = line.get("at", line.get("parent"))
        if "chance" not in line and session.step.number != before:
            session.goto(before)
        if "action" in line:
            session.play(f"{line['player']}: {line['action']}")
        elif "edit" in line:
            session.edit(system.from_json(line["edit"], strict=False))
    return session


def write(system: str) -> None:
    """Write a replay of each scenario of a system."""
    for scenario in hw.scenarios():
        if scenario.partition("/")[0] == system:
            path = FOLDER / "games" / f"{scenario.replace('/', '-')}.jsonl"
            path.write_text(game(scenario).to_replay(), encoding="utf-8")
