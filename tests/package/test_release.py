"""The release: what the build does, and what an index, a forge and a stranger read about the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import tomllib
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_notebook, new_output
from packaging.requirements import Requirement

import hatch_build
import hexwidget
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
ADDRESS = "https://forge.example/owner/name"


# ---------------------------------------------------------------- the front end of a build
def copied(root: Path) -> Path:
    """Copy what the front end is built from, and its digest, with one byte for each bundle."""
    for glob in (*hatch_build.SOURCES, hatch_build.DIGEST):
        for path in ROOT.glob(glob):
            if path.is_file():
                copy = root / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)
    static = root / hatch_build.STATIC
    static.mkdir(parents=True)
    for name in hatch_build.BUILT:
        (static / name).write_text("x", encoding="utf-8")
    return root


def test_the_build_script_and_the_hook_make_the_same_digest(tmp_path: Path) -> None:
    assert hatch_build.is_fresh(ROOT), "run `make build`"
    assert hatch_build.is_fresh(copied(tmp_path)), "the digest depends on the place"


def edited(root: Path) -> None:
    with (root / "js/src/board/widget.ts").open("a", encoding="utf-8") as file:
        file.write("\n")


def renamed(root: Path) -> None:
    (root / "js/src/board/widget.ts").rename(root / "js/src/board/widgets.ts")


@pytest.mark.parametrize(
    "change",
    [
        edited,
        renamed,
        lambda root: (root / "js/src/board/widget.ts").unlink(),
        lambda root: (root / "js/src/chrome/new.ts").write_text("", encoding="utf-8"),
        lambda root: (root / "hexwidget/scene/palette.json").write_text("{}", encoding="utf-8"),
        lambda root: (root / hatch_build.DIGEST).unlink(),
        lambda root: (root / hatch_build.STATIC / "board.css").unlink(),
    ],
)
def test_a_change_of_the_sources_makes_the_front_end_stale(tmp_path: Path, change: object) -> None:
    root = copied(tmp_path)
    assert callable(change)
    change(root)
    assert not hatch_build.is_fresh(root)


@pytest.mark.slow
def test_a_stale_checkout_without_node_ends_in_one_plain_sentence(tmp_path: Path) -> None:
    root = copied(tmp_path / "checkout")
    edited(root)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "hexwidget/__init__.py"):
        shutil.copy(ROOT / name, root / name)
    build = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        tmp_path / "t",
        root,
    ]
    run = subprocess.run(build, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert hatch_build.NO_NODE in re.sub(r"\s+", " ", run.stdout + run.stderr)
    assert "Traceback" not in run.stdout + run.stderr


# ---------------------------------------------------------------- the page on an index
def test_relative_links_lead_to_the_files_of_the_release() -> None:
    text = """\
