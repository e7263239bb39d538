"""The package: the size of the front end, the files of the wheel, forbidden calls, pinned requirements."""

import ast
import gzip
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hexwidget

ROOT = Path(__file__).parents[2]
STATIC = Path(hexwidget.__file__).parent / "widget" / "static"


def test_the_front_end_is_small_and_loads_nothing_from_elsewhere() -> None:
    code = (STATIC / "board.js").read_bytes()
    style = len(gzip.compress((STATIC / "board.css").read_bytes()))
    for name in ("board.js", "page.js"):
        assert len(gzip.compress((STATIC / name).read_bytes())) + style <= 100 * 1024
    addresses = set(re.findall(rb"https?://[^\"'`\s)]+", code))
    assert addresses <= {b"http://www.w3.org/2000/svg"}
    assert b"import(" not in code
    assert b"eval(" not in code
    loader = (STATIC / "loader.js").read_bytes()
    assert len(loader) < 3000
    assert b"http" not in loader


IN_JUPYTER = f"hexwidget-{hexwidget.__version__}.data/data/etc/jupyter/jupyter_server_config.d/hexwidget.json"
"""The file that has each Jupyter server load the extension for tables."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.slow
def test_the_wheel_holds_what_runs_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = [n for n in wheel.namelist() if ".dist-info/" not in n]
    assert [n for n in names if not n.startswith("hexwidget/")] == [IN_JUPYTER]
    assert {Path(n).suffix for n in names} == {
        ".py",
        ".json",
        ".sql",
        ".toml",
        ".js",
        ".css",
        ".typed",
        ".txt",
        ".md",
        ".ipynb",
    }
    for needed in (
        "hexwidget/widget/static/board.js",
        "hexwidget/widget/static/kept.js",
        "hexwidget/widget/static/loader.js",
        "hexwidget/widget/static/recorded.js",
        "hexwidget/widget/static/snapshot.js",
        "hexwidget/widget/static/myst.js",
        "hexwidget/widget/static/preview.js",
        "hexwidget/widget/static/page.js",
        "hexwidget/widget/static/table.js",
        "hexwidget/widget/static/table.css",
        "hexwidget/widget/static/draw.js",
        "hexwidget/widget/static/board.css",
        "hexwidget/systems/depletion/rulebook.toml",
        "hexwidget/systems/depletion/scenarios/first-steps.json",
        "hexwidget/scene/palette.json",
        "hexwidget/scene/symbols.json",
        "hexwidget/systems/plotted/words.de.json",
        "hexwidget/py.typed",
    ):
        assert needed in names


@pytest.mark.slow
def test_the_wheel_holds_each_file_of_the_package_and_no_other(wheel: zipfile.ZipFile, tracked: list[str]) -> None:
    ours = {name for name in tracked if name.startswith("hexwidget/") and not name.endswith(".po")}
    scripts = (
        "board",
        "draw",
        "kept",
        "learner",
        "loader",
        "lobby",
        "mine",
        "myst",
        "page",
        "recorded",
        "preview",
        "snapshot",
        "table",
        "wall",
    )
    built = {f"hexwidget/widget/static/{name}.js" for name in scripts} | {
        f"hexwidget/widget/static/{name}.css" for name in ("board", "learner", "lobby", "table", "wall")
    }
    names = {n for n in wheel.namelist() if ".dist-info/" not in n}
    inside = {n.partition(".dist-info/")[2] for n in wheel.namelist() if ".dist-info/" in n}
    licences = {"LICENSE", "hexwidget/scene/army.LICENSE.txt", "hexwidget/scene/glyphs.LICENSE.txt"}
    elsewhere = {"hexwidget/materials.cdx.json", "hexwidget/table/jupyter_server_config.json"}
    assert names == (ours | built | {IN_JUPYTER}) - licences - elsewhere
    others = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "sboms/materials.cdx.json"}
    assert inside == others | {f"licenses/{name}" for name in licences}


@pytest.mark.slow
def test_the_wheel_says_what_it_is_made_of(wheel: zipfile.ZipFile) -> None:
    (name,) = [n for n in wheel.namelist() if n.endswith("sboms/materials.cdx.json")]
    bill = json.loads(wheel.read(name))
    parts = {part["name"]: part for part in bill["components"]}
    held = {name for name, part in parts.items() if part.get("scope") != "required"}
    licensed = [n for n in wheel.namelist() if n.endswith(".LICENSE.txt")]
    assert len(held) == len(licensed)
    (metadata,) = [n for n in wheel.namelist() if n.endswith(".dist-info/METADATA")]
    text = wheel.read(metadata).decode()
    for part in held:
        assert parts[part]["licenses"][0]["license"]["id"] in re.search(r"License-Expression: (.*)", text)[1]
    needed = {
        re.match(r"[\w.-]+", line)[0]
        for line in re.findall(r"^Requires-Dist: (.*)$", text, re.M)
        if "extra ==" not in line
    }
    assert {canonicalize_name(name) for name in parts.keys() - held} == {canonicalize_name(name) for name in needed}


# ---------------------------------------------------------------- sources
NEVER = {"eval", "exec", "compile", "__import__", "breakpoint", "run_js"}
NEVER_IMPORTED = {
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "ctypes",
    "code",
    "runpy",
    "subprocess",
    "socket",
    "urllib",
    "http",
    "quickjs",
}
NEVER_CALLED = {("os", "system"), ("os", "popen"), ("re", "Scanner")}


def never_imported(module: str) -> bool:
    return module != "urllib.parse" and module.partition(".")[0] in NEVER_IMPORTED


def doubtful(source: str) -> list[str]:
    """Find the calls and imports that our code never uses: to run text as code, unpickle, start programs, use the network."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in NEVER:
                found.append(f"{node.lineno}: {name}()")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if (module, name) in NEVER_CALLED:
                found.append(f"{node.lineno}: {module}.{name}()")
            case ast.Call(func=ast.Attribute(attr="eval" | "run_js" as name)):
                found.append(f"{node.lineno}: .{name}()")
            case ast.keyword(arg="shell"):
                found.append(f"{node.value.lineno}: shell=")
            case ast.Import(names=names):
                found += [f"{node.lineno}: import {n.name}" for n in names if never_imported(n.name)]
            case ast.ImportFrom(module=str(module), level=0) if never_imported(module):
                found.append(f"{node.lineno}: from {module} import")
    return found


