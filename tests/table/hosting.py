"""The server of a table as a process of its own, which tests kill and start again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.ports import free_port

ROOT = Path(__file__).parents[2]


class Host:
    """``hexwidget serve`` with its table in a folder. Each start serves at the same port."""

    def __init__(self, folder: Path, scenario: str = "depletion/first-steps", *options: str) -> None:
        self.folder = folder
        self.links: dict[str, str] = {}
        self._scenario = scenario
        self._options = options
        self._port = free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it serves."""
        command = [sys.executable, "-m", "hexwidget", "serve", self._scenario, "--folder", str(self.folder)]
        command += ["--port", str(self._port), "--json", *self._options]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path})
        assert self._process.stdout is not None
        told = self._process.stdout.readline()
        if not told:
            assert self._end() == -signal.SIGKILL  # it was killed before it served
            self.start()
            return
        found = json.loads(told)
        self.links = {each["place"]: each["link"] for each in found["places"]}

    @property
    def address(self) -> str:
        return next(iter(self.links.values())).partition("/#")[0]

    @property
    def journal(self) -> Path:
        return next(self.folder.glob("*.jsonl"))

    def kill(self) -> None:
        """End it without warning."""
        self._process.kill()
        self._end()

    def pause(self) -> None:
        """Let it give no sign, as behind a line that is cut somewhere."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End the pause."""
        self._process.send_signal(signal.SIGCONT)

    def strike(self) -> None:
        """Kill it from another thread; `revive` follows."""
        self._process.kill()

    def revive(self) -> None:
        """Start it again, if it was killed."""
        if self._process.poll() is not None:
            self._end()
            self.start()

    def stop(self) -> int:
        """End it, as a terminal does; return its exit code."""
        self._process.terminate()
        return self._end()

    def interrupt(self, *, wait: bool = True) -> int | None:
        """Press Ctrl+C; return its exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._end() if wait else None

    def _end(self) -> int:
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self._process.wait(30)
