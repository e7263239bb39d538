"""The parts of a course as data: stages (see `stage`), and exercises, which have a ``kind``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from hexwidget.english import listing
from hexwidget.explore.policies import names
from hexwidget.files.annotations import write_annotations
from hexwidget.lessons.courses.stage import MILD, Stage, read_stage
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.loading import read_exercise
from hexwidget.problems import InputError, Problems, shown

CANNOT_WRITE = "this course cannot be written"
_NAMES = {"own_question": "question", "own_hints": "hints"}
"""The names of fields in data, where they differ."""


def read_part(entry: Any, system: str) -> Stage | Exercise:
    """Read a stage or an exercise from data.

    :param system: the name of its rule system
    :raises InputError: listing everything wrong with it
    """
    if not isinstance(entry, Mapping):
        what = f"expected a stage, such as {{'aim': ...}}, or an exercise, such as {{'kind': ...}}, not {shown(entry)}"
        raise InputError("this part cannot be read", what)
    return read_exercise(entry, system) if "kind" in entry else read_stage(entry, system)


def write_part(part: Stage | Exercise) -> dict[str, Any]:
    """Return a part as data, from which `read_part` makes the same part.

    :raises InputError: if something in it cannot be written, or would not be read as it is
    """
    entry = dict[str, Any]()
    if isinstance(part, Exercise) and part.written is not None:
        entry, part = {"variant": part.seed}, part.variant(0)
    position, problems = part.position, Problems()
    for each in fields(part):
        value = getattr(part, each.name)
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        if each.name == "position":
            entry["position"] = position.system.to_json(position)
        elif each.name == "drawn":
            entry |= write_annotations(value, position.map)
        elif value != default:
            entry[_NAMES.get(each.name, each.name)] = _plain(value, each.name, problems)
    problems.raise_any(CANNOT_WRITE)
    try:
        again = read_part(json.loads(json.dumps(entry)), position.system.name)
    except NotImplementedError:
        what = "its rule system reads no positions from data: give the system a `description`"
        raise InputError(CANNOT_WRITE, what, "position") from None
    if not entry.get("variant") and again.position != position:
        raise InputError(CANNOT_WRITE, "its rule system reads another position from its data", "position")
    return entry


def _plain(value: Any, where: str, problems: Problems) -> Any:
    """Return a value as JSON has it, and note what JSON cannot hold."""
    if isinstance(value, Mapping):
        return {key: _plain(each, f"{where}/{key}", problems) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each, f"{where}/{n}", problems) for n, each in enumerate(value)]
    if value is not None and not isinstance(value, (str, int, float)):
        policies = listing([f"{name!r}" for name in (MILD, *names())], "or")
        remedy = f"a policy by its name: {policies}" if where.startswith("opponents/") else "a text or a number"
        problems.add(where, f"a file cannot hold {shown(value)}: expected {remedy}")
    return value
