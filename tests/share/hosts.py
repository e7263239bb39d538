"""Hosts: their servers, and pages of theirs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route

from tests.ports import free_port

JUPYTER = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--port=PORT",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
]
QUIET = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
IDLE = """() => { const w = window.jupyterapp?.shell.currentWidget;
  return w?.sessionContext?.isReady && w.sessionContext.session?.kernel?.status === 'idle'; }"""


@contextmanager
def serve(folder: Path, command: list[str], ready: str) -> Iterator[str]:
    """Run a server on a free port with settings of its own; yield its address."""
    port = free_port()
    kinds = (
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "IPYTHONDIR",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "XDG_CACHE_HOME",
    )
    own = {kind: str(folder / ".own" / kind) for kind in kinds}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *(word.replace("PORT", str(port)) for word in command)],
            cwd=folder, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urllib.request.urlopen(address + ready, timeout=5)  # noqa: S310  (our own server)
                break
            except (urllib.error.URLError, OSError):
                if server.poll() is not None:
                    raise RuntimeError((folder / "server.log").read_text()) from None
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(20)


class Host:
    """A page of a host. Requests to others are blocked; console errors are collected."""

    def __init__(self, browser: Browser, dark: bool) -> None:
        self.errors: list[str] = []
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": 1300, "height": 1000}, color_scheme=scheme)
        self.context.route("**/*", self._guard)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda m: self.errors.append(f"{m.text} {m.location.get('url', '')}") if m.type == "error" else None,
        )

    @staticmethod
    def _guard(route: Route) -> None:
        host = route.request.url.split("//", 1)[-1].split("/", 1)[0].rsplit(":", 1)[0]
        if host in ("127.0.0.1", "localhost", "[::1]") or route.request.url.startswith(("data:", "blob:")):
            route.continue_()
        else:
            route.abort()

    @property
    def board(self) -> Locator:
        return self.page.locator(".hexwidget").first

    def close(self, *expected: str) -> None:
        """Check that the page has no errors except known ones of the host itself."""
        self.context.close()
        unknown = [error for error in self.errors if not any(words in error for words in expected)]
        assert not unknown, "\n".join(unknown)
