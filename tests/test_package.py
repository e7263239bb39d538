"""What is built: the size of the front end, what the wheel holds, and that no file names a registry's host."""

import gzip
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hexwidget

ROOT = Path(__file__).parent.parent
STATIC = Path(hexwidget.__file__).parent / "widget" / "static"


def test_the_front_end_is_small_and_loads_nothing_from_elsewhere() -> None:
    code = (STATIC / "board.js").read_bytes()
    assert len(gzip.compress(code)) <= 60_000
    addresses = set(re.findall(rb"https?://[^\"'`\s)]+", code))
    assert addresses <= {b"http://www.w3.org/2000/svg"}
    assert b"import(" not in code
    assert b"eval(" not in code


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_what_runs_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = [n for n in wheel.namelist() if ".dist-info/" not in n]
    assert all(n.startswith("hexwidget/") for n in names)
    assert {Path(n).suffix for n in names} == {".py", ".json", ".toml", ".js", ".css", ".typed"}
    for needed in (
        "hexwidget/widget/static/board.js",
        "hexwidget/widget/static/board.css",
        "hexwidget/systems/depletion/rulebook.toml",
        "hexwidget/systems/depletion/scenarios/first-steps.json",
        "hexwidget/scene/palette.json",
        "hexwidget/scene/symbols.json",
        "hexwidget/py.typed",
    ):
        assert needed in names


def test_no_tracked_file_names_a_registry_host_or_somebodys_folder() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    pattern = re.compile(r"https?://[a-z0-9.-]*(registry|pypi|pythonh)[a-z0-9.-]*|/home/|/root/|/Users/")
    found = []
    for name in files:
        path = ROOT / name
        if path.is_file() and path.suffix not in {".png"} and path != Path(__file__):
            found += [f"{name}: {m[0]}" for m in pattern.finditer(path.read_text(encoding="utf-8"))]
    assert found == []
