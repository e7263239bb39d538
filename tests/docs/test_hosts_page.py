"""The table in docs/hosts.md: a cell is tried by a test, and has a small picture."""

from __future__ import annotations

import pytest

from tools.generating.hosts import COLUMNS, PAGE, Try, picture_of, table, tries, tries_in

MOST_BYTES = 60_000
MARKED = """
@pytest.mark.parametrize("name", [pytest.param("n", marks=pytest.mark.host("Notebook 7", "live", "dark")), "other"])
def test_a(name): ...

@pytest.mark.host("papermill", "reopened")
def test_b(): ...

def test_c(): ...
"""


def test_each_tried_cell_has_a_small_picture_and_no_picture_is_left_over() -> None:
    pictures = {picture_of(each.host, column) for each in tries() for column in each.columns}
    kept = {f"hosts/{path.name}": path.stat().st_size for path in (PAGE.parent / "hosts").iterdir()}
    assert kept.keys() == pictures, "HEXWIDGET_PICTURES=1 python -m pytest FILE takes the pictures of a file's tests"
    assert {name: size for name, size in kept.items() if size > MOST_BYTES} == {}


def test_the_marks_of_tests_are_read() -> None:
    found = list(tries_in(MARKED, "tests/share/test_x.py"))
    assert found == [
        Try("Notebook 7", ("live", "dark"), "tests/share/test_x.py", "test_a"),
        Try("papermill", ("reopened",), "tests/share/test_x.py", "test_b"),
    ]
    text = table(found)
    row = next(line for line in text.splitlines() if line.startswith("| Notebook 7 |"))
    cells = [cell.strip() for cell in row.split("|")[2:-1]]
    assert dict(zip(COLUMNS, cells, strict=True)) == {
        "live": '[tried](../tests/share/test_x.py "test_a") ([picture](hosts/notebook-7-live.png))',
        "reopened": "*not tried*",
        "exported": "*not tried*",
        "offline": "*not tried*",
        "dark": '[tried](../tests/share/test_x.py "test_a") ([picture](hosts/notebook-7-dark.png))',
    }
    assert "| papermill | reopened | [`test_b`](../tests/share/test_x.py) | `make test-hosts` |" in text


@pytest.mark.parametrize(
    "mark", ['"Notebook 8", "live"', '"Notebook 7"', '"Notebook 7", "lived"', '"nbconvert", "live"']
)
def test_a_mark_that_names_no_cell_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match=r"tests/x\.py, test_a: .* is no cell"):
        list(tries_in(f"@pytest.mark.host({mark})\ndef test_a(): ...", "tests/x.py"))
