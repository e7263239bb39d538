"""A table of a user's own server in a real JupyterHub: the idle-culler ends the server once nobody plays, and pages say so."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("jupyterhub", reason="jupyterhub is not installed")
pytest.importorskip(
    "jupyterhub_idle_culler", reason="jupyterhub-idle-culler is not installed; make test-hosts installs it"
)

from jupyter_client import BlockingKernelClient
from playwright.sync_api import Browser, expect

from tests.browser.lab import point
from tests.share.test_hub import MAP, Hub
from tests.table.test_jupyter import CELL

IDLE = 8
"""The seconds after which an idle server is ended. An open page gives a sign every ten."""
PATIENCE = 90.0
TOKEN = "token-of-a-script"  # noqa: S105  (of a hub of this test)
USERS = "hub/api/users"
MORE = """
c.JupyterHub.services = [{"name": "script", "api_token": "TOKEN"}]
c.JupyterHub.load_roles = [
    {
        "name": "script",
        "scopes": ["admin:users", "admin:servers", "access:servers", "list:users", "read:users:activity"],
        "services": ["script"],
    },
]
c.JupyterHub.last_activity_interval = 1
c.Spawner.cmd = [PYTHON, "-m", "jupyterhub.singleuser"]
c.Spawner.environment = {"JUPYTERHUB_ACTIVITY_INTERVAL": "1", "JUPYTER_RUNTIME_DIR": "FOLDER/runtime"}
c.Spawner.args = ["--allow-root", "--ServerApp.jpserver_extensions={'hexwidget.table.jupyter': True}"]
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    folder = tmp_path_factory.mktemp("servers")
    more = MORE.replace("PYTHON", repr(sys.executable)).replace("TOKEN", TOKEN)
    found = Hub(folder, "/jupyter/", more.replace("FOLDER", str(folder)))
    yield found
    found.stop()


def ask(address: str, method: str = "GET", body: object = None) -> Any:
    """Ask the hub, or a user's server, as an admin."""
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address, data, {"Authorization": f"token {TOKEN}"}, method=method)  # noqa: S310
    with urllib.request.urlopen(asked) as reply:  # noqa: S310  (our own server)
        return json.loads(reply.read() or b"null")


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.2)


def runs(hub: Hub, name: str) -> bool:
    """True while somebody's server runs."""
    return bool(ask(f"{hub.address}/{USERS}/{name}")["servers"].get("", {}).get("ready"))


def test_a_table_in_play_keeps_its_server_from_the_culler_and_its_page_says_when_it_ends(
    hub: Hub, browser: Browser
) -> None:
    for name in ("ada", "grace"):
        ask(f"{hub.address}/{USERS}/{name}/server", "POST")
    until(lambda: runs(hub, "ada") and runs(hub, "grace"))
    kernel = ask(f"{hub.address}/user/ada/api/kernels", "POST", {"name": "python3"})["id"]
    client = BlockingKernelClient(connection_file=str(hub.folder / "runtime" / f"kernel-{kernel}.json"))
    client.load_connection_file()
    client.start_channels()
    client.wait_for_ready(timeout=PATIENCE)
    said: list[str] = []
    client.execute_interactive(CELL, output_hook=lambda each: said.append(str(each["content"])), timeout=PATIENCE)
    client.stop_channels()
    found = re.search(r"(/jupyter/user/ada/hexwidget/tables/\w+/)(#[\w-]+)", "".join(said))
    assert found is not None, said
    page = browser.new_context().new_page()  # of somebody who is not in the hub
    page.goto(f"{hub.address.removesuffix('/jupyter')}{found[0]}")
    expect(page.locator("#present")).to_contain_text("You are red.")
    environment = {**os.environ, "JUPYTERHUB_API_TOKEN": TOKEN, "JUPYTERHUB_API_URL": f"{hub.address}/hub/api"}
    command = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={IDLE}", "--cull-every=1"]
    with (hub.folder / "culler").open("w") as log:
        culler = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        spaces = itertools.cycle(["0203", "0303"])

        def idle_one_has_ended() -> bool:
            page.mouse.click(*point(page.locator("#board .hexwidget"), MAP, next(spaces)))
            return not runs(hub, "grace")

        until(idle_one_has_ended)
        expect(page.locator("#present")).not_to_have_class("cut")
        expect(page.locator("#present")).to_contain_text("The server of this page does not run now", timeout=60_000)
        assert not runs(hub, "ada")
        shown = browser.new_context().new_page()  # the page itself is the hub's now
        assert shown.goto(f"{hub.address}/user/ada/hexwidget/tables/") is not None
        expect(shown.locator("#username_input")).to_be_visible()
        shown.context.close()
    finally:
        culler.terminate()
        culler.wait()
        page.context.close()
