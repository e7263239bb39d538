"""Tidy tables, and the data frames made of them."""

from __future__ import annotations

import pytest

from hexwidget import InputError
from hexwidget.explore import Table
from hexwidget.explore.tables import accepted

ROWS = [{"who": "red", "n": 1, "share": 0.5, "over": True}, {"who": None, "n": 2, "share": None, "over": False}]


def test_a_table_is_its_rows_and_columns() -> None:
    table = Table(ROWS)
    assert table.columns == ("who", "n", "share", "over")
    assert list(table) == ROWS
    assert (len(table), table[1], table[:1], table["n"]) == (2, ROWS[1], ROWS[:1], [1, 2])
    assert table.where(n=2, over=False).rows == [ROWS[1]]
    assert table == Table(ROWS) != Table(ROWS[:1])


def test_rows_that_say_nothing_of_a_column_hold_none_there() -> None:
    assert Table([{"a": 1}, {"b": 2}]).rows == [{"a": 1, "b": None}, {"a": None, "b": 2}]


@pytest.mark.parametrize("ask", [lambda t: t["no"], lambda t: t.where(no=1)])
def test_a_column_that_is_not_there_is_named(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="unknown column 'no'; did you mean 'n'"):
        ask(Table(ROWS))


def test_it_is_printed_to_its_dozenth_row() -> None:
    table = Table({"n": n} for n in range(20))
    assert str(table).splitlines()[-1] == "... and 8 more rows"
    assert table._repr_html_().count("<tr>") == 13


def test_what_is_in_a_cell_is_shown_and_never_carried_out() -> None:
    html = Table([{"<b>": "<script>alert(1)</script>\u202e"}])._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "\u202e" not in html


def test_data_frames_take_it() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="data frames are an extra")
    from pyarrow.interchange import from_dataframe

    table = Table(ROWS)
    assert from_dataframe(table).to_pylist() == ROWS  # the interchange protocol
    assert pyarrow.table(table).to_pylist() == ROWS  # Arrow's own
    assert pyarrow.table(Table([{"n": 10**30}, {"n": None}])).to_pylist() == [{"n": 1e30}, {"n": None}]
    with pytest.raises(
        InputError, match="n: a column of a data frame holds one kind of cell, this one 3 in row 1 and 'x' in row 2"
    ):
        Table([{"n": None}, {"n": 3}, {"n": "x"}, {"n": 4}]).to_arrow()
    with pytest.raises(InputError, match=r"one kind of cell, this one 10+ in row 0 and 'x' in row 1"):
        Table([{"n": 10**30}, {"n": "x"}]).to_arrow()
    with pytest.raises(InputError, match="one kind of cell, this one True in row 0 and 1 in row 1"):
        Table([{"n": True}, {"n": 1}]).to_arrow()
    assert pyarrow.table(Table([{"n": 2**60 + 1}, {"n": 0.5}])).to_pylist() == [{"n": float(2**60)}, {"n": 0.5}]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table.rows)
    assert list(frame.columns) == list(table.columns)
    assert frame["n"].sum() == 3
    assert list(pandas.api.interchange.from_dataframe(table)["n"]) == [1, 2]


@pytest.mark.parametrize(
    ("row", "place"), [({"a": [1]}, "a"), ({1: 2}, ""), (3, ""), ({"a": 1, "b": object()}, "b"), ({"a": 1 + 2j}, "a")]
)
def test_what_is_no_row_is_refused_with_its_place(row: object, place: str) -> None:
    with pytest.raises(InputError) as error:
        accepted(row, "")
    assert error.value.problems[0].place == place
