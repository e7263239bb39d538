// Prints as JSON what Python does on `play.html`:
// - paths: the files that it opens until a board stands and a first action is played;
// - classes: the sources that it runs for the dataclasses among them, by their digests;
// - taught: the further files that it opens for the first actions of each first game.
//
//     node trace.mjs PYODIDE TAR
//
// TAR holds all files of the page: the standard library and the packages.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FOLDER, unpack } from "./unpack.js";

const PLAY = `
import gc, itertools, json, re, sys
numbers = itertools.count()
opened = set()
sources = []

def hear(event, args):
    if event == "open":
        opened.add(str(args[0]))
    elif event == "compile" and args[1] == "<string>":
        sources.append(args[0].decode())

sys.addaudithook(hear)

revision = 1

def to_page(kind, comm, text):
    global revision
    revision = int(([*re.findall(r'"revision": ?(\\d+)', text)] or [revision])[-1])

import play_page

def ask(intent, **args):
    play_page.receive(json.dumps({"id": f"{intent} {next(numbers)}", "revision": revision, "intent": intent, "args": args}))

play_page.find("depletion/first-steps", "")
play_page.start("")
ask("hello")
ask("hover", space="0203")
ask("choose", draft={"army": "0203"})
ask("explain", draft={"army": "0203"}, space="0909", clicked=True)
ask("read_clause", clause="D2.1")
game = play_page.board.session
game.play(next(iter(game.position.legal_actions())))
ask("undo")
ask("redo")

def paths():
    loaded = [getattr(module.__spec__, "origin", None) for module in list(sys.modules.values()) if getattr(module, "__spec__", None)]
    return {path for path in [*loaded, *opened] if path}

first = paths()
classes = {play_page.digest(source): source for source in sources}
from hexwidget.systems.registry import system_names

for system in system_names():
    play_page.find(f"learn/{system}", "")
    play_page.start("")
    ask("hello")
    for button in ("read", "hint", "why", "show", "show", "undo", "again", "show", "show", "show", "on"):
        ask("choose", draft={f"tutor {button}": True})

json.dumps([sorted(first), sorted(paths() - first), classes])
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
const [paths, taught, classes] = JSON.parse(python.runPython(PLAY));
const ours = (paths) => paths.filter((path) => path.startsWith(`${FOLDER}/`)).map((path) => path.slice(FOLDER.length + 1));
console.log(JSON.stringify({ paths: ours(paths), taught: ours(taught), classes }));
