#!/bin/sh
# nbconvert 7.17.2: `jupyter nbconvert --clear-output --inplace` leaves the widgets of a notebook in it. The outputs are gone, and with them every
# view; the whole state of all widgets stays in the notebook's metadata, where no cell shows it: the file stays large, and whoever gets it
# can read what the widgets held. `ClearOutputPreprocessor` of Python does the same, and no option of either takes the state out:
# `ClearMetadataPreprocessor`, with which one would, also removes the metadata of all cells and the name of the kernel, unless they are listed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nbconvert==7.17.2 nbclient==0.11.0 ipykernel==7.4.0 ipywidgets==8.1.9
cat >make.py <<'PY'
import nbformat
from nbclient import NotebookClient

SHOW = "from ipywidgets import Textarea\nTextarea('the key: Paris ' * 1000)"
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SHOW)])
NotebookClient(notebook, kernel_name="python3").execute()
notebook.cells[0].source = "show_the_key()"  # so that the words are in the output alone
nbformat.write(notebook, "run.ipynb")
PY
cat >look.py <<'PY'
from pathlib import Path

import nbformat

text = Path("run.ipynb").read_text()
notebook = nbformat.reads(text, as_version=4)
widgets = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
print("outputs:", len(notebook.cells[0].outputs), "| widgets:", len(widgets), "| times 'Paris' in the file:", text.count("Paris"))
PY
{
  env/bin/python make.py 2>>messages
  env/bin/python -c 'from importlib.metadata import version; print("nbconvert", version("nbconvert"))'
  env/bin/python look.py
  env/bin/jupyter nbconvert --clear-output --inplace run.ipynb 2>>messages
  echo "cleared"
  env/bin/python look.py
} | tee said
test "$(cat said)" = "nbconvert 7.17.2
outputs: 1 | widgets: 3 | times 'Paris' in the file: 1006
cleared
outputs: 0 | widgets: 3 | times 'Paris' in the file: 1000"
# seen on 2026-11-30:
#   nbconvert 7.17.2
#   outputs: 1 | widgets: 3 | times 'Paris' in the file: 1006
#   cleared
#   outputs: 0 | widgets: 3 | times 'Paris' in the file: 1000
