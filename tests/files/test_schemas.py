"""The published JSON Schemas agree with the readers: written documents are valid, and readers refuse invalid ones."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

import hexwidget as hw
from hexwidget import files
from hexwidget.files import read_scenario, write_scenario
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.registry import system
from tests.amounts import examples, many
from tests.depletion.strategies import positions


def validator(text: str) -> Draft202012Validator:
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


ROOT = Path(__file__).parents[2]
STEPS = many(50, 120, quick=20)
EVERY = 3
"""One position in this many is validated, as validation takes longer than a step."""
SCENARIO = validator((Path(files.__file__).parent / "scenario.schema.json").read_text())
POSITION = {name: validator((system(name).folder / "position.schema.json").read_text()) for name in hw.system_names()}


@pytest.mark.parametrize("name", hw.scenarios())
def test_bundled_scenarios_are_valid(name: str) -> None:
    data = json.loads(write_scenario(hw.scenario(name)))
    SCENARIO.validate(data)
    POSITION[data["system"]].validate(data["position"])


@pytest.mark.parametrize("name", hw.scenarios())
def test_the_positions_of_a_game_are_valid(name: str) -> None:
    rng, position = Random(name), hw.scenario(name).position
    for step in range(STEPS):
        if step % EVERY == 0:
            described = {key: value for key, value in position.system.to_json(position).items() if key != "title"}
            POSITION[position.system.name].validate(json.loads(json.dumps(described)))
        if position.chance is not None:
            position = position.apply(position.chance.sample(rng)).position
        elif position.to_act:
            position = position.apply(position.legal_actions(sorted(position.to_act)[0]).pick(rng)).position


@pytest.mark.slow
@examples(25)
@given(positions())
def test_every_position_that_is_written_is_valid(position: DepletionPosition) -> None:
    POSITION["depletion"].validate(position.system.to_json(position))


@pytest.mark.parametrize("name", hw.system_names())
def test_the_schema_knows_every_option_and_parameter(name: str) -> None:
    known = POSITION[name].schema["properties"]
    rulebook = system(name).rulebook
    assert {*rulebook.options, *rulebook.parameters} <= set(known)
    for parameter in rulebook.parameters.values():
        if parameter.type == "int":
            assert (known[parameter.name]["minimum"], known[parameter.name]["maximum"]) == (
                parameter.min,
                parameter.max,
            )


@pytest.mark.parametrize(
    "change",
    [
        {"map": 7},
        {"players": ["red", "red"]},
        {"armies": {"red": {"0203": {"cavlary": 1}}}},
        {"armies": {"red": {"0203": {"cavalry": 0}}}},
        {"cubes": {"0203": -1}},
        {"rounds": 0},
        {"pace": "slow"},
        {"battle": "dice"},
        {"objective": "hold"},
        {"landing": {"hex": "0203"}},
        {"colour": "blue"},
    ],
)
def test_what_the_schema_refuses_is_refused(change: dict[str, Any]) -> None:
    data = json.loads(write_scenario(hw.scenario("depletion/first-steps")))
    data["position"] |= change
    assert list(POSITION["depletion"].iter_errors(data["position"]))
    with pytest.raises(hw.InputError):
        read_scenario(json.dumps(data))
