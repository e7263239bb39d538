"""What every rule system must keep to, whatever its rules: random games from each bundled scenario.

A system adds nothing here: it is found by its name, its positions by its scenarios. Mutated actions are taken from other
moments of the same game, so that no system has to say how its actions go wrong.
"""

from __future__ import annotations

import json
import pickle
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Action, IllegalAction, Position, Status
from hexwidget.widget import wire

GAMES = [(name, seed) for name in hw.scenarios() for seed in range(3)]
STEPS = 40
MOST_APPLIED = 2000
"""How many listed actions of a position are carried out."""
CHECKED = 40
"""How many listed actions of a position are looked at one by one."""


def game(name: str, seed: int) -> list[tuple[Position, Action | None]]:
    """The positions of a random game, each with the action played there (None at the end)."""
    rng = Random(f"{name} {seed}")
    position: Position = hw.scenario(name).position
    found: list[tuple[Position, Action | None]] = []
    while len(found) < STEPS and position.to_act:
        action = position.legal_actions().sample(rng)
        found.append((position, action))
        position = position.apply(action).position
    return [*found, (position, None)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda p: f"{p[0]}-{p[1]}")
def played(request: pytest.FixtureRequest) -> list[tuple[Position, Action | None]]:
    return game(*request.param)


def test_enumeration_equals_checking(played: list[tuple[Position, Action | None]]) -> None:
    rng = Random(1)
    elsewhere = [action for _, action in played if action is not None]
    for position, _ in played[::3]:
        for player in position.players:
            actions = position.legal_actions(player)
            listed = list(actions)
            assert len(listed) == actions.count()
            assert bool(listed) == (player in position.to_act)
            for action in rng.sample(listed, min(CHECKED, len(listed))):
                assert action.player == player
                assert action in actions
                assert position.check(action).status is Status.LEGAL
            for action in rng.sample(elsewhere, min(CHECKED, len(elsewhere))):
                verdict = position.check(action)
                assert (action in position.legal_actions(action.player)) == bool(verdict) == (not verdict.findings)
                if not verdict:
                    with pytest.raises(IllegalAction):
                        position.apply(action)
                assert set(verdict.clauses) <= position.system.barring <= position.system.implemented


def test_canonical_actions_lead_to_different_positions(played: list[tuple[Position, Action | None]]) -> None:
    for position, _ in played[::8]:
        listed = list(islice(position.legal_actions(), MOST_APPLIED)) if position.to_act else []
        assert len({position.apply(action).position for action in listed}) == len(listed)


def test_applying_changes_nothing_that_was(played: list[tuple[Position, Action | None]]) -> None:
    for position, action in played[:-1]:
        before = (position.key, hash(position), position.notation)
        transition = position.apply(action)
        assert (position.key, hash(position), position.notation) == before
        assert transition.events
        assert transition == position.apply(action)
        for n, event in enumerate(transition.events):
            assert event.clause in position.system.rulebook
            assert event.text
            assert event.cause is None or 0 <= event.cause < n


def test_every_form_of_an_action_and_a_position_comes_back(played: list[tuple[Position, Action | None]]) -> None:
    for position, action in played:
        system = position.system
        if action is not None:
            assert position.parse(str(action)) == position.parse(f"{action.player}: {action}") == action
        text = json.dumps(system.to_json(position), ensure_ascii=False)
        assert json.dumps(system.to_json(system.from_json(json.loads(text))), ensure_ascii=False) == text
        for again in (
            system.from_json(json.loads(text)),
            system.read(position.notation),
            pickle.loads(pickle.dumps(position)),
        ):
            assert again == position
            assert (hash(again), again.key) == (hash(position), position.key)


def test_undo_redo_goto_and_replay_give_the_same_positions(
    played: list[tuple[Position, Action | None]], tmp_path: Path
) -> None:
    session = hw.Session(played[0][0], journal=tmp_path / "game.jsonl")
    for _, action in played[:-1]:
        session.play(action)
    line = [position for position, _ in played]
    assert [step.position for step in session.steps] == line
    for position in reversed(line[:-1]):
        assert session.undo() == position
    for position in line[1:]:
        assert session.redo() == position
    for number in (0, len(line) - 1, len(line) // 2):
        assert session.goto(number) == line[number]
    session.close()
    again = hw.load(tmp_path / "game.jsonl")
    assert (again.steps, again.step) == (session.steps, session.step)
    assert hw.verify(tmp_path / "game.jsonl")


def test_what_is_offered_can_be_chosen_and_confirmed(played: list[tuple[Position, Action | None]]) -> None:
    rng = Random(2)
    for position, _ in played:
        for player in position.players:
            now = position.choices(player=player)
            assert now.prompt
            for _ in range(6):  # a few clicks at random
                offered = [o.leads_to for o in now.options if o.legal]
                if now.field is not None and now.field.reach:
                    offered.append(now.draft.set(now.field.slot, rng.choice(list(now.field.reach))))
                if not offered:
                    break
                now = position.choices(rng.choice(offered), player)
                if now.action is not None and now.verdict:
                    assert now.action in position.legal_actions(player)
            assert player in position.to_act or now.action is None


def test_what_travels_is_plain_data(played: list[tuple[Position, Action | None]]) -> None:
    def plain(value: Any) -> str:
        assert isinstance(value, bytes)
        return value.hex()

    for position, _ in played[::5]:
        rulebook = position.system.rulebook
        json.dumps(wire.static_scene(position.scene()), default=plain)
        json.dumps(wire.changing_scene(position.scene()), default=plain)
        json.dumps(wire.choices(position.choices(), rulebook), default=plain)
        assert position.to_svg().startswith("<svg")


def test_games_end(played: list[tuple[Position, Action | None]]) -> None:
    """Passing all the time ends every game by its rules."""
    position = played[0][0]
    for _ in range(2000):
        if not position.to_act:
            break
        listed = list(position.legal_actions())
        position = position.apply(listed[-1]).position
    assert position.outcome is not None
    assert position.outcome.clause in position.system.rulebook
