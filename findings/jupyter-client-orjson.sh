#!/bin/sh
# jupyter_client 8.10.0: whether orjson 3.13.0 is installed, which other packages bring along, changes the values in messages of kernels, without a
# word. Where it is, a whole number from 2**64 on arrives as a float: its last digits are lost in outputs and in the saved state of widgets. (It is
# written exactly, since orjson refuses it and the standard library writes it then; orjson reads it as a float.) NaN arrives as null, and is
# the text 'nan' without orjson, with a warning in the cell.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nbclient==0.11.0 ipykernel==7.4.0 ipywidgets==8.1.9 jupyter_client==8.10.0
cat >try.py <<'PY'
from importlib.metadata import version
from importlib.util import find_spec

import nbformat
from nbclient import NotebookClient

SHOW = """import traitlets
from ipywidgets import DOMWidget

class Numbers(DOMWidget):
    large = traitlets.Int(2**64 + 1).tag(sync=True)

numbers = Numbers()
for value in (2**64 + 1, float("nan")):
    display({"application/json": {"value": value}}, raw=True)"""

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SHOW)])
NotebookClient(notebook, kernel_name="python3").execute()
orjson = f"orjson {version('orjson')}" if find_spec("orjson") else "without orjson"
shown = [output.data["application/json"]["value"] for output in notebook.cells[0].outputs if output.output_type == "display_data"]
widgets = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
saved = next(widget["state"]["large"] for widget in widgets if "large" in widget["state"])
print(f"jupyter_client {version('jupyter_client')}, {orjson}: shown: {shown}; in a widget: {saved}")
PY
{
  env/bin/python try.py
  env/bin/pip install --quiet --disable-pip-version-check orjson==3.13.0
  env/bin/python try.py
} 2>messages | tee said
test "$(cat said)" = "jupyter_client 8.10.0, without orjson: shown: [18446744073709551617, 'nan']; in a widget: 18446744073709551617
jupyter_client 8.10.0, orjson 3.13.0: shown: [1.8446744073709552e+19, None]; in a widget: 1.8446744073709552e+19"
# seen on 2026-11-30:
#   jupyter_client 8.10.0, without orjson: shown: [18446744073709551617, 'nan']; in a widget: 18446744073709551617
#   jupyter_client 8.10.0, orjson 3.13.0: shown: [1.8446744073709552e+19, None]; in a widget: 1.8446744073709552e+19
