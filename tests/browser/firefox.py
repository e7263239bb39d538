"""A real Firefox, driven by WebDriver BiDi. Playwright drives only a Firefox that it has built itself."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websocket import create_connection

PATIENCE = 60
"""Seconds to wait for an answer of the browser, or until something is true on the page."""
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.localDomains": "localhost",
    "network.proxy.type": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Preferences of the tests' Firefox: no updates, no other hosts, no questions to its user."""


def executable() -> str | None:
    """The Firefox in HEXWIDGET_FIREFOX, else one on the path."""
    return os.environ.get("HEXWIDGET_FIREFOX") or next(
        filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None
    )


class Firefox:
    """One page in a Firefox. Scripts may be asynchronous; console errors are collected."""

    def __init__(self, address: str) -> None:
        self._socket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._count = 0
        self.errors: list[str] = []
        self.version: str = self.send("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.send("session.subscribe", events=["log.entryAdded"])
        self._page = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def anew(self) -> None:
        """Go on with a new page in place of the one there is, and without its errors."""
        left, self._page = self._page, self.send("browsingContext.create", type="tab")["context"]
        self.send("browsingContext.close", context=left)
        self.errors.clear()

    def send(self, method: str, **params: Any) -> Any:
        """Send a command; return its result."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv())
            if told["type"] == "event":
                entry = told["params"]
                if told["method"] == "log.entryAdded" and entry["level"] == "error":
                    self.errors.append(str(entry["text"]))
            elif told["id"] == self._count:
                assert told["type"] == "success", f"{method}: {told}"
                return told["result"]

    def open(self, address: str, width: int = 1300, height: int = 1000) -> None:
        """Open an address in a page of some size."""
        self.send("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})
        self.send("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """Call a function of JavaScript with arguments; return its value, or what its promise resolves with."""
        asked = f"async () => JSON.stringify(await ({script})(...{json.dumps(arguments)}))"
        told = self.send(
            "script.callFunction", functionDeclaration=asked, target={"context": self._page}, awaitPromise=True
        )
        assert told["type"] == "success", told["exceptionDetails"]["text"]
        return json.loads(told["result"].get("value", "null"))

    def wait(self, script: str, *arguments: Any) -> None:
        """Wait until a function of JavaScript returns something true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(script, *arguments):
            assert time.monotonic() < end, self._unmet(script, *arguments)
            time.sleep(0.1)

    def _unmet(self, script: str, *arguments: Any) -> str:
        """Say what did not come true, and what a person reads on the board meanwhile."""
        read = self.evaluate("() => document.querySelector('.hexwidget')?.innerText")
        return f"did not come true within {PATIENCE} seconds: {script} {arguments}; the board says: {read}"

    def click(self, x: float, y: float) -> None:
        """Click on a point of the page with the mouse."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.send("input.performActions", context=self._page, actions=[mouse])

    def screenshot(self, path: Path) -> None:
        """Store a picture of the page."""
        told = self.send("browsingContext.captureScreenshot", context=self._page)
        path.write_bytes(base64.b64decode(told["data"]))

    def close(self) -> None:
        """End the browser."""
        self.send("browser.close")
        self._socket.close()


@contextmanager
def launch(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window, with a fresh profile in a folder."""
    found = executable()
    assert found is not None
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    log = profile / "firefox.log"
    # Port 0: Firefox takes a free one and writes it.
    command = [found, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with log.open("w") as written:
        process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT)
    try:
        said = "WebDriver BiDi listening on "
        for _ in range(10 * PATIENCE):
            if said in log.read_text(encoding="utf-8") or process.poll() is not None:
                break
            time.sleep(0.1)
        _, listens, rest = log.read_text(encoding="utf-8").partition(said)
        assert listens, log.read_text(encoding="utf-8")
        firefox = Firefox(rest.split()[0] + "/session")
        yield firefox
        firefox.close()
        process.wait(20)
    finally:
        process.kill()
        process.wait()
