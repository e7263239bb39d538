#!/bin/sh
# JupyterHub 6.1.1: beside `base_url`, both the host and the port of `bind_url` are dropped. A hub that was bound to one address of this machine, on
# a port of its own, listens on port 8000 of all addresses. A warning asks for only one of the settings, and does not say that the
# other is lost.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check jupyterhub==6.1.1
cat >try.py <<'PY'
import jupyterhub
from jupyterhub.app import JupyterHub
from traitlets.config import Config

print("JupyterHub", jupyterhub.__version__)
for given in (
    {"bind_url": "http://127.0.0.1:9999/"},
    {"bind_url": "http://127.0.0.1:9999/", "base_url": "/games/"},
    {"bind_url": "http://127.0.0.1:9999/games/"},
):
    print(given, "->", JupyterHub(config=Config(JupyterHub=given)).bind_url)
PY
env/bin/python try.py 2>warned | tee said
grep -o 'Both bind_url.*' warned
test "$(sed 's/.*-> //' said)" = "JupyterHub 6.1.1
http://127.0.0.1:9999/
http://:8000/games/
http://127.0.0.1:9999/games/"
# seen on 2026-11-29:
#   JupyterHub 6.1.1
#   {'bind_url': 'http://127.0.0.1:9999/'} -> http://127.0.0.1:9999/
#   {'bind_url': 'http://127.0.0.1:9999/', 'base_url': '/games/'} -> http://:8000/games/
#   {'bind_url': 'http://127.0.0.1:9999/games/'} -> http://127.0.0.1:9999/games/
#   Both bind_url and ip/port/base_url have been configured.  please use just one or the other.
