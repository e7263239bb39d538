// Python in a worker. Its standard library and its packages come in packs, of which the first board needs one. `play_page.py` is
// the Python half.
import { FOLDER, unpack } from "./unpack.js";
import { XzReadableStream } from "./xz-decompress.js";

const place = (name) => new URL(`./static/pyodide/${name}`, import.meta.url).href;
const notLoaded = (name) => new Error(`A file of this page could not be loaded: ${name}`);

/** The two largest files. xz makes them a quarter smaller than gzip. */
const [FIRST, WASM] = ["play.tar", "pyodide.asm.wasm"];

/** The pack of the first board, as a tar. */
async function firstPack() {
  const answer = await fetch(place(FIRST)).catch(() => ({}));
  if (!answer.ok) throw notLoaded(`${FIRST}.xz`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Another pack, compressed. Python waits for it in the middle of an import. */
function laterPack(pack) {
  const request = new XMLHttpRequest();
  request.open("GET", place(`${pack}.tar.gz`), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw notLoaded(`${pack}.tar.gz`);
  return new Uint8Array(request.response);
}

let find, start, receive;
const tell = (text) => postMessage({ type: "progress", text });

/** The time between two reports of how much has come. */
const REPORT_MS = 200;

/** Tell the page how much of the files has come, in bytes as they travel. */
async function countBytes() {
  const answer = await usual(place("sizes.json"));
  const sizes = new Map(Object.entries(await answer.json()).map(([name, size]) => [place(name), size]));
  const total = [...sizes.values()].reduce((sum, [, travels]) => sum + travels, 0);
  let loaded = 0;
  let told = 0;
  return (url) => {
    const [whole, travels] = sizes.get(url) ?? [];
    return new TransformStream({
      transform(part, out) {
        out.enqueue(part);
        if (!whole) return;
        loaded += (part.length * travels) / whole;
        if (Date.now() - told < REPORT_MS) return;
        told = Date.now();
        postMessage({ type: "amount", text: [Math.min(loaded, total), total] });
      },
    });
  };
}

const usual = fetch;
const counting = countBytes().catch(() => undefined);

/** The address of the file that travels, and the type of its content if it travels compressed. */
function travelling(where) {
  const name = [FIRST, WASM].find((each) => where === place(each));
  return name ? [`${where}.xz`, name === WASM ? "application/wasm" : "application/x-tar"] : [where];
}

// Pyodide fetches its own files.
globalThis.fetch = async (where, options) => {
  const [file, type] = travelling(where?.url ?? String(where));
  const [answer, counter] = await Promise.all([usual(type ? file : where, options), counting]);
  if (!answer.ok || !answer.body || (!counter && !type)) return answer;
  const { status } = answer;
  const came = counter ? answer.body.pipeThrough(counter(answer.url)) : answer.body;
  if (type) return new Response(new XzReadableStream(came), { headers: { "Content-Type": type }, status });
  return new Response(came, { headers: answer.headers, status });
};

const ready = (async () => {
  tell("Loading Python and the rules …");
  const coming = firstPack();
  import(place("pyodide.asm.mjs")).catch(() => {}); // Pyodide asks for it once more, later
  const { loadPyodide } = await import(place("pyodide.mjs"));
  const loaded = loadPyodide({
    lockFileURL: place("play-lock.json"),
    stdLibURL: "data:,", // it is in the pack
    env: { PYTHONPATH: FOLDER },
    fsInit: (FS) =>
      new Promise((done) =>
        coming.then(
          (tar) => done(unpack(FS, tar)),
          () => {},
        ),
      ),
  });
  const [pyodide] = await Promise.all([loaded, coming]);
  tell("Starting the rules engine …");
  const given = {
    address: new URL("play.html", import.meta.url).href,
    to_page: (type, id, text) => postMessage({ type, id, text }),
    fetch: laterPack,
    unpack: (tar) => unpack(pyodide.FS, tar.toJs()),
  };
  for (const [name, value] of Object.entries(given)) pyodide.globals.set(name, value);
  const half = pyodide.pyimport("play_page");
  [find, start, receive] = [half.find, half.start, half.receive];
})();

/** Do some work, and let the page say what is wrong with it. */
async function attempt(work) {
  try {
    await ready;
    work();
  } catch (error) {
    const lines = String(error.message).trim().split("\n");
    // An error of ours is a title and indented lines, at the end of the traceback.
    const from = lines.findLastIndex((line) => /^\S*(Error|Position)\b/.test(line));
    postMessage({
      type: "failed",
      text: lines
        .slice(Math.max(0, from))
        .join("\n")
        .replace(/^[\w.]+: /, ""),
    });
  }
}

/** Find what the address names. The page answers with what it has kept of it. */
function open([wanted, origin]) {
  tell("Setting up the position …");
  const [type, id, text] = JSON.parse(find(wanted, origin));
  postMessage({ type, id, text });
}

onmessage = ({ data: { type, data } }) => {
  if (type === "msg") receive(data);
  else attempt(() => (type === "find" ? open(data) : start(data)));
};
