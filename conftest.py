"""The run ends with a coverage line for each rulebook, and fails if a clause lacks its test.

``@pytest.mark.clause("D1.6")`` marks a test that shows a clause; ``bars=True`` one that shows it barring something. An
implemented clause needs a test; one that a finding may cite needs both kinds.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import gettempdir
from types import FrameType
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from examples.toy import TOY
from hexwidget import languages
from hexwidget.systems import registry
from hexwidget.systems.registry import register, system, system_names
from tests.amounts import QUICK, many

if sys.platform != "win32":
    import fcntl

register(TOY)  # the toy is registered as any system of a user

STUBS = str(Path(__file__).parent / "tests" / "stubs")
SCAFFOLD = [
    str(Path(__file__).parent / "hexwidget" / "scaffold" / name) for name in ("template", "one_file", "wargame")
]
"""The templates of `hexwidget new`. tests/scaffold/test_scaffold.py runs them as projects of their own."""
collect_ignore = [STUBS, *SCAFFOLD, str(Path(__file__).parent / "examples")]
if find_spec("psycopg") is None:  # hexwidget[postgres] is not a part of hexwidget[all]
    of_databases = "store/postgres", "table/shared_tables.py", "table/workers.py"
    collect_ignore += [str(Path(__file__).parent / "hexwidget" / name) for name in of_databases]
    in_databases = "orders_in_database", "write_old_data"
    collect_ignore += [str(Path(__file__).parent / "tests" / "store" / f"{name}.py") for name in in_databases]
if find_spec("mcp") is None:
    of_assistants = "hexwidget/assistants/server.py", "tests/assistants/transcript.py"
    collect_ignore += [str(Path(__file__).parent / name) for name in of_assistants]

Citations = dict[str, list[str]]
"""The clauses that the collected tests cite: those that are ``shown``, those that are shown to have ``barred`` something, and
a complaint for each ``unknown`` one."""


WORKED_EXAMPLE = "test_a_worked_example_runs_to_its_end"
"""The name of the test that plays a worked example."""


class ClauseCheck:
    """Collects the clause marks of a run and judges them at its end.

    With pytest-xdist every worker collects all tests, and the process that started the workers collects none. Each worker
    sends its citations there, and they are judged there once.
    """

    def __init__(self) -> None:
        self.cited: Citations = {"shown": [], "barred": [], "unknown": []}
        self.whole_run = False
        self.examples = 0
        """The worked examples that have run to their end."""
        self.taught: list[tuple[int, int, list[str]]] = []
        """For each system the clauses that are taught, all of them, and why the others are not."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.examples += report.passed and WORKED_EXAMPLE in report.nodeid
            self.taught += [value for name, value in report.user_properties if name == "taught"]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        known = {clause for name in system_names() for clause in system(name).rulebook}
        found: dict[str, set[str]] = {name: set() for name in self.cited}
        for item in items:
            for mark in item.iter_markers("clause"):
                kind = "barred" if mark.kwargs.get("bars") else "shown"
                found[kind] |= known & set(mark.args)
                found["unknown"] |= {f"{item.nodeid} cites {clause}" for clause in set(mark.args) - known}
        self.cited = {name: sorted(clauses) for name, clauses in found.items()}
        # A run of a part of the tests cannot say what is missing.
        self.whole_run = any("tests/depletion/" in item.nodeid for item in items) and not (
            config.option.keyword or config.option.markexpr or config.option.file_or_dir
        )

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the citations of a worker that has ended. A worker that has crashed sends none."""
        sent = getattr(node, "workeroutput", {}).get("clauses")
        if sent is not None:
            self.cited, self.whole_run = sent["cited"], sent["whole_run"]

    def missing(self) -> Iterator[str]:
        yield from (f"unknown clause: {line}" for line in self.cited["unknown"])
        if not self.whole_run:
            return
        for name in system_names():
            rules = system(name)
            yield from (f"no test shows {clause}" for clause in sorted(rules.implemented - set(self.cited["shown"])))
            barring = sorted(rules.barring - set(self.cited["barred"]))
            yield from (f"no test shows {clause} barring something" for clause in barring)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["clauses"] = {"cited": self.cited, "whole_run": self.whole_run}
        elif session.exitstatus == pytest.ExitCode.OK and any(self.missing()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.missing():
            terminalreporter.write_line(f"CLAUSES: {line}", red=True)
        if self.taught:
            done, of, left = zip(*self.taught, strict=True)
            terminalreporter.write_line(f"taught: {sum(done)} of {sum(of)}")
            for line in chain.from_iterable(left):
                terminalreporter.write_line(f"not taught: {line}")
        if not self.whole_run:
            return
        for name in system_names():
            rules = system(name)
            terminalreporter.write_line(
                f"clauses of {name}: {len(rules.implemented)} of {len(rules.rulebook)} implemented, "
                f"{len(rules.implemented & set(self.cited['shown']))} tested, "
                f"{len(rules.barring & set(self.cited['barred']))} of {len(rules.barring)} also barring"
            )
        worked = sum(clause.kind == "example" for name in system_names() for clause in system(name).rulebook.values())
        terminalreporter.write_line(f"worked examples: {self.examples} of {worked} run to their end")


MANY_FILES = 50
"""The files from which on a run prints the dearest of them. A run of one room has fewer."""
DEAREST = 10


class ProcessorTime:
    """Prints the processor time of the dearest files, with that of the processes they wait for, or with HEXWIDGET_TIMES of all.

    Durations depend on what else runs.
    """

    def __init__(self) -> None:
        self.spent = Counter[str]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = sum(os.times()[:4])
        done = yield
        self.spent[item.nodeid.partition("::")[0]] += sum(os.times()[:4]) - before
        return done

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.spent.update(getattr(node, "workeroutput", {}).get("spent", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["spent"] = dict(self.spent)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        everything = bool(os.environ.get("HEXWIDGET_TIMES"))
        if not everything and len(self.spent) < MANY_FILES:
            return
        for file, seconds in self.spent.most_common(None if everything else DEAREST):
            terminalreporter.write_line(f"{seconds:8.1f} s {file}")
        terminalreporter.write_line(f"{sum(self.spent.values()):8.1f} s of processor time in all")


Settings = dict[str, Any]
"""Settings of the process that a test may change for the tests after it, by their names."""


OF_PACKAGES = ("PYTEST_CURRENT_TEST", "PYGAME_HIDE_SUPPORT_PROMPT", "SDL_AUDIODRIVER")
"""Variables that pytest, and PettingZoo when it is first imported, set for themselves."""


def settings_of_the_process() -> Settings:
    """The settings that each test leaves as they were."""
    return {
        "language": languages.language(),
        "working directory": os.getcwd(),
        "sys.path": [*sys.path],
        "interrupts": signal.getsignal(signal.SIGINT),
        "environment": {each for each in os.environ.items() if each[0] not in OF_PACKAGES},
    }


def left_behind(before: Settings, after: Settings) -> list[str]:
    """The settings that differ, in words. More of them are no difference: modules are loaded when they are first needed."""
    found = []
    for name, was in before.items():
        if (now := after.get(name)) is not was and now != was:
            old, new = (was - now, now - was) if isinstance(was, set) and isinstance(now, set) else (was, now)
            found.append(f"{name}: {old!r:.2000} is now {new!r:.2000}")
    return found


@contextmanager
def same_systems() -> Iterator[None]:
    """Systems that are registered within the block are unknown after it."""
    known = dict(registry.SYSTEMS)
    yield
    registry.SYSTEMS.clear()
    registry.SYSTEMS.update(known)


@pytest.fixture(autouse=True)
def _leaves_the_process_as_it_was() -> Iterator[None]:
    """Systems that a test registers are unknown afterwards. A test that leaves another setting changed fails."""
    before = settings_of_the_process()
    with same_systems():
        yield
    if found := left_behind(before, settings_of_the_process()):
        pytest.fail("\n".join(["the test leaves this changed:", *found]), pytrace=False)


@pytest.fixture(autouse=True, scope="module")
def _leaves_modules_as_they_were() -> Iterator[None]:
    """A file whose tests leave another value in a module of the package fails with its last test."""
    ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "hexwidget"}
    before = {name: dict(vars(module)) for name, module in ours.items()}
    yield
    changed = [(name, left_behind(was, vars(sys.modules.get(name, ours[name])))) for name, was in before.items()]
    if found := [f"{module}.{each}" for module, values in changed for each in values]:
        pytest.fail("\n".join(["a test of this file leaves this changed:", *found]), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    with same_systems():  # modules that register their games when they are imported
        return (yield)


@pytest.hookimpl(tryfirst=True)  # pytest itself then brings the tests of a parameter of a file together
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all cases of a test but the first in a quick run of all rooms. Put the files, and the tests of each file, into the random order of a seed."""
    if QUICK and not config.option.file_or_dir:
        cases: dict[str, pytest.Item] = {}
        for item in items:
            cases.setdefault(item.nodeid.partition("[")[0], item)
        first = {*cases.values()}
        config.hook.pytest_deselected(items=[item for item in items if item not in first])
        items[:] = cases.values()
    if seed := os.environ.get("HEXWIDGET_ORDER"):
        items.sort(key=lambda item: (Random(f"{seed} {item.path}").random(), Random(f"{seed} {item.nodeid}").random()))


