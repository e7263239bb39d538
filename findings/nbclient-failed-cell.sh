#!/bin/sh
# nbclient 0.11.0: if a cell fails, the state of the widgets of all cells before it is lost. The outputs are in the notebook, with the views of those
# widgets, so it looks complete when it is written in a `finally`, as nbclient's own page about errors does; opened again, each view is an
# error, "model not found". The state is put into the notebook only after the last cell. With `allow_errors` it is there. A notebook that was run
# before shows it the worst: the outputs are new, and the state is still that of the earlier run, whose widgets no output shows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nbclient==0.11.0 ipykernel==7.4.0 ipywidgets==8.1.9
cat >try.py <<'PY'
from importlib.metadata import version

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

STATE, VIEW = "application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json"


def run(name, notebook, **options):
    try:
        NotebookClient(notebook, kernel_name="python3", **options).execute()
    except CellExecutionError:
        pass
    saved = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    shown = [out.data[VIEW]["model_id"] for cell in notebook.cells for out in cell.outputs if VIEW in out.get("data", {})]
    print(f"{name}: {len(shown)} view, {sum(one in saved for one in shown)} of them with a state; models saved: {len(saved)}")


def cells(*texts):
    return [nbformat.v4.new_code_cell(text) for text in texts]


SLIDER = "from ipywidgets import IntSlider\nIntSlider(7)"
print("nbclient", version("nbclient"))
run("all cells pass", notebook := nbformat.v4.new_notebook(cells=cells(SLIDER, "1 + 1")))
notebook.cells[1].source = "1 / 0"
run("run again, the second fails", notebook)
run("the second fails", nbformat.v4.new_notebook(cells=cells(SLIDER, "1 / 0")))
run("the second fails, allow_errors", nbformat.v4.new_notebook(cells=cells(SLIDER, "1 / 0")), allow_errors=True)
PY
env/bin/python try.py 2>messages | tee said
test "$(cat said)" = "nbclient 0.11.0
all cells pass: 1 view, 1 of them with a state; models saved: 3
run again, the second fails: 1 view, 0 of them with a state; models saved: 3
the second fails: 1 view, 0 of them with a state; models saved: 0
the second fails, allow_errors: 1 view, 1 of them with a state; models saved: 3"
# seen on 2026-11-30:
#   nbclient 0.11.0
#   all cells pass: 1 view, 1 of them with a state; models saved: 3
#   run again, the second fails: 1 view, 0 of them with a state; models saved: 3
#   the second fails: 1 view, 0 of them with a state; models saved: 0
#   the second fails, allow_errors: 1 view, 1 of them with a state; models saved: 3
