// Replaces the sources in archives (wheels, the standard library) by bytecode of the Python that will run them, so that no
// browser compiles them:
//
//     node bytecode.mjs PYODIDE ARCHIVE...
//
// PYODIDE is the folder of the npm package "pyodide". Files that do not compile, such as templates, stay as they are.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import importlib._bootstrap_external, sys, warnings, zipfile

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
warnings.simplefilter("ignore")


def compiled(source, place):
    # "Unchecked": Python compares the bytecode with no source.
    code = compile(source, place, "exec", dont_inherit=True)
    return bytes(importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False))


def rewrite(name):
    home = f"/lib/{PYTHON}/site-packages" if name.endswith(".whl") else f"/lib/{PYTHON.replace('.', '')}.zip"
    with zipfile.ZipFile("/old") as old, zipfile.ZipFile("/new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for entry in old.infolist():
            data, path = old.read(entry), entry.filename
            if path.endswith(".py"):
                try:
                    data, path = compiled(data, f"{home}/{path}"), path + "c"
                except SyntaxError:
                    pass
            # All archives of one build are the same bytes, as the lock file names their hashes.
            new.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, 9)
`;

const [, , pyodide, ...archives] = process.argv;
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.runPython(COMPILE);
const rewrite = python.globals.get("rewrite");
for (const archive of archives) {
  python.FS.writeFile("/old", readFileSync(archive));
  rewrite(basename(archive));
  writeFileSync(archive, python.FS.readFile("/new"));
}
