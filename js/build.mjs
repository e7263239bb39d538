// Bundles the board into the Python package, nothing loaded from anywhere else: an ES module for notebooks, the same as a
// plain script with a model of its own for pages (it also runs on one that was opened from a folder), what loads the
// module once for all boards of a notebook, and the stylesheet.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, "../hexwidget/widget/static");
await mkdir(out, { recursive: true });
const bundles = [
  { entryPoints: { board: resolve(here, "src/widget.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { loader: resolve(here, "src/loader.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { page: resolve(here, "src/page.ts") }, format: "iife", target: "es2022" },
  { entryPoints: { board: resolve(here, "src/style/board.css") } },
];
for (const bundle of bundles)
  await build({ ...bundle, outdir: out, bundle: true, minify: true, legalComments: "none", logLevel: "warning" });
