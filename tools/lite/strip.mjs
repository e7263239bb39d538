// Makes the bytecode of `play.html` smaller: without docstrings, and with the line of its beginning for each function. Nobody reads
// documentation there, and there are no sources for a traceback to quote. The sources in classes.bin are compiled.
//
//     node strip.mjs PYODIDE TAR
//
// TAR holds the files, and is written anew.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const STRIP = `
import dis, io, json, marshal, tarfile, types
from itertools import pairwise

HEADER = 16  # bytes of a .pyc before its code
HAS_DOCSTRING = 0x4000000
AT_ONCE = 8  # instructions of an entry of the table of lines

def lines(code):
    # Entries of "no columns, the same line" (PEP 626's table, Objects/locations.md)
    units = len(code.co_code) // 2
    whole, rest = divmod(units, AT_ONCE)
    return bytes([0x80 | 13 << 3 | AT_ONCE - 1, 0]) * whole + (bytes([0x80 | 13 << 3 | rest - 1, 0]) if rest else b"")

def stripped(code):
    consts = [stripped(each) if isinstance(each, types.CodeType) else each for each in code.co_consts]
    flags = code.co_flags
    if flags & HAS_DOCSTRING:
        consts[0] = ""
    elif "__doc__" in code.co_names:  # of a class or module. An empty one would make dataclasses write one.
        for load, store in pairwise(dis.get_instructions(code)):
            if store.opname == "STORE_NAME" and store.argval == "__doc__" and load.opname == "LOAD_CONST":
                consts[load.arg] = "."
    return code.replace(co_consts=tuple(consts), co_linetable=lines(code))

def strip(name):
    with tarfile.open(name) as old:
        files = [(entry, old.extractfile(entry).read()) for entry in old.getmembers()]
    with tarfile.open(name, "w", format=tarfile.USTAR_FORMAT) as new:
        for entry, data in files:
            if entry.name.endswith(".pyc"):
                data = data[:HEADER] + marshal.dumps(stripped(marshal.loads(data[HEADER:])))
            elif entry.name == "classes.bin":
                sources = json.loads(data)
                compiled = {name: compile(text, "<string>", "exec", dont_inherit=True) for name, text in sources.items()}
                data = marshal.dumps({name: stripped(code) for name, code in compiled.items()})
            entry.size = len(data)
            new.addfile(entry, io.BytesIO(data))
`;

const [, , pyodide, tar] = process.argv;
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.runPython(STRIP);
python.FS.writeFile("/files.tar", readFileSync(tar));
python.globals.get("strip")("/files.tar");
writeFileSync(tar, python.FS.readFile("/files.tar"));
