// Bundles the board into the Python package: an ES module for notebooks; a plain script for pages, which also runs on a page
// that is opened from a folder; the loader, which loads the module once for all boards of a notebook; what Python draws pictures with; and the stylesheet.
// The bundles load nothing from elsewhere.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, "../hexwidget/widget/static");
await mkdir(out, { recursive: true });
/** Nobody edits on a page: it has no kernel. */
const noEditor = {
  name: "no editor",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/editor$/ }, () => ({ path: resolve(here, "src/chrome/no-editor.ts") })),
};
const bundles = [
  { entryPoints: { board: resolve(here, "src/widget.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { loader: resolve(here, "src/loader.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { page: resolve(here, "src/page.ts") }, format: "iife", target: "es2022", plugins: [noEditor] },
  { entryPoints: { draw: resolve(here, "src/pictures.ts") }, format: "iife", target: "es2020" },
  { entryPoints: { board: resolve(here, "src/style/board.css") } },
];
for (const bundle of bundles)
  await build({ ...bundle, outdir: out, bundle: true, minify: true, legalComments: "none", logLevel: "warning" });