@pytest.mark.slow
def test_nothing_is_run_unpacked_or_fetched_but_what_draws_and_a_pages_own_packages() -> None:
    found = {
        str(path.relative_to(ROOT)): doubtful(path.read_text(encoding="utf-8"))
        for path in (ROOT / "hexwidget").rglob("*.py")
    }
    drawing = [line.partition(": ")[2] for line in found.pop("hexwidget/scene/drawing.py")]
    assert sorted(drawing) == [".eval()", "import quickjs", "run_js()", "run_js()"]
    # In a browser's Python, packages come from the site that the page comes from, with the first figure.
    assert [line.partition(": ")[2] for line in found.pop("hexwidget/plots/browser.py")] == ["run_js()"]
    # The server of a table waits for viewers, and so do its workers.
    for name in ("serving/server", "table/workers"):
        assert [line.partition(": ")[2] for line in found.pop(f"hexwidget/{name}.py")] == ["import socket"]
    for name in ("serving/hub", "table/kernel_server"):
        assert [line.partition(": ")[2] for line in found.pop(f"hexwidget/{name}.py")] == ["from socket import"]
    # So do the processes of a class.
    for name in ("workers", "courses", "serving"):
        assert [line.partition(": ")[2] for line in found.pop(f"hexwidget/classroom/{name}.py")] == ["import socket"]
    # A report is sent to the learning record store that its teacher names.
    sent = [line.partition(": ")[2] for line in found.pop("hexwidget/lessons/learners/xapi_client.py")]
    assert sent == ["from http.client import", "from urllib.error import", "from urllib.request import"]
    # The Jupyter server has a child process that serves a folder of tables.
    jupyter = [line.partition(": ")[2] for line in found.pop("hexwidget/table/jupyter.py")]
    assert jupyter == ["import subprocess", "from http.cookies import"]
    # `hexwidget serve --status` asks the server of this machine.
    asking = [line.partition(": ")[2] for line in found.pop("hexwidget/commands/server_status.py")]
    assert asking == ["import urllib.error", "import urllib.request"]
    # `mutate` runs the author's own rules with planted faults, and ends those that do not end.
    assert [line.partition(": ")[2] for line in found.pop("hexwidget/testing/faulty.py")] == ["compile()"]
    assert [line.partition(": ")[2] for line in found.pop("hexwidget/testing/mutants.py")] == ["import ctypes"]
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "source",
    ["eval('1')", "exec(x)", "import pickle", "from marshal import loads", "run('ls', shell=True)", "os.system('ls')",
     "def f():\n    import http.client", "__import__('os')", "import os, subprocess as s", "context.eval(x)",
     "import quickjs", "run_js(x)", "code.run_js(x)"],
)  # fmt: skip
def test_what_nothing_may_do_is_seen(source: str) -> None:
    assert doubtful(source)


