"""Tests with a database fail where one is required and missing, and are left out elsewhere."""

from __future__ import annotations

import pytest

from tests import conftest


@pytest.mark.parametrize(("required", "how"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_programs_that_are_missing_are_told(
    required: str, how: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.table import postgres  # without psycopg, this one is left out itself

    monkeypatch.setenv("HEXWIDGET_POSTGRES", required)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(postgres, "PLACES", ())
    with pytest.raises(how, match="initdb is not installed; on Debian: apt-get install postgresql"):
        postgres.program("initdb")


def test_a_run_that_requires_a_database_ends_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "find_spec", lambda _: None)
    monkeypatch.setenv("HEXWIDGET_POSTGRES", "")
    conftest.pytest_sessionstart()
    monkeypatch.setenv("HEXWIDGET_POSTGRES", "1")
    with pytest.raises(pytest.exit.Exception, match="psycopg is not installed"):
        conftest.pytest_sessionstart()
