// Bundles the board into the Python package: one ES module and one stylesheet, nothing loaded from anywhere else.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, "../hexwidget/widget/static");
await mkdir(out, { recursive: true });
await build({
  entryPoints: { board: resolve(here, "src/widget.ts") },
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
await build({
  entryPoints: { board: resolve(here, "src/board.css") },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
});
