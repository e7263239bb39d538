"""The steps of Binder in a fresh environment: the files of ``binder/`` in their order, then the start notebook."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lab import Lab, serve
from tests.conftest import Take

ROOT = Path(__file__).parents[2]


@pytest.mark.host("Binder", "live")
@pytest.mark.timeout(1200)
def test_binders_files_make_an_environment_in_which_the_start_notebook_runs(
    browser: Browser, tmp_path: Path, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it may name a checkout, which would be imported instead
    copy = tmp_path / "repo"
    subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
    venv.create(tmp_path / "env", with_pip=True)
    own = tmp_path / "env" / "bin"
    # As on Binder, only the environment's own programs are there, without the Node.js of this machine.
    bare = {**os.environ, "PATH": f"{own}:/usr/bin:/bin", "VIRTUAL_ENV": str(tmp_path / "env")}
    install = [
        own / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        "binder/requirements.txt",
    ]
    subprocess.run(install, cwd=copy, env=bare, check=True)
    assert subprocess.run(
        ["bash", "-c", "command -v npm"], env=bare, capture_output=True, text=True, check=True
    ).stdout.startswith(str(own))
    subprocess.run(["binder/postBuild"], cwd=copy, env=bare, check=True)
    assert f"python-{sys.version_info[0]}." in (copy / "binder" / "runtime.txt").read_text()
    with serve(copy / "notebooks", str(own / "python")) as address:
        lab = Lab(browser, address, copy / "notebooks")
        lab.open("00-start-here.ipynb")
        lab.run_all()
        assert lab.python("import hexwidget; print(hexwidget.__file__)").startswith(str(tmp_path / "env"))
        lab.page.evaluate("jupyterapp.shell.currentWidget.content.scrollToItem(4, 'start')")
        expect(lab.board().locator(".hexwidget-status")).to_contain_text("to act")
        take(lab.page, "live")
        errors = lab.errors
        lab.close()
    assert errors == []
