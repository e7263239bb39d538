"""The published JSON Schemas agree with the readers: written documents are valid, and readers refuse invalid ones."""

from __future__ import annotations

import json
import re
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


DOCUMENTS = [json.loads(write_scenario(hw.scenario(name))) for name in hw.scenarios()]
MUTANTS = many(300, 10_000, quick=30)
VALUES: list[Any] = [None, True, 0, 1, -1, 2, 3.0, 0.5, "", "x", "red", [], {}, [1], ["x"], {"a": 1}, 10**6]
KNOWLEDGE = (
    r"^unknown (?!entry)",  # names: of players, hexes, provinces, symbols, units, cards, buildings
    r"^ragged|at least one row",  # the shape of a map's text
    r"^[A-Z]\d+\.\d+: ",  # clauses
    r"expected units like|expected units such as|no blank at its ends",  # short forms
    r"stands beside the position",
    r"belong|province|unexplored",  # entries that have to fit each other
    r"expected a whole number from",  # between bounds that depend on other entries
    r"two units have|still to roll|all dice are rolled|take a turn|has orders left|initiative is rolled|queue",
    r"nobody|villager|does not hold|damage to assign|marker is on|only with|frontier|given twice|expected (a|one|at)\b.*\bof\b",
)
"""The refusals that need knowledge of the game: docs/text-forms.md lists them."""


def mutant(rng: Random) -> dict[str, Any]:
    """A scenario document with one change, at a random place."""
    document: dict[str, Any] = json.loads(json.dumps(rng.choice(DOCUMENTS)))
    todo: list[Any] = [document]
    places: list[tuple[Any, Any]] = []
    for holder in todo:  # it grows
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            places.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                todo.append(holder[key])
    holder, key = rng.choice(
        places if rng.random() < 0.7 else [place for place in places if place[0] is document["position"]]
    )
    value = holder[key]
    match rng.randrange(8):
        case 0:
            del holder[key]
        case 1:
            holder[key] = None
        case 2 if type(value) is int:
            holder[key] = rng.choice([float(value), value + 1, value - 1, value + 0.5, value + 100])
        case 3 if isinstance(value, str):
            holder[key] = rng.choice([value + "x", value[:-1], value.upper(), value + " ", value * 2])
        case 4 if isinstance(value, list) and value:
            value.append(value[0])
        case 5 if isinstance(value, dict):
            value["more"] = rng.choice(VALUES)
        case _:
            holder[key] = rng.choice(VALUES)
    return document


def test_schema_and_reader_agree_on_mutants_but_for_what_needs_the_game() -> None:
    rng, accepted = Random(1), 0
    for _ in range(MUTANTS):
        document = mutant(rng)
        name, position = document.get("system"), document.get("position")
        known = isinstance(name, str) and name in POSITION and isinstance(position, dict)
        valid = known and SCENARIO.is_valid(document) and POSITION[str(name)].is_valid(position)
        try:
            read_scenario(json.dumps(document))
        except (hw.InputError, hw.IllegalPosition) as refused:
            told = [p.message for p in refused.problems] if isinstance(refused, hw.InputError) else [f"X1.1: {refused}"]
            if valid:
                assert any(re.search(kind, message) for kind in KNOWLEDGE for message in told), told
        else:
            assert valid, document
            accepted += 1
    assert accepted > MUTANTS // 10


def test_whole_numbers_are_those_of_json_schema() -> None:
    def pointed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: pointed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [pointed(each) for each in value]
        return float(value) if type(value) is int else value

    for document in DOCUMENTS:
        written = pointed(document)
        POSITION[document["system"]].validate(written["position"])
        assert write_scenario(read_scenario(json.dumps(written))) == write_scenario(read_scenario(json.dumps(document)))


def test_a_description_that_is_nested_too_deeply_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(hw.InputError, match="nested too deeply"):
        hw.system("depletion").from_json({"map": deep})


def test_the_ids_of_schemas_are_absolute() -> None:
    assert {schema.schema["$id"] for schema in (SCENARIO, *POSITION.values())} == {
        "urn:hexwidget:scenario:2", *(f"urn:hexwidget:{name}:position:1" for name in POSITION),
    }  # fmt: skip


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
