#!/bin/sh
# ipywidgets 8.1.9: after `jslink` of two widgets, of which one is closed, no page can be made of any other widget, however unrelated:
# `embed_minimal_html` and `dependency_state` end with an AttributeError that names neither the link nor the widget. A link is entered in a list
# of all links when it is made, and leaves it when it is unlinked or closed itself. Embedding asks each one in the list for its two ends, and what
# a closed widget had of a connection is None. Without the closing, or after `link.unlink()`, the page is made.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check ipywidgets==8.1.9
cat >try.py <<'PY'
from importlib.metadata import version

from ipywidgets import IntSlider, Label, jslink
from ipywidgets.embed import dependency_state, embed_minimal_html


def embed(when):
    for name, make in (
        ("embed_minimal_html", lambda: embed_minimal_html("page.html", views=[other])),
        ("dependency_state", lambda: dependency_state([other])),
    ):
        try:
            make()
            print(f"{when}: {name}: made")
        except AttributeError as error:
            print(f"{when}: {name}: {error!r}")


print("ipywidgets", version("ipywidgets"))
first, second, other = IntSlider(), IntSlider(), Label("a label")
link = jslink((first, "value"), (second, "value"))
embed("linked")
first.close()
embed("closed")
link.unlink()
embed("unlinked")
PY
env/bin/python try.py | tee said
test "$(cat said)" = "ipywidgets 8.1.9
linked: embed_minimal_html: made
linked: dependency_state: made
closed: embed_minimal_html: AttributeError(\"'NoneType' object has no attribute 'comm_id'\")
closed: dependency_state: AttributeError(\"'NoneType' object has no attribute 'comm_id'\")
unlinked: embed_minimal_html: made
unlinked: dependency_state: made"
# seen on 2026-11-30:
#   ipywidgets 8.1.9
#   linked: embed_minimal_html: made
#   linked: dependency_state: made
#   closed: embed_minimal_html: AttributeError("'NoneType' object has no attribute 'comm_id'")
#   closed: dependency_state: AttributeError("'NoneType' object has no attribute 'comm_id'")
#   unlinked: embed_minimal_html: made
#   unlinked: dependency_state: made
