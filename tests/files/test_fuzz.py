"""Readers handle every input: a short run of the fuzzer, which ``make fuzz`` runs for hours."""

from __future__ import annotations

import base64
import gzip
import json
import re
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from fuzz.budgets import Budget, Rate
from fuzz.promises import scenario_is_sound
from fuzz.readers import READERS, Reader
from fuzz.running import Judge
from fuzz.unpacked import of_layer, of_layers, of_link
from hexwidget.files import read_scenario, write_scenario
from hexwidget.files.links import content_of
from tests.amounts import every, many

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
FOUND = sorted((ROOT / "fuzz" / "found").iterdir())


def fuzz(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fuzz", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True
    )


def test_inputs_changed_at_random_are_read_or_refused_in_words(tmp_path: Path) -> None:
    """Accepted inputs can also be shown, written, read again and queried, in bounded time and memory."""
    amounts = "--runs", many(5, 20_000), "--stride", every(6)
    ran = fuzz("--together", *amounts, "--patience", 10, "--crashes", tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("stat::number_of_executed_units") == 21  # one a reader


def test_what_was_found_once_is_stood_now() -> None:
    assert FOUND
    ran = fuzz("--again", *FOUND)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("stood") == len(FOUND)


WRONG = [
    "\udcff",
    None,
    {},
    " x ",
    7,
    -1,
    0.5,
    10**30,
    True,
    [],
    [[]],
    {"a": 1},
    "",
    "a:b",
    "\u202e",
    "0101",
    "x" * 3000,
]
"""Values that few entries of a scenario can have."""
Entry = tuple[str | int, ...]


def entries(node: Any, path: Entry = ()) -> Iterator[tuple[Entry, bool]]:
    """Yield the path to each value in a document (False) and to each name (True)."""
    if path:
        yield path, False
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if isinstance(node, dict):
            yield (*path, key), True
        yield from entries(value, (*path, key))


@pytest.mark.parametrize("system", hw.system_names())
def test_each_entry_of_a_scenario_can_be_wrong(system: str) -> None:
    """Values and names of every bundled scenario are replaced in turn, in a soak each by every wrong value: the scenario is
    refused in words, or it can be shown, written and read again."""
    for name in (name for name in hw.scenarios() if name.startswith(f"{system}/")):
        text = write_scenario(hw.scenario(name))
        for n, (path, named) in islice(enumerate(entries(json.loads(text))), 0, None, every(8)):
            for wrong in [WRONG[0], *(WRONG[(n + k) % len(WRONG)] for k in range(many(1, len(WRONG))))]:
                node = document = json.loads(text)
                for key in path[:-1]:
                    node = node[key]
                if not named:
                    node[path[-1]] = wrong
                elif isinstance(wrong, str):
                    node[wrong] = node.pop(path[-1])
                try:
                    found = read_scenario(json.dumps(document))
                except (hw.InputError, hw.IllegalPosition) as error:
                    str(error).encode("utf-8", "backslashreplace")
                else:
                    scenario_is_sound(found, thorough=False)


def test_a_finding_is_reported(tmp_path: Path) -> None:
    """An undocumented error of a reader is reported, its input is saved, and the exit code is 1."""
    code = """
import sys
from fuzz import readers, running
def broken(data):
    if b"7" in data:
        raise KeyError(7)
reader = readers.Reader("intent", broken, lambda: [b"1", b"6"], lambda: ["7"])
readers.READERS["intent"] = reader
from pathlib import Path
sys.exit(running.run_plain("intent", 500, 0, 1, Path(sys.argv[1])))
"""
    ran = subprocess.run([sys.executable, "-c", code, tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "FOUND" in ran.stdout
    assert list(tmp_path.iterdir())


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give inputs to a reader of a test's own, and return the findings."""
    monkeypatch.setattr(Judge, "patience", 3)

    def findings(read: Callable[[bytes], None], *inputs: bytes, **settings: Any) -> list[str]:
        judge = Judge(Reader("own", read, list, list, **settings), None)
        before = signal.getsignal(signal.SIGPROF)
        for data in inputs:
            judge(data)
        signal.signal(signal.SIGPROF, before)
        return judge.found

    return findings


TIGHT = Rate(Budget(0.1, 8), Budget(1, 100))


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux resets the peak of a process")
def test_a_reader_that_squanders_memory_for_its_size_is_caught(judged: Callable[..., list[str]]) -> None:
    """Also after an input that was allowed more: a peak is that of one input."""

    def read(data: bytes) -> None:
        bytearray(b"x") * (40_000_000 if data.startswith(b"much") else 10)

    large = b"much" + bytes(500_000)
    assert judged(read, b"little", large, budget=TIGHT) == []
    (found,) = judged(read, large, b"much", b"much", b"little", budget=TIGHT)
    assert re.match(r"large takes (38|39|40) MB, and may take 8$", found)


def test_a_reader_that_squanders_time_for_its_size_is_caught(judged: Callable[..., list[str]]) -> None:
    def read(data: bytes) -> None:
        began = time.process_time()
        while data.startswith(b"much") and time.process_time() - began < 0.6:
            pass

    assert judged(read, b"little", b"much" + bytes(1_000_000), budget=TIGHT) == []
    (found,) = judged(read, b"much", b"little", budget=TIGHT)
    assert re.match(r"slow takes 0\.\d s, and may take 0\.1$", found)


def test_what_only_the_first_input_takes_is_no_finding(judged: Callable[..., list[str]]) -> None:
    kept: list[bytearray] = []

    def read(_data: bytes) -> None:
        if not kept:
            kept.append(bytearray(b"x") * 40_000_000)

    assert judged(read, b"a", b"b", budget=TIGHT) == []


def test_a_packed_input_may_take_what_it_unpacks_to(judged: Callable[..., list[str]]) -> None:
    def read(_data: bytes) -> None:
        bytearray(b"x") * 40_000_000

    assert judged(read, b"zip", budget=TIGHT, unpacked=lambda data: 500_000) == []
    assert judged(read, b"zip", budget=TIGHT, unpacked=lambda data: 50_000) != []


def test_the_size_of_what_inputs_unpack_to() -> None:
    position = hw.scenario("depletion/first-steps").position
    assert of_link(hw.link(position).encode()) == len(content_of(position))
    tiles = zlib.compress(bytes(4000))
    assert of_layer(b"\1\1" + tiles) == 4000
    layers = f'["{base64.b64encode(tiles).decode()}", "{base64.b64encode(gzip.compress(bytes(6000))).decode()}"]'
    assert of_layers(layers.encode()) == 10_000
    assert of_layers(b'<map width="30" height="20"><layer width="3" height="40"/></map>') == 4 * 30 * 40
    assert of_layers(b'{"width": "30", "height": 20}') == 4 * 30 * 20
    assert of_link(b"hw1.torn") == len("hw1.torn")
    assert of_layer(b"") == of_layers(b"no tiles at all") == 0


def test_the_documented_budgets_are_those_of_the_readers() -> None:
    rows = re.findall(
        r"^\| ([a-z, ]+) \| ([\d.]+) s \| (\d+) MB \| (\d+) s, (\d+) MB \|$",
        (ROOT / "docs" / "limits.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    told = {
        name: Rate(Budget(float(seconds), int(megabytes)), Budget(int(more), int(most)))
        for names, seconds, megabytes, more, most in rows
        for name in names.split(", ")
    }
    assert told == {name: reader.budget for name, reader in READERS.items()}
