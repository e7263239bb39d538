"""The directive ``{cell}``: Python that a page shows with what it prints and what it returns.

    ```{cell}
    import hexwidget as hw
    hw.Board("depletion/first-steps")
    ```

All cells of a page share one namespace and a folder of their own. A cell that fails ends the build with its page and line.
Words on its first line, as in ``{cell} hide-value``, so that the code can be copied from the page's source, too: ``no-run`` shows
the code alone, ``hide-value`` leaves out the value, ``hide-code`` shows the value alone.
"""

from __future__ import annotations

import ast
import contextlib
import io
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tools.site.boards import shown


def run(code: str, names: dict[str, Any], folder: Path, where: str, line: int = 1) -> tuple[str, Any]:
    """Run a cell, and return what it prints and the value of its last expression.

    :param names: the namespace of the page
    :param where: the name of the file in tracebacks
    :param line: the line of that file where the code begins
    """
    tree = ast.increment_lineno(ast.parse(code, where), line - 1)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.chdir(folder):
        exec(compile(tree, where, "exec"), names)  # noqa: S102  (the site's own pages)
        value = eval(compile(ast.Expression(last.value), where, "eval"), names) if last else None  # noqa: S307
    return printed.getvalue(), value


class Cell(SphinxDirective):
    """Code, what it prints, and its value."""

    has_content = True
    optional_arguments = 3

    def run(self) -> list[nodes.Node]:
        unknown = set(self.arguments) - {"no-run", "hide-value", "hide-code"}
        if unknown:
            raise self.severe(f"a cell has no option {', '.join(sorted(unknown))}")
        code = "\n".join(self.content)
        found: list[nodes.Node] = []
        if "hide-code" not in self.arguments:
            found.append(nodes.literal_block(code, code, language="python"))
        if "no-run" in self.arguments:
            return found
        page = self.env.temp_data.setdefault("hexwidget_cells", {"names": {"__name__": "__main__"}, "folder": ""})
        page["folder"] = page["folder"] or tempfile.mkdtemp(prefix="hexwidget-page-")
        try:
            printed, value = run(code, page["names"], Path(page["folder"]), f"{self.env.docname}:{self.lineno}")
        except Exception as error:
            raise self.severe(f"this cell fails: {type(error).__name__}: {error}") from error
        html = f'<pre class="printed" tabindex="0">{escape(printed)}</pre>' if printed else ""
        if value is not None and "hide-value" not in self.arguments:
            html += shown(value, self.env)
        if html:
            found.append(nodes.raw("", html, format="html"))
        return found


def setup(app: Sphinx) -> None:
    app.add_directive("cell", Cell)
