// Bundles the front end into the Python package. The bundles load nothing from elsewhere:
// - board.js, the module for notebooks, and loader.js, which loads it once for all boards of a notebook;
// - page.js, the script for pages; it also runs on a page that is opened from a folder;
// - recorded.js, kept.js, snapshot.js and myst.js, which show recordings where no kernel runs;
// - table.js and table.css, the page of a table, which loads board.js; lobby.js and lobby.css, the page of all tables;
// - learner.js and learner.css, the page of a learner of a class; wall.js and wall.css, the teacher's;
// - preview.js, which shows the first state of a board on the page that runs Python, before it runs;
// - draw.js, with which Python draws pictures; and board.css.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { minifySync as shortened } from "@swc/core";
import { build } from "esbuild";
import { minifySync } from "rolldown/utils";
import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, "../hexwidget/widget/static");
await mkdir(out, { recursive: true });
/** The digest of the sources that hatch_build.py compares, so that no package is made with a front end of older sources. */
function digest() {
  const root = resolve(here, "..");
  const within = (folder) => readdirSync(resolve(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);
  const names = [
    ...within("js/src").filter((name) => statSync(resolve(root, name)).isFile()),
    ...within("hexwidget/scene").filter((name) => name.endsWith(".json")),
    ...["build.mjs", "package-lock.json", "tsconfig.json"].map((name) => `js/${name}`),
  ];
  const sums = createHash("sha256");
  for (const name of names.map((name) => name.replaceAll("\\", "/")).sort())
    sums
      .update(`${name}\0`)
      .update(readFileSync(resolve(root, name)))
      .update("\0");
  return sums.digest("hex");
}
// Taken before anything is read, and written when all is done: a source that is edited meanwhile makes the build stale.
const sources = digest();
const digested = resolve(here, "built.sha256");
rmSync(digested, { force: true });
/** Rooms of the kernel's boards alone. */
const KERNELS = /(^|\/)(editor|editing|clipboard|pictures)(\.ts)?$/;
/** Nobody edits, copies or saves on a page: it has no kernel. */
const noKernel = {
  name: "no kernel",
  setup: ({ onResolve }) =>
    onResolve({ filter: KERNELS }, () => ({ path: resolve(here, "src/chrome/editing/no-kernel.ts") })),
};
/**
 * The palettes as one pattern with the names, and for each theme its colours in one text: that makes 680 bytes less of the
 * zipped bundle. All themes have the same names in the same order.
 */
const palettes = {
  name: "palettes",
  setup: ({ onLoad }) =>
    onLoad({ filter: /palette\.json$/ }, ({ path }) => {
      const themes = Object.entries(JSON.parse(readFileSync(path, "utf8"))).map(([theme, all]) => {
        const isNoColour = ([, value]) => ["boolean", "number"].includes(typeof value);
        const others = Object.entries(all).filter(isNoColour);
        const text = JSON.stringify(Object.fromEntries(Object.entries(all).filter((entry) => !isNoColour(entry))));
        return { theme, others, text };
      });
      const contents = `const pattern = ${JSON.stringify(themes[0].text.replace(/#\w{6}/g, "#"))};
        const filled = (colours, others, at = 0) =>
          ({ ...others, ...JSON.parse(pattern.replace(/#/g, () => "#" + colours.slice(at, at += 6))) });
        export default {
          ${themes
            .map(
              ({ theme, others, text }) =>
                `"${theme}": filled("${text
                  .match(/#\w{6}/g)
                  .join("")
                  .replaceAll("#", "")}", ${JSON.stringify(Object.fromEntries(others))}),`,
            )
            .join("")}
        };`;
      return { contents, loader: "js" };
    }),
};
/**
 * The folders, each with its modules beside one another: gzip looks back 32 kB only, and makes 2 % less of them so. Of many
 * orders that were tried this one is the smallest. A folder that is not listed comes where it is needed.
 */
const folders = [
  ...["draw/pieces", "geometry", "draw/mat", "draw/land", "draw/marks", "draw", "geometry/mat", "draw/pens", "paint"],
  ...["map", "editing", "speech", "panel", "bar", "head"].map((room) => `chrome/${room}`),
  ...["draw/land/stamps", "chrome/elements", "input", "state", "kernel"],
];
const modules = folders.flatMap((folder) =>
  readdirSync(resolve(here, "src", folder))
    .filter((name) => name.endsWith(".ts") && !KERNELS.test(name))
    .sort()
    .reverse()
    .map((name) => `import "./src/${folder}/${name}";`),
);
/** The files of a folder, each with its text. */
const texts = (folder, names) =>
  readdirSync(resolve(here, folder), { recursive: true })
    .filter((name) => names.test(name))
    .map((name) => [name, readFileSync(resolve(here, folder, name), "utf8")]);
/** Other bundles use the maps of this one, and hand a recording to it. */
const SHARED = /^(geometry|kernel\/(without-kernel|exercise-model|recording-model))|^pages\/[\w-]+\.ts$/;
/** The names below a node of the syntax: those of members of classes that are not shared, and those of anything else. */
function sortNames(node, shared, members, others) {
  const isPrivate = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private;
  const isMember = ts.isClassElement(node) || ts.isParameterPropertyDeclaration(node, node.parent);
  if (isMember && (isPrivate || !shared)) members.add(node.name?.text);
  else if (isMember || ts.isTypeElement(node) || ts.isObjectLiteralElement(node)) others.add(node.name?.text);
  if (ts.isStringLiteralLike(node)) others.add(node.text);
  ts.forEachChild(node, (child) => sortNames(child, shared, members, others));
}
/**
 * The names that only members of our classes have: no other object, no text, nothing of the browser, of the kernel, or of
 * another bundle. They get short names, which makes 790 bytes less of the zipped bundle.
 */
function memberNames() {
  const members = new Set();
  const others = new Set([undefined]);
  for (const [file, text] of texts("src", /\.ts$/))
    sortNames(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), SHARED.test(file), members, others);
  const library = texts("node_modules/typescript/lib", /^lib\.(dom|es).*\.d\.ts$/);
  for (const [, text] of [...library, ...texts("../hexwidget/scene", /\.json$/)])
    for (const word of text.match(/[a-zA-Z]\w*/g)) others.add(word);
  return [...members].filter((name) => !others.has(name) && name.length > 2);
}
/** A bundle with its modules in that order, and its entry last. */
const ordered = (name, entry) => ({
  stdin: { contents: [...modules, entry].join("\n"), resolveDir: here },
  outfile: resolve(out, name),
  mangleProps: new RegExp(`^(${memberNames().join("|")})$`),
});
const bundles = [
  { ...ordered("board.js", 'export { default, mapOf } from "./src/board/widget";'), format: "esm", target: "es2022" },
  { entryPoints: { loader: resolve(here, "src/pages/loader.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { recorded: resolve(here, "src/pages/recorded.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { kept: resolve(here, "src/pages/exported-notebook.ts") }, format: "iife", target: "es2022" },
  { entryPoints: { snapshot: resolve(here, "src/pages/snapshot.ts") }, format: "iife", target: "es2022" },
  { entryPoints: { myst: resolve(here, "src/pages/myst.ts") }, format: "esm", target: "es2022" },
  { ...ordered("page.js", 'import "./src/pages/page";'), format: "iife", target: "es2022", plugins: [noKernel] },
  { entryPoints: { table: resolve(here, "src/pages/table/entry.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { lobby: resolve(here, "src/pages/table/lobby.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { learner: resolve(here, "src/pages/classroom/learner.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { wall: resolve(here, "src/pages/classroom/wall.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { mine: resolve(here, "src/pages/table/my-tables.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { preview: resolve(here, "src/pages/preview.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { draw: resolve(here, "src/pages/pictures.ts") }, format: "iife", target: "es2020" },
  { entryPoints: { board: resolve(here, "src/style/board.css") } },
  { entryPoints: { table: resolve(here, "src/pages/table/table.css") } },
  { entryPoints: { lobby: resolve(here, "src/pages/table/lobby.css") } },
  { entryPoints: { learner: resolve(here, "src/pages/classroom/learner.css") } },
  { entryPoints: { wall: resolve(here, "src/pages/classroom/wall.css") } },
];
/** The script, smaller: swc and then rolldown make 5 % less of the zipped bundle than esbuild, and 2 % less than rolldown alone. */
function minified(file, script, { format, target }) {
  const module = format === "esm";
  const ecma = Number(target.slice(2));
  // rolldown joins variables and statements, and makes less of them than swc does.
  const compress = { ecma, passes: 3, collapse_vars: false, sequences: false };
  const short = shortened(script, { module, ecma, compress, mangle: { toplevel: true } }).code;
  const { code, errors } = minifySync(file, short, { module, compress: { target }, mangle: false });
  if (errors.length > 0) throw new Error(`${file} cannot be minified: ${errors[0].message}`);
  return code;
}
for (const bundle of bundles) {
  const { outputFiles } = await build({
    ...bundle,
    plugins: [palettes, ...(bundle.plugins ?? [])],
    outdir: bundle.outfile ? undefined : out,
    bundle: true,
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    write: false,
  });
  for (const { path, text } of outputFiles)
    await writeFile(path, path.endsWith(".js") ? minified(basename(path), text, bundle) : text);
}
await writeFile(digested, `${sources}\n`);
