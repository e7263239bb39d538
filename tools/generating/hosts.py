"""The table of the hosts in docs/hosts.md, from the marks of the tests that try its cells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "hosts.md"
COLUMNS = {
    "live": "live",
    "reopened": "reopened without a kernel",
    "exported": "exported",
    "offline": "offline",
    "dark": "dark",
}
"""The columns of the table, with their headings."""
NOTHING: Mapping[str, str] = {
    "JupyterLab 4": "",
    "Notebook 7": "",
    "jupyter-collaboration": "exported offline dark",
    "JupyterLite": "exported",
    "Binder": "reopened exported offline dark",
    "Voila": "reopened exported",
    "marimo, app": "reopened",
    "marimo, editor": "reopened exported",
    "Shiny": "reopened exported",
    "Solara": "reopened exported",
    "Panel": "reopened exported offline",
    "Streamlit": "live reopened dark",
    "nbconvert": "live reopened",
    "renderers that strip scripts (emulated)": "live reopened dark",
    "GitHub (emulated)": "live reopened offline dark",
    "nbviewer (emulated)": "live reopened dark",
    "papermill": "live dark",
    "nbdime": "live reopened dark",
    "nbstripout": "live reopened dark",
    "jupytext": "live reopened dark",
    "marimo, as .ipynb": "live reopened dark",
    "Jupyter Book 1, myst-nb": "live reopened",
    "Quarto (emulated)": "live reopened",
    "Jupyter Book 2, MyST": "live reopened",
    "VS Code": "exported",
    "Google Colab (emulated)": "exported offline",
}
"""The hosts in the order of the table, each with the columns in which there is nothing to try."""
COMMANDS = {
    "tests/browser/": "make test",
    "tests/share/test_binder.py": "make test-share",
    "tests/share/test_lite.py": "make test-share",
    "tests/share/": "make test-hosts",
}
"""The commands that run tests, by the beginning of the tests' path. The first that fits counts."""
BETWEEN = re.compile(r"(<!-- hosts: .*? -->\n).*(<!-- end of the hosts -->\n)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Try:
    """A test that tries cells of one host."""

    host: str
    columns: tuple[str, ...]
    file: str
    test: str

    @property
    def command(self) -> str:
        """The command that runs the test."""
        return next(command for start, command in COMMANDS.items() if self.file.startswith(start))


def picture_of(host: str, column: str) -> str:
    """Return the path of a cell's picture below docs."""
    return f"hosts/{re.sub('[^a-z0-9]+', '-', host.lower()).strip('-')}-{column}.png"


def tries_in(text: str, file: str) -> Iterator[Try]:
    """The tries that the tests in a file's text are marked as.

    :raises ValueError: if a mark names no host or column, or a cell in which there is nothing to try
    """
    for test in ast.walk(ast.parse(text)):
        if not isinstance(test, ast.FunctionDef):
            continue
        calls = [node for mark in test.decorator_list for node in ast.walk(mark) if isinstance(node, ast.Call)]
        for call in calls:
            if ast.unparse(call.func) != "pytest.mark.host":
                continue
            host, *columns = map(ast.literal_eval, call.args)
            if host not in NOTHING or not columns or not set(columns) <= COLUMNS.keys() - NOTHING[host].split():
                raise ValueError(
                    f"{file}, {test.name}: {ast.unparse(call)} is no cell: see NOTHING in tools/generating/hosts.py"
                )
            yield Try(host, tuple(columns), file, test.name)


def tries() -> list[Try]:
    """The tries of all tests, in the order of the table."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    found = [
        each
        for file in files
        if "mark.host(" in (text := file.read_text(encoding="utf-8"))
        for each in tries_in(text, file.relative_to(ROOT).as_posix())
    ]
    return sorted(found, key=lambda each: list(NOTHING).index(each.host))


def table(found: list[Try]) -> str:
    """Return the table of cells, and below it the tests with their commands."""
    lines = [row("host", *COLUMNS.values()), row(*["---"] * (1 + len(COLUMNS)))]
    lines += [row(host, *(cell(host, column, found) for column in COLUMNS)) for host in NOTHING]
    lines += ["", row("host", "tries", "test", "command"), row(*["---"] * 4)]
    lines += [
        row(each.host, ", ".join(each.columns), f"[`{each.test}`](../{each.file})", f"`{each.command}`")
        for each in found
    ]
    return "\n".join(lines) + "\n"


def row(*cells: str) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"


def cell(host: str, column: str, found: list[Try]) -> str:
    """Return the text of a cell."""
    if column in NOTHING[host].split():
        return "–"
    test = next((each for each in found if each.host == host and column in each.columns), None)
    if test is None:
        return "*not tried*"
    return f'[tried](../{test.file} "{test.test}") ([picture]({picture_of(host, column)}))'


def hosts_page() -> str:
    """Return the text of docs/hosts.md with its table written anew."""
    return BETWEEN.sub(lambda marks: marks[1] + table(tries()) + marks[2], PAGE.read_text(encoding="utf-8"))
