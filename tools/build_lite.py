"""Build a JupyterLite site with hexwidget in it, from local files only. At run time the site contacts no other host.

    python tools/build_lite.py PYODIDE WHEEL NOTEBOOKS OUT

PYODIDE    the folder of the npm package "pyodide", in the version that jupyterlite_pyodide_kernel.constants names
WHEEL      the wheel of hexwidget (with its built front end)
NOTEBOOKS  a folder of .ipynb files
OUT        the site, made anew

Pyodide's own lock file names every wheel, with its imports and its dependencies. The kernel loads from there what a cell
imports, so that ``import hexwidget`` needs no install cell. It loads its own packages in the same way, without pip.

The environment that runs this needs jupyterlite-core jupyterlite-pyodide-kernel jupyterlab-server jupyter-server (for the
build) and ipywidgets anywidget plotly (their labextensions are copied).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from email.parser import HeaderParser
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hexwidget.widget.jupyter import set_saves_boards

# The packages that the kernel imports, in the versions of Pyodide's own lock file where it names one.
OF_PYODIDE = [
    "micropip", "packaging", "ipython", "traitlets", "asttokens", "decorator", "executing", "matplotlib-inline",
    "prompt-toolkit", "pure-eval", "pygments", "six", "stack-data", "wcwidth", "jedi", "parso", "typing-extensions", "narwhals",
]  # fmt: skip
# The other packages, pinned here. A package with a labextension must have the version of this environment, as its two halves
# exchange messages.
OF_PYPI = {"comm": "0.2.3", "psygnal": "0.16.1", "ipython-pygments-lexers": "1.1.1"} | {
    name: version(name) for name in ("ipywidgets", "anywidget", "jupyterlab-widgets", "plotly")
}
# The packages that are loaded before the first cell. The kernel would install by pip what is missing here.
PRELOADED = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"]
RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
# plotly's wheel holds plotly.js four times. The page has it from the labextension, and figure widgets bring their own.
PLOTLY_NEEDLESS = re.compile(r"plotly/package_data/(plotly\.min\.js|datasets/)|plotly/labextension/|.*\.data/")
NOT_FOR_A_PAGE = {"widgetsnbextension", "jupyterlab-widgets", "jedi", "plotly"}
ENVIRONMENT = {
    "sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "platform_machine": "wasm32",
    "python_version": PYODIDE_PYTHON_VERSION, "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0",
    "implementation_name": "cpython", "platform_python_implementation": "CPython",
}  # fmt: skip
EXTRAS = {"hexwidget": ["plots"], "plotly": ["lite"]}


def download(wanted: list[str], into: Path) -> None:
    """Download pure Python wheels with pip."""
    only = ["--only-binary=:all:", "--implementation", "py", "--abi", "none", "--platform", "any"]
    python = ["--python-version", PYODIDE_PYTHON_VERSION]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", *only, *python, "-d", into, *wanted], check=True
    )


def stub_nbformat(into: Path) -> None:
    """Write a stand-in for nbformat. plotly needs it to show figures and reads only its version; the real one needs a native
    library."""
    info = "nbformat-5.10.4.dist-info"
    with zipfile.ZipFile(into / "nbformat-5.10.4-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(
            "nbformat/__init__.py",
            '"""A stand-in: only the version, which plotly asks for."""\n__version__ = "5.10.4"\n',
        )
        wheel.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: nbformat\nVersion: 5.10.4\nSummary: a stand-in\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


def slim(wheel: Path, needless: re.Pattern[str]) -> None:
    """Write a wheel again without some of its files."""
    thin = wheel.with_suffix(".thin")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(thin, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for entry in old.infolist():
            if not needless.match(entry.filename):
                new.writestr(entry, old.read(entry), zipfile.ZIP_DEFLATED, 9)
    thin.replace(wheel)


def entry(path: Path) -> tuple[str, dict[str, Any]]:
    """The entry of a wheel in the lock file. Its dependencies are not yet restricted to the packages of the site."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        meta = HeaderParser().parsestr(wheel.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode())
    name = canonicalize_name(meta["Name"])
    tops = {n.split("/")[0].removesuffix(".py") for n in names if "/" in n or n.endswith(".py")}
    needed = map(Requirement, meta.get_all("Requires-Dist") or [])
    extras = ["", *EXTRAS.get(name, [])]
    depends = {
        canonicalize_name(r.name)
        for r in needed
        if not r.marker or any(r.marker.evaluate(ENVIRONMENT | {"extra": extra}) for extra in extras)
    }
    if name == "plotly":
        depends.add("nbformat")
    return name, {
        "name": name,
        "version": meta["Version"],
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(t for t in tops if t.isidentifier()),
        "depends": sorted(depends),
        "unvendored_tests": False,
    }