class Limit(KeyboardInterrupt):
    """The end of a test's time. Hypothesis passes on a KeyboardInterrupt at once, and stores no example for it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Have the limit end a test of Hypothesis, which takes the failure that pytest-timeout raises for that of an example."""
    theirs = signal.getsignal(signal.SIGALRM)
    if not item.get_closest_marker("hypothesis") or not callable(theirs):
        return (yield)
    late: list[str] = []

    def end(number: int, frame: FrameType | None) -> None:
        try:
            theirs(number, frame)
        except pytest.fail.Exception as failed:
            late.append(str(failed))
            raise Limit from None

    signal.signal(signal.SIGALRM, end)
    try:
        yield
    except BaseException:
        if not late:
            raise
        pytest.fail(late[0])
    if late:
        pytest.fail(late[0])


YOUNG = 50_000
"""The new objects after which garbage is collected. Python's default, 700, takes a tenth and more of the time of positions and boards."""


@contextmanager
def one_first(config: pytest.Config) -> Iterator[None]:
    """Of the workers of a run, one collects before the others do. In a fresh clone it compiles all that is imported, which takes longer
    than the rest, and the others find it compiled."""
    run = getattr(config, "workerinput", {}).get("testrunuid")
    if QUICK or run is None or sys.platform == "win32":
        yield
        return
    path = Path(gettempdir()) / f"hexwidget-collecting-{run}"
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield
        path.unlink(missing_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """A module without an example is not searched for one, which takes longer than to read it."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>> " in file_path.read_bytes()]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, Any, Any]:
    gc.disable()  # hardly anything that is loaded is garbage
    try:
        with one_first(session.config):
            return (yield)
    finally:
        gc.enable()
        gc.set_threshold(YOUNG)
        keep_for_good()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if not QUICK and (nextitem is None or nextitem.path != item.path):  # a quick run ends before it would be worth it
        keep_for_good()


def keep_for_good() -> None:
    """Keep the garbage collector from looking again at all that is loaded by now: each time takes a third of a second and more."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    # A shell that starts the tests in the background has its processes ignore interrupts, and tests send some.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if STUBS not in sys.path:  # the workers of a run have it already
        sys.path.insert(0, STUBS)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (STUBS, os.environ.get("PYTHONPATH"))))
    # No test says how long anything may take; one that fails prints how to run it again.
    settings.register_profile("hexwidget", deadline=None, print_blob=True, max_examples=many(50, 100))
    settings.load_profile("hexwidget")
    config.pluginmanager.register(ClauseCheck(), "clause-check")
    config.pluginmanager.register(ProcessorTime(), "processor-time")