[a](docs/maps.md) ![b](docs/board.png) [c](./docs/maps.md#x) [d](#here) [e](https://example.org/x) <img src="docs/y.png"> [f][g]
[![pic](docs/a.png)](docs/a.md)
"""
    assert (
        hatch_build.with_whole_links(text, ADDRESS, "1.2")
        == f"""\
[a]({ADDRESS}/blob/v1.2/docs/maps.md) ![b]({ADDRESS}/raw/v1.2/docs/board.png) [c]({ADDRESS}/blob/v1.2/docs/maps.md#x) [d](#here) \
[e](https://example.org/x) <img src="{ADDRESS}/raw/v1.2/docs/y.png"> [f][g]
[![pic]({ADDRESS}/raw/v1.2/docs/a.png)]({ADDRESS}/blob/v1.2/docs/a.md)
"""
    )


def page(monkeypatch: pytest.MonkeyPatch, address: str | None, **given: object) -> dict[str, object]:
    monkeypatch.delenv("HEXWIDGET_CONTACT", raising=False)
    monkeypatch.delenv("HEXWIDGET_REPOSITORY", raising=False)
    if address is not None:
        monkeypatch.setenv("HEXWIDGET_REPOSITORY", address)
    metadata = {"version": "1.2", **given}
    hatch_build.Page(str(ROOT), {}).update(metadata)
    return metadata


def test_without_an_address_no_address_is_invented(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = page(monkeypatch, None)
    assert metadata.keys() == {"authors", "readme", "version"}
    assert metadata["authors"] == [{"name": "The hexwidget authors"}]
    assert metadata["readme"] == {
        "content-type": "text/markdown",
        "text": (ROOT / "README.md").read_text(encoding="utf-8"),
    }


def test_with_an_address_every_link_of_the_page_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = page(monkeypatch, f"{ADDRESS}/")
    readme, urls = metadata["readme"], metadata["urls"]
    assert isinstance(readme, dict)
    assert isinstance(urls, dict)
    links = re.findall(r"\]\(([^)\s]+)|(?:src|href)=\"([^\"]+)", readme["text"])
    assert links
    assert [link for link in map("".join, links) if not link.startswith(("https://", "#"))] == []
    assert urls.keys() == {"Source", "Documentation", "Issues", "Changelog"}
    assert all(url.startswith(ADDRESS) for url in urls.values())
    # A wheel of an sdist keeps what stands there.
    given = {"authors": "a", "readme": "r", "urls": "u"}
    assert page(monkeypatch, ADDRESS, **given) == {"version": "1.2", **given}


@pytest.mark.parametrize(
    ("repository", "named", "site"),
    [
        ("https://github.com/Owner/name", "", "https://owner.github.io/name/"),
        (ADDRESS, "", ""),
        (ADDRESS, "https://rules.example", "https://rules.example/"),
        ("https://github.com/Owner/name", "https://rules.example/x/", "https://rules.example/x/"),
    ],
)
def test_the_site_is_known_by_its_forge_or_by_name(
    monkeypatch: pytest.MonkeyPatch, repository: str, named: str, site: str
) -> None:
    monkeypatch.setenv("HEXWIDGET_SITE", named)
    assert hatch_build.site_of(repository) == site
    metadata = page(monkeypatch, repository)
    readme, urls = metadata["readme"], metadata["urls"]
    assert isinstance(readme, dict)
    assert isinstance(urls, dict)
    assert urls.get("Try it") == (f"{site}lab/play.html" if site else None)
    assert (f"[Try it in the browser]({site}lab/play.html#depletion/first-steps)" in readme["text"]) is bool(site)
    assert ("<!-- The release" in readme["text"]) is not bool(site)


@pytest.mark.parametrize("address", ["owner/name", "http://forge.example/owner/name", "https://forge.example"])
def test_half_an_address_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    with pytest.raises(ValueError, match="must be a whole address such as https://"):
        page(monkeypatch, address)


# ---------------------------------------------------------------- the source distribution
@pytest.mark.slow
def test_the_sdist_holds_what_tests_it_and_builds_without_node(tmp_path: Path, tracked: list[str]) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path], cwd=ROOT, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as sdist:
        sdist.extractall(tmp_path, filter="data")
    unpacked = Path(str(archive).removesuffix(".tar.gz"))
    left_out = (".ci/", ".github/", "docs/look/", "recipe/")
    built = {f"{hatch_build.STATIC}/{name}" for name in hatch_build.BUILT} | {hatch_build.DIGEST, "PKG-INFO"}
    found = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert found == {name for name in tracked if not name.startswith(left_out)} | built
    assert hatch_build.is_fresh(unpacked)


# ---------------------------------------------------------------- what a forge and a stranger read
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OF_THE_REPOSITORY = pytest.mark.skipif(not (ROOT / ".github").exists(), reason="an sdist leaves these files out")


def written(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_every_file_names_the_same_version() -> None:
    version = hexwidget.__version__
    assert json.loads((ROOT / "js/package.json").read_text(encoding="utf-8"))["version"] == version
    assert written("CITATION.cff")["version"] == version
    sections = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert version in sections[:2]
    if (ROOT / "recipe").exists():
        assert written("recipe/recipe.yaml")["context"]["version"] == version


def test_every_file_says_the_same_about_the_first_release() -> None:
    readme, changes = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CHANGELOG.md"))
    waits = "until the first release" in readme
    assert ("No version is released yet" in changes) is waits
    assert (f"## {hexwidget.__version__} (not released yet)" in changes) is waits


def test_the_citation_names_no_person_and_no_address() -> None:
    citation = written("CITATION.cff")
    assert citation["authors"] == [{"name": "The hexwidget authors"}]
    assert not {"url", "repository-code", "doi", "contact"} & citation.keys()


@OF_THE_REPOSITORY
def test_the_recipe_needs_what_the_package_needs() -> None:
    recipe = written("recipe/recipe.yaml")
    needed = {Requirement(line).name: str(Requirement(line).specifier) for line in PROJECT["dependencies"]}
    del needed["quickjs-ng"], needed["resvg-py"]  # the recipe says why
    listed = {line.partition(" ")[0]: line.partition(" ")[2] for line in recipe["requirements"]["run"]}
    assert listed.pop("python") == ">=${{ python_min }}"
    assert {name: set(each.split(",")) for name, each in listed.items()} == {
        name: set(each.split(",")) for name, each in needed.items()
    }
    assert recipe["about"]["license"] == PROJECT["license"]
    assert all((ROOT / name).is_file() for name in recipe["about"]["license_file"])


@OF_THE_REPOSITORY
def test_the_workflows_test_every_python_that_the_classifiers_name() -> None:
    jobs = written(".github/workflows/tests.yml")["jobs"]
    tried = jobs["others"]["strategy"]["matrix"]
    named = {m[1] for line in PROJECT["classifiers"] if (m := re.fullmatch(r".*Python :: (3\.\d+)", line))}
    assert set(tried["python"]) == named
    assert {name.partition("-")[0] for name in tried["os"]} == {"ubuntu", "macos", "windows"}


@OF_THE_REPOSITORY
@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name)
def test_a_workflow_runs_targets_that_exist_with_few_rights(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert "timeout-minutes" in job, name
        for step in job["steps"]:
            line = step.get("run", "")
            assert "${{" not in line, f"{name}: a value of the forge goes into `env`, never into the text of a command"
            if line.startswith("make "):
                assert {word for word in line.split()[1:] if "=" not in word} <= targets
            if "uses" in step:
                assert re.fullmatch(r"(actions|pypa)/[\w-]+@\S+", step["uses"])


@OF_THE_REPOSITORY
def test_a_checklist_names_files_that_exist() -> None:
    text = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`([\w./-]+\.(?:py|yml|yaml|json|cff|md))`", text))
    assert {"hexwidget/__init__.py", "recipe/recipe.yaml", "release.yml"} <= files
    assert [
        name for name in files if not any((ROOT / folder / name).is_file() for folder in ("", ".github/workflows"))
    ] == []


@OF_THE_REPOSITORY
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("make"), reason="this system has no make")
def test_make_lab_trusts_the_notebooks_of_the_repository_and_no_other(tmp_path: Path) -> None:
    root = tmp_path / "checkout"
    for folder in ("notebooks", ".venv", "js/src"):
        (root / folder).mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", root)
    ours, strangers = root / "notebooks" / "00-start-here.ipynb", root / "notebooks" / "99-from-the-web.ipynb"
    cell = new_code_cell("1", outputs=[new_output("display_data", {"text/html": "<script>run()</script>"})])
    for path in (ours, strangers):
        nbformat.write(new_notebook(cells=[cell], metadata={"title": path.name}), path)
    for command in (["init", "--quiet"], ["add", str(ours)]):
        subprocess.run(["git", *command], cwd=root, check=True)
    make = ["make", "--silent", "-o", ".venv/ready-for-lab", f"BIN={Path(sys.executable).parent}", ".venv/trusted"]

    def trusted(run: str) -> list[str]:
        """Trust in an account without signatures. Return the notebooks that it trusts."""
        data = tmp_path / run
        data.mkdir()
        subprocess.run(make, cwd=root, env={**os.environ, "JUPYTER_DATA_DIR": str(data)}, check=True)
        notary = NotebookNotary(data_dir=str(data))
        return [path.name for path in (ours, strangers) if notary.check_signature(nbformat.read(path, 4))]

    assert trusted("first") == [ours.name]
    assert trusted("again") == []  # nothing has changed, and signing takes a while
    os.utime(ours, (time.time() + 9,) * 2)
    assert trusted("changed") == [ours.name]
    shutil.rmtree(root / ".git")  # an unpacked archive
    os.utime(ours, (time.time() + 99,) * 2)
    assert trusted("archive") == []
    assert re.search(r"^lab:.* \.venv/trusted\b", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)


@OF_THE_REPOSITORY
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("make"), reason="this system has no make")
def test_make_lab_prints_its_address_once_it_answers() -> None:
    ready = [word for target in (".venv/ready-for-lab", ".venv/trusted", "build") for word in ("-o", target)]
    command = ["make", *ready, f"BIN={Path(sys.executable).parent}", f"PORT={free_port()}", "BROWSER=0", "lab"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as lab:
        try:
            assert lab.stdout is not None
            address = next(line.split()[-1] for line in lab.stdout if line.startswith("The start notebook: "))
            host, path = address.removeprefix("http://").split("/", 1)
            asked = HTTPConnection(host)
            asked.request("GET", f"/{path}")
            assert asked.getresponse().status == 200
        finally:
            os.killpg(lab.pid, signal.SIGTERM)


def test_every_folder_says_what_it_holds(tracked: list[str]) -> None:
    """A folder has a README, an index or the docstring of a package, or the text of the folder above it names it."""
    folders = {folder for name in tracked for folder in Path(name).parents if folder != Path()}
    looked_at = {f for f in folders if len(f.parts) <= 2 and not f.parts[0].startswith(".")}

    def words(folder: Path) -> str:
        found = [ROOT / folder / name for name in ("README.md", "index.md", "__init__.py")]
        found.append(ROOT / f"{folder}.md")  # the page that shows the pictures of a folder
        return "".join(path.read_text(encoding="utf-8") for path in found if path.exists()).strip()

    silent = [f for f in looked_at if not words(f) and f.name not in words(f.parent)]
    assert sorted(map(str, silent)) == []
