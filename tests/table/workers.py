"""Workers of ``hexwidget serve --database`` that tests kill, stop for a while, and let go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import psycopg

from tests.table.hosting import ROOT
from tests.table.wire import PATIENCE

HOLDER = """SELECT w.address FROM pg_locks l JOIN hexwidget.workers w ON w.backend = l.pid
    JOIN hexwidget.holds h ON l.objid = h.id::oid AND h.key = 'tables/' || %s
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted ORDER BY w.id DESC LIMIT 1"""


class Workers:
    """A server with some workers."""

    def __init__(self, dsn: str, workers: int = 2, *options: str) -> None:
        self.dsn = dsn
        command = [sys.executable, "-m", "hexwidget", "serve", "--database", dsn, "--workers", str(workers), "--json"]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.tables = told["tables"]
        self.address, _, self.token = told["link"].partition("/make#")
        if "--origin" in options:  # behind a proxy
            self.address = f"http://127.0.0.1:{options[options.index('--port') + 1]}"

    def ask(self, path: str, method: str = "GET", body: object = None, address: str = "") -> Any:
        """Send a request of the owner, and return the answer."""
        headers = {"Authorization": f"Bearer {self.token}"}
        at = f"{address or self.address}/owner/{path}"
        request = urllib.request.Request(at, method=method, headers=headers)  # noqa: S310  (our own server)
        data = None if body is None else json.dumps(body).encode()
        for _ in range(20):
            try:
                with urllib.request.urlopen(request, data, timeout=PATIENCE) as reply:  # noqa: S310
                    return json.loads(reply.read())
            except urllib.error.HTTPError as error:
                with error:
                    raise AssertionError(error.read().decode()) from None
            except OSError:  # the worker was just killed
                if address:
                    raise
                time.sleep(0.05)
        raise AssertionError("no worker answers")

    def ask_error(self, path: str) -> str:
        """Send a request of the owner that is refused; return the words."""
        try:
            return f"not refused: {self.ask(path)}"
        except AssertionError as error:
            return str(error)

    def make(self, scenario: str = "depletion/first-steps") -> dict[str | None, str]:
        """Make a table; return the links of its places."""
        name = self.ask("tables", "POST", {"scenario": scenario})["made"]
        return self.links(name)

    def links(self, name: str) -> dict[str | None, str]:
        """The links of a table, as the owner's page shows them."""
        told = self.ask("tables")
        path = next(each["path"] for each in told["tables"] if each["name"] == name)
        links = self.ask(f"tables/{name}/links")["links"]
        return {each["place"]: f"{told['base']}/{path}#{each['token']}" for each in links}

    def addresses(self) -> list[str]:
        """The addresses of the workers that give signs."""
        text = (
            "SELECT address FROM hexwidget.workers WHERE beat > clock_timestamp() - interval '0.5 s' AND address <> ''"
        )
        with psycopg.connect(self.dsn) as at:
            return [address for (address,) in at.execute(text + " ORDER BY address")]

    def owner_of(self, name: str) -> str:
        """The address of the worker that owns a table; empty: none does."""
        with psycopg.connect(self.dsn) as at:
            found = at.execute(HOLDER, (name,)).fetchone()
        return str(found[0]) if found else ""

    def process_at(self, address: str) -> int:
        """The process of a worker."""
        return int(self.ask("status", address=address)["process"])

    def stop(self) -> int:
        """End it in order; return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(30)


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until something is true; return it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.01)
    return found
