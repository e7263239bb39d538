// Plays one position or a course on a page. The address has a link text (`hw.link`), the name of a bundled scenario or
// learn/SYSTEM behind its #. The engine runs in a worker; this file is a small widget manager. Only JSON is exchanged.

import { download, Kept, moveOldProgress } from "./progress.js";

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
  const [frontEnd, { kind, name: keptAs, state }] = await Promise.all(answers.map((answer) => answer.json()));
  if (shown || failed) return; // Python was faster
  // Chance, or what the reader has played, decides what the board shows.
  if (!state || (kind === "course" ? courses : games).text(keptAs)) return;
  models.set(state._front_end.model, new Model(frontEnd));
  await show(new Model(state, (data) => waiting.push(data)));
}

const courses = new Kept("course");
const games = new Kept("game");
moveOldProgress(courses);
/** What the reader plays: its name among those that are kept, and its text so far. `leads`: this tab keeps it. */
const played = { all: games, name: "", text: "", leads: false };
const WORDS = {
  course: {
    download: "Download my progress",
    kept: "Your progress is kept in this browser.",
    lost: "This browser keeps no progress: download it before you leave.",
  },
  game: {
    download: "Download my game",
    kept: "Your game is kept in this browser.",
    lost: "This browser keeps no games: download yours before you leave.",
  },
  elsewhere: "Another tab of this browser plays this, and keeps what is played there. What you play here is not kept.",
  overtaken: "The other tab has gone on, and is closed.",
};
const again = document.getElementById("again");
const words = () => (played.all === courses ? WORDS.course : WORDS.game);

/** Say where what the reader has played is, and offer it as a file. */
function showKept(text) {
  document.getElementById("done").hidden = played.text === "" && text === undefined;
  document.getElementById("download").textContent = words().download;
  document.getElementById("kept").textContent = text ?? (played.all.refused ? words().lost : words().kept);
}

/** Keep what the reader has played so far. */
function keep(text) {
  played.text = text;
  if (played.leads) played.all.keep(played.name, text, wanted);
  if (played.leads) showKept();
}

/** Go on with what is kept, or begin. `text`: empty, or what this browser has kept. */
function begin(text) {
  played.text = text;
  if (text) showKept();
  worker.postMessage({ type: "start", data: text });
}

/** Stops waiting for the tab that keeps the game or course, and lets other tabs keep it. */
let unfollow = () => {};

/** Ask for the board of what the address names, once it is known whether another tab has it. */
function find(all, name) {
  Object.assign(played, { all, name });
  let begun = false;
  const start = (text) => {
    if (!begun) begin(text);
    begun = true;
  };
  unfollow();
  unfollow = all.follow(
    name,
    (text) => {
      const overtaken = begun && text !== played.text;
      played.leads = !overtaken;
      if (overtaken) takeOver();
      else if (begun) {
        again.hidden = false;
        showKept();
      }
      start(text);
    },
    () => {
      start(all.text(name));
      showKept(WORDS.elsewhere);
      again.hidden = true; // it would delete what the other tab keeps
    },
  );
}

/** Offer what another tab has kept in the meantime. */
function takeOver() {
  showKept(WORDS.overtaken);
  again.hidden = false;
  again.textContent = "Go on where it was";
  again.onclick = () => location.reload();
}

/** Let the address lead to the game as it is. A game that is too long for an address is kept, and its address stays. */
function follow(link) {
  const now = link && played.leads ? `#${link}&game=${played.name}` : "";
  if (now) history.replaceState(null, "", now);
}

document.getElementById("download").addEventListener("click", () => {
  download(played.all === courses ? "progress.json" : "game.jsonl", played.text);
});
again.onclick = () => {
  const what = played.all === courses ? "the course" : "the game";
  if (!confirm(`Begin ${what} again? This browser then forgets what you have played.`)) return;
  const from = played.all.address(played.name) || wanted;
  played.all.forget(played.name);
  history.replaceState(null, "", `#${from}`);
  location.reload();
};

/** The answers to the kinds of messages from Python. */
const answers = {
  progress: (_id, text) => {
    progress.textContent = text;
  },
  course: (id, text) => {
    document.title = text;
    history.replaceState(null, "", location.href.replace(/&part=\d+$/, "")); // a reload goes on where the reader is then
    find(courses, id);
  },
  game: (id, text) => {
    document.title = text;
    find(games, id);
  },
  renamed: (id) => find(games, id), // the address leads to another game than the one that is kept
  kept: (_id, text) => keep(text),
  link: (_id, text) => follow(text),
  failed: (_id, text) => fail(text),
  comm_open: (id, text) => {
    const { state } = JSON.parse(text);
    const isBoard = "_scene" in state; // other models are what boards refer to
    const opened = (isBoard && shown) || new Model(state, post);
    models.set(id, opened); // before the board is shown, as messages may arrive meanwhile
    if (!isBoard) return;
    if (!shown) return show(opened);
    shown.post = post; // the board that is shown goes on with Python
    for (const data of waiting.splice(0)) post(data);
  },
  comm_msg: (id, text) => models.get(id)?.receive(JSON.parse(text)),
};
worker.onmessage = ({ data: { type, id, text } }) => answers[type](id, text);
worker.onerror = ({ message }) => fail(message ?? "A file of this page could not be loaded.");
addEventListener("hashchange", () => location.reload());

/** What stands behind the # of an address, without what programs for messages put around it or behind it. */
function named(address) {
  let text = address.slice(address.indexOf("#") + 1);
  try {
    text = decodeURIComponent(text);
  } catch {} // a "%" that stands for itself
  // Python reads links by itself.
  return text.includes("hw1.") ? text : (text.match(/[\w-]+\/[\w-]+(&(part|game)=\w+)?/)?.[0] ?? text.trim());
}
const wanted = (location.href.includes("#") && named(location.href)) || "depletion/first-steps";
const [, kept] = wanted.match(/&game=(\w+)$/) ?? [];
worker.postMessage({ type: "find", data: [wanted, kept ? games.address(kept) : ""] });
showFirst(wanted).catch(() => {}); // Python shows the board
