"""Tidy tables, the answers of all questions: a row for each observation, a column for each quantity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, overload

from hexwidget.english import Phrase
from hexwidget.problems import InputError, Problems, check_name, mismatch, shown, visible
from hexwidget.rules import AtLeast
from hexwidget.text_tables import aligned_lines, html_table

Cell = str | int | float | bool | None
Row = dict[str, Cell]
SHOWN = 12
"""The most rows that are printed."""


class Table:
    """Rows as plain dicts, all with the same columns. A cell is a number, a text, True, False or None.

    A table has a length, and its rows by number. It is no `collections.abc.Sequence`: of a sequence of rows polars takes the kinds
    of columns from the first hundred, and cuts the numbers of later rows to fit.

    With pyarrow, polars, duckdb, plotly and pandas (``pandas.DataFrame.from_arrow``) accept the table itself. altair takes
    ``table.to_arrow()``. Without pyarrow ``pandas.DataFrame(table.rows)`` makes a data frame.

    >>> table = Table([{"player": "red", "wins": 2}, {"player": "blue", "wins": 1}])
    >>> table["wins"], table[0], table.where(player="blue").rows
    ([2, 1], {'player': 'red', 'wins': 2}, [{'player': 'blue', 'wins': 1}])
    >>> print(table)
    player  wins
    red     2
    blue    1
    """

    title = ""

    def __init__(self, rows: Iterable[Mapping[str, Cell]] = (), columns: Iterable[str] = ()) -> None:
        self.rows: list[Row] = [dict(row) for row in rows]
        self.columns: tuple[str, ...] = tuple(dict.fromkeys([*columns, *(name for row in self.rows for name in row)]))
        for row in self.rows:
            if len(row) != len(self.columns):  # a missing cell becomes None
                row.update({name: None for name in self.columns if name not in row})
        # where these rows are from: a column without cells has the kind that it has there
        self._all: Table | None = None
        self._arrays: dict[str, tuple[list[Cell], Any]] = {}

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> list[Row]: ...
    @overload
    def __getitem__(self, key: str) -> list[Cell]: ...
    def __getitem__(self, key: int | slice | str) -> Row | list[Row] | list[Cell]:
        """Return a row by its number, a slice of rows, or a column by its name.

        :raises InputError: if there is no such column
        """
        if not isinstance(key, str):
            return self.rows[key]
        check_name("no such column", "column", key, self.columns)
        return [row[key] for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if isinstance(other, Table) else NotImplemented

    def where(self, **values: Cell) -> Table:
        """Return the rows with these values.

        :raises InputError: if there is no such column
        """
        for name in values:
            self[name]
        rows = (row for row in self.rows if all(row[name] == value for name, value in values.items()))
        found = Table(rows, self.columns)
        found._all = self
        return found

    # ------------------------------------------------------------------ for data frames
    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`.

        :raises ImportError: if pyarrow is missing: ``pip install "hexwidget[tables]"``
        :raises InputError: if a column holds cells of more than one kind, such as numbers and texts
        """
        try:
            import pyarrow
        except ImportError:
            what = 'a table goes into a data frame through pyarrow: pip install "hexwidget[tables]"'
            raise ImportError(what) from None

        def column(name: str) -> Any:
            cells = self[name]
            first = {_kind(cell): n for n, cell in reversed(list(enumerate(cells))) if cell is not None}
            if len(first) > 1:
                found = " and ".join(f"{shown(cells[n])} in row {n}" for n in sorted(first.values()))
                what = f"a column of a data frame holds one kind of cell, this one {found}; use pandas.DataFrame(table.rows)"
                raise InputError("this table cannot become a data frame", what, name)
            if not first and self._all is not None:
                whole = Table(({name: cell} for cell in self._all[name]), [name])
                whole._all = self._all._all
                return pyarrow.array(cells, whole.to_arrow().schema.field(name).type)
            try:
                return pyarrow.array(cells)
            except (OverflowError, pyarrow.ArrowInvalid):  # whole numbers beyond 64 bits, or beyond 53 beside floats
                return pyarrow.array([None if cell is None else float(cell) for cell in cells])

        for name in self.columns:  # some programs ask three times
            cells, _ = self._arrays.get(name, (None, None))
            if cells != self[name]:
                self._arrays[name] = self[name], column(name)
        return pyarrow.table({name: self._arrays[name][1] for name in self.columns})

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """Support the dataframe interchange protocol."""
        return self.to_arrow().__dataframe__(nan_as_null, allow_copy)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Support Arrow's protocol."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    # ------------------------------------------------------------------ for people
    def __str__(self) -> str:
        title = [self.title] if self.title else []
        return "\n".join([*title, *aligned_lines([self.columns, *self._rows_in_words()]), *self._more()])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        more = "".join(f"<p>{escape(line)}</p>" for line in self._more())
        return html_table(map(visible, self.columns), self._rows_in_words(), self.title) + more

    def _rows_in_words(self) -> list[list[str]]:
        return [[_text(row[name]) for name in self.columns] for row in self.rows[:SHOWN]]

    def _more(self) -> list[str]:
        left = len(self.rows) - SHOWN
        return [f"... and {left:,} more rows"] if left > 0 else []


def _kind(cell: Cell) -> type:
    """The kind of a cell in a data frame. All numbers are of one kind."""
    return float if type(cell) is int else type(cell)


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    return f"{cell:.6g}" if isinstance(cell, float) else visible(str(cell))


def fresh(row: Row, known: Mapping[str, Cell], place: str) -> Row:
    """Check the columns that are added to a row, and return them.

    :raises InputError: naming the columns that the row has already
    """
    problems = Problems()
    for name in row:
        if name in known:
            problems.add(place, f"there is a column {name!r} already; choose another name")
    problems.raise_any("no such column can be added")
    return row


def checked_row(row: object, place: str) -> Row:
    """Check that a value is a row, and return it.

    :raises InputError: naming the column that does not hold a cell
    """
    title = "this is no row of a table"
    if not isinstance(row, Mapping):
        raise mismatch(title, "names with values", row, place)
    found = dict(row)
    for name, cell in row.items():
        if not isinstance(name, str):
            raise mismatch(title, "a text as a column's name", name, place)
        if type(cell).__module__ == "numpy" and not getattr(cell, "shape", True):  # a NumPy number
            cell = found[name] = cell.item()
        if isinstance(cell, (AtLeast, Phrase)):  # a file and a plot would take the first for the number
            cell = found[name] = str(cell)
        if not (cell is None or type(cell) in (str, int, float, bool)):
            raise mismatch(title, "a number, a text, True, False or None", cell, f"{place}/{name}" if place else name)
    return found
