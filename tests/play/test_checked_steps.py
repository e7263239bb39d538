"""The note beside a journal: a session skips the checks of the steps that it names, and trusts it for nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.play import checked_steps
from hexwidget.rules import Position
from tests.play.games import random_game
from tests.play.test_storage import same

NAMES = {
    "depletion": "first-steps",
    "frontiers": "opening",
    "orders": "two-on-one",
    "plotted": "two-hills",
    "rondel": "inland-sea",
}


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that are checked from now on."""
    found: list[str] = []
    apply = Position.apply

    def noting(position: Position, action: object) -> object:
        found.append(str(action))
        return apply(position, action)

    monkeypatch.setattr(Position, "apply", noting)
    monkeypatch.setattr(checked_steps, "LEAST", 1)
    return found


def note_beside(journal: Path) -> Path:
    """The note of a journal's checked steps."""
    return journal.parent / f".{journal.name}.checked"


def played(path: Path, name: str = "orders/two-on-one") -> hw.Session:
    session = random_game(name, 3, journal=path)
    session.close()
    return session


def opened(path: Path, name: str = "orders/two-on-one") -> hw.Session:
    return hw.Session(hw.scenario(name).position, path)


@pytest.mark.slow
@pytest.mark.parametrize("system", NAMES)
def test_a_game_goes_on_without_a_second_check(system: str, tmp_path: Path, checks: list[str]) -> None:
    name, path = f"{system}/{NAMES[system]}", tmp_path / "game.jsonl"
    first = played(path, name)
    assert len(first.steps) > 10
    checks.clear()
    again = opened(path, name)
    assert checks == []
    assert same(again, first)
    number = next(step.number for step in reversed(again.steps) if step.position.to_act and not step.position.chance)
    again.goto(number)
    again.play(next(iter(again.position.legal_actions(min(again.position.to_act)))))
    again.close()
    assert same(opened(path, name), again)


def test_steps_that_a_killed_process_has_not_noted_are_checked(tmp_path: Path, checks: list[str]) -> None:
    path = tmp_path / "game.jsonl"
    first = played(path)
    note = note_beside(path)
    before = note.read_text()
    assert note.stat().st_mode & 0o77 == 0
    again = opened(path)
    again.goto(0)
    again.play(list(again.position.legal_actions())[-1])
    again.close()
    note.write_text(before)
    checks.clear()
    more = len(again.steps) - len(first.steps)
    opened(path).close()
    assert 0 < len(checks) <= more
    checks.clear()
    opened(path)
    assert checks == []


def note_with(**other: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        note = note_beside(path)
        note.write_text(json.dumps({**json.loads(note.read_text()), **other}))

    return change


def another_journal(path: Path) -> None:
    session = random_game("orders/two-on-one", 4)
    path.unlink()
    session.keep(path)
    note = note_beside(path)
    kept = note.read_text()
    session.close()
    note.write_text(kept)


@pytest.mark.parametrize(
    "change",
    [
        another_journal,
        note_with(rules="of another version"),
        note_with(format="hexwidget.checked/9"),
        note_with(size=10**9),
        note_with(steps="all"),
        lambda path: note_beside(path).write_text("[" * 1000),
        lambda path: note_beside(path).unlink(),
    ],
    ids=["journal", "rules", "format", "size", "steps", "torn", "none"],
)
def test_a_note_that_does_not_fit_counts_for_nothing(
    change: Callable[[Path], None], tmp_path: Path, checks: list[str]
) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    change(path)
    checks.clear()
    again = opened(path)
    assert len(checks) == sum(step.done is not None for step in again.steps) > 4


def test_steps_that_lead_elsewhere_are_refused_as_without_a_note(
    tmp_path: Path, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    played(path)
    start = hw.scenario("orders/two-on-one").position
    system = type(start.system)
    key = system.key
    monkeypatch.setattr(system, "key", lambda self, at: key(self, at) if at == start else "elsewhere")
    with pytest.raises(hw.InputError, match="step 1"):
        opened(path)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links")
def test_a_planted_link_is_not_followed(tmp_path: Path, checks: list[str]) -> None:
    path, other = tmp_path / "game.jsonl", tmp_path / "other.txt"
    other.write_text("mine")
    note_beside(path).symlink_to(other)
    played(path)
    assert other.read_text() == "mine"
    assert json.loads(note_beside(path).read_text())["steps"] > 4
