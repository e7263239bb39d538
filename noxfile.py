"""The tests without a browser on every Python: ``nox``, or ``make test-pythons``.

uv makes the environments, and brings a Python that is not installed. The first Python plays games, and the others verify them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import nox

ROOT = Path(__file__).parent
GAMES = ".nox/games"
NAMED = "Programming Language :: Python :: 3."
nox.options.default_venv_backend = "uv"
nox.needs_version = ">=2025.2"


def pythons() -> list[str]:
    """The Pythons that the package names, the oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [f"3.{each.removeprefix(NAMED)}" for each in project["classifiers"] if each.startswith(NAMED)]


FIRST, *OTHERS = pythons()


def installed(session: nox.Session) -> None:
    """Install the package with all that its tests need."""
    session.install("--editable", ".[all]", "--group", "tests")


@nox.session(python=FIRST)
def games(session: nox.Session) -> None:
    """Play the games that the other Pythons verify."""
    installed(session)
    session.run("python", "-m", "tests.play.games", GAMES, "5")


@nox.session(python=OTHERS, requires=["games"])
def tests(session: nox.Session) -> None:
    """Run the tests without a browser; further arguments are pytest's."""
    installed(session)
    without = ("--ignore=tests/browser", "--ignore=tests/share")
    some = session.posargs or ("-n", "logical", "--dist", "worksteal", *without)
    session.run("python", "-m", "pytest", *some, env={"HEXWIDGET_REPLAYS": GAMES})
