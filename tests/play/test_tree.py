"""The tree of a game keeps account of its line, its branches and its rolls: the same as a walk over all steps would find."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.play.tree import Step
from hexwidget.widget.timeline import Memory, timeline
from tests.amounts import many


def line_of(session: hw.Session) -> list[Step]:
    """The current line, step by step."""
    line = [session.step]
    while line[0].parent is not None:
        line.insert(0, session.steps[line[0].parent])
    while (ahead := session.tree.ahead.get(line[-1].number)) is not None:
        line.append(session.steps[ahead])
    return line


def check(session: hw.Session, memories: dict[str | None, Memory]) -> None:
    steps, line = session.steps, line_of(session)
    assert list(session.line) == line
    assert session.tree.length == len(line) - 1
    assert session.tree.stretch(1, 4) == tuple(line[1:4])
    others = [step for step in steps if step not in line]
    assert session.tree.others(1_000) == others
    assert session.tree.others(2) == others[-2:]
    below = {session.step.number}
    for step in steps:  # a step has a higher number than its parent
        if step.parent in below:
            below.add(step.number)
    rolled = [step for step in steps if step.number in below and step.chance and step is not session.step]
    assert list(session.tree.foreseen) == rolled
    drawn = Counter(step.chance.source for step in line[: session.step.depth + 1] if step.chance)
    assert session.tree.times_drawn(session.step.number) == drawn
    for player, memory in memories.items():
        assert timeline(session, player, memory=memory) == timeline(session, player)


def act(session: hw.Session, rng: Random) -> None:
    position: Any = session.position
    match rng.choice(["play"] * 5 + ["undo", "undo", "redo", "goto", "edit"]):
        case "play" if position.to_act and position.chance is None:
            session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))
        case "undo" if session.can_undo:
            session.undo()
        case "redo" if session.can_redo:
            session.redo()
        case "goto":
            session.goto(rng.randrange(len(session.steps)))
        case "edit":
            session.edit(rng.choice(session.steps).position)


@pytest.mark.parametrize("name", ["orders/two-on-one", "frontiers/combat", "plotted/the-ford", "rondel/inland-sea"])
def test_a_game_back_and_forth(name: str) -> None:
    rng = Random(name)
    session = hw.Session(hw.scenario(name).position, seed=1)
    memories: dict[str | None, Memory] = {player: Memory() for player in (None, *session.position.players)}
    for n in range(many(20, 400)):
        act(session, rng)
        check(session, memories)
        if n % 10 == 9:
            again = session.at(rng.randrange(len(session.steps)))
            check(again, memories)
            act(again, rng)
            check(again, {})
            check(session, memories)


@pytest.mark.slow
def test_a_step_looks_at_few_others() -> None:
    """Steps that are never looked at can be anything."""
    position = hw.system("depletion").position(
        map=". . .",
        players=["red", "blue"],
        rounds=999,
        armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 archer"}},
    )
    session = hw.Session(position)
    board = hw.Board(session)
    for _ in range(600):
        board.play("pass")
    session.tree.steps[1:300] = [None] * 299
    board.play("pass")
    board.undo()
    board.redo()
    assert board.step == 601
