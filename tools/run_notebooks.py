"""Runs the notebooks and stores their outputs: text, tables, figures and pictures, without widget state.

    python tools/run_notebooks.py [notebooks/00-start-here.ipynb ...]

A board is stored as its picture, which a reader without a kernel sees. Pictures are stored in few colours.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image

FOLDER = Path(__file__).parents[1] / "notebooks"
COLOURS = 96
# The first of these forms that an output has is stored. Live widgets are not, as they would be empty frames.
LIVE = "application/vnd.jupyter.widget-view+json"
FIGURE = "application/vnd.plotly.v1+json"


def run(path: Path) -> Any:
    """Return a notebook after a run."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    return notebook


def stored(notebook: Any) -> Any:
    """Return the part of an output that is stored."""
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
            if FIGURE in data:
                data.pop("text/html", None)
                data["text/plain"] = "a figure"
            if "image/png" in data:
                data["image/png"] = smaller(data["image/png"])
        cell_outputs = cell.get("outputs")
        if cell_outputs is not None:
            cell.outputs = [o for o in cell_outputs if o.get("data", True)]
    return notebook


def smaller(png: str) -> str:
    """Return a picture in few colours."""
    image = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(FOLDER.glob("*.ipynb"))):
        nbformat.write(stored(run(path)), path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")
