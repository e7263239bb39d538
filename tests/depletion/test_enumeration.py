"""Enumeration equals checking, on random positions and mutated actions; reach, verdicts and text forms agree with both."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwidget.rules import IllegalAction, Status
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.strategies import positions


def mutated(position: DepletionPosition, action: DepletionAction, rng: Random) -> DepletionAction:
    """An action a little off: another player, another path, a named home, a target that may not be one."""
    names = list(position.map.names())
    player = rng.choice(position.players)
    match rng.randrange(6):
        case 0:
            return NoAttack(player)
        case 1:
            return Attack(player, rng.choice(names))
        case 2:
            return Pass(player)
    path = list(action.path) if isinstance(action, Maneuver) else [rng.choice(names)]
    for _ in range(rng.randrange(3)):
        steps = [position.map.name(i) for i in position.map.neighbours(position.map.index(path[-1]))]
        path.insert(rng.randrange(len(path) + 1), rng.choice(names)) if rng.random() < 0.3 else path.append(
            rng.choice(steps or names)
        )
    free = rng.choice([None, None, rng.choice(names)])
    return Maneuver(player if rng.random() < 0.3 else action.player, tuple(path), rng.random() < 0.5, free)


@settings(max_examples=120, deadline=None)
@given(positions(), st.integers(0, 2**32))
def test_what_is_enumerated_is_what_is_legal(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        actions = position.legal_actions()
        listed = list(actions)
        assert len(listed) == actions.count() == len(actions)
        results = {position.apply(a).position for a in listed}
        assert len(results) == len(listed), "two canonical actions lead to the same position"
        for action in listed:
            assert action in actions
            assert position.check(action).status is Status.LEGAL
            assert position.parse(f"{action.player}: {action}") == position.parse(str(action)) == action
        for _ in range(30):
            action = mutated(position, rng.choice(listed) if listed else Pass(position.players[0]), rng)
            verdict = position.check(action)
            assert (action in position.legal_actions(action.player)) == bool(verdict) == (not verdict.findings)
            assert all(f.clause in position.system.barring and f.text and str(f) for f in verdict.findings)
            if verdict:
                assert position.apply(action).position in results, (
                    "a legal action whose result is not among those enumerated"
                )
            else:
                with pytest.raises(IllegalAction) as refused:
                    position.apply(action)
                assert refused.value.verdict == verdict
        if not listed:
            break
        position = position.apply(actions.sample(rng)).position


@settings(max_examples=120, deadline=None)
@given(positions(), st.booleans())
def test_reach_says_what_check_says(position: DepletionPosition, march: bool) -> None:
    for army in position.armies:
        space = position.map.name(army.at)
        player = position.players[army.owner]
        at_turn = position.system.position(
            **{**position.system.to_json(position), "turn": player, "landing": None, "round": 1}
        )
        reach = at_turn.reach(space, march=march)
        for name in position.map.names():
            why = reach.why(name)
            assert (name in reach) == bool(why)
            if name in reach:
                path = reach.path(name)
                assert (path[0], path[-1]) == (space, name)
                assert at_turn.check(Maneuver(player, path, march))
                spent = [
                    e.data["cost"] for e in at_turn.apply(Maneuver(player, path, march)).events if "cost" in e.data
                ]
                assert spent == [reach.cost(name)]
            else:
                assert why.findings
        for name, clause in reach.rim.items():
            assert name not in reach
            assert clause in reach.why(name).clauses
        assert reach.costs() == {name: reach.cost(name) for name in reach}


@settings(max_examples=100, deadline=None)
@given(positions())
def test_what_a_remedy_names_is_legal(position: DepletionPosition) -> None:
    for army in position.armies:
        if army.owner != position.turn or position.to_act == frozenset():
            continue
        reach = position.reach(position.map.name(army.at))
        for name in position.map.names():
            for finding in reach.why(name).findings:
                if finding.remedy and finding.remedy.action and finding.remedy.text.startswith("legal"):
                    assert position.check(finding.remedy.action)


@settings(max_examples=100, deadline=None)
@given(positions(), st.integers(0, 2**32))
def test_positions_survive_json_and_compare_by_content(position: DepletionPosition, seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        again = position.system.from_json(json.loads(json.dumps(position.system.to_json(position))))
        assert again == position
        assert hash(again) == hash(position)
        assert json.dumps(again.system.to_json(again)) == json.dumps(position.system.to_json(position))
        assert position.system.read(position.notation) == position
        assert again.key == position.key
        actions = position.legal_actions()
        if not actions:
            break
        position = position.apply(actions.sample(rng)).position


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(0, 2**32))
def test_choices_lead_to_legal_actions(position: DepletionPosition, seed: int) -> None:
    """Whatever is offered can be chosen, and what is complete is legal; every action enumerated can be come to by choosing."""
    found = set()
    open_drafts = [position.choices()]
    seen = set()
    while open_drafts:
        now = open_drafts.pop()
        if now.draft in seen:
            continue
        seen.add(now.draft)
        if now.action is not None and now.verdict:
            assert position.check(now.action)
            found.add(now.action)
        open_drafts += [position.choices(o.leads_to) for o in now.options if o.legal]
        if now.field is not None and "to" not in now.draft:
            open_drafts += [position.choices(now.draft.set(now.field.slot, name)) for name in now.field.reach]
    assert found == set(position.legal_actions())
