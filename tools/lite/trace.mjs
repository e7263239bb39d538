// Prints as JSON what Python does on `play.html`:
// - paths: the files that it opens until a board stands and a first action is played;
// - front_end: what it sends of the front end;
// - first: what it sends of the first board of each bundled scenario and first game, with the choices that travel ahead, and the
//   name by which a browser keeps it. Where chance decides before the first board, it is null: each visit draws anew.
//
//     node trace.mjs PYODIDE TAR
//
// TAR holds all files of the page: the standard library and the packages.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FOLDER, unpack } from "./unpack.js";

const PLAY = `
import gc, json, sys
opened = set()
sys.addaudithook(lambda event, args: opened.add(str(args[0])) if event == "open" else None)
sent = {}

def to_page(kind, comm, text):
    if kind.startswith("comm_") and "state" in (data := json.loads(text)):
        sent[comm] = sent.get(comm, {}) | data["state"]

import play_page

def ask(intent, **args):
    content = {"id": intent, "revision": 1, "intent": intent, "args": args}
    play_page.receive(json.dumps({"method": "custom", "content": content}))

play_page.find("depletion/first-steps", "")
play_page.start("")
ask("hello")
ask("hover", space="0203")
ask("choose", draft={"army": "0203"})
ask("explain", draft={"army": "0203"}, space="0909", clicked=True)
ask("read_clause", clause="D2.1")
board = play_page.board
board.play(next(iter(board.position.legal_actions())))
ask("undo")
ask("redo")
loaded = [getattr(module.__spec__, "origin", None) for module in list(sys.modules.values()) if getattr(module, "__spec__", None)]
paths = sorted({path for path in [*loaded, *opened] if path})

from hexwidget import scenarios
from hexwidget.systems.registry import system_names
from hexwidget.widget.ahead import finish_soon

front_end = next(state for state in sent.values() if "_parts" in state)

def first(name):
    sent.clear()
    kind, kept, _ = json.loads(play_page.find(name, ""))
    play_page.start("")
    finish_soon(60)
    state = next(state for state in sent.values() if "_scene" in state)
    by_chance = kind == "game" and state["_timeline"]["length"] > 0
    return {"kind": kind, "name": kept, "state": None if by_chance else state}

names = [*scenarios(), *(f"learn/{name}" for name in system_names())]
json.dumps({"paths": paths, "front_end": front_end, "first": {name: first(name) for name in names}})
`;

const [, , pyodide, tar] = process.argv;
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({
  stdLibURL: "/dev/null",
  env: { PYTHONPATH: FOLDER },
  fsInit: async (FS) => unpack(FS, readFileSync(tar)),
});
for (const [name, value] of Object.entries({ address: "https://a.example/", fetch() {}, unpack() {} }))
  python.globals.set(name, value);
const { paths, ...told } = JSON.parse(python.runPython(PLAY));
const ours = paths.filter((path) => path.startsWith(`${FOLDER}/`)).map((path) => path.slice(FOLDER.length + 1));
console.log(JSON.stringify({ paths: ours, ...told }));
