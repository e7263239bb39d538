"""Tidy tables, and data frames made from them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import hexwidget as hw
from hexwidget import InputError
from hexwidget.explore import Table, playouts
from hexwidget.explore.tables import checked_row

ROWS = [{"who": "red", "n": 1, "share": 0.5, "over": True}, {"who": None, "n": 2, "share": None, "over": False}]


def test_a_table_is_its_rows_and_columns() -> None:
    table = Table(ROWS)
    assert table.columns == ("who", "n", "share", "over")
    assert list(table) == ROWS
    assert (len(table), table[1], table[:1], table["n"]) == (2, ROWS[1], ROWS[:1], [1, 2])
    assert table.where(n=2, over=False).rows == [ROWS[1]]
    assert table == Table(ROWS) != Table(ROWS[:1])


def test_missing_cells_become_none() -> None:
    assert Table([{"a": 1}, {"b": 2}]).rows == [{"a": 1, "b": None}, {"a": None, "b": 2}]


@pytest.mark.parametrize("ask", [lambda t: t["no"], lambda t: t.where(no=1)])
def test_an_unknown_column_is_named(ask) -> None:
    with pytest.raises(InputError, match="unknown column 'no'; did you mean 'n'"):
        ask(Table(ROWS))


def test_twelve_rows_are_printed() -> None:
    table = Table({"n": n} for n in range(20))
    assert str(table).splitlines()[-1] == "... and 8 more rows"
    assert table._repr_html_().count("<tr>") == 13


def test_texts_in_cells_are_escaped() -> None:
    html = Table([{"<b>": "<script>alert(1)</script>\u202e"}])._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "\u202e" not in html


@pytest.mark.slow
def test_data_frames_accept_a_table() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="data frames are an extra")
    from pyarrow.interchange import from_dataframe

    table = Table(ROWS)
    assert from_dataframe(table).to_pylist() == ROWS  # the interchange protocol
    assert pyarrow.table(table).to_pylist() == ROWS  # Arrow's protocol
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
    pandas = pytest.importorskip("pandas", reason="pandas comes with the group 'tests'")
    frame = pandas.DataFrame(table.rows)
    assert list(frame.columns) == list(table.columns)
    assert frame["n"].sum() == 3
    assert list(pandas.api.interchange.from_dataframe(table)["n"]) == [1, 2]


@pytest.mark.slow
def test_a_column_whose_later_cells_are_larger_keeps_them_in_every_program() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="data frames are an extra")
    table = Table([*({"n": 1, "who": "red"} for _ in range(200)), {"n": 10.75, "who": None}])
    assert not isinstance(table, Sequence)
    assert list(table) == table.rows
    assert {"n": 10.75, "who": None} in table
    made = [pyarrow.table(table) for _ in range(3)]
    assert sum(made[0]["n"].to_pylist()) == 210.75
    assert len({each["n"].chunk(0).buffers()[1].address for each in made}) == 1  # computed once
    table.rows[0]["n"] = 2
    assert pyarrow.table(table)["n"][0].as_py() == 2


@pytest.mark.slow
def test_a_table_whose_rows_are_all_left_out_keeps_the_kinds_of_its_columns() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="data frames are an extra")
    table = Table([{"n": 1, "x": 0.5, "who": "red", "won": True}])
    assert pyarrow.table(table.where(who="blue").where(n=2)).schema == pyarrow.table(table).schema
    mixed = Table([{"who": "red", "v": 1, "n": None}, {"who": "blue", "v": "x", "n": 2}])
    assert pyarrow.table(mixed.where(who="red")).schema.field("n").type == pyarrow.int64()


def test_a_table_without_rows_keeps_its_columns() -> None:
    none = Table([{"player": "red", "wins": 2}]).where(player="blue")
    assert (none.rows, none.columns) == ([], ("player", "wins"))
    assert none["wins"] == none.where(wins=3)["player"] == []
    assert playouts(hw.scenario("orders/two-on-one").position, 1).failures["error"] == []


@pytest.mark.parametrize(
    ("row", "place"), [({"a": [1]}, "a"), ({1: 2}, ""), (3, ""), ({"a": 1, "b": object()}, "b"), ({"a": 1 + 2j}, "a")]
)
def test_other_values_than_rows_are_refused_with_their_place(row: object, place: str) -> None:
    with pytest.raises(InputError) as error:
        checked_row(row, "")
    assert error.value.problems[0].place == place
