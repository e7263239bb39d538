"""Libraries of data frames read a table of `hexwidget.explore` as it is, or say what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import altair
import duckdb
import narwhals
import pandas
import plotly.express
import polars
import pyarrow
import pyarrow.compute
import pytest

from hexwidget.explore import Table

GROWING = Table([*({"n": n, "points": 10} for n in range(200)), *({"n": n, "points": 10.75} for n in range(100))])
"""The numbers of the first hundred rows are whole; those of the last are not."""
TOTAL = 3075.0


def in_duckdb(given: Table) -> float:
    """The sum of the column of points; duckdb finds the table by the name of the parameter."""
    ((found,),) = duckdb.sql("select sum(points) from given").fetchall()
    return float(found)


READERS: dict[str, Callable[[Any], float]] = {
    "polars": lambda table: polars.DataFrame(table)["points"].sum(),
    "pandas, rows": lambda table: pandas.DataFrame(table.rows)["points"].sum(),
    "pandas, Arrow": lambda table: pandas.DataFrame.from_arrow(table)["points"].sum(),
    "pyarrow": lambda table: pyarrow.compute.sum(pyarrow.table(table)["points"]).as_py(),
    "duckdb": in_duckdb,
    "plotly": lambda table: plotly.express.line(table, x="n", y="points").data[0].y.sum(),
    "altair": lambda table: sum(
        row["points"]
        for rows in altair.Chart(table.to_arrow()).mark_point().encode(x="n", y="points").to_dict()["datasets"].values()
        for row in rows
    ),
    "narwhals": lambda table: narwhals.from_native(table.to_arrow())["points"].sum(),
}


@pytest.mark.parametrize("reader", READERS)
def test_no_number_is_cut(reader: str) -> None:
    assert READERS[reader](GROWING) == TOTAL


@pytest.mark.parametrize("reader", [each for each in READERS if each != "pandas, rows"])
def test_a_column_of_several_kinds_is_refused_in_words(reader: str) -> None:
    with pytest.raises(Exception, match="a column of a data frame holds one kind of cell"):
        READERS[reader](Table([{"n": 1, "points": 1}, {"n": 2, "points": "many"}]))


def test_rows_that_are_all_left_out_keep_the_kinds_of_their_columns() -> None:
    none = GROWING.where(n=-1)
    assert polars.DataFrame(none).schema == polars.DataFrame(GROWING).schema
    assert pandas.DataFrame.from_arrow(none).dtypes.equals(pandas.DataFrame.from_arrow(GROWING).dtypes)
