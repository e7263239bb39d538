"""A name that is taken from a module loaded by name is there: no type checker sees it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.deferred import deferred

ROOT = Path(hw.__file__).parent
TAKEN = {
    (node.value.args[0].value, node.attr)
    for path in ROOT.rglob("*.py")
    if "deferred(" in (text := path.read_text(encoding="utf-8"))
    for node in ast.walk(ast.parse(text))
    if isinstance(node, ast.Attribute)
    and isinstance(node.value, ast.Call)
    and ast.unparse(node.value.func) == "deferred"
    if isinstance(node.value.args[0], ast.Constant)
}


@pytest.mark.parametrize(("module", "name"), sorted(TAKEN))
def test_a_name_of_a_module_that_is_loaded_by_name_is_there(module: str, name: str) -> None:
    assert hasattr(deferred(module), name)  # type: ignore[arg-type]


def test_some_are_taken() -> None:
    assert ("lessons.exercises.offline_answers", "exercises_for_page") in TAKEN