def lay_out(pyodide: Path, hexwidget: Path, dist: Path) -> None:
    """Put the runtime, all wheels and the lock file that names them into one folder."""
    found = json.loads((pyodide / "package.json").read_text())["version"]
    if found != PYODIDE_VERSION:
        raise SystemExit(f"the kernel needs Pyodide {PYODIDE_VERSION}, and {pyodide} holds {found}")
    dist.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(pyodide / name, dist)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    pinned = {name: lock["packages"][name]["version"] for name in OF_PYODIDE if name in lock["packages"]}
    missing = [name for name in OF_PYODIDE if name not in pinned]
    if missing:
        raise SystemExit(f"Pyodide's lock file no longer names {', '.join(missing)}")
    download([f"{name}=={v}" for name, v in (pinned | OF_PYPI).items()], dist)
    kernel = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")
    for pattern in ("piplite-*", "ipykernel-*", "pyodide_kernel-*", "widgetsnbextension-4*"):
        for wheel in kernel.glob(pattern):
            shutil.copy(wheel, dist)
    stub_nbformat(dist)
    shutil.copy(hexwidget, dist)
    for wheel in dist.glob("plotly-*.whl"):
        slim(wheel, PLOTLY_NEEDLESS)
    packages = dict(map(entry, sorted(dist.glob("*.whl"))))
    for package in packages.values():
        absent = [d for d in package["depends"] if d not in packages]
        if absent:
            print(f"  {package['name']}: left out {', '.join(absent)}")
        package["depends"] = [d for d in package["depends"] if d in packages]
    # Packages that only Pyodide's own list names are left out, as their wheels are not beside the runtime.
    (dist / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": packages}))


def build(pyodide: Path, hexwidget: Path, notebooks: Path, out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lite = Path(folder)
        lay_out(pyodide, hexwidget, lite / "static" / "pyodide")
        files = lite / "contents"
        files.mkdir()
        for notebook in sorted(notebooks.glob("*.ipynb")):
            shutil.copy(notebook, files)
        # Clauses link to the rulebooks if the surrounding site has them. plotly shows figures by their type.
        env = {"PLOTLY_RENDERER": "plotly_mimetype", "HEXWIDGET_SITE": "../../"}
        options = {"packages": PRELOADED, "env": env}
        kernel = {"disablePyPIFallback": True, "loadPyodideOptions": options}
        config = {
            "appName": "hexwidget",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        }
        (lite / "jupyter-lite.json").write_text(
            json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": config})
        )
        set_saves_boards(lite / "overrides.json", True)
        shutil.rmtree(out, ignore_errors=True)
        command = [
            sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir", lite, "--output-dir", out, "--contents", files,
            "--apps", "lab", "--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive",
        ]  # fmt: skip
        subprocess.run(command, check=True, cwd=lite, stdout=subprocess.DEVNULL)
    play_page(out)


def play_page(out: Path) -> None:
    """Write the page that plays one position without JupyterLab. It loads only the packages that a board needs."""
    for file in (Path(__file__).parent / "play").iterdir():
        shutil.copy(file, out)
    dist = out / "static" / "pyodide"
    lock = json.loads((dist / "pyodide-lock.json").read_text())
    packages = lock["packages"]
    needed: set[str] = set()
    open_ = ["hexwidget"]
    while open_:
        name = open_.pop()
        if name not in needed and name not in NOT_FOR_A_PAGE:
            needed.add(name)
            open_ += packages[name]["depends"]
    lock["packages"] = {
        name: packages[name] | {"depends": [d for d in packages[name]["depends"] if d in needed]}
        for name in sorted(needed)
    }
    (dist / "play-lock.json").write_text(json.dumps(lock))


if __name__ == "__main__":
    began = time.time()
    paths = [Path(p).resolve() for p in sys.argv[1:5]]
    build(*paths)
    size = sum(f.stat().st_size for f in paths[3].rglob("*") if f.is_file())
    print(
        f"{paths[3]}: {size / 1e6:.1f} MB in {sum(1 for f in paths[3].rglob('*') if f.is_file())} files, {time.time() - began:.0f} s"
    )
