"""A background task that fails stops nobody: all others are answered, the task runs again, and the wall names a learner who is concerned."""

from __future__ import annotations

import ast
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget
from hexwidget.classroom import courses
from hexwidget.classroom import wall as walls
from hexwidget.classroom.workers import WorkerProcesses, worker_of
from hexwidget.serving import background
from hexwidget.serving.background import Act
from tests import inside
from tests.classroom.serving import served_class
from tests.table.wire import PATIENCE, Client, served_folder

SOON = 2.0
"""The seconds in which others are answered."""
OF_TABLES = {"the beat to all viewers", "the beat of the server", "the look at the clock"}
PROCESSES = {"process 1 of the class", "process 2 of the class"}
OF_CLASSES = {*OF_TABLES, *PROCESSES, "the look at the learners for the wall"}
ELSEWHERE = {
    "the look at the people of the hub": "tests/classroom/test_hub.py: the hub is away",
    "the look at the tables of other workers": "tests/table/test_database.py: the database is away",
    "worker": "tests/table/test_database.py: workers are killed",
}
"""The tasks that need a hub or a database, and the tests in which they fail."""
OF_VIEWERS = {
    "classroom/channels.py": "wishes, and the beginning of the workers: each answers for itself",
    "serving/app.py": "the connection of a viewer: it ends with the first of its tasks",
    "serving/background.py": "the tasks themselves",
    "serving/forwarding.py": "the connection of a viewer",
    "serving/pool.py": "slow work: its failure is its asker's",
    "table/jupyter.py": "the connection of a viewer",
    "table/thinking.py": "the computer's thought: a failure of it is told to those at the table",
}
"""The modules that begin tasks of an asyncio loop, each with the reason why these are not repeated."""


class Failing:
    """Makes a task fail once, and counts how often each is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name = ""
        self.done = Counter[str]()
        attempt = background.attempt

        async def fail(name: str, act: Act) -> None:
            def fails() -> None:
                self.name = ""
                raise RuntimeError(f"{name} fails on purpose")

            self.done[name] += 1
            await attempt(name, fails if name == self.name else act)

        monkeypatch.setattr(background, "attempt", fail)

    def fail(self, name: str) -> int:
        """Let a task fail the next time. Return how often it was done."""
        self.name = name
        return self.done[name]

    def wait(self, name: str, times: int) -> None:
        """Wait until a task was done so often."""
        end = monotonic() + PATIENCE
        while self.done[name] < times:
            assert monotonic() < end, f"{name} is not done again"
            sleep(0.02)


@contextmanager
def answered_soon(*clients: Client) -> Iterator[None]:
    """Check that all are answered within a block, soon."""
    yield
    since = monotonic()
    for client in clients:
        assert client.ask("hello")["id"]
    assert monotonic() - since < SOON


@pytest.mark.slow
def test_each_task_of_a_class_fails_once_and_all_others_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    failing = Failing(monkeypatch)
    with served_class(tmp_path / "class", workers=lambda kept: WorkerProcesses(kept, 2)) as served:
        teacher = Client(f"{served.address}/wall", served.folder.tokens["teacher"], served.address)
        tokens, workers = list[str](), list[int]()
        while len({*workers}) < 2:
            tokens.append(served.join(f"L{len(tokens)}"))
            workers = [worker_of(each, 2) for each in served.folder.learners]
        learners = [served.sit(token) for token in tokens]
        teacher.wait("class")
        for name in OF_CLASSES:
            failing.wait(name, 1)
        assert failing.done.keys() == OF_CLASSES
        for name in sorted(OF_CLASSES):
            before, worker = failing.fail(name), -1
            if name.startswith("process"):  # it is done again when its process ends
                worker = int(name.split()[1]) - 1
                all_workers = inside.worker_processes(served.channels)
                assert isinstance(all_workers, WorkerProcesses)
                inside.processes(all_workers)[worker].kill()
            failing.wait(name, before + 1)
            with answered_soon(*(each for each, of in zip(learners, workers, strict=True) if of != worker)):
                failing.wait(name, before + 2)  # it has failed, and is done again
            learners = [
                served.sit(token) if of == worker else each
                for each, token, of in zip(learners, tokens, workers, strict=True)
            ]
        for n in range(2):
            served.sit(served.join(f"late {n}"))


@pytest.mark.slow
def test_a_learner_who_cannot_be_told_is_named_and_the_wall_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = courses.Courses.tell_of
    with served_class(tmp_path / "class") as served:
        anna = served.sit(served.join("Anna"))
        ben = served.sit(served.join("Ben"))
        of_anna = next(id for id, each in served.folder.learners.items() if each.name == "Anna")

        def fail(self: courses.Courses, learner: str) -> None:
            if learner == of_anna:
                raise RuntimeError("it fails on purpose")
            tell(self, learner)

        monkeypatch.setattr(courses.Courses, "tell_of", fail)
        teacher = Client(f"{served.address}/wall", served.folder.tokens["teacher"], served.address)
        while (told := teacher.wait("learner"))["id"] != of_anna or not told["stuck"]:
            pass
        assert (told["name"], told["stuck"]) == ("Anna", walls.FAILED)
        with answered_soon(anna, ben):
            pass
        while (told := teacher.wait("learner"))["id"] == of_anna or "part" not in told:
            pass
        assert told["name"] == "Ben"


@pytest.mark.slow
def test_each_task_of_tables_fails_once_and_all_others_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(monkeypatch)
    with served_folder(tmp_path) as owner:
        links = owner.links(owner.make())
        clients = [owner.sit(links[place]) for place in ("red", "blue")]
        for name in OF_TABLES:
            failing.wait(name, 1)
        assert failing.done.keys() == OF_TABLES
        for name in sorted(OF_TABLES):
            before = failing.fail(name)
            with answered_soon(*clients):
                failing.wait(name, before + 2)


def test_all_background_tasks_are_known() -> None:
    """A new task fails in a test above, or in one that is named here."""
    package = Path(hexwidget.__file__).parent
    named, beginning = set[str](), set[str]()
    for path in sorted(
        each for folder in ("serving", "table", "classroom") for each in (package / folder).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            if called in ("create_task", "ensure_future"):
                beginning.add(path.relative_to(package).as_posix())
            of = node.args if isinstance(node, ast.Call) and called in ("repeat", "keep_running") else []
            if isinstance(node, ast.FunctionDef) and node.name == "tasks":
                of = [each.elts[0] for each in ast.walk(node) if isinstance(each, ast.Tuple) and len(each.elts) == 3]
            named |= {
                ast.unparse(each).strip("f'") for each in of[:1] if isinstance(each, ast.Constant | ast.JoinedStr)
            }
    assert beginning == OF_VIEWERS.keys()
    assert {name.partition(" {")[0] for name in named} == {*OF_CLASSES, *ELSEWHERE, "process"} - PROCESSES
