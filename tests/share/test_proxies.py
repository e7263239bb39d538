"""A table behind nginx and Caddy with TLS, by the files that docs/how-to/run-a-table.md gives; and the files of its service.

The files are tried as they are, but for ports, paths and the certificate. `make test-hosts` fails where one is not installed.
"""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import ssl
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import uvicorn
from websockets.exceptions import InvalidStatus

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.serving.app import BEATS
from tests.ports import free_port
from tests.share.programs import PATH, program
from tests.table.test_jupyter import Jupyter, Kernel
from tests.table.wire import Client, Serving, served

FILES = Path(__file__).parents[2] / "docs" / "how-to" / "table"
NAME = "games.example"
ORIGIN = f"https://{NAME}"
PATIENCE = 10.0
MAIN = """daemon off; pid {folder}/nginx.pid; error_log stderr; worker_processes 1; events {{}}
http {{ access_log off; {paths} include {folder}/site.conf; }}
"""
PATHS = "".join(
    f"{kind}_temp_path {{folder}}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
)


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A text with some words replaced, each of which is in it."""
    for old, new in pairs:
        assert old in text, f"{old!r} is not in the file"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, behind: int, port: int) -> list[str]:
    """Write nginx's files; return the command that runs it."""
    certificates = f"/etc/letsencrypt/live/{NAME}"
    site = changed(
        (FILES / "nginx.conf").read_text(),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"{certificates}/fullchain.pem", f"{folder}/certificate.pem"),
        (f"{certificates}/privkey.pem", f"{folder}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
    )
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, paths=PATHS.format(folder=folder)))
    return [
        program("nginx", "on Debian: apt-get install nginx-light"),
        "-e",
        "stderr",
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
    ]


def caddy(folder: Path, behind: int, port: int) -> list[str]:
    """Write Caddy's file; return the command that runs it."""
    site = changed(
        (FILES / "Caddyfile").read_text(),
        (f"\n{NAME} {{\n", f"\n{ORIGIN}:{port} {{\n\ttls {folder}/certificate.pem {folder}/key.pem\n"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
    )
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + site)
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


class Proxied:
    """A server behind a proxy, as browsers reach it."""

    def __init__(self, kind: str, folder: Path, behind: int) -> None:
        made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        made += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "certificate.pem"]
        subprocess.run([program("openssl"), "req", *made], cwd=folder, check=True, capture_output=True)
        self.port = free_port()
        command = PROXIES[kind](folder, behind, self.port)
        with (folder / "log").open("w") as log:
            self._process = subprocess.Popen(command, env={"HOME": str(folder), "PATH": PATH}, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            assert self._process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end, "the proxy does not listen"
            time.sleep(0.05)
        self._trusted = ssl.create_default_context(cafile=str(folder / "certificate.pem"))

    def client(self, token: str, origin: str | None = ORIGIN, page: str = "") -> Client:
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        options: dict[str, Any] = {"sock": line, "ssl": self._trusted, "server_hostname": NAME}
        return Client(f"{ORIGIN}{page}", token, origin, name=f"{token[-5:]} ", **options)

    def get(self, path: str, method: str = "GET", body: str = "") -> str:
        """The head and body of the answer to a request."""
        head = f"Host: {NAME}\r\nOrigin: {ORIGIN}\r\nContent-Length: {len(body)}\r\nConnection: close"
        with (
            socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line,
            self._trusted.wrap_socket(line, server_hostname=NAME) as safe,
        ):
            safe.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n\r\n{body}".encode())
            return b"".join(iter(lambda: safe.recv(65_536), b"")).decode()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


@pytest.fixture(params=PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table() -> Iterator[Serving]:
    with served(hw.Session("depletion/first-steps", seed=1), ORIGIN) as found:
        yield found


@pytest.fixture
def proxied(kind: str, table: Serving, tmp_path: Path) -> Iterator[Proxied]:
    found = Proxied(kind, tmp_path, int(table.address.rpartition(":")[2]))
    yield found
    found.end()


def test_a_table_is_played_through_a_proxy(proxied: Proxied, table: Serving) -> None:
    red, blue = proxied.client(table.tokens["red"]), proxied.client(table.tokens["blue"])
    assert blue.present() == "You are blue. Red is here."
    red.present()
    red.ask("hello")
    assert red.ask("confirm", draft={"army": "0203", "to": "0303"})["ok"]
    blue.ask("hello")
    assert any("0303" in text for text in blue.texts[1:])
    assert blue.ask("play", action="blue: pass")["ok"]
    for client in (red, blue):
        client.socket.close()


def test_behind_a_proxy_only_the_named_origin_plays(proxied: Proxied, table: Serving) -> None:
    for origin in ("https://evil.example", "http://games.example", table.address, "null"):
        with pytest.raises(InvalidStatus):
            proxied.client(table.tokens["red"], origin)


def test_the_page_comes_through_a_proxy_with_its_policy(proxied: Proxied) -> None:
    head, _, body = proxied.get("/").partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200")
    assert "content-security-policy: default-src 'none'" in head.lower()
    assert "table.js" in body
    assert proxied.get("/table.js").startswith("HTTP/1.1 200")


CELL = f"""
import hexwidget as hw, tempfile
table = hw.Table("depletion/first-steps", origin={ORIGIN!r})
lessons = hw.Class("plotted", tempfile.mkdtemp(), origin={ORIGIN!r})
print(table.links["red"], lessons.link, lessons.wall)
"""


@pytest.fixture(scope="module", params=["", "/jupyter"], ids=["at the root", "below a path"])
def kernel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Kernel, int]]:
    """A kernel with a table and a class, and the port of its Jupyter server."""
    jupyter = Jupyter(tmp_path_factory.mktemp("jupyter"), "--ServerApp.allow_remote_access=True", base=request.param)
    found = Kernel(jupyter, cell=CELL)
    yield found, jupyter.port
    found.client.stop_channels()
    jupyter.end()