def test_few_packages_are_needed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {Requirement(line).name for line in project["dependencies"]} == {
        "anywidget",
        "ipywidgets",
        "pillow",
        "quickjs-ng",
        "resvg-py",
        "traitlets",
    }
    locked = json.loads((ROOT / "js" / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in locked  # the front end contains no packages of others


def test_other_widgets_fit_beside_ours_and_no_breaking_version_does() -> None:
    """Widgets in one environment share anywidget. A version 0.x of a package may break its users with its next minor version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {each.name: each.specifier for each in map(Requirement, project["dependencies"])}
    fitting = {
        "anywidget": (["0.9.1", "0.9.21", "0.11.0", "0.12.0"], ["1.0"]),
        "resvg-py": (["0.4.0", "0.5.0"], ["0.3.4", "0.6.0", "1.0"]),
    }
    for name, (right, wrong) in fitting.items():
        found = {version: version in needed[name] for version in right + wrong}
        assert found == dict.fromkeys(right, True) | dict.fromkeys(wrong, False), name


def test_extras_are_for_users_and_groups_for_us() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    (everything,) = map(Requirement, extras["all"])
    offered = {"arrays", "cluster", "environments", "explore", "lab", "mcp", "plots", "serve", "tables", "zstd"}
    # The wheels of psycopg do not cover all platforms; JupyterHub is for those alone who have one.
    assert extras.keys() == offered | {"all", "hub", "postgres"}
    reached: set[str] = set()
    todo = list(everything.extras)
    for extra in todo:
        reached.add(extra)
        todo += [more for each in map(Requirement, extras[extra]) if each.name == "hexwidget" for more in each.extras]
    assert reached == offered
    groups = project["dependency-groups"]
    assert groups.keys() == {"tests", "package", "share", "learning", "fuzz", "bench"}
    # A group that named hexwidget would ask an index for it.
    assert [e for entries in groups.values() for e in entries if str(e).startswith("hexwidget")] == []


def test_everything_that_tests_run_with_is_pinned_with_its_hashes() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(line) for line in [*project["dependencies"], *pyproject["dependency-groups"]["tests"]]]
    todo = ["all"]
    for extra in todo:
        for each in map(Requirement, extras[extra]):
            todo += [more for more in sorted(each.extras) if each.name == "hexwidget" and more not in todo]
            wanted += [each] if each.name != "hexwidget" else []
    text = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8")
    pinned: dict[str, list[str]] = {}  # another Python may have another version
    for entry in re.split(r"\n(?=\S)", text.replace("\\\n", " ").strip()):
        line, *hashes = re.split(r"\s+--hash=sha256:", entry)
        assert hashes, entry
        assert all(re.fullmatch(r"[0-9a-f]{64}\s*", each) for each in hashes), entry
        pin = Requirement(line.strip())
        (version,) = pin.specifier
        assert version.operator == "=="
        pinned.setdefault(canonicalize_name(pin.name), []).append(version.version)
    for each in wanted:
        versions = pinned[canonicalize_name(each.name)]
        assert all(version in each.specifier for version in versions), f"{each}: run `make lock`"


# In parts, as the test looks at this file, too.
REGISTRIES = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "yarn" + "pkg.com")
NEVER_WRITTEN = re.compile(
    rf"https?://[a-z0-9.-]*(?:registry|py{'p'}i)[a-z0-9.-]*|{'|'.join(map(re.escape, REGISTRIES))}|/(?:home|root|Users)/",
    re.IGNORECASE,
)


@pytest.mark.slow
def test_no_tracked_file_names_a_registry_host_or_somebodys_folder(tracked: list[str]) -> None:
    found = {
        name: NEVER_WRITTEN.findall((ROOT / name).read_text(encoding="utf-8", errors="replace"))
        for name in tracked
        if (ROOT / name).is_file() and Path(name).suffix != ".png"
    }
    assert {name: each for name, each in found.items() if each} == {}


def test_no_file_of_the_project_is_a_link(tracked: list[str]) -> None:
    assert [name for name in tracked if (ROOT / name).is_symlink()] == []


# ---------------------------------------------------------------- cycles
MOST_IN_CYCLES = 25
"""The most files that may import themselves by way of others. Those that do are few, and each cycle is small."""


def imported(source: str, package: str) -> Iterator[str]:
    """The modules that a file imports, in functions too, but for those that type checkers alone import; ``from a import b`` is a.b."""
    todo: list[ast.AST] = [ast.parse(source)]
    for node in todo:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=instead):
                todo += instead
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                above = package.split(".")[: package.count(".") + 2 - level] if level else []
                module = ".".join([*above, *([name] if name else [])])
                yield from (f"{module}.{each.name}" for each in names)
            case _:
                todo += ast.iter_child_nodes(node)


def cycles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules each of which imports all others of its group, directly or by way of others; the largest first."""
    reached: dict[str, set[str]] = {}
    for module in imports:
        todo, found = [module], set[str]()
        for at in todo:
            new = imports[at] - found
            found |= new
            todo += new
        reached[module] = found
    groups = {
        frozenset(each for each in found if module in reached[each])
        for module, found in reached.items()
        if module in found
    }
    return sorted(map(set, groups), key=len, reverse=True)


@pytest.mark.slow
def test_few_files_import_each_other() -> None:
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "hexwidget").rglob("*.py")
        if "template" not in path.parts
    }
    imports = {}
    for module, path in files.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        names = imported(path.read_text(encoding="utf-8"), package)
        modules = {name if name in files else name.rpartition(".")[0] for name in names}
        imports[module] = modules & files.keys() - {module}
    found = cycles(imports)
    assert sum(map(len, found)) <= MOST_IN_CYCLES, found


def test_a_cycle_through_a_function_is_seen() -> None:
    source = "from a import b\nif TYPE_CHECKING:\n    import d\ndef f():\n    from . import c\n    import e.g"
    assert set(imported(source, "a.x")) == {"a.b", "a.x.c", "e.g"}
    found = cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"d"}, "e": set()})
    assert found == [{"b", "c"}, {"d"}]


LONGEST_FUNCTION = 60
"""The most lines of a function, its docstring included: one screen."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["hexwidget", "tools"])
def test_a_function_fits_on_a_screen(folder: str) -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []
