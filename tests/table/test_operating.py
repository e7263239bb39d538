"""What the owner of a server does besides playing: set its limits, ask how it is, watch its figures, and end it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.cli import main

ONE = "depletion/first-steps"


# ---------------------------------------------------------------- limits
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--most-tables", "0"], "--most-tables: expected 1 or more, not 0"),
        ([ONE, "--most-viewers", "-1"], "--most-viewers: expected 1 or more, not -1"),
        ([ONE, "--most-tables", "5"], "it is a limit of a folder of tables; one table is served here"),
    ],
)
def test_limits_are_checked_before_anything_is_made(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_more_viewers_than_a_process_may_have_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    assert main(["serve", "--most-viewers", "5000", "--most-tables", "10"]) == 2
    assert "this process may have 1,024: run 'ulimit -n 5110' before" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
