"""Build a JupyterLite site with hexwidget in it, from local files only. At run time the site contacts no other host.

    python tools/build_lite.py PYODIDE WHEEL NOTEBOOKS OUT

PYODIDE    the folder of the npm package "pyodide", in the version that jupyterlite_pyodide_kernel.constants names; the package
           "xz-decompress" lies beside it
WHEEL      the wheel of hexwidget (with its built front end)
NOTEBOOKS  a folder of .ipynb files, and of .json files that they read, such as courses
OUT        the site, made anew

Pyodide's own lock file names every wheel, with its imports and its dependencies. The kernel loads from there what a cell
imports, so that ``import hexwidget`` needs no install cell. It loads its own packages in the same way, without pip. The wheels
and the standard library hold bytecode, as compiling takes a browser longer than everything else.

The environment that runs this needs Node.js, jupyterlite-core jupyterlite-pyodide-kernel jupyterlab-server jupyter-server (for
the build) and ipywidgets anywidget plotly (their labextensions are copied).
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from lite import packs, wheels

from hexwidget.scene.png import to_png
from hexwidget.widget.frontend import STATIC
from hexwidget.widget.pages.notebook_recording import set_saves_boards

LITE = Path(__file__).parent / "lite"
ESBUILD = Path(__file__).parents[1] / "js" / "node_modules" / ".bin" / "esbuild"
ICON = Path(__file__).parent / "site" / "static" / "icon.svg"
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
PAGE = ["play.html", "play.js", "play-worker.js", "play.webmanifest", "progress.js", "unpack.js"]
FRONT_END = ["board.js", "board.css", "preview.js"]
COMPILED_AHEAD = "//# allFunctionsCalledOnLoad"
"""The first line of a script whose functions Chromium compiles beside the page, not each when it is first called: a board is drawn in
two thirds of the time."""
DECODER = "xz-decompress.js"
COUNTED = ["play.tar.xz", "pyodide.asm.wasm.xz", "pyodide.asm.mjs"]
"""The files of the runtime whose loading the page shows."""
NOT_FOR_A_PAGE = {"widgetsnbextension", "jupyterlab-widgets"}
# Labextensions of this environment that belong to servers: Notebook, Voila, Panel, Solara.
OF_SERVERS = {
    "@jupyter-notebook/lab-extension",
    "@pyviz/jupyterlab_pyviz",
    "@voila-dashboards/jupyterlab-preview",
    "jupyter-vue",
    "jupyter-vuetify",
}
# Servers of static files send the compressed file beside a file, if there is one. Wheels and pictures are compressed already.
COMPRESSED = {".css", ".html", ".ico", ".ipynb", ".js", ".json", ".mjs", ".svg", ".wasm"}
LEAST_BYTES = 1000


def lay_out(pyodide: Path, hexwidget: Path, dist: Path) -> None:
    """Put the runtime, all wheels and the lock files that name them into one folder."""
    found = json.loads((pyodide / "package.json").read_text())["version"]
    if found != PYODIDE_VERSION:
        raise SystemExit(f"the kernel needs Pyodide {PYODIDE_VERSION}, and {pyodide} holds {found}")
    dist.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(pyodide / name, dist)
    (dist / "pyodide.asm.wasm.xz").write_bytes(packs.smallest((dist / "pyodide.asm.wasm").read_bytes()))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    pinned = {name: lock["packages"][name]["version"] for name in OF_PYODIDE if name in lock["packages"]}
    missing = [name for name in OF_PYODIDE if name not in pinned]
    if missing:
        raise SystemExit(f"Pyodide's lock file no longer names {', '.join(missing)}")
    wheels.download([f"{name}=={v}" for name, v in (pinned | OF_PYPI).items()], dist)
    kernel = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")
    for pattern in ("piplite-*", "ipykernel-*", "pyodide_kernel-*", "widgetsnbextension-4*"):
        for wheel in kernel.glob(pattern):
            shutil.copy(wheel, dist)
    shutil.copy(hexwidget, dist)
    wheels.stand_in(dist, "nbformat", "5.10.4", wheels.NBFORMAT)
    no_shell = wheels.stand_in(dist, "ipython", "0", wheels.OF_PAGE)
    all_wheels = sorted(dist.glob("*.whl"))
    for wheel in all_wheels:
        wheels.slim(wheel)
    archives = [*all_wheels, dist / "python_stdlib.zip"]
    subprocess.run(["node", LITE / "bytecode.mjs", pyodide, *archives], check=True)
    # Packages that only Pyodide's own list names are left out, as their wheels are not beside the runtime.
    packages = wheels.entries(wheel for wheel in all_wheels if wheel != no_shell)
    (dist / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": packages}))
    name, entry = wheels.entry(no_shell)
    of_page = wheels.with_dependencies("hexwidget", packages | {name: entry}, NOT_FOR_A_PAGE)
    of_page[name] = of_page.pop(name)  # last, as it replaces files
    packs.write(pyodide, [dist / "python_stdlib.zip", *(dist / each["file_name"] for each in of_page.values())], dist)
    no_shell.unlink()
    (dist / "play-lock.json").write_text(json.dumps(lock | {"packages": {}}))  # the page loads no wheels


def build(pyodide: Path, hexwidget: Path, notebooks: Path, out: Path) -> None:
    """Build the site."""
    with tempfile.TemporaryDirectory() as folder:
        lite = Path(folder)
        lay_out(pyodide, hexwidget, lite / "static" / "pyodide")
        files = lite / "contents"
        files.mkdir()
        for file in (*notebooks.glob("*.ipynb"), *notebooks.glob("*.json")):
            shutil.copy(file, files)
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
    for file in (*(LITE / name for name in PAGE), *(STATIC / name for name in FRONT_END)):
        shutil.copy(file, out)
    board = out / "board.js"
    board.write_text(f"{COMPILED_AHEAD}\n{board.read_text(encoding='utf-8')}", encoding="utf-8")
    bundle_decoder(pyodide.parent, out / DECODER)
    icon = ICON.read_text(encoding="utf-8")
    (out / "play-icon.svg").write_text(icon, encoding="utf-8")
    (out / "play-icon.png").write_bytes(to_png(icon.replace("<svg ", '<svg width="512" height="512" ', 1), scale=1))
    choose_extensions(out)
    compress(out)
    keep_offline(out)


def bundle_decoder(packages: Path, path: Path) -> None:
    """Write the decoder of xz, from a folder of npm packages, as a module for the page."""
    command = [ESBUILD, "--bundle", "--format=esm", "--minify", "--log-level=warning", f"--outfile={path}"]
    module = 'export { XzReadableStream } from "xz-decompress"'
    subprocess.run(command, input=module, text=True, check=True, env=os.environ | {"NODE_PATH": str(packages)})


def keep_offline(out: Path) -> None:
    """Write the sizes of the files that the page loads first, and the service worker that keeps all files of the page."""
    pyodide = out / "static" / "pyodide"
    sizes = {name: [(pyodide / name).stat().st_size, _travelling(pyodide / name)] for name in COUNTED}
    (pyodide / "sizes.json").write_text(json.dumps(sizes))
    packs = [
        *pyodide.glob("*.tar.gz"),
        *pyodide.glob("*.xz"),
        *pyodide.glob("play-lock.json"),
        *(pyodide / name for name in RUNTIME[:2]),
    ]
    files = [out / name for name in (*PAGE, *FRONT_END, DECODER, "play-icon.svg", "play-icon.png")]
    kept = sorted([*files, *packs, pyodide / "sizes.json", *pyodide.glob("first/**/*.json")])
    names = [path.relative_to(out).as_posix() for path in kept]
    digest = sha256(b"".join(path.read_bytes() for path in kept)).hexdigest()[:16]
    script = (LITE / "play-service.js").read_text(encoding="utf-8")
    script = script.replace('"VERSION"', f'"{digest}"').replace('["FILES"]', json.dumps(names))
    (out / "play-service.js").write_text(script, encoding="utf-8")


def _travelling(path: Path) -> int:
    """The bytes of a file that travel."""
    packed = path.with_name(path.name + ".gz")
    return (packed if packed.exists() else path).stat().st_size


def choose_extensions(out: Path) -> None:
    """Leave out the labextensions that talk to servers. The site's own one stands in for plotly's until the first figure."""
    path = out / "jupyter-lite.json"
    config = json.loads(path.read_text())
    data = config["jupyter-config-data"]
    found = {each["name"]: each for each in data["federated_extensions"]}
    for name in OF_SERVERS & set(found):
        del found[name]
        shutil.rmtree(out / "extensions" / name)
    own = out / "extensions" / "hexwidget-site"
    own.mkdir()
    shutil.copy(LITE / "extension.js", own)
    plotly = found.pop("jupyterlab-plotly")
    found[own.name] = plotly | {"name": own.name, "load": f"extension.js?entry={plotly['load']}"}
    data["federated_extensions"] = list(found.values())
    path.write_text(json.dumps(config, indent=2))


def compress(out: Path) -> None:
    """Write a compressed file beside each file that becomes smaller."""
    for path in [p for p in out.rglob("*") if p.suffix in COMPRESSED and p.stat().st_size > LEAST_BYTES]:
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


if __name__ == "__main__":
    began = time.time()
    paths = [Path(p).resolve() for p in sys.argv[1:5]]
    build(*paths)
    kept = [f for f in paths[3].rglob("*") if f.is_file()]
    print(
        f"{paths[3]}: {sum(f.stat().st_size for f in kept) / 1e6:.1f} MB in {len(kept)} files, {time.time() - began:.0f} s"
    )
