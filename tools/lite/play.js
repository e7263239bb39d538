// Plays one position on a page. The address has a link text (`hw.link`) or the name of a bundled scenario behind its #. The
// engine runs in a worker; this file is a small widget manager. Only JSON is exchanged.

const models = new Map();

class Model {
  handlers = new Map();
  widget_manager = {
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

/** Say why there is no board, with a button that loads the page again. */
function fail(text) {
  progress.textContent = `There is no board to show. ${text}`;
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  holder.replaceChildren(progress, again);
}

worker.onmessage = async ({ data: { type, id, text } }) => {
  if (type === "progress") progress.textContent = text;
  if (type === "failed") fail(text);
  if (type === "comm_open") {
    const { state } = JSON.parse(text);
    const opened = new Model(state, post);
    models.set(id, opened); // before the wait below, as messages may arrive meanwhile
    if (!state._esm) return; // no board, but what boards refer to
    const source = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
    const { default: board } = await import(source);
    holder.textContent = "";
    board.render({ model: opened, el: holder });
  }
  if (type === "comm_msg") {
    models.get(id)?.receive(JSON.parse(text));
  }
};
worker.onerror = ({ message }) => fail(message ?? "A file of this page could not be loaded.");
const start = () => worker.postMessage({ type: "start", wanted: decodeURIComponent(location.hash.slice(1)) || "depletion/first-steps" });
addEventListener("hashchange", () => location.reload());
start();
