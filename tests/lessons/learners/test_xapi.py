"""Statements of xAPI on a class, and a learning record store that takes them or does not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.lessons import Course, Progress, send_statements, statements
from hexwidget.problems import InputError

HOME = "https://school.example"
PASSWORD = "open sesame"  # noqa: S105, of the store below


class Store(ThreadingHTTPServer):
    """A learning record store that notes what it gets, and answers with a status."""

    status, wait = 200, 0.0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.got: list[tuple[str, Any, Any]] = []

    def handle_error(self, *_: object) -> None:
        """Print nothing: a client has given up."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/xapi/"


class Taking(BaseHTTPRequestHandler):
    server: Store

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.got.append((self.path, dict(self.headers), body))
        time.sleep(self.server.wait)
        self.send_response(self.server.status)
        self.send_header("Location", f"{self.server.address}elsewhere")
        self.end_headers()
        self.wfile.write(self.headers.get("Authorization", "").encode())  # a store may repeat it

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def store() -> Iterator[Store]:
    made = Store()
    thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture
def learners() -> dict[str, Progress]:
    anna, ben = Progress(), Progress()
    for part in ("stage/east", "mark"):
        anna.tried(part, right=True)
    ben.hinted("mark")
    ben.tried("mark", right=False)
    ben.knowledge("depletion").miss("D1.2")
    return {"anna": anna, "ben": ben, "cara": Progress()}


def test_answers_and_a_whole_course_become_statements(own: Course, learners: dict[str, Progress]) -> None:
    made = statements(own.report(learners), HOME)
    told = [(each["actor"]["account"]["name"], each["verb"]["display"]["en"]) for each in made]
    assert told == [("anna", "answered"), ("anna", "answered"), ("anna", "completed"), ("ben", "answered")]
    ben = made[-1]
    clause = f"D1.2 {own.system.rulebook['D1.2'].title}"
    assert ben["object"]["definition"]["extensions"] == {f"{HOME}/xapi/clauses": [clause]}
    assert ben["result"]["success"] is False
    assert ben["result"]["extensions"] == {
        f"{HOME}/xapi/tries": 1,
        f"{HOME}/xapi/hints": 1,
        f"{HOME}/xapi/missed": [clause],
    }
    assert all("timestamp" in each for each in made)
    assert "mbox" not in json.dumps(made)
    assert made == statements(own.report(learners), HOME), "the same work makes the same ids"
    assert len({each["id"] for each in made}) == len(made)


def test_accounts_stand_for_names(own: Course, learners: dict[str, Progress]) -> None:
    report = own.report(learners)
    made = statements(report, HOME, {"anna": "s-17", "ben": "s-18", "cara": "s-19"})
    assert "anna" not in json.dumps(made)
    with pytest.raises(InputError, match="'cara' has no account"):
        statements(report, HOME, {"anna": "s-17", "ben": "s-18"})
    with pytest.raises(InputError, match="mail address"):
        statements(own.report({"anna@school.example": Progress()}), HOME)
    with pytest.raises(InputError, match="expected an address"):
        statements(report, "school")


def test_a_store_gets_all_statements_with_version_and_password(
    own: Course, learners: dict[str, Progress], store: Store
) -> None:
    many = {f"{name} {n}": done for n in range(40) for name, done in learners.items()}
    made = statements(own.report(many), HOME)
    assert send_statements(made, store.address, "teacher", PASSWORD) == len(made) == 160
    assert [len(body) for _, _, body in store.got] == [100, 60]
    assert [each for _, _, body in store.got for each in body] == made
    for path, head, _ in store.got:
        assert path == "/xapi/statements"
        assert head["X-Experience-Api-Version"] == "1.0.3"
        assert head["Authorization"] == "Basic dGVhY2hlcjpvcGVuIHNlc2FtZQ=="


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "check the user and the password"), (404, "check the address"), (500, "status 500"), (307, "redirects to")],
)
def test_an_error_of_the_store_is_told_without_the_password(store: Store, status: int, words: str) -> None:
    store.status = status
    with pytest.raises(InputError, match=words) as refused:
        send_statements([{}], store.address, "teacher", PASSWORD)
    for secret in (PASSWORD, "dGVhY2hlcjpvcGVuIHNlc2FtZQ"):
        assert secret not in str(refused.value)
        assert secret not in repr(refused.value.__context__)
    assert len(store.got) == 1, "no redirection is followed"


def test_a_store_that_is_slow_or_not_there_is_given_up(store: Store) -> None:
    store.wait = 0.6
    with pytest.raises(InputError, match=r"within 0\.2 seconds|cannot be reached"):
        send_statements([{}], store.address, timeout=0.2)
    with pytest.raises(InputError, match="cannot be reached"):
        send_statements([{}], "http://127.0.0.1:9", timeout=2)


@pytest.mark.parametrize("address", ["ftp://a.example", "https://me:secret@a.example", "http://a.example", "a.example"])
def test_an_address_that_would_tell_secrets_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="https") as refused:
        send_statements([{}], address, "me", PASSWORD)
    assert "secret" not in str(refused.value)


def test_the_command_writes_statements_or_sends_them(
    own: Course,
    learners: dict[str, Progress],
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXWIDGET_XAPI_PASSWORD", PASSWORD)
    Path("class").mkdir()
    hw.save(own, "class/course.json")
    for name, done in learners.items():
        Path(f"class/{name}.json").write_text(done.text)
    Path("accounts.json").write_text('{"anna": "s-17", "ben": "s-18", "cara": "s-19"}')
    command = ["report", "class", "--home", HOME, "--xapi"]
    assert main([*command, "out.json"]) == 0
    assert capsys.readouterr().out == "out.json\n"
    assert json.loads(Path("out.json").read_text()) == statements(own.report("class"), HOME)
    assert main([*command, store.address, "--user", "teacher", "--accounts", "accounts.json"]) == 0
    assert capsys.readouterr().out == f"4 statements sent to {store.address}\n"
    ((_, head, body),) = store.got
    assert head["Authorization"] == "Basic dGVhY2hlcjpvcGVuIHNlc2FtZQ=="
    assert "anna" not in json.dumps(body)
    Path("list.json").write_text("[]")
    Path("torn.json").write_text("{")
    for more, words in (
        (["report", "class", "--xapi", "out.json"], "--home https://school.example"),
        ([*command, "http://lrs.example"], "use an address with https"),
        ([*command, "out.json", "--accounts", "list.json"], "expected an object such as"),
        ([*command, "out.json", "--accounts", "torn.json"], "not JSON"),
        ([*command, "out.json", "--accounts", "none.json"], "none.json"),
    ):
        assert main(more) == 2
        assert words in capsys.readouterr().err
