// Prints as JSON what Python does on `play.html`:
// - paths: the files that it opens until a board stands and a first action is played.
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

def to_page(kind, comm, text):
    pass

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

json.dumps({"paths": paths})
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
const { paths } = JSON.parse(python.runPython(PLAY));
const ours = paths.filter((path) => path.startsWith(`${FOLDER}/`)).map((path) => path.slice(FOLDER.length + 1));
console.log(JSON.stringify({ paths: ours }));
