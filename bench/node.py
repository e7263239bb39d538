"""Peers that run in Node: a process that reads one JSON document a line from its standard input and measures itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def package(name: str) -> str:
    """The name of an npm package in tables, with its version; empty if it, or Node, is not installed."""
    found = HERE / "node_modules" / name / "package.json"
    if shutil.which("node") is None or not found.exists():
        return ""
    return f"npm:{name} {json.loads(found.read_text(encoding='utf-8'))['version']}"


def build() -> str:
    """The version and the build of Node, as a further part of a machine's description; empty if it is not installed."""
    if shutil.which("node") is None:
        return ""
    asked = "[process.version, process.config.variables].map((each) => JSON.stringify(each)).join('\\n')"
    version, options = map(
        json.loads,
        subprocess.run(["node", "-p", asked], capture_output=True, text=True, check=True).stdout.splitlines(),
    )
    kind = "debug" if options.get("is_debug") else "release"
    profiled, linked = options.get("enable_pgo_use"), options.get("enable_lto")
    how = f"{'with' if profiled else 'without'} profiles, {'with' if linked else 'without'} link-time optimisation"
    return f", Node.js {version} ({kind} build {how})"


class Process:
    """A running script of this folder."""

    def __init__(self, script: str) -> None:
        self._process = subprocess.Popen(
            ["node", "--max-old-space-size=8000", script],
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command: str, **rest: Any) -> Any:
        """Return its answer to a command."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"command": command, **rest}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._process.args} has ended: see what it wrote above")
        return json.loads(line)

    def timed(self, first: int, calls: int) -> float:
        """The seconds that some calls take, by its own clock."""
        seconds: float = self.ask("time", first=first, calls=calls)
        return seconds

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()

    def __del__(self) -> None:
        self.close()
