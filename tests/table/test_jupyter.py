"""Tables on the port of a real Jupyter server: their links open without its login, and reach nothing else."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytest.importorskip("jupyter_server", reason="hexwidget[lab] is not installed")

from jupyter_client import BlockingKernelClient
from websockets.exceptions import ConnectionClosed, WebSocketException

from hexwidget.problems import InputError
from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.folder import Folder
from hexwidget.table import jupyter as extension
from hexwidget.table import jupyter_files
from tests.ports import free_port
from tests.table.wire import PATIENCE, Client

pytestmark = pytest.mark.skipif(not jupyter_files.LOCKS, reason="without locks a kernel's table has a port of its own")

BASE = "/user/ada"
"""The server's address has a path, as behind a hub."""
TOKEN = "the owner's token"  # noqa: S105  (of a server of this test)
ROOT = Path(__file__).parents[2]
PUBLIC = ("", "api", "custom", "favicon.ico", "login", "logout", "static")
"""What Jupyter itself shows to anybody: pages, files, and its version."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
CELL = """
import hexwidget as hw
table = hw.Table("depletion/first-steps")
print(table.address, table.links["red"], table.links["blue"], sep="\\n")
"""


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


class Jupyter:
    """A Jupyter server with its files in a folder."""

    def __init__(self, folder: Path, *options: str, base: str = BASE) -> None:
        self.folder, self.base = folder, base
        self.port = free_port()
        self.origin = f"http://localhost:{self.port}"
        names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        settings = {name: str(folder / ".jupyter" / name) for name in names}
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.environment = {**os.environ, **settings, "RULES": str(folder / "rules.json"), "PYTHONPATH": path}
        extensions = {"hexwidget.table.jupyter": True, "tests.table.jupyter_rules": True}
        (folder / "secret.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--port={self.port}", "--ip=localhost",
                f"--ServerApp.base_url={base or '/'}", f"--IdentityProvider.token={TOKEN}", f"--ServerApp.jpserver_extensions={extensions}", f"--ServerApp.root_dir={folder}",
                *options,
            ],
            env=self.environment,
            stdout=(folder / "log").open("w"),
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        until((folder / "rules.json").exists)
        until(self._listens)  # it loads its extensions before it listens

    def _listens(self) -> bool:
        with suppress(ConnectionRefusedError), socket.create_connection(("localhost", self.port)):
            return True
        return False

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[int, bytes, Any]:
        """Send a request; return the answer's code, what it brings, and its headers. Redirections are not followed."""
        line = HTTPConnection("localhost", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, headers)
            reply = line.getresponse()
            with suppress(ConnectionError):  # too long a request was not read to its end
                return reply.status, reply.read(), reply.headers
            return reply.status, b"", reply.headers
        finally:
            line.close()

    def owner(self, path: str, method: str = "GET", body: Any = None) -> Any:
        """Ask as the owner of the Jupyter server."""
        data = None if body is None else json.dumps(body).encode()
        return json.loads(self.ask(path, method, data, Authorization=f"token {TOKEN}")[1] or b"null")

    def end(self) -> None:
        """End it in order, and its kernels."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def sit(self, link: str) -> Client:
        """Come by a link, and look around."""
        address, _, token = link.partition("/#")
        client = Client(address, token, self.origin)
        client.present()
        return client


class Kernel:
    """A kernel of a Jupyter server, and the table of one of its cells."""

    def __init__(self, jupyter: Jupyter, restarted: str = "", cell: str = CELL) -> None:
        self.id = restarted or jupyter.owner(f"{jupyter.base}/api/kernels", "POST", {"name": "python3"})["id"]
        runtime = Path(jupyter.environment["JUPYTER_RUNTIME_DIR"])
        self.client = BlockingKernelClient(connection_file=str(runtime / f"kernel-{self.id}.json"))
        self.client.load_connection_file()
        self.client.start_channels()
        until(self._is_ready)
        self.address, self.red, self.blue = self.run(cell).split()

    def _is_ready(self) -> bool:
        with suppress(RuntimeError):  # on a busy machine it takes a slow kernel for a dead one
            self.client.wait_for_ready(timeout=PATIENCE)
            return True
        return False

    def run(self, code: str) -> str:
        """Run a cell; return what it prints."""
        said: list[str] = []

        def hear(message: Any) -> None:
            said.append(message["content"].get("text") or "\n".join(message["content"].get("traceback", [])))

        self.client.execute_interactive(code, output_hook=hear, timeout=PATIENCE)
        return "".join(said).strip()


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    made = Jupyter(tmp_path_factory.mktemp("jupyter"))
    yield made
    made.end()


@pytest.fixture(scope="module")
def kernel(jupyter: Jupyter) -> Iterator[Kernel]:
    made = Kernel(jupyter)
    yield made
    made.client.stop_channels()


def test_seats_of_a_cells_table_play_without_the_jupyters_login(jupyter: Jupyter, kernel: Kernel) -> None:
    assert re.fullmatch(rf"{jupyter.origin}{BASE}/hexwidget/tables/[0-9a-f]{{16}}", kernel.address)
    assert kernel.red.startswith(f"{kernel.address}/#")
    page = kernel.address.removeprefix(jupyter.origin)
    code, _, headers = jupyter.ask(page)  # the address as a table tells it
    assert (code, headers["Location"]) == (301, f"{page}/")
    for name, words in (("", b"<title>hexwidget"), ("table.js", b"WebSocket"), ("board.css", b".hexwidget")):
        code, found, _ = jupyter.ask(f"{page}/{name}")
        assert code == 200
        assert words in found
    red, blue = jupyter.sit(kernel.red), jupyter.sit(kernel.blue)
    kernel.client.execute("import time\nwhile table.session.step.number < 2: time.sleep(0.01)\nprint('played')")
    assert red.ask("confirm", draft={"army": "0203", "to": "0303"})["ok"]
    blue.ask("hello")
    assert blue.ask("play", action="blue: pass")["ok"]
    assert kernel.run("print(table.session.step.text)") == "blue: pass"
    assert jupyter.sit(kernel.red).ask("explain", space="0303")["ok"]


def test_a_link_is_exchanged_for_a_cookie_of_the_table_alone(jupyter: Jupyter, kernel: Kernel) -> None:
    page = kernel.address.removeprefix(jupyter.origin)
    token = json.dumps({"token": kernel.red.partition("#")[2]}).encode()
    code, _, headers = jupyter.ask(f"{page}/seat", "POST", token, Origin=jupyter.origin)
    assert code == 200
    (cookie,) = headers.get_all("Set-Cookie")
    assert cookie.startswith("hexwidget-")
    assert f"Path={page}/;" in cookie
    assert jupyter.ask(f"{page}/seat", "POST", token, Origin="http://elsewhere.example")[0] == 403
    assert jupyter.ask(f"{page}/seat", "POST", b"x" * 70_000, Origin=jupyter.origin)[0] == 400


def test_a_wrong_link_opens_nothing(jupyter: Jupyter, kernel: Kernel) -> None:
    assert Client(kernel.address, "no such token", jupyter.origin).closed() == CloseCode.NO_SUCH_LINK
    nowhere = Client(f"{jupyter.origin}{BASE}/hexwidget/tables/{'0' * 16}", "no such table", jupyter.origin)
    told = nowhere.read()
    assert told["method"] == "refused"
    assert "its notebook's kernel has ended" in told["text"]
    assert nowhere.closed() == CloseCode.REFUSED
    code, words, _ = jupyter.ask(f"{BASE}/hexwidget/tables/{'0' * 16}/")
    assert (code, told["text"].replace("'", "&#x27;").encode() in words) == (404, True)
    with pytest.raises(WebSocketException):
        Client(kernel.address, "no matter", "http://elsewhere.example")


def paths(pattern: str, samples: tuple[str, ...]) -> list[str]:
    """Addresses of a pattern, with samples in place of its groups."""
    found = []
    for sample in samples:
        text = pattern.removesuffix("$")
        while (
            "(" in (changed := re.sub(r"\((?:\?P<\w+>|\?:)?[^()]*\)[*+?]?", sample, text, count=1)) and changed != text
        ):
            text = changed
        path = re.sub(r"\\(.)", r"\1", changed).rstrip("?*+")
        if re.match(pattern, path) and path.startswith("/") and "//" not in path and not re.search(r"[\[\]{}\s]", path):
            found.append(path)
    return found


@pytest.mark.slow
def test_a_seats_token_reaches_nothing_of_the_jupyter_server(jupyter: Jupyter, kernel: Kernel) -> None:
    page = kernel.address.removeprefix(jupyter.origin)
    token = kernel.red.partition("#")[2]
    _, _, headers = jupyter.ask(f"{page}/seat", "POST", json.dumps({"token": token}).encode(), Origin=jupyter.origin)
    cookie = headers["Set-Cookie"].partition(";")[0]
    patterns = [each for each in json.loads((jupyter.folder / "rules.json").read_text()) if "hexwidget" not in each]
    assert len(patterns) > 40
    tried = {path for each in patterns for path in paths(each, ("secret.ipynb", kernel.id, "/secret.ipynb", "python3"))}
    assert {f"{BASE}/{each}" for each in ("api/contents/secret.ipynb", f"api/kernels/{kernel.id}", "login")} <= tried
    for path in sorted(tried):
        if "shutdown" in path or "licenses" in path:
            continue  # the server ends; JupyterLab reads the licences of all packages for anybody, longer than a test waits
        for method in METHODS:
            nobody = jupyter.ask(path, method)[0]
            for scheme, query in (("token", ""), ("Bearer", f"?token={token}")):
                held = {"Cookie": cookie, "Authorization": f"{scheme} {token}"}
                assert jupyter.ask(f"{path}{query}", method, **held)[0] == nobody, (path, method)
            if method == "GET" and nobody == 200:
                assert path.removeprefix(BASE).split("/")[1] in PUBLIC
    assert jupyter.ask(f"{BASE}/api/contents/secret.ipynb", Authorization=f"token {TOKEN}")[0] == 200


class Recorder(BaseHTTPRequestHandler):
    """A server in place of a table, which keeps what comes."""

    came: list[tuple[str, dict[str, str]]] = []  # noqa: RUF012  (of the one that is under test)

    def do_GET(self) -> None:
        self.came.append((self.path, dict(self.headers)))
        self.send_response(200)
        self.send_header("Set-Cookie", "hexwidget-abc=1; HttpOnly; Path=/; SameSite=strict")
        self.send_header("Set-Cookie", "username-localhost=mine; Path=/")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"recorded")

    def log_message(self, *_: Any) -> None:
        """Be silent."""


@contextmanager
def leading(jupyter: Jupyter, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The path of a table below the Jupyter server, which leads to a port."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", jupyter.environment["JUPYTER_RUNTIME_DIR"])
    monkeypatch.setenv("JPY_PARENT_PID", str(jupyter.process.pid))
    way = jupyter_files.way_to(port, None)
    assert way is not None
    page = way.address.removeprefix(jupyter.origin)
    yield page
    way.close()
    assert jupyter.ask(f"{page}/")[0] == 404


@contextmanager
def recorded(jupyter: Jupyter, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The path of a table below the Jupyter server, which leads to a recorder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Recorder) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        Recorder.came = []
        with leading(jupyter, server.server_port, monkeypatch) as page:
            yield page
        server.shutdown()


def test_the_owners_login_is_handed_on_to_no_table(jupyter: Jupyter, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorded(jupyter, monkeypatch) as page:
        cookie = "username-localhost-8888=the login; _xsrf=2|x; hexwidget-abc=a seat"
        query = f"?token={TOKEN}".replace(" ", "%20")
        code, _, headers = jupyter.ask(f"{page}/{query}", Cookie=cookie, Authorization=f"Bearer {TOKEN}")
        assert code == 200
        assert headers.get_all("Set-Cookie") == [f"hexwidget-abc=1; HttpOnly; Path={page}/; SameSite=strict"]
        assert headers["Access-Control-Allow-Origin"] is None
        path, came = Recorder.came[-1]
        assert path == "/"
        assert came["Cookie"] == "hexwidget-abc=a seat"
        assert "Authorization" not in came
        assert "login" not in str(came)
        assert TOKEN not in str(came)
        assert came["X-Forwarded-For"] in ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    "target",
    [
        "{page}/../../../api/contents",
        "{page}/..%2f..%2f..%2fapi/contents",
        "http://evil.example{page}/",
        "{page}/%2e%2e/%2e%2e/api",
        "{page}//evil.example/x",
        "{page}/@evil.example:80/",
        "{page}/a%0d%0aHost:%20evil",
    ],
)
def test_no_path_leads_elsewhere(jupyter: Jupyter, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    with recorded(jupyter, monkeypatch) as page, socket.create_connection(("localhost", jupyter.port)) as line:
        request = (
            f"GET {target.format(page=page)} HTTP/1.1\r\nHost: localhost:{jupyter.port}\r\nConnection: close\r\n\r\n"
        )
        line.sendall(request.encode())
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
        assert answer.endswith(b"recorded") or answer.split()[1] in (b"403", b"404", b"400", b"302")
        for path, headers in Recorder.came:
            assert path.startswith("/")
            assert headers["Host"] == f"localhost:{jupyter.port}"


def test_a_server_that_is_gone_is_told_in_words(jupyter: Jupyter, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        gone = probe.getsockname()[1]  # nobody listens there
        with leading(jupyter, gone, monkeypatch) as page:
            code, words, _ = jupyter.ask(f"{page}/")
            assert (code, b"does not answer" in words) == (502, True)
            with pytest.raises(ConnectionClosed) as ended:  # perhaps before the first message has gone
                Client(f"{jupyter.origin}{page}", "no matter", jupyter.origin).read()
            assert ended.value.rcvd is None or ended.value.rcvd.code != 4404  # the page comes back


def test_a_message_that_is_too_long_ends_its_own_connection_only(jupyter: Jupyter, kernel: Kernel) -> None:
    red, blue = jupyter.sit(kernel.red), jupyter.sit(kernel.blue)
    red.socket.send(json.dumps({"id": "m", "content": "x" * 70_000}))
    with pytest.raises(ConnectionClosed):
        list(iter(red.read, None))
    assert blue.ask("explain", space="0303")["ok"]


def test_the_folder_of_tables_is_served_by_a_child(jupyter: Jupyter) -> None:
    assert jupyter.ask(f"{BASE}/hexwidget/tables/folder/")[0] == 404  # there is none yet
    for address in (f"{BASE}/hexwidget/tables", f"{BASE}/hexwidget/tables/"):
        assert jupyter.ask(address)[0] == 302
        headers = jupyter.ask(address, Authorization=f"token {TOKEN}")[2]
        assert headers["Location"].startswith(f"{BASE}/hexwidget/tables/folder/make#")
    assert "login" in jupyter.ask(f"{BASE}/hexwidget/tables/")[2]["Location"]
    _, _, headers = jupyter.ask(f"{BASE}/hexwidget/tables/", Authorization=f"token {TOKEN}")
    page, _, token = headers["Location"].partition("#")
    assert page == f"{BASE}/hexwidget/tables/folder/make"
    assert jupyter.ask(page)[0] == 200

    def asked(path: str, method: str = "GET", body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        return json.loads(
            jupyter.ask(f"{BASE}/hexwidget/tables/folder/owner/{path}", method, data, Authorization=f"Bearer {token}")[
                1
            ]
        )

    remedy = "start the Jupyter server again with --ip 0.0.0.0"
    assert asked("tables") == {"tables": [], "base": "", "remedy": remedy}
    name = asked("tables", "POST", {"scenario": "depletion/first-steps"})["made"]
    links = {each["place"]: each["token"] for each in asked(f"tables/{name}/links")["links"]}
    red = jupyter.sit(f"{jupyter.origin}{BASE}/hexwidget/tables/folder/#{links['red']}")
    assert red.ask("confirm", draft={"army": "0203", "to": "0303"})["ok"]
    assert jupyter.ask(f"{BASE}/hexwidget/tables/folder/owner/tables", Authorization=f"Bearer {links['red']}")[0] == 403


@pytest.mark.slow
def test_a_table_of_a_kernel_that_was_killed_is_gone(jupyter: Jupyter) -> None:
    kernel = Kernel(jupyter)
    page = kernel.address.removeprefix(jupyter.origin)
    assert jupyter.ask(f"{page}/")[0] == 200
    pid = int(kernel.run("import os; print(os.getpid())"))
    jupyter.owner(f"{BASE}/api/kernels/{kernel.id}/interrupt", "POST", {})
    os.kill(pid, signal.SIGKILL)
    until(lambda: jupyter.ask(f"{page}/")[0] == 404)
    assert not list(Path(jupyter.environment["JUPYTER_RUNTIME_DIR"]).glob(f"*/{page.rpartition('/')[2]}.json"))
    kernel.client.stop_channels()


@pytest.mark.slow
def test_the_child_ends_with_a_jupyter_server_that_was_killed(tmp_path: Path) -> None:
    jupyter = Jupyter(tmp_path)
    assert jupyter.ask(f"{BASE}/hexwidget/tables/", Authorization=f"token {TOKEN}")[0] == 302
    with pytest.raises(InputError, match="served"):
        Folder(tmp_path / "hexwidget-tables").check_free()
    jupyter.process.kill()
    jupyter.process.wait()

    def free() -> bool:
        try:
            Folder(tmp_path / "hexwidget-tables").check_free()
        except InputError:
            return False
        return True

    until(free)


def test_what_players_do_is_activity_of_the_kernel_and_an_open_page_is_not(jupyter: Jupyter, kernel: Kernel) -> None:
    _, link, _ = kernel.run(CELL).split()  # a table at which nobody has played

    def active() -> str:
        return str(jupyter.owner(f"{BASE}/api/kernels/{kernel.id}")["last_activity"])

    def looks_on() -> bool:
        """Come and look around, as a page does by itself; True if that is no activity. (A cell that has just run may still be some.)"""
        before = active()
        jupyter.sit(link).ask("hello")
        return active() == before

    until(looks_on)
    red, before = jupyter.sit(link), active()
    red.ask("hello")
    assert red.ask("explain", space="0303")["ok"]
    assert active() > before


def test_a_viewer_keeps_a_table_in_play_for_two_hours_after_the_last_message(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kernels(dict[str, SimpleNamespace]):
        get_kernel = dict.__getitem__
        last_kernel_activity = datetime.min.replace(tzinfo=UTC)

    class Clock(datetime):
        hours = 0

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime(2026, 1, 1, tzinfo=tz) + timedelta(hours=cls.hours)

    kernels, activity = Kernels(k=SimpleNamespace(last_activity=None)), dict[str, datetime]()
    monkeypatch.setattr(extension, "datetime", Clock)
    monkeypatch.setattr(jupyter_files, "told", lambda *_: jupyter_files.KernelFile(1, "k"))
    servers = extension.Servers(Path("nowhere"), activity, kernels)
    servers.here("a table", played=False)
    assert (activity, kernels["k"].last_activity) == ({}, None)
    for Clock.hours, played, seen in ((1, True, 1), (2, False, 2), (3, False, 3), (4, False, 3), (5, True, 5)):
        servers.here("a table", played=played)
        moment = datetime(2026, 1, 1, seen, tzinfo=UTC)
        assert kernels["k"].last_activity == kernels.last_kernel_activity == activity["hexwidget"] == moment


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "[]", '{"port": "x", "kernel": 1}', '{"port": 1, "more": 2}'])
def test_a_damaged_file_of_a_table_is_named_and_the_others_are_found(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    damaged, whole = (
        jupyter_files.ProcessFile(name, jupyter_files.KernelFile(port))
        for port, name in enumerate(("damaged", "whole"))
    )
    file = tmp_path / jupyter_files.FOLDER / "damaged.json"
    file.write_text(text)
    assert (jupyter_files.port_of("damaged"), jupyter_files.port_of("whole")) == (None, 1)
    assert str(file) in caplog.text
    damaged.close()
    whole.close()


@pytest.mark.slow
def test_a_hubs_address_goes_before_its_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/ada/")
    assert jupyter_files.public_address("http://localhost:8888/user/ada/") == "/user/ada/"
    monkeypatch.setenv("JUPYTERHUB_PUBLIC_URL", "https://hub.example/user/ada")
    assert jupyter_files.public_address("http://localhost:8888/user/ada/") == "https://hub.example/user/ada/"
