"""Runs the notebooks and stores their outputs: text, tables, figures and pictures, without widget state or recordings.

    python tools/run_notebooks.py [notebooks/00-start-here.ipynb ...]

A board is stored as its picture, which a reader without a kernel sees.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
# A live widget is not stored, as it would be an empty frame.
LIVE = "application/vnd.jupyter.widget-view+json"
FIGURE = "application/vnd.plotly.v1+json"
STEPS = '<div class="hexwidget-snapshot"'
"""A snapshot keeps the steps of its game as HTML. Only its picture is stored."""


def run(path: Path) -> Any:
    """Return a notebook after a run."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    return notebook


def stored(notebook: Any) -> Any:
    """Return a notebook with the parts of its outputs that are stored."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        # Progress bars appear by the clock: they would be stored by slow machines only.
        bars = [o for o in cell.get("outputs", []) if "%|" in o.get("data", {}).get("text/plain", "")]
        if bars:
            cell.outputs = [o for o in cell.outputs if o not in bars]
        for output in cell.get("outputs", []):
            output.pop("transient", None)
            data = output.get("data")
            if data is None:
                continue
            data.pop(LIVE, None)
            if data.get("text/html", "").startswith(STEPS):
                del data["text/html"]
            if FIGURE in data:
                for other in ("text/html", "image/png"):  # a JupyterLab adds the picture
                    data.pop(other, None)
                data["text/plain"] = "a figure"
        cell_outputs = cell.get("outputs")
        if cell_outputs is not None:
            cell.outputs = [o for o in cell_outputs if o.get("data", True) and not is_front_end(o)]
    return notebook


def is_front_end(output: Any) -> bool:
    """True for the front end that boards leave in a notebook: a script without words."""
    data = output.get("data", {})
    return not data.get("text/plain", " ") and "application/javascript" in data


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(FOLDER.glob("*.ipynb"))):
        nbformat.write(stored(run(path)), path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")
