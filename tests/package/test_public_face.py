"""The public names, and the modules that an import of them loads."""

import ast
import re
import subprocess
import sys
from inspect import getdoc, signature
from pathlib import Path

import pytest

import hexwidget as hw

PACKAGE = Path(hw.__file__).parent
HEAVY = {"numpy", "plotly", "ipywidgets", "anywidget", "traitlets", "IPython", "difflib", "quickjs", "resvg_py", "PIL"}


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running some code."""
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*{{m.partition('.')[0] for m in sys.modules}})"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


@pytest.mark.slow
def test_importing_and_checking_loads_nothing_heavy() -> None:
    checked = "import hexwidget as hw; hw.scenario('depletion/first-steps').position.check('0203-0303')"
    assert not loaded_after("import hexwidget") & HEAVY
    assert not loaded_after(checked) & HEAVY
    ours = loaded_after(checked) - loaded_after("import tomllib, json, dataclasses, html, random, xml")
    assert {m for m in ours if m not in sys.stdlib_module_names} == {"hexwidget"}


def test_every_public_name_is_there_and_listed() -> None:
    import hexwidget.systems.registry  # a subpackage would hide a public name with the same spelling

    assert hexwidget.systems.registry.system_names() == hw.system_names()
    assert all(getattr(hw, name) is not None for name in hw.__all__)
    assert set(hw.__all__) <= set(dir(hw))


def test_a_wrong_name_is_answered_with_the_right_one() -> None:
    with pytest.raises(AttributeError, match="did you mean 'Board'"):
        hw.Bord  # noqa: B018
    with pytest.raises(hw.InputError, match="did you mean 'depletion'"):
        hw.system("depletoin")
    with pytest.raises(hw.InputError, match="did you mean 'depletion/first-steps'"):
        hw.scenario("depletion/first-step")


def test_every_folder_says_what_lives_there() -> None:
    for init in PACKAGE.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))), init


@pytest.mark.parametrize("name", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_the_help_on_reach_names_each_condition_with_its_clauses(name: str) -> None:
    """Help, shift-Tab and signatures show the position's own method, not the base class's."""
    position = next(hw.scenario(each).position for each in hw.scenarios() if each.startswith(f"{name}/"))
    parameters = signature(position.reach).parameters
    assert not [p for p in parameters.values() if p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    documented = getdoc(position.reach) or ""
    for parameter in parameters:
        assert f":param {parameter}:" in documented
    assert ":raises InputError:" in documented
    cited = set(re.findall(r"\b[A-Z]\d+\.\d+\b", documented))
    assert cited
    assert cited <= set(position.system.rulebook)


def test_the_help_on_boards_describes_every_public_attribute() -> None:
    from hexwidget.widget.connections.notebook import BoardWidget
    from hexwidget.widget.traits import Traits

    public = vars(Traits) | vars(hw.Board)
    own = [name for name in public if not name.startswith("_") and name not in vars(BoardWidget)]
    assert {"session", "position", "selected", "hovered", "last_action", "player", "observation", "step"} <= set(own)
    for name in own:
        attribute = public[name]
        assert attribute.__doc__, name
        assert attribute.__doc__ != type(attribute).__doc__, name  # a trait without help has that of its class
