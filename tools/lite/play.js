// Plays one position or a course on a page. The address has a link text (`hw.link`), the name of a bundled scenario or
// learn/SYSTEM behind its #. The engine runs in a worker; this file is a small widget manager. Only JSON is exchanged.

import { download, forget, keep, kept } from "./progress.js";

const models = new Map();

class Model {
  handlers = new Map();
  widget_manager = {
    words: {
      far: "Python",
      gone: "Python could not be loaded",
      remedy: "load the page again",
      afresh: "Load the page again.",
    },
    get_model: async (id) => models.get(id) ?? Promise.reject(new Error(`there is no model ${id} yet`)),
  };
  constructor(state, post) {
    this.state = state;
    this.post = post;
  }
  get(key) {
    return this.state[key];
  }
  on(name, callback) {
    for (const one of name.split(" ")) this.handlers.set(one, [...(this.handlers.get(one) ?? []), callback]);
  }
  off(name, callback) {
    if (!name) return this.handlers.clear();
    for (const one of name.split(" "))
      this.handlers.set(one, callback ? (this.handlers.get(one) ?? []).filter((c) => c !== callback) : []);
  }
  send(content) {
    this.post({ method: "custom", content });
  }
  set() {} // boards send intents, never state
  save_changes() {}
  tell(name, ...values) {
    for (const callback of [...(this.handlers.get(name) ?? [])]) callback(...values);
  }
  receive({ method, state, content }) {
    if (method === "custom") return this.tell("msg:custom", content);
    const changed = Object.keys(state).filter((key) => state[key] !== this.state[key]);
    Object.assign(this.state, state); // before the handlers run, so that each sees the whole state
    for (const key of changed) this.tell(`change:${key}`, this, state[key]);
    if (changed.length) this.tell("change", this);
  }
}

// Where the page is served without the site about it, there is no home to go back to.
fetch("../index.html", { method: "HEAD" }).then(
  ({ ok }) => {
    document.getElementById("home").hidden = !ok;
  },
  () => {},
);

const holder = document.getElementById("board");
const progress = document.getElementById("progress");
const worker = new Worker("play-worker.js", { type: "module" });
const post = (data) => worker.postMessage({ type: "msg", data: JSON.stringify(data) });

/** The model of the board that is shown, and its messages that wait for Python. */
let shown;
const waiting = [];
let failed = false;

/** Say why there is no board, or why Python does not answer, with a button that loads the page again. */
function fail(text) {
  if (failed) return; // the first reason is the cause
  failed = true;
  progress.textContent = `${shown ? "Nothing can be played here." : "There is no board to show."} ${text}`;
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  holder.prepend(progress, again);
  if (!shown) return;
  shown.post = () => {
    throw new Error(text); // to a board that is not made yet
  };
  shown.tell("comm_live_update");
}

let course = "";
let done = "";

/** Show the board of a model. */
async function show(model) {
  shown = model;
  const source = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
  const { default: board } = await import(source);
  if (!failed) progress.remove();
  const place = document.createElement("div");
  holder.append(place);
  board.render({ model, el: place });
}

/**
 * Show the first board of a bundled scenario or first game while Python loads, as Python sent it when the site was built. The
 * board's messages wait.
 */
async function showFirst(name) {
  if (!/^\w+\/[\w-]+$/.test(name)) return; // a link, or another part of a course
  const files = ["front-end", name].map((file) => fetch(`static/pyodide/first/${file}.json`));
  const answers = await Promise.all(files);
  if (!answers.every(({ ok }) => ok)) return; // Python says that there is no such scenario
  const [frontEnd, { course: digest, state }] = await Promise.all(answers.map((answer) => answer.json()));
  if (shown || failed) return; // Python was faster
  if (!state || (digest && kept(digest))) return; // chance, or the reader's progress, decides what the board shows
  models.set(state._front_end.model, new Model(frontEnd));
  await show(new Model(state, (data) => waiting.push(data)));
}

/** Say where the reader's progress in the course is, and offer it as a file. */
function showDone(isKept) {
  document.getElementById("done").hidden = done === "";
  document.getElementById("kept").textContent = isKept
    ? "Your progress is kept in this browser."
    : "This browser keeps no progress: download it before you leave.";
}
document.getElementById("download").addEventListener("click", () => download("progress.json", done));
document.getElementById("again").addEventListener("click", () => {
  if (!confirm("Begin the course again? This browser then forgets your progress in it.")) return;
  forget(course);
  location.reload();
});

worker.onmessage = ({ data: { type, id, text } }) => {
  if (type === "progress") progress.textContent = text;
  if (type === "course") {
    [course, document.title] = [id, text];
    history.replaceState(null, "", location.href.replace(/&part=\d+$/, "")); // a reload goes on where the reader is then
    done = kept(course);
    showDone(done !== "");
    worker.postMessage({ type: "start", data: done });
  }
  if (type === "done") {
    done = text;
    showDone(keep(course, done));
  }
  if (type === "failed") fail(text);
  if (type === "comm_open") {
    const { state } = JSON.parse(text);
    const isBoard = "_scene" in state; // other models are what boards refer to
    const opened = (isBoard && shown) || new Model(state, post);
    models.set(id, opened); // before the board is shown, as messages may arrive meanwhile
    if (!isBoard) return;
    if (!shown) return show(opened);
    shown.post = post; // the board that is shown goes on with Python
    for (const data of waiting.splice(0)) post(data);
  }
  if (type === "comm_msg") {
    models.get(id)?.receive(JSON.parse(text));
  }
};
worker.onerror = ({ message }) => fail(message ?? "A file of this page could not be loaded.");
addEventListener("hashchange", () => location.reload());
const wanted = decodeURIComponent(location.hash.slice(1)) || "depletion/first-steps";
worker.postMessage({ type: "find", data: wanted });
showFirst(wanted).catch(() => {}); // Python shows the board