def test_a_table_and_a_class_of_a_jupyter_server_are_reached_through_a_proxy(
    kind: str, kernel: tuple[Kernel, int], tmp_path: Path
) -> None:
    found, port = kernel
    proxied = Proxied(kind, tmp_path, port)
    try:
        (page, red), (lessons, joining), (_, wall) = (
            each.removeprefix(ORIGIN).split("/#") if "/#" in each else each.removeprefix(ORIGIN).split("/wall#")
            for each in (found.address, found.red, found.blue)
        )
        player = proxied.client(red, page=page)
        assert player.present().startswith("You are red.")
        player.ask("hello")
        assert f"Location: {page}/" in proxied.get(page)
        answer = proxied.get(
            f"{lessons}/join", "POST", json.dumps({"token": joining.removeprefix("join="), "name": kind})
        )
        assert answer.startswith("HTTP/1.1 200"), answer
        learner = proxied.client(json.loads(answer.partition("\r\n\r\n")[2])["token"], page=lessons)
        assert learner.ask("hello")["ok"]
        teacher = proxied.client(wall, page=f"{lessons}/wall")
        assert teacher.read()["method"] == "class"
        time.sleep(3 * BEATS)
        assert player.ask("explain", space="0303")["ok"]  # the sockets stay
        assert learner.ask("hello")["ok"]
        teacher.socket.send(json.dumps({"wall": "note all", "text": "Well done"}))
        assert teacher.wait("said")["text"]
        for client in (player, learner, teacher):
            client.socket.close()
    finally:
        proxied.end()


# ---------------------------------------------------------------- the service
def arguments(name: str, marks: str) -> list[str]:
    """The arguments of our command in a file."""
    line = next(line for line in (FILES / name).read_text().splitlines() if line.startswith(marks))
    words = (
        shlex.split(line.removeprefix(marks))
        if marks == "ExecStart="
        else tomllib.loads(f"x = {line[len(marks) :]}")["x"]
    )
    assert words[0].rpartition("/")[2] == "hexwidget"
    return list(words[1:])


@pytest.mark.parametrize(
    ("name", "marks"), [("hexwidget-table.service", "ExecStart="), ("Containerfile", "ENTRYPOINT ")]
)
def test_the_files_call_our_command(name: str, marks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    given = arguments(name, marks)
    given[given.index("--folder") + 1] = str(tmp_path / "tables")
    given[given.index("--port") + 1] = "0"
    assert main(given) == 0
    assert list((tmp_path / "tables").glob("*.jsonl"))


def complaints(unit: Path) -> list[str]:
    """Return what systemd finds wrong with a unit file."""
    command = ["systemd-analyze", "verify", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    return [line for line in said.splitlines() if unit.name in line]


def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed: it comes with systemd")
    unit = tmp_path / "hexwidget-table.service"
    text = changed((FILES / unit.name).read_text(), ("ExecStart=/opt/hexwidget/bin/hexwidget", "ExecStart=/bin/true"))
    unit.write_text(text)
    assert complaints(unit) == []
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)]  # 2.0 of 10: "OK"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    unit.write_text(changed(text, ("ProtectSystem=", "ProtectSystm=")))
    assert "ProtectSystm" in complaints(unit)[0]
