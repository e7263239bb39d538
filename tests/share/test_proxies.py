"""A table behind nginx and Caddy with TLS, by the files that docs/how-to/run-a-table.md gives; and the files of its service.

The files are tried as they are, but for ports, paths and the certificate. What is not installed is left out.
"""

from __future__ import annotations

import os
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
from hexwidget.cli import main
from tests.ports import free_port
from tests.table.wire import Client, Serving, served

FILES = Path(__file__).parents[2] / "docs" / "how-to" / "table"
NAME = "games.example"
ORIGIN = f"https://{NAME}"
PATIENCE = 10.0
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
"""The folders to search for programs. Debian puts nginx into one that most users do not search."""
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
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, behind: int, port: int) -> list[str]:
    """Write Caddy's file; return the command that runs it."""
    site = changed(
        (FILES / "Caddyfile").read_text(),
        (f"\n{NAME} {{\n", f"\n{ORIGIN}:{port} {{\n\ttls {folder}/certificate.pem {folder}/key.pem\n"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
    )
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


class Proxied:
    """A table behind a proxy, as browsers reach it."""

    def __init__(self, table: Serving, port: int, trusted: ssl.SSLContext) -> None:
        self.table = table
        self.port = port
        self._trusted = trusted

    def client(self, place: str, origin: str | None = ORIGIN) -> Client:
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        options: dict[str, Any] = {"sock": line, "ssl": self._trusted, "server_hostname": NAME}
        return Client(ORIGIN, self.table.tokens[place], origin, name=f"{place} ", **options)

    def get(self, path: str) -> str:
        """The head and body of the answer to a request."""
        with (
            socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line,
            self._trusted.wrap_socket(line, server_hostname=NAME) as safe,
        ):
            safe.sendall(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
            return b"".join(iter(lambda: safe.recv(65_536), b"")).decode()


@pytest.fixture(params=PROXIES)
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxied]:
    for needed in (request.param, "openssl"):
        if shutil.which(needed, path=PATH) is None:
            pytest.skip(f"{needed} is not installed; on Debian: apt install {needed}")
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    made += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run(["openssl", "req", *made], cwd=tmp_path, check=True, capture_output=True)
    port = free_port()
    with served(hw.Session("depletion/first-steps", seed=1), ORIGIN) as table:
        command = PROXIES[request.param](tmp_path, int(table.address.rpartition(":")[2]), port)
        home = {"HOME": str(tmp_path), "PATH": PATH}
        with (tmp_path / "log").open("w") as log:
            process = subprocess.Popen(command, env=home, stdout=log, stderr=log)
        try:
            end = time.monotonic() + PATIENCE
            while socket.socket().connect_ex(("127.0.0.1", port)):
                assert process.poll() is None, (tmp_path / "log").read_text()
                assert time.monotonic() < end, "the proxy does not listen"
                time.sleep(0.05)
            yield Proxied(table, port, ssl.create_default_context(cafile=str(tmp_path / "certificate.pem")))
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_a_table_is_played_through_a_proxy(proxied: Proxied) -> None:
    red, blue = proxied.client("red"), proxied.client("blue")
    assert blue.present() == "You are blue. Red is here."
    red.present()
    red.ask("hello")
    assert red.ask("commit", draft={"army": "0203", "to": "0303"})["ok"]
    blue.ask("hello")
    assert any("0303" in text for text in blue.texts[1:])
    assert blue.ask("play", action="blue: pass")["ok"]
    for client in (red, blue):
        client.socket.close()


def test_behind_a_proxy_only_the_named_origin_plays(proxied: Proxied) -> None:
    for origin in ("https://evil.example", "http://games.example", proxied.table.address, "null"):
        with pytest.raises(InvalidStatus):
            proxied.client("red", origin)


def test_the_page_comes_through_a_proxy_with_its_policy(proxied: Proxied) -> None:
    head, _, body = proxied.get("/").partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200")
    assert "content-security-policy: default-src 'none'" in head.lower()
    assert "table.js" in body
    assert proxied.get("/table.js").startswith("HTTP/1.1 200")


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
