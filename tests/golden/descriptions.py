"""Descriptions of positions, right and wrong: the answers of ``position.schema.json`` and of the reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

import hexwidget as hw
from hexwidget.rules import IllegalPosition
from tests.golden.records import Question
from tests.systems.test_conformance import game

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 7, 21, 256, 10_000, 10**7, 10**30, 0.5, 1.0, 1e300),
    *("", " ", "x", "0101", "9999", "nobody", "red", "none", "a:b", "é", "x" * 41, "x" * 201),
    *(
        [],
        {},
        [[]],
        [None],
        ["0101"],
        ["red", "red"],
        {"": None},
        {"red": {}},
        {"red": 1},
        {"0101": 1},
        {"red": {"0101": 1}},
    ),
)
"""Values that are wrong in most places."""
CHANGES = 400
"""The number of changes that are asked for, for each system."""
TOP_LEVEL = 4
"""The number of values that each property at the top is given."""


class DescriptionAnswers:
    """Answers the questions about the descriptions of one system."""

    def __init__(self, system: str) -> None:
        self._system = hw.system(system)
        schema = json.loads((self._system.folder / "position.schema.json").read_text(encoding="utf-8"))
        self._schema = Draft202012Validator(schema)

    def __call__(self, question: Question) -> str:
        """The schema's answer, then the reader's."""
        description = json.loads(question.subject)
        for path, *value in question.arguments:
            description = changed(description, path, value)
        return printable(f"{self._by_schema(description)}; {self._by_reader(description)}")

    def _by_schema(self, description: Any) -> str:
        return f"the schema {'accepts' if self._schema.is_valid(description) else 'refuses'} it"

    def _by_reader(self, description: Any) -> str:
        try:
            position = self._system.from_json(description, strict=False)
        except (hw.InputError, IllegalPosition) as found:
            return f"{type(found).__name__}: {found}"
        verdict = self._system.check_position(position)
        return f"key {position.key}" + ("" if verdict else f"\n{verdict}")


def printable(text: str) -> str:
    """A text in which characters that cannot be printed are escaped."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def changed(value: Any, path: list[str | int], new: list[Any]) -> Any:
    """A copy of a description with one part replaced by ``new[0]``, or left out if ``new`` is empty."""
    step, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    if rest:
        copy[step] = changed(copy[step], rest, new)
    elif not new:
        del copy[step]
    elif isinstance(copy, list) and step == len(copy):
        copy.append(new[0])
    else:
        copy[step] = new[0]
    return copy


def questions(system: str) -> Iterator[Question]:
    """The questions about the descriptions of a system."""
    rng = Random(f"descriptions {system}")
    subjects = list(_subjects(system, rng))
    for place, description in subjects:
        yield Question(place, json.dumps(description, ensure_ascii=False), "description", ())
        for path, *value in _changes(description, rng, CHANGES // len(subjects)):
            yield Question(place, json.dumps(description, ensure_ascii=False), "changed", ([path, *value],))
    place, description = min(subjects, key=lambda subject: len(json.dumps(subject)))
    schema = json.loads((hw.system(system).folder / "position.schema.json").read_text(encoding="utf-8"))
    for path, *value in _at_the_top(schema["properties"], rng):
        text = json.dumps(description, ensure_ascii=False)
        yield Question(f"{place}, each property", text, "changed", ([path, *value],))


def _subjects(system: str, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Positions from the bundled scenarios, each from another moment of a game."""
    for scenario in hw.scenarios():
        if scenario.partition("/")[0] == system:
            played = game(scenario, 0)
            for n in sorted({0, rng.randrange(len(played))}):
                yield f"{scenario}, step {n}", json.loads(json.dumps(hw.system(system).to_json(played[n][0])))


def _places(value: Any, before: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every place in a description with what stands there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield (*before, step), each
        yield from _places(each, (*before, step))


def _changes(description: dict[str, Any], rng: Random, number: int) -> Iterator[tuple[Any, ...]]:
    """Changes at every depth. Places with the same shape, such as the hexes of an army, count as one."""
    by_shape: dict[tuple[Any, ...], list[tuple[tuple[str | int, ...], Any]]] = {}
    for path, value in _places(description):
        by_shape.setdefault((path[0], len(path), type(value)), []).append((path, value))
    yield ["nobody"], 1
    for _ in range(number):
        path, value = rng.choice(by_shape[rng.choice(list(by_shape))])
        where = list(path)
        change = rng.randrange(8)
        if change == 0:
            yield (where,)
        elif change == 1 and isinstance(value, dict):
            yield [*where, rng.choice(("nobody", "9999", "0101", "colour", ""))], rng.choice(ODD)
        elif change == 1 and isinstance(value, list):
            yield [*where, len(value)], rng.choice([*value, *ODD[:4]])
        elif change <= 3 and type(value) is int:
            yield where, value + rng.choice((-100, -2, -1, 1, 2, 20, 10_000))
        elif change <= 4 and isinstance(value, str) and value:
            at = rng.randrange(len(value))
            yield where, value[:at] + rng.choice(("", "x", value[at] * 2)) + value[at + 1 :]
        else:
            yield where, rng.choice(ODD)


def _at_the_top(properties: dict[str, Any], rng: Random) -> Iterator[tuple[Any, ...]]:
    """For each property of the schema values that it names, values just outside its bounds, and odd values."""
    for name, schema in properties.items():
        named = [*schema.get("enum", []), *schema.get("examples", [])]
        bounds = [schema[key] + d for key in ("minimum", "maximum") if key in schema for d in (-1, 0, 1)]
        for value in [*named, *bounds, *rng.sample(ODD, TOP_LEVEL)]:
            yield [name], value
