"""The public names, and the modules that an import of them loads."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw

PACKAGE = Path(hw.__file__).parent
HEAVY = {"numpy", "plotly", "ipywidgets", "anywidget", "traitlets", "IPython", "difflib"}


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running some code."""
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*{{m.partition('.')[0] for m in sys.modules}})"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


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
