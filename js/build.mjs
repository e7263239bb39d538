// Bundles the front end into the Python package. The bundles load nothing from elsewhere:
// - board.js, the module for notebooks, and loader.js, which loads it once for all boards of a notebook;
// - page.js, the script for pages; it also runs on a page that is opened from a folder;
// - recorded.js, kept.js and snapshot.js, which show recordings where no kernel runs;
// - draw.js, with which Python draws pictures; and board.css.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { minifySync } from "rolldown/utils";

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
const KERNELS = /(^|\/)(editor|clipboard|pictures)(\.ts)?$/;
/** Nobody edits, copies or saves on a page: it has no kernel. */
const noKernel = {
  name: "no kernel",
  setup: ({ onResolve }) => onResolve({ filter: KERNELS }, () => ({ path: resolve(here, "src/chrome/no-kernel.ts") })),
};
/** The palettes with their names once, not once a theme: that makes 350 bytes less of the zipped bundle. */
const palettes = {
  name: "palettes",
  setup: ({ onLoad }) =>
    onLoad({ filter: /palette\.json$/ }, ({ path }) => {
      const themes = JSON.parse(readFileSync(path, "utf8"));
      const names = Object.keys(themes.light);
      const rows = Object.entries(themes).map(([theme, all]) => [theme, ...names.map((name) => all[name])]);
      const contents = `const names = ${JSON.stringify(names)};
        const named = (all) => Object.fromEntries(names.map((name, k) => [name, all[k]]));
        export default Object.fromEntries(${JSON.stringify(rows)}.map(([theme, ...all]) => [theme, named(all)]));`;
      return { contents, loader: "js" };
    }),
};
/** Rooms whose modules come first, each beside its like: gzip looks back 32 kB only, and makes 2 % less of them so. */
const rooms = ["geometry", "draw", "paint", "input", "chrome", "kernel", "a11y", "state"];
const modules = rooms.flatMap((room) =>
  readdirSync(resolve(here, "src", room), { recursive: true })
    .filter((name) => name.endsWith(".ts") && !KERNELS.test(name))
    .sort()
    .map((name) => `import "./src/${room}/${name}";`),
);
/** The words of files and of what they quote. */
const wordsOf = (texts, word = /[a-zA-Z]\w*/g) => new Set(texts.flatMap((text) => text.match(word) ?? []));
const texts = (folder, names) =>
  readdirSync(resolve(here, folder), { recursive: true })
    .filter((name) => names.test(name))
    .map((name) => readFileSync(resolve(here, folder, name), "utf8"));
/**
 * The private names of classes that mean nothing elsewhere: not to the browser, to the kernel, or as a text. They get short
 * names, which makes 390 bytes less of the zipped bundle.
 */
function privateNames() {
  const sources = texts("src", /\.ts$/);
  const declared = /(?<=\bprivate (?:(?:readonly|static|async|get|set) )*)[a-zA-Z]\w{2,}/g;
  const modifiers = ["readonly", "static", "async", "get", "set"];
  const elsewhere = wordsOf([
    ...texts("node_modules/typescript/lib", /^lib\.(dom|es).*\.d\.ts$/),
    ...texts("src/kernel", /^types\.gen\.ts$/),
    ...texts("../hexwidget/scene", /\.json$/),
    ...wordsOf(sources, /["'`][a-zA-Z]\w*["'`]|\bdataset\.\w+/g),
    ...modifiers,
  ]);
  return [...wordsOf(sources, declared)].filter((name) => !elsewhere.has(name));
}
/** A bundle with its modules in that order, and its entry last. */
const ordered = (name, entry) => ({
  stdin: { contents: [...modules, entry].join("\n"), resolveDir: here },
  outfile: resolve(out, name),
  mangleProps: new RegExp(`^(${privateNames().join("|")})$`),
});
const bundles = [
  { ...ordered("board.js", 'export { default, mapOf } from "./src/widget";'), format: "esm", target: "es2022" },
  { entryPoints: { loader: resolve(here, "src/loader.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { recorded: resolve(here, "src/recorded.ts") }, format: "esm", target: "es2022" },
  { entryPoints: { kept: resolve(here, "src/kept.ts") }, format: "iife", target: "es2022" },
  { entryPoints: { snapshot: resolve(here, "src/snapshot.ts") }, format: "iife", target: "es2022" },
  { ...ordered("page.js", 'import "./src/page";'), format: "iife", target: "es2022", plugins: [noKernel] },
  { entryPoints: { draw: resolve(here, "src/pictures.ts") }, format: "iife", target: "es2020" },
  { entryPoints: { board: resolve(here, "src/style/board.css") } },
];
/** The script, smaller: rolldown makes 3 % less of the zipped bundle than esbuild. */
function minified(file, script, { format, target }) {
  const { code, errors } = minifySync(file, script, {
    module: format === "esm",
    compress: { target },
    mangle: { toplevel: true },
  });
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
