"""Clauses are cited by tests: the run ends with a coverage line for each rulebook, and fails if a clause is missing.

``@pytest.mark.clause("D1.6")`` marks a test that shows a clause; ``bars=True`` one that shows it barring something. An
implemented clause needs a test; one that a finding may cite needs both kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import settings

from hexwidget.systems.registry import register, system, system_names
from tests.toy import TOY

register(TOY)  # the one line that a system of one's own takes


@dataclass
class ClauseCoverage:
    """What the collected tests say of one rulebook."""

    shown: set[str] = field(default_factory=set)
    barred: set[str] = field(default_factory=set)


class ClauseCheck:
    """Collects the clause marks of a run and judges them at its end."""

    def __init__(self) -> None:
        self.coverage = {name: ClauseCoverage() for name in system_names()}
        self.unknown: list[str] = []
        self.whole_run = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        owner = {clause: name for name in system_names() for clause in system(name).rulebook}
        for item in items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    if clause not in owner:
                        self.unknown.append(f"{item.nodeid} cites {clause}")
                    elif mark.kwargs.get("bars"):
                        self.coverage[owner[clause]].barred.add(clause)
                    else:
                        self.coverage[owner[clause]].shown.add(clause)
        # A run of a part of the tests cannot say what is missing.
        self.whole_run = any("tests/depletion/" in item.nodeid for item in items) and not (
            config.option.keyword or config.option.markexpr or config.option.file_or_dir
        )

    def missing(self) -> Iterator[str]:
        yield from (f"unknown clause: {line}" for line in self.unknown)
        if not self.whole_run:
            return
        for name, found in self.coverage.items():
            rules = system(name)
            yield from (f"no test shows {clause}" for clause in sorted(rules.implemented - found.shown))
            yield from (f"no test shows {clause} barring something" for clause in sorted(rules.barring - found.barred))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.exitstatus == pytest.ExitCode.OK and any(self.missing()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.missing():
            terminalreporter.write_line(f"CLAUSES: {line}", red=True)
        if not self.whole_run:
            return
        for name, found in self.coverage.items():
            rules = system(name)
            tested = found.shown & rules.implemented
            terminalreporter.write_line(
                f"clauses of {name}: {len(rules.implemented)} of {len(rules.rulebook)} implemented, {len(tested)} tested, "
                f"{len(found.barred & rules.barring)} of {len(rules.barring)} also barring"
            )


def pytest_configure(config: pytest.Config) -> None:
    # No test says how long anything may take; one that fails prints how to run it again.
    settings.register_profile("hexwidget", deadline=None, print_blob=True)
    settings.load_profile("hexwidget")
    config.pluginmanager.register(ClauseCheck(), "clause-check")
