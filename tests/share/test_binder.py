"""The steps of Binder in a fresh environment, as repo2docker's own rules give them, then the notebook in JupyterLab."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from repo2docker import Repo2Docker
from repo2docker.buildpacks import PythonBuildPack

import hexwidget as hw
from hexwidget.scaffold import make_lesson
from tests.browser.lab import Lab, serve
from tests.conftest import Take

ROOT = Path(__file__).parents[2]
MOST_MB = 420
"""The most megabytes of the environment that the notebooks run in."""


def build(repository: Path, environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Take the steps that repo2docker takes for a repository. Return the Python of the environment that they fill.

    Its images have the Python that the repository names. Here it is the Python of the tests.
    """
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it may name a checkout, which would be imported instead
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    venv.create(environment, with_pip=True)
    own = environment / "bin"
    monkeypatch.chdir(repository)
    pack = PythonBuildPack(Repo2Docker().base_image)
    assert pack.detect()
    assert pack.python_version == "3.12"
    steps = [
        script for user, script in (*pack.get_preassemble_scripts(), *pack.get_assemble_scripts()) if user != "root"
    ]
    # As on Binder, only the environment's own programs are there, without the Node.js of this machine.
    prefixes = dict.fromkeys(("KERNEL_PYTHON_PREFIX", "NB_PYTHON_PREFIX", "VIRTUAL_ENV"), str(environment))
    given = {**os.environ, **prefixes, "PATH": f"{own}:/usr/bin:/bin"}
    for unwanted in (
        "PYTHONPATH",
        "PYTHONDONTWRITEBYTECODE",
    ):  # the first may name a checkout, which would be imported instead
        given.pop(unwanted, None)
    for step in (*steps, *(f"./{file}" for file in pack.get_post_build_scripts())):
        subprocess.run(["bash", "-c", step], cwd=repository, env=given, check=True)
    return str(own / "python")


def megabytes(environment: Path) -> float:
    return sum(each.lstat().st_size for each in environment.rglob("*") if each.is_file()) / 1e6


@pytest.mark.host("Binder", "live")
@pytest.mark.timeout(1200)
def test_binders_files_make_an_environment_in_which_the_start_notebook_runs(
    browser: Browser, tmp_path: Path, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "repo"
    subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
    python = build(copy, tmp_path / "env", monkeypatch)
    assert megabytes(tmp_path / "env") < MOST_MB
    assert not [*(tmp_path / "env").glob("**/bin/node"), *copy.glob("js/node_modules")]
    with serve(copy / "notebooks", python) as address:
        lab = Lab(browser, address, copy / "notebooks")
        lab.open("00-start-here.ipynb")
        # A picture of the board is seen before anything runs.
        assert lab.page.locator(".jp-RenderedImage img").first.evaluate("image => image.naturalWidth") > 300
        lab.run_all()
        assert lab.python("import hexwidget; print(hexwidget.__file__)").startswith(str(tmp_path / "env"))
        lab.page.evaluate("jupyterapp.shell.currentWidget.content.scrollToItem(4, 'start')")
        expect(lab.board().locator(".hexwidget-status")).to_contain_text("to act")
        take(lab.page, "live")
        errors = lab.errors
        lab.close()
    assert errors == []


@pytest.mark.timeout(1200)
def test_a_lesson_made_for_binder_runs_to_its_boards(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = tmp_path / "my-lesson"
    make_lesson(lesson)
    build_wheel = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        lesson,
        ROOT,
    ]
    subprocess.run(build_wheel, check=True)
    (wheel,) = lesson.glob("*.whl")
    # A version that no index has yet is installed from a wheel beside it, as the how-to says.
    pins = (lesson / "requirements.txt").read_text()
    (lesson / "requirements.txt").write_text(pins.replace(f"hexwidget[lab]=={hw.__version__}", f"./{wheel.name}[lab]"))
    python = build(lesson, tmp_path / "env", monkeypatch)
    with serve(lesson, python) as address:
        lab = Lab(browser, address, lesson)
        lab.open("lesson.ipynb")
        assert lab.page.locator(".jp-RenderedImage img").first.evaluate("image => image.naturalWidth") > 300
        lab.run_all()
        expect(lab.board().locator(".hexwidget-status").last).to_contain_text("to act")
        errors = lab.errors
        lab.close()
    assert errors == []
