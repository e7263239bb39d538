#!/bin/sh
# nbclient 0.11.0: bytes that a widget once had stay in the saved notebook, and come back when it is opened. nbclient keeps the bytes of each widget
# by their place in its state, and adds those of each later message; it never removes one. A trait that was bytes and is a text now is saved
# with both, and whoever opens the notebook puts the bytes in place of the text. A list that has become shorter is saved with bytes for items that
# it does not have any more. The kernel sends whole values, so the right state is known: `embed_data` in the kernel has it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nbclient==0.11.0 ipykernel==7.4.0 ipywidgets==8.1.9
cat >try.py <<'PY'
from base64 import b64decode
from importlib.metadata import version

import nbformat
from nbclient import NotebookClient

MAKE = """import traitlets
from ipywidgets import DOMWidget
from ipywidgets.embed import embed_data

class Album(DOMWidget):
    cover = traitlets.Any().tag(sync=True)
    pictures = traitlets.List().tag(sync=True)

album = Album(cover=b"first", pictures=[b"one", b"two", b"three"])
album"""
CHANGE = """album.cover = "no cover"
album.pictures = [b"four"]
album.get_state(["cover", "pictures"])"""
KERNEL = """saved = embed_data([album])["manager_state"]["state"][album.model_id]
[buffer["path"] for buffer in saved["buffers"]]"""

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in (MAKE, CHANGE, KERNEL)])
NotebookClient(notebook, kernel_name="python3").execute()
print("nbclient", version("nbclient"))
for name, cell in zip(("in the kernel:", "bytes by embed_data:"), notebook.cells[1:]):
    print(name, cell.outputs[0].data["text/plain"])
widgets = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].values()
(album,) = [widget for widget in widgets if "pictures" in widget["state"]]
print("saved:", {name: album["state"][name] for name in ("cover", "pictures")})
for buffer in album["buffers"]:
    print("saved bytes:", buffer["path"], b64decode(buffer["data"]))
PY
env/bin/python try.py 2>messages | tee said
test "$(cat said)" = "nbclient 0.11.0
in the kernel: {'cover': 'no cover', 'pictures': [b'four']}
bytes by embed_data: [['pictures', 0]]
saved: {'cover': 'no cover', 'pictures': [None]}
saved bytes: ['cover'] b'first'
saved bytes: ['pictures', 0] b'four'
saved bytes: ['pictures', 1] b'two'
saved bytes: ['pictures', 2] b'three'"
# seen on 2026-11-30:
#   nbclient 0.11.0
#   in the kernel: {'cover': 'no cover', 'pictures': [b'four']}
#   bytes by embed_data: [['pictures', 0]]
#   saved: {'cover': 'no cover', 'pictures': [None]}
#   saved bytes: ['cover'] b'first'
#   saved bytes: ['pictures', 0] b'four'
#   saved bytes: ['pictures', 1] b'two'
#   saved bytes: ['pictures', 2] b'three'
