"""Packages of a browser's Python that are loaded when something first needs them, so that a page starts without them."""

from __future__ import annotations

import sysconfig
from importlib import invalidate_caches
from importlib.util import find_spec
from io import BytesIO
from typing import Any
from zipfile import ZipFile

# It blocks, as Python's imports do. Browsers allow that with bytes in workers, where notebooks run.
_REQUEST = """(file, base) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(file, base).href, false);
  request.responseType = "arraybuffer";
  request.send();
  return request;
}"""


def load(name: str) -> None:
    """Load a package of Pyodide's lock file and all that it depends on.

    Does nothing if the package is installed, or if the lock file does not name it.

    :raises ImportError: if the server does not send a package
    """
    import pyodide_js

    if find_spec(name) is None:
        packages = pyodide_js.lockfile.packages.to_py()
        if name in packages:
            _unpack(name, packages, set())
            invalidate_caches()


def _unpack(name: str, packages: dict[str, Any], done: set[str]) -> None:
    import pyodide_js
    from pyodide.code import run_js

    package = packages[name]
    done.add(name)
    if all(find_spec(each) is None for each in package["imports"]):
        request = run_js(_REQUEST)(package["file_name"], pyodide_js.lockfileBaseUrl)
        if request.status != 200:
            raise ImportError(f"{package['file_name']} could not be loaded: the server answered {request.status}")
        with ZipFile(BytesIO(request.response.to_bytes())) as wheel:
            wheel.extractall(sysconfig.get_path("purelib"))
    for each in package["depends"]:
        if each not in done:
            _unpack(each, packages, done)
