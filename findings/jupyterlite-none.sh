#!/bin/sh
# JupyterLite's kernel of Pyodide (@jupyterlite/pyodide-kernel 0.8.6, Pyodide 314.0.7): a widget's trait that is set to None tells its page nothing, and
# a value that the page clears is not None in Python. On the way down None becomes `undefined`, and a message as JSON leaves such a value out: the page
# keeps the old one. On the way up null becomes Pyodide's `jsnull`, which is false, and is not None, so that a trait with `allow_none` refuses
# it. In other kernels None is null both ways. The conversions are Pyodide's; the kernel uses them as they are. Here its own two functions
# for messages of widgets are called, without the page around them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit --prefix . @jupyterlite/pyodide-kernel@0.8.6 pyodide@314.0.7 esbuild@0.28.2 >/dev/null
cat >try.mjs <<'JS'
import { readFileSync } from "node:fs";
import { PyodideRemoteKernel } from "@jupyterlite/pyodide-kernel/lib/worker.js";
import { loadPyodide } from "pyodide";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;
const pyodide = await loadPyodide();
const python = pyodide.runPython(`
from types import SimpleNamespace

def comm_msg(stream, ident, content):
    value = content["data"]["state"]["value"]
    print("up, in Python:", repr(value), "| is None:", value is None, "| true:", bool(value))

update = {"data": {"method": "update", "state": {"value": None, "min": 1}}}
kernel = SimpleNamespace(_parent_header={"header": {}}, comm_manager=SimpleNamespace(comm_msg=comm_msg))
kernel
`);
const kernel = Object.create(PyodideRemoteKernel.prototype);
Object.assign(kernel, { _pyodide: pyodide, _kernel: python, _sendWorkerMessage: (message) => console.log("down, in the page:", JSON.stringify(message.content)) });
console.log("pyodide-kernel", versionOf("@jupyterlite/pyodide-kernel"), "Pyodide", pyodide.version);
console.log("down, in Python:", String(pyodide.globals.get("update")));
await kernel.sendComm("comm_msg", pyodide.globals.get("update"), null, null, null);
const changed = { data: { method: "update", state: { value: null } } };
console.log("up, in the page:", JSON.stringify(changed));
await kernel.commMsg(changed, { header: {} });
JS
node_modules/.bin/esbuild try.mjs --bundle --platform=node --format=esm --external:pyodide --outfile=bundle.mjs --log-level=warning
node bundle.mjs | tee said
test "$(cat said)" = "pyodide-kernel 0.8.6 Pyodide 314.0.7
down, in Python: {'data': {'method': 'update', 'state': {'value': None, 'min': 1}}}
down, in the page: {\"data\":{\"method\":\"update\",\"state\":{\"min\":1}}}
up, in the page: {\"data\":{\"method\":\"update\",\"state\":{\"value\":null}}}
up, in Python: jsnull | is None: False | true: False"
# seen on 2026-11-30:
#   pyodide-kernel 0.8.6 Pyodide 314.0.7
#   down, in Python: {'data': {'method': 'update', 'state': {'value': None, 'min': 1}}}
#   down, in the page: {"data":{"method":"update","state":{"min":1}}}
#   up, in the page: {"data":{"method":"update","state":{"value":null}}}
#   up, in Python: jsnull | is None: False | true: False
