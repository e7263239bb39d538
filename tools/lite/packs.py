"""The packs of ``play.html``: archives of bytecode and data for Python's own folder, which the page loads as it needs them.

The first pack has what a board needs until its first action is played, found by doing it. The pack of lessons has what first games
need besides, found in the same way. The rest of hexwidget is in packs by system, the rest of Python in one. Beside them stands the preview
of each bundled scenario and first game: the page shows that board while Python loads.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import marshal
import re
import subprocess
import tarfile
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from hexwidget import scenario, scenarios
from hexwidget.lessons import first_game
from hexwidget.systems.registry import system_names
from hexwidget.widget.pages.preview import preview

FIRST = "play"
OWN = re.compile(r"hexwidget/(?:systems/(\w+)/|(lessons)/)?")
TOGETHER = re.compile(r"\.[a-z]{2}\.(json|toml)$|\.dist-info/METADATA$")
"""Files that are read in all packages at once: translations, and what tells versions."""
OF_SERVERS = re.compile(r"hexwidget/widget/static/(table|lobby|mine|learner|wall|myst|kept)\.")
"""Front ends that only servers and saved notebooks hand out."""
LONGEST_NAME = 99
"""The longest name that a header of a tar holds, in bytes."""


def write(pyodide: Path, archives: Iterable[Path], into: Path) -> None:
    """Write the packs of archives that hold bytecode. A later archive's file replaces an earlier one's."""
    files: dict[str, bytes] = {"packs.json": b"{}", "classes.bin": marshal.dumps({})}
    for path in archives:
        with zipfile.ZipFile(path) as archive:
            files |= {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    with tempfile.NamedTemporaryFile(suffix=".tar") as everything:
        everything.write(tar_of(files, files))
        everything.flush()
        traced = ["node", Path(__file__).with_name("trace.mjs"), pyodide, everything.name]
        told = subprocess.run(traced, check=True, stdout=subprocess.PIPE, text=True).stdout
        done = json.loads(told.splitlines()[-1])
        files["classes.bin"] = json.dumps(done["classes"]).encode()
        Path(everything.name).write_bytes(tar_of(files, files))
        subprocess.run(["node", Path(__file__).with_name("strip.mjs"), pyodide, everything.name], check=True)
        with tarfile.open(everything.name) as smaller:
            files = {entry.name: smaller.extractfile(entry).read() for entry in smaller.getmembers()}  # type: ignore[union-attr]
    for name, shown in first_boards():
        path = into / "first" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(shown, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    packs = sorted_out(files, set(done["paths"]), set(done["taught"]))
    pack_of = {
        module(name): pack for pack, of in packs.items() if pack != FIRST for name in of if name.endswith(".pyc")
    }
    files["packs.json"] = json.dumps(pack_of).encode()
    for pack, names in packs.items():
        tar = tar_of(files, names)
        if pack == FIRST:
            (into / f"{pack}.tar.xz").write_bytes(smallest(tar))
        else:
            (into / f"{pack}.tar.gz").write_bytes(gzip.compress(tar, 9, mtime=0))


def smallest(content: bytes) -> bytes:
    """Some content, compressed as far as the page's decoder can follow: LZMA2 with a dictionary of 16 MiB, and CRC32.

    >>> lzma.decompress(smallest(b"a pack"))
    b'a pack'
    """
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "pb": 0}]
    return lzma.compress(content, check=lzma.CHECK_CRC32, filters=filters)


def first_boards() -> Iterator[tuple[str, Any]]:
    """Yield the preview of each bundled scenario and first game, with its name."""
    for name in scenarios():
        yield name, preview(scenario(name))
    for name in system_names():
        yield f"learn/{name}", preview(first_game(name))


def sorted_out(names: Collection[str], used: Collection[str], taught: Collection[str]) -> dict[str, list[str]]:
    """The files of each pack. Data comes with the package that it lies in.

    :param used: the files of a first board
    :param taught: the further files of first games
    """
    packs = defaultdict(list)
    for name in names:
        package = package_of(name, names)
        if OF_SERVERS.match(name):
            continue
        if name in used or TOGETHER.search(name):
            pack = FIRST
        elif name in taught and group(name) in ("hexwidget", "python"):
            pack = "lessons"
        elif name.endswith(".pyc"):
            pack = group(name)
        elif package:
            pack = FIRST if package in used else group(name)
        else:
            continue  # about a package: its licence, and such
        packs[pack].append(name)
    return packs


def package_of(name: str, names: Collection[str]) -> str:
    """Return the ``__init__`` file of the innermost package that holds a file, or "" if no package does.

    >>> package_of("hexwidget/scene/army.json", {"hexwidget/__init__.pyc"})
    'hexwidget/__init__.pyc'
    """
    above = (f"{folder}/__init__.pyc" for folder in PurePosixPath(name).parents)
    return next((each for each in above if each in names), "")


def group(name: str) -> str:
    """The pack of a file that the first board does not need."""
    own = OWN.match(name)
    return own[1] or own[2] or "hexwidget" if own else "python"


def module(name: str) -> str:
    """The module of a file.

    >>> module("comm/__init__.pyc"), module("enum.pyc")
    ('comm', 'enum')
    """
    return re.sub(r"(/__init__)?\.pyc$", "", name).replace("/", ".")


def tar_of(files: Mapping[str, bytes], names: Iterable[str]) -> bytes:
    """A tar of files, the same bytes whenever it is made."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(names):
            if len(name.encode()) > LONGEST_NAME:
                raise SystemExit(f"{name}: the page reads names of at most {LONGEST_NAME} bytes")
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return tar.getvalue()
