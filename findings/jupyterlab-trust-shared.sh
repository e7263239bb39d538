#!/bin/sh
# JupyterLab 4.6.6 with jupyter-collaboration 5.0.4: two people look at one notebook. The first one runs a cell, and the second one chooses
# *Trust Notebook*. The page of the first one then has other outputs in another order: of two outputs, the second one twice. The document
# is right, and so is a page that is loaded anew. A page that is told that an output was replaced removes it, and appends the new one.
# It needs a Chromium: on the path, or named by CHROMIUM.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check jupyterlab==4.6.6 jupyter-collaboration==5.0.4 ipykernel==7.4.0 playwright==1.65.2
cat >try.py <<'PY'
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
address = f"http://127.0.0.1:{port}"
own = {name: os.path.abspath(name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
options = f"--no-browser --allow-root --ip=127.0.0.1 --port={port} --IdentityProvider.token= --LabApp.expose_app_in_browser=True"
lab = subprocess.Popen(
    [sys.executable, "-m", "jupyterlab", *options.split()], env={**os.environ, **own}, stderr=subprocess.DEVNULL
)
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
READY = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
OUTPUTS = "() => [...document.querySelectorAll('.jp-OutputArea-output')].map(e => e.innerText.trim())"


def notebook(*texts):
    """A notebook with a cell of so many outputs."""
    code = f"from IPython.display import HTML, display\nfor text in {texts}: display(HTML(text))"
    cell = {"cell_type": "code", "id": "one", "execution_count": None, "metadata": {}, "outputs": [], "source": code}
    return {"cells": [cell], "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 5}


def opened(browser, name):
    page = browser.new_context().new_page()
    page.goto(f"{address}/doc/tree/{name}")
    page.wait_for_function(READY, timeout=120_000)
    return page


try:
    for _ in range(300):
        try:
            urllib.request.urlopen(address + "/api")
            break
        except OSError:
            time.sleep(0.2)
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for texts in (("one", "two"), ("one", "two", "three")):
            name = f"{len(texts)}.ipynb"
            with open(name, "w") as file:
                json.dump(notebook(*texts), file)
            first, second = opened(browser, name), opened(browser, name)
            first.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
            for page in (first, second):
                page.wait_for_function(f"({OUTPUTS})().length === {len(texts)}")
            print("before:", *first.evaluate(OUTPUTS), "|", *second.evaluate(OUTPUTS))
            second.evaluate("() => void jupyterapp.commands.execute('notebook:trust')")
            second.get_by_role("button", name="Trust").click()
            second.wait_for_timeout(3000)
            print("trusted:", *first.evaluate(OUTPUTS), "|", *second.evaluate(OUTPUTS))
            first.reload()
            first.wait_for_function(READY, timeout=120_000)
            first.wait_for_function(f"({OUTPUTS})().length === {len(texts)}")
            print("loaded anew:", *first.evaluate(OUTPUTS))
        browser.close()
finally:
    lab.terminate()
    lab.wait()
PY
env/bin/python try.py | tee said
test "$(cat said)" = "before: one two | one two
trusted: two two | one two
loaded anew: one two
before: one two three | one two three
trusted: two one three | one two three
loaded anew: one two three"
# seen on 2026-11-30:
#   before: one two | one two
#   trusted: two two | one two
#   loaded anew: one two
#   before: one two three | one two three
#   trusted: two one three | one two three
#   loaded anew: one two three
