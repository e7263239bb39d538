#!/bin/sh
# nbconvert 7.17.2: `jupyter nbconvert --clear-output --inplace` leaves the widgets of a notebook in it. The outputs are gone, and with them every
# view; the whole state of all widgets stays in the notebook's metadata, where no cell shows it: the file stays large, and whoever gets it
# can read what the widgets held. nbgrader 0.9.6 clears by the same preprocessor: `nbgrader generate_assignment` removes the solution
# from a teacher's notebook, and hands the widgets of the teacher's run to the learners, solution included.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nbconvert==7.17.2 nbclient==0.11.0 nbgrader==0.9.6 ipykernel==7.4.0 ipywidgets==8.1.9
cat >make.py <<'PY'
from pathlib import Path

import nbformat
from nbclient import NotebookClient

SOLUTION = """### BEGIN SOLUTION
answer = "Paris"
### END SOLUTION
from ipywidgets import Text
Text(answer)"""
graded = {"grade": False, "grade_id": "capital", "locked": False, "schema_version": 3, "solution": True, "task": False}
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SOLUTION, metadata={"nbgrader": graded})])
NotebookClient(notebook, kernel_name="python3").execute()
Path("source/march").mkdir(parents=True)
nbformat.write(notebook, "source/march/one.ipynb")
nbformat.write(notebook, "cleared.ipynb")
PY
cat >look.py <<'PY'
import sys

import nbformat

name, path = sys.argv[1:]
notebook = nbformat.read(path, as_version=4)
(cell,) = [cell for cell in notebook.cells if "ipywidgets" in cell.source]
widgets = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
held = [widget["state"]["value"] for widget in widgets.values() if "value" in widget["state"]]
print(f"{name}: 'Paris' in the cell: {'Paris' in cell.source}; outputs: {len(cell.outputs)}; widgets: {len(widgets)}, with {held}")
PY
export JUPYTER_CONFIG_DIR="$folder/config" PATH="$folder/env/bin:$PATH"
{
  python make.py 2>>messages
  echo "nbconvert $(jupyter nbconvert --version), $(nbgrader --version 2>>messages | tail -n 1)"
  python look.py run source/march/one.ipynb
  jupyter nbconvert --clear-output --inplace cleared.ipynb 2>>messages
  python look.py "nbconvert --clear-output" cleared.ipynb
  nbgrader generate_assignment march --create >>messages 2>&1
  python look.py "nbgrader generate_assignment" release/march/one.ipynb
} | tee said
test "$(cat said)" = "nbconvert 7.17.2, nbgrader version 0.9.6
run: 'Paris' in the cell: True; outputs: 1; widgets: 3, with ['Paris']
nbconvert --clear-output: 'Paris' in the cell: True; outputs: 0; widgets: 3, with ['Paris']
nbgrader generate_assignment: 'Paris' in the cell: False; outputs: 0; widgets: 3, with ['Paris']"
# seen on 2026-11-30:
#   nbconvert 7.17.2, nbgrader version 0.9.6
#   run: 'Paris' in the cell: True; outputs: 1; widgets: 3, with ['Paris']
#   nbconvert --clear-output: 'Paris' in the cell: True; outputs: 0; widgets: 3, with ['Paris']
#   nbgrader generate_assignment: 'Paris' in the cell: False; outputs: 0; widgets: 3, with ['Paris']
