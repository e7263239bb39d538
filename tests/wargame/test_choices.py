"""The choices of a wargame on the board: prompts, pieces and clauses that fit what is due, and the points that a move leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from hexwidget import rules
from hexwidget.scene import Piece
from hexwidget.widget.connections.encode import encode
from tests.amounts import examples
from tests.wargame.small import (
    BY_RAIL,
    HARSH,
    LAND,
    MOVEMENT,
    RAIL,
    HarshPosition,
    Small,
    SmallPosition,
    Unit,
    positions,
)

FEW = examples(12)
DUE = {"loss": "a unit that takes the loss", "retreat": "a unit that retreats", "advance": "a unit that advances to"}
NO_ROADS: dict[str, Any] = {"links": None, "roads": {}}
PLACES = ["0201", "0301", "0202", "0302", "0502", "0402"]


def battles(of: type[SmallPosition], rng: Random) -> Iterator[Any]:
    """The positions of random games in which a combat waits for a player."""
    units = tuple(Unit(id=f"{'ab'[n % 2]}{n}", owner=n % 2, at=at) for n, at in enumerate(PLACES))
    for _ in range(30):
        position: Any = of(map=LAND, players=("ann", "ben"), units=units, phase="fight")
        while position.to_act:
            node = position.chance
            if node is None and position.battle is not None:
                yield position
            action = (
                rules.ChanceOutcome(node.source, rng.choice(node.outcomes)[0])
                if node
                else position.legal_actions().pick(rng)
            )
            position = position.apply(action).position


@pytest.mark.parametrize("of", [SmallPosition, HarshPosition])
def test_what_a_combat_forces_is_clicked_on_units_and_cites_its_own_clause(of: type[SmallPosition]) -> None:
    seen = set[str]()
    for position in battles(of, Random(2)):
        combat, stage, choices = position.system.combat, position.battle.stage, position.choices()
        assert DUE[stage] in choices.prompt
        pieces = [option for option in choices.options if option.kind == "piece"]
        assert {option.value for option in pieces} == {a.unit for a in position.legal_actions() if hasattr(a, "unit")}
        assert {option.clause for option in pieces} == {getattr(combat, "clause" if stage == "loss" else stage)}
        field = position.choices(draft=pieces[0].leads_to).field
        assert field is None or not field.numbers  # a retreat takes no points
        seen.add(stage)
    assert seen >= {"loss", "retreat"}


def test_the_units_of_an_attack_are_asked_for_with_its_target() -> None:
    units = (Unit(id="a", owner=0, at="0202"), Unit(id="b", owner=1, at="0302"), Unit(id="c", owner=0, at="0201"))
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=units, phase="fight")
    choices = position.choices(draft=rules.Draft(target="0302"))
    assert "the units that attack 0302" in choices.prompt
    assert [option.space for option in choices.options if option.slot == "units"] == ["0202"]


@pytest.mark.slow
@FEW
@given(positions())
def test_a_unit_with_two_ways_to_move_goes_by_the_cheaper_one_and_has_its_points_left(small: Any) -> None:
    position = HarshPosition(map=small.map, players=small.players, units=small.units, phase="move")
    march = HARSH.movement
    (rail,) = march.instead
    for unit in position.of(0):
        reach = position.reach(unit.at, unit=unit.id)
        for there in reach:
            prices = [(cost, each) for each in (march, rail) if (cost := each.cost(position, unit, there)) is not None]
            least, used = min(
                [(cost, each) for cost, each in prices if cost <= each.points(position, unit)],
                key=lambda found: found[0],
            )
            assert (reach.cost(there), reach.left(there)) == (least, used.points(position, unit) - least)
            assert march.by(position, unit, there) is used
            moved = position.apply(f"ann: move {unit.id} to {there}").events
            assert [event.clause for event in moved if event.kind == "moved"] == [used.clause]
        sent = encode(position.choices(draft=rules.Draft(unit=unit.id)).field, HARSH.rulebook) if reach else None
        assert sent is None or dict(sent["budgets"]).keys() <= {march.points(position, unit), 5}


def test_the_odds_name_both_strengths_and_each_shift_with_its_clause() -> None:
    wood = next(name for name in LAND.names() if LAND.terrain(name) == "wood")
    near = LAND.name(next(iter(LAND.neighbours(LAND.index(wood)))))
    units = (Unit(id="a", owner=0, at=near, power=5), Unit(id="b", owner=1, at=wood))
    position = SmallPosition(map=LAND, players=("ann", "ben"), units=units, phase="fight")
    (forecast,) = position.choices(draft=rules.Draft(target=wood, units="a")).forecasts
    assert forecast.title == "An attack at +1: 5 against 2, shifted -1 (S8)"


def test_roads_and_rails_of_all_parts_are_drawn_on_the_map_of_the_position() -> None:
    units = (Unit(id="a", owner=0, at="0103"), Unit(id="b", owner=1, at="0604"))
    land = LAND.with_hexsides({"river": [("0101", "0201")]})
    rail = RAIL.ways["rail"]
    for used, drawn in ((MOVEMENT, True), (replace(MOVEMENT, **NO_ROADS), False)):
        for instead in ((), (BY_RAIL,)):

            class Drawn(Small):
                """A small game with other parts."""

                movement, supply, combat = replace(used, instead=instead), None, replace(Small.combat, movement=used)

            position = SmallPosition(map=land, players=("ann", "ben"), units=units)
            scene = Drawn().scene(rules.Observation(None, position))
            assert (scene.links is not None) == (drawn or bool(instead))
            assert scene.links is None or (scene.links.map, scene.links.ways["rail"]) == (land, rail)


def test_labels_have_the_figures_that_a_game_draws() -> None:
    class Masked(Small):
        """A small game that hides what units are worth."""

        def piece(self, position: Any, unit: Any) -> Piece:
            return replace(super().piece(position, unit), figures=(("", "?", "power"),))

    units = (Unit(id="a", owner=0, at="0103"), Unit(id="b", owner=1, at="0604"))
    scene = Masked().scene(rules.Observation(None, SmallPosition(map=LAND, players=("ann", "ben"), units=units)))
    assert [piece.label for piece in scene.pieces] == ["a ?", "b ?"]
