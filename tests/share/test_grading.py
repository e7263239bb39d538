"""Points in a notebook that nbgrader grades, and statements of xAPI as tincan, Rustici's client, and the validator of Learning Locker read
them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.lessons import Progress, first_game, statements
from hexwidget.lessons.courses.course import Course

HERE = Path(__file__).parents[2]
VALIDATOR = Path(sys.prefix) / "manager" / "node_modules" / "xapi-validation"
CHECK = """const faults = require(process.argv[1]).default;
const all = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(all.map(each => faults(each).length)));"""
EXAMPLE = HERE / "examples" / "grading" / "source" / "march"


@pytest.fixture
def own() -> Course:
    made = hw.load(EXAMPLE / "course.json")
    assert isinstance(made, Course)
    return made


def grader(folder: Path, *words: str) -> None:
    """Run a command of nbgrader."""
    paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # nbgrader runs alembic
    env = {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": paths,
        "JUPYTER_CONFIG_DIR": str(folder / "no-config"),
        "HOME": str(folder),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words], cwd=folder, env=env, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_nbgrader_gives_the_points_of_a_course(own: Course, tmp_path: Path) -> None:
    nbgrader = pytest.importorskip("nbgrader.api")
    shutil.copytree(EXAMPLE, tmp_path / "source" / "march")
    points = {"anna": 10.0, "ben": 5.0, "cara": 0.0}
    for name, most in points.items():
        handed_in = tmp_path / "submitted" / name / "march"
        shutil.copytree(EXAMPLE, handed_in)
        for part in own.parts[: int(most / 5)]:
            Progress(handed_in / "progress.json").tried(part.record, right=True)
    grader(tmp_path, "generate_assignment", "march", "--create")
    grader(tmp_path, "autograde", "march", "--create")
    with nbgrader.Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        assert {name: book.find_submission("march", name).score for name in points} == points


def test_tincan_reads_the_statements_and_writes_them_alike(own: Course) -> None:
    tincan = pytest.importorskip("tincan")
    anna = Progress()
    for part in own.parts:
        anna.tried(part.record, right=True)
    made = statements(own.report({"anna": anna}), "https://school.example")
    assert len(made) == 3
    for each in made:
        read = tincan.Statement.from_json(json.dumps(each))
        again = json.loads(read.to_json(tincan.Version.v1_0_3 if hasattr(tincan.Version, "v1_0_3") else "1.0.1"))
        assert {key: again[key] for key in ("id", "actor", "verb")} == {
            key: each[key] for key in ("id", "actor", "verb")
        }
        assert again["object"]["definition"] == each["object"]["definition"]
        assert again["result"] == each["result"]
    with pytest.raises(ValueError, match="id"):
        tincan.Statement.from_json(json.dumps({**made[0], "id": "no id"}))


@pytest.mark.skipif(not VALIDATOR.is_dir(), reason="xapi-validation of npm is not installed: make test-hosts")
def test_the_validator_of_learning_locker_finds_no_fault(own: Course) -> None:
    found = []
    for course in (own, *map(first_game, ("depletion", "frontiers", "plotted"))):
        anna, ben = Progress(), Progress()
        for part in course.parts:
            anna.tried(part.record, right=True)
        ben.tried(course.parts[0].record, right=False)
        found += statements(course.report({"anna": anna, "Bén Ø": ben}), "https://school.example")
    planted = {**found[0], "verb": {**found[0]["verb"], "id": "no address"}}
    text = json.dumps([*found, planted])
    done = subprocess.run(
        ["node", "-e", CHECK, str(VALIDATOR)], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == [*[0] * len(found), 1]
