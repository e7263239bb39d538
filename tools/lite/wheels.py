"""The wheels of the site and their entries in Pyodide's lock file."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

Packages = dict[str, dict[str, Any]]
"""The packages of a lock file, by name."""
ENVIRONMENT = {
    "sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "platform_machine": "wasm32",
    "python_version": PYODIDE_PYTHON_VERSION, "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0",
    "implementation_name": "cpython", "platform_python_implementation": "CPython",
}  # fmt: skip
EXTRAS = {"plotly": ["lite"]}
# Files that no page of the site reads. The page has the front ends of ipywidgets, anywidget and plotly from their labextensions,
# and figure widgets bring their own plotly.js.
NEEDLESS = {
    "plotly": re.compile(r"plotly/package_data/(plotly\.min\.js|datasets/)|plotly/labextension/|.*\.data/"),
    "anywidget": re.compile(r"anywidget/(lab|nb)extension/"),
    "jupyterlab_widgets": re.compile(r".*\.data/"),
}
# plotly needs nbformat to show figures and reads only its version; the real one needs a native library.
NBFORMAT = {
    "nbformat/__init__.py": '"""A stand-in: only the version, which plotly asks for."""\n__version__ = "5.10.4"\n'
}
# The Python half of `play.html`, and what stands in for IPython there: ipywidgets asks it for a shell, and a page without cells has
# none. Of the widgets of ipywidgets it has those that boards are made of.
OF_PAGE = {
    "play_page.py": (Path(__file__).parent / "play_page.py").read_text(encoding="utf-8"),
    "ipywidgets/widgets/__init__.py": """\
from .widget import Widget
from .domwidget import DOMWidget
""",
    "IPython/__init__.py": '''\
"""A stand-in for pages without cells: there is no shell."""


def get_ipython() -> None:
    """Return None, as outside a notebook."""
''',
    "IPython/display.py": '''\
"""A stand-in: a page without cells has no outputs."""


def display(*objects: object, **options: object) -> None:
    """Refuse to show an object."""
    raise RuntimeError("this page has no cells, and so no outputs")


clear_output = display
''',
    "IPython/core/__init__.py": "",
    "IPython/core/interactiveshell.py": '''\
"""A stand-in: the name that ipywidgets imports."""


class InteractiveShell:
    """A shell, of which there is none."""
''',
}


def download(wanted: Iterable[str], into: Path) -> None:
    """Download pure Python wheels with pip."""
    only = ["--only-binary=:all:", "--implementation", "py", "--abi", "none", "--platform", "any"]
    python = ["--python-version", PYODIDE_PYTHON_VERSION]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", *only, *python, "-d", into, *wanted], check=True
    )


def stand_in(into: Path, name: str, version: str, sources: Mapping[str, str]) -> Path:
    """Write a wheel of a few sources that stands in for a package."""
    info = f"{name}-{version}.dist-info"
    made = into / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in sources.items():
            wheel.writestr(path, text)
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: a stand-in\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return made


def slim(wheel: Path) -> None:
    """Write a wheel again without the files that no page reads."""
    needless = NEEDLESS.get(wheel.name.partition("-")[0])
    if needless is None:
        return
    thin = wheel.with_suffix(".thin")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(thin, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if not needless.match(entry.filename):
                new.writestr(entry, old.read(entry))
    thin.replace(wheel)


def entry(path: Path) -> tuple[str, dict[str, Any]]:
    """The entry of a wheel in the lock file. Its dependencies are not yet restricted to the packages of the site."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        meta = HeaderParser().parsestr(wheel.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode())
    name = canonicalize_name(meta["Name"])
    tops = {re.sub(r"\.pyc?$", "", n.split("/")[0]) for n in names if "/" in n or n.endswith((".py", ".pyc"))}
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


def entries(wheels: Iterable[Path]) -> Packages:
    """The entries of some wheels. Dependencies on packages that are not among them are left out, and printed."""
    packages = dict(map(entry, wheels))
    for package in packages.values():
        absent = [d for d in package["depends"] if d not in packages]
        if absent:
            print(f"  {package['name']}: left out {', '.join(absent)}")
        package["depends"] = [d for d in package["depends"] if d in packages]
    return packages


def with_dependencies(name: str, packages: Packages, without: Iterable[str]) -> Packages:
    """A package and all that it depends on, except for some."""
    needed: set[str] = set()
    open_ = [name]
    while open_:
        each = open_.pop()
        if each not in needed and each not in without:
            needed.add(each)
            open_ += packages[each]["depends"]
    return {
        each: packages[each] | {"depends": [d for d in packages[each]["depends"] if d in needed]}
        for each in sorted(needed)
    }
