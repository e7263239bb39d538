"""Build the package as for an index, and check it as a stranger's computer would: `make package` runs this.

    python tools/check_package.py TESTS_PYTHON

TESTS_PYTHON  the Python with the packages of the tests; it runs some tests of the unpacked sdist

The figures are printed at the end. The built files lie in dist/.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TOOLS = Path(sys.executable).parent
PYRIGHT = ROOT / "js" / "node_modules" / ".bin" / "pyright"
COMPLETE = 0.98
"""The required part of public symbols with known types, as in tests/types."""
EXAMPLES = {"HEXWIDGET_REPOSITORY": "https://forge.example/owner/name", "HEXWIDGET_CONTACT": "authors@forge.example"}
"""The addresses that a release sets. An index's page is complete with them, so the metadata are judged with these examples."""
OF_THE_SDIST = (
    "tests/geometry",
    "tests/rules",
    "tests/package/test_cli.py",
    "tests/package/test_package.py",
    "tests/golden",
)
SMOKE = """
from pathlib import Path
import hexwidget as hw
position = hw.scenario("depletion/first-steps").position
assert position.check(next(iter(position.legal_actions()))).status is hw.Status.LEGAL
assert "D1.1" in str(position.check("0202-0302-0402-0502"))
board = hw.Board(position)
board.to_html("board.html")
assert Path("board.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>")
assert position.to_png().startswith(b"\\x89PNG")
"""
"""A program that needs only the installed wheel and its requirements."""


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Run a program and return its output; if it fails, print all of it and end."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "HEXWIDGET_"))}
    done = subprocess.run(
        command, cwd=cwd, env=env | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(map(str, command))} failed")
    return done.stdout


def judge_metadata() -> str:
    """Return pyroma's rating of the metadata, which must be the best one."""
    said = run(TOOLS / "pyroma", "--min", "10", ".", **EXAMPLES)
    return next(line for line in said.splitlines() if line.startswith("Final rating"))


def installed(version: str, uv: Path) -> str:
    """Return the path of an installed Python; "" if it is not installed."""
    command = [uv, "python", "find", "--system", "--no-project", "--no-python-downloads", version]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def try_wheel(wheel: Path, python: str, folder: Path) -> Path:
    """Install the wheel for a Python into an empty environment, and use it. Return the environment's folder of programs."""
    run(python, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    run(programs / "python", "-m", "pip", "check")
    run(programs / "python", "-W", "error::DeprecationWarning:hexwidget", "-c", SMOKE, cwd=folder)
    shown = run(programs / "hexwidget", "show", "depletion/first-steps", cwd=folder)
    if "red" not in shown:
        sys.exit(f"`hexwidget show` prints no position: {shown}")
    return programs


def known_types(programs: Path, folder: Path) -> str:
    """Return how many public symbols of the installed wheel have known types."""
    # pyright finds an environment on the path only.
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "VIRTUAL_ENV": str(programs.parent)}
    command = [PYRIGHT, "--outputjson", "--ignoreexternal", "--verifytypes", "hexwidget"]
    said = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout
    score = json.loads(said)["typeCompleteness"]["completenessScore"]
    if score < COMPLETE:
        sys.exit(f"only {score:.1%} of the public symbols have known types")
    return f"pyright --verifytypes: {score:.1%}"


def main(tests_python: str) -> None:
    """Build, check, install, use, and print the figures."""
    shutil.rmtree(DIST, ignore_errors=True)
    # The sdist first, and the wheel from it: so the wheel shows that the sdist is complete.
    run(TOOLS / "python", "-m", "build", **{n: os.environ[n] for n in EXAMPLES if n in os.environ})
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    figures = [f"{path.name}: {path.stat().st_size / 1e6:.1f} MB" for path in (sdist, wheel)]
    run(TOOLS / "twine", "check", "--strict", sdist, wheel)
    figures.append("twine check --strict: passed")
    run(TOOLS / "check-wheel-contents", wheel)
    figures.append("check-wheel-contents: passed")
    figures.append(f"pyroma: {judge_metadata()}")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for version in VERSIONS:
            python = installed(version, Path(tests_python).parent / "uv")
            if not python:
                figures.append(f"Python {version}: not here, left out")
                continue
            programs = try_wheel(wheel, python, folder / version)
            figures.append(f"Python {version}: the wheel installs and runs")
        figures.append(known_types(programs, folder))
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        unpacked = folder / sdist.name.removesuffix(".tar.gz")
        said = run(tests_python, "-m", "pytest", "-n0", *OF_THE_SDIST, cwd=unpacked, PYTHONPATH=str(unpacked))
        figures.append(f"tests of the unpacked sdist: {said.strip().splitlines()[-1]}")
    print("\n".join(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
