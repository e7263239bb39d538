"""Type checkers know the types of a program that uses hexwidget, and find the mistakes in one."""

import json
import os
import re
import subprocess
import sys
import tomllib
import typing
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.files import bundled
from tests.types import right

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYRIGHT = ROOT / "js" / "node_modules" / ".bin" / "pyright"
COMPLETE = 0.98
"""The required part of public symbols with known types."""

Mistake = tuple[str, int, str]
"""A file, a line, and pyright's rule for the mistake there."""


def mistakes() -> set[Mistake]:
    """Return the mistakes that `wrong.py` names."""
    lines = (HERE / "wrong.py").read_text(encoding="utf-8").splitlines()
    marked = ((n, re.search(r"  # type: ignore\[[\w-]+\]  # (\w+)$", line)) for n, line in enumerate(lines, 1))
    return {("wrong.py", n, mark[1]) for n, mark in marked if mark}


def test_mypy_reads_the_right_uses_and_the_mistakes() -> None:
    """`make check` runs it on all that it reads at once."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert {"tests.types.right", "tests.types.wrong"} <= {*settings["modules"]}
    assert settings["strict"]  # it complains about comments that ignore nothing
    assert len(mistakes()) > 30


def test_mypy_skips_no_package_that_we_import() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    (skipped,) = [each["module"] for each in settings["overrides"] if each.get("follow_imports") == "skip"]
    names = "|".join(each.removesuffix(".*") for each in skipped)
    imports = re.compile(rf"^ *(?:from|import) (?:{names})\b", re.MULTILINE)
    assert imports.search("import os\n    from IPython.display import HTML")
    read = [*(ROOT / "fuzz").rglob("*.py"), *(ROOT / "hexwidget").rglob("*.py"), ROOT / "hatch_build.py"]
    assert not [path for path in read if imports.search(path.read_text(encoding="utf-8"))]


def pyright(*arguments: str | Path) -> dict[str, typing.Any]:
    """Run pyright, and return its report as data."""
    assert PYRIGHT.exists(), "pyright comes with the front end's packages: npm ci --prefix js"
    run = subprocess.run(
        [PYRIGHT, "--outputjson", "--pythonpath", sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    found: dict[str, typing.Any] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_pyright_accepts_right_uses_and_finds_mistakes() -> None:
    said = pyright("--project", HERE)["generalDiagnostics"]
    errors = [each for each in said if each["severity"] == "error"]
    found = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1, each["rule"]) for each in errors}
    assert found == mistakes(), errors


@pytest.mark.slow
def test_the_types_of_public_symbols_are_known() -> None:
    """Those of the protocol, which authors of systems use. `make package` looks at those of the whole wheel, with four times the work."""
    score = pyright("--verifytypes", "hexwidget.rules", "--ignoreexternal")["typeCompleteness"]["completenessScore"]
    assert score >= COMPLETE


@pytest.mark.slow
@pytest.mark.parametrize("use", [each for name, each in vars(right).items() if name.startswith("a_")])
def test_right_uses_run(use: typing.Callable[[], None]) -> None:
    use()


def test_type_checkers_know_every_bundled_scenario() -> None:
    known = [name for key, each in vars(bundled).items() if key.endswith("Scenario") for name in typing.get_args(each)]
    assert known == [name for name in hw.scenarios() if name.partition("/")[0] != "toy"]
