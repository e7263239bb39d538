// Plays one position or a course on a page. The address has a link text (`hw.link`), the name of a bundled scenario,
// learn/SYSTEM or at=FILE behind its #. The engine runs in a worker. Only JSON is exchanged.
// Before the engine is there, the page shows a preview of the board (`js/src/pages/preview.ts`).

import { correction, Preview, unpackedPreview } from "./preview.js";
import { download, Kept, moveOldProgress } from "./progress.js";

/** The board's front end. The page asks for it before all else. */
const frontEnd = import("./board.js");
frontEnd.catch(() => fail("A file of this page could not be loaded: board.js"));

/** The model of a board: its state, and the way of its messages. */
class Model {
  handlers = new Map();
  widget_manager = {
    words: {
      far: "Python",
      gone: "Python could not be loaded",
      remedy: "load the page again",
      afresh: "Load the page again.",
    },
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
    this.post(content);
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
const loading = document.getElementById("loading");
const progress = document.getElementById("progress");
const meanwhile = document.getElementById("meanwhile");
/** Python, once it has been started. */
let worker;
/** The ids of the messages that Python has not answered. Until then it may show what comes before the answer. */
const unanswered = new Set();
const post = (content) => {
  unanswered.add(content.id);
  worker.postMessage({ type: "msg", data: JSON.stringify(content) });
};

/** The time that the first board has before Python is loaded beside it. */
const MOST_AHEAD_MS = 4_000;
/** The time after which the page says what can be done meanwhile. */
const LONG_MS = 10_000;
const long = setTimeout(() => {
  meanwhile.textContent = shown
    ? "You can look around meanwhile: choose a piece to see where it goes, and a dimmed space to read why not. " +
      "What you decide is kept, and counts as soon as Python is there."
    : "The first visit loads this once. Later ones begin at once, also without a network.";
}, LONG_MS);

/** The model that gets what Python sends, the one that is shown, the place of the board, and its messages that wait for Python. */
let present;
let shown;
let place;
const waiting = [];
/** The number of these that Python has answered. */
let answered = 0;
let failed = false;
/** The preview that the board shows before Python has come, and true if the site or this browser has made it. */
let preview;
let own = true;

let stage = progress.textContent;
/** Say what the page does, and where the board is from. */
function tell(text = stage) {
  stage = text;
  progress.textContent = `${text}${shown && !own ? " The board is as the link shows it, until Python confirms it." : ""}`;
}

/** Say why there is no board, or why Python does not answer, with a button that loads the page again. */
function fail(text) {
  if (failed) return; // the first reason is the cause
  failed = true;
  clearTimeout(long);
  const hadFocus = holder.contains(document.activeElement);
  if (shown && !own) leave(); // what a link shows is nothing without what it holds
  for (const id of ["amount", "meanwhile"]) document.getElementById(id).hidden = true;
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  holder.prepend(progress, again);
  // After it has moved, as a screen reader says what changes in a place that it knows.
  progress.textContent = `${shown ? "Nothing can be played here." : "There is no board to show."} ${text}`;
  if (hadFocus && !shown) again.focus();
  if (!shown) return;
  shown.post = () => {
    throw new Error(text); // to a board that is not made yet
  };
  shown.tell("comm_live_update");
}

/** Show the board of a model. */
async function show(model) {
  shown = model;
  const { default: board } = await frontEnd;
  place = document.createElement("div");
  holder.append(place);
  return board.render({ model, el: place });
}

/** Take the board off the page. */
function leave() {
  place?.remove();
  shown = undefined;
}

/** The board's messages wait, and are answered by the preview as far as it holds what they lead to. */
function foresee(content) {
  if (content.intent === "hover" || waiting.some(({ id }) => id === content.id)) return;
  waiting.push(content);
  keepWaiting();
  const found = preview.answer(content);
  queueMicrotask(() => tellForeseen(found));
}

/** Tell the board what the preview answers, if it holds an answer. */
function tellForeseen(found) {
  if (!found) return;
  shown.receive({ state: found.state });
  shown.receive({ method: "custom", content: found.reply });
}

/** The item of this tab that holds the messages that wait for Python: a reload before Python has come loses none. */
const WAITING = "hexwidget waiting";
function keepWaiting() {
  try {
    sessionStorage.setItem(WAITING, JSON.stringify([wanted, [...before, ...waiting.slice(answered)]]));
  } catch {} // the browser keeps nothing
}

/** The messages that waited for Python when this tab was loaded anew. */
function waitedBefore() {
  try {
    const [address, messages] = JSON.parse(sessionStorage.getItem(WAITING));
    return address === wanted ? messages : [];
  } catch {
    return []; // none waited
  }
}

/** Show a board before Python has come. */
async function showPreview(given, isOwn) {
  if (shown || failed) return; // Python was faster, or says what is wrong
  preview = new Preview(given, isOwn);
  own = isOwn;
  const showing = show(new Model({ ...preview.first, _editing: null, _patch: null, theme: "auto" }, foresee));
  // Python may come before the board is drawn, and is asked what waited all the same.
  waiting.push(...before.splice(0));
  const foreseen = waiting.map((content) => preview.answer(content));
  await showing;
  if (failed || shown.post !== foresee) return;
  tell();
  for (const found of foreseen) tellForeseen(found);
}

/** The preview of what the address names: what this browser has kept, what the link or the file carries, or the site's own. */
async function findPreview(name, carried) {
  const isKept = games.text(name) || courses.text(name);
  const kept = boards.text(name);
  if (kept || isKept) return kept && showPreview(JSON.parse(kept), true);
  if (carried) return showPreview(typeof carried === "string" ? await unpackedPreview(carried) : carried, false);
  if (!/^\w+\/[\w-]+$/.test(wanted)) return; // another link
  const answer = await fetch(`static/pyodide/first/${wanted}.json`);
  if (answer.ok) await showPreview(await answer.json(), true); // else Python says that there is no such scenario
}

/** The intents that decide something: where the board was another one, or an earlier decision was refused, they are not played. */
const DECISIONS = ["choose", "confirm", "undo", "redo", "goto", "play", "edit", "view"];

/**
 * Let Python confirm what the board shows, or correct it. The board keeps its look until Python has answered all that waited.
 *
 * @param state Python's own
 */
async function confirmPreview(state) {
  const replies = [];
  const open = new Map();
  const receive = ({ method, state: more, content }) => {
    if (method !== "custom") return Object.assign(state, more);
    replies.push(content);
    open.get(content.id)?.(content);
  };
  present = { receive };
  const ask = (content) =>
    new Promise((resolve) => {
      open.set(content.id, resolve);
      post(content);
    });
  const whole = (n) => ask({ id: `page ${n}`, revision: 0, intent: "hello", args: {} });
  let { revision } = await whole(0); // the state comes before the reply
  let wrong = preview.rolls ? "" : correction({ ...preview.first, _current: null }, { ...state, _current: null });
  let refused = "";
  let decided = false;
  while (answered < waiting.length) {
    const content = waiting[answered];
    const decides = DECISIONS.includes(content.intent);
    decided ||= decides;
    if (decides && (wrong || refused)) {
      const error = `It was not played: ${wrong ? "the board was another one" : "a choice before it was refused"}.`;
      replies.push({ id: content.id, ok: false, revision, error });
    } else {
      const reply = await ask({ ...content, revision });
      revision = reply.revision;
      if (!reply.ok && decides && content.intent !== "choose") refused ||= reply.error;
    }
    answered++; // more may have come meanwhile
    keepWaiting();
    if (answered === waiting.length) await whole(answered);
  }
  const looked = { ...preview.shown, _current: shown.get("_current") };
  if (!wrong && !refused && !preview.rolls && !preview.beyond) wrong = correction(looked, state);
  if (decided || !own)
    correct([refused, wrong && `${own ? "What was shown" : "What the link shows"} was not right. ${wrong}`]);
  waiting.length = answered = 0;
  own = true;
  present = shown;
  shown.post = post;
  const { _scene, ...rest } = state;
  shown.receive({ state: { _scene, ...rest } }); // the map first
  for (const content of replies) shown.receive({ method: "custom", content });
  if (place.querySelector(".hexwidget-surface")) return;
  const hadFocus = place.contains(document.activeElement);
  leave(); // it could not be drawn as it was
  await show(present);
  if (hadFocus) place.querySelector(".hexwidget-surface")?.focus();
}

/** Ask Python's board what waited when this tab was loaded anew. No preview of it was shown. */
async function askAgain(model) {
  while (before.length > 0) {
    const [content] = before;
    const replied = new Promise((resolve) => {
      model.on("msg:custom", ({ id, ok }) => id === content.id && resolve(ok));
    });
    post({ ...content, revision: model.get("_choices").revision });
    const isDone = await replied;
    before.splice(0, isDone ? 1 : before.length);
    keepWaiting();
  }
}

/** Say in words what Python has corrected. */
function correct(sentences) {
  const told = document.getElementById("corrected");
  told.textContent = sentences.filter(Boolean).join(" ");
  told.hidden = told.textContent === "";
}

/** Python has come: the page says no more about it. */
function ready() {
  clearTimeout(long);
  if (!failed) loading.hidden = true;
  offline();
}

/** Keep the files of the page for visits without a network, and look for newer ones. Those count from the next visit on. */
function offline() {
  navigator.serviceWorker?.register("play-service.js", { scope: "play" }).catch(() => {}); // no https, or a private window
}

const courses = new Kept("course");
const games = new Kept("game");
const boards = new Kept("board");
/** The most letters of a board that is kept, to be shown at once at the next visit. */
const MOST_BOARD = 150_000;
moveOldProgress(courses);
/**
 * The game or course that is played: its name among those that are kept, its text so far, and the text that was kept when this tab began
 * or last kept it. `leads`: this tab keeps it.
 */
const played = { all: games, name: "", text: "", known: "", leads: false };
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
  if (!played.leads) return;
  boards.forget(played.name); // until the board shows it
  keepLookSoon();
  played.all.keep(played.name, text, wanted);
  played.known = text;
  showKept();
}

const LOOK_MS = 1_000;
let looking;
function keepLookSoon() {
  clearTimeout(looking);
  looking = setTimeout(keepLook, LOOK_MS);
}

/** Keep the look of the board, unless Python is in the middle of an answer: it would go on by itself at the next visit. */
function keepLook() {
  if (!played.leads || !played.text || !shown || shown.post !== post) return;
  if (unanswered.size > 0) return keepLookSoon();
  const names = ["_scene", "_state", "_choices", "_timeline", "_status", "_current"];
  const traits = Object.fromEntries(names.map((name) => [name, shown.get(name)]));
  for (const branches of [traits._choices.branches, []]) {
    const text = JSON.stringify({ traits: { ...traits, _current: null, _choices: { ...traits._choices, branches } } });
    if (text.length < MOST_BOARD) return boards.keep(played.name, text);
  }
  boards.forget(played.name);
}
addEventListener("pagehide", keepLook);

/** Go on with what is kept, or begin. `text`: empty, or what this browser has kept. */
function begin(text) {
  played.text = played.known = text;
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
      const overtaken = begun && text !== played.known;
      played.leads = !overtaken;
      if (overtaken) takeOver();
      else if (begun) {
        again.hidden = false;
        // A page that is loaded anew may wait for a moment for itself, and be played on meanwhile.
        if (played.text === text) showKept();
        else keep(played.text);
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
  played.text = "";
  boards.forget(played.name);
  history.replaceState(null, "", `#${from}`);
  location.reload();
};

/** The answers to the kinds of messages from Python. */
const answers = {
  progress: (_id, text) => tell(text),
  amount: (_id, [loaded, total]) => {
    document.getElementById("amount").hidden = false;
    document.getElementById("bar").value = loaded / total;
    const mb = (bytes) => (bytes / 1e6).toFixed(1);
    document.getElementById("size").textContent = `${mb(loaded)} of ${mb(total)} MB`;
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
  board: (_id, text) => {
    const message = JSON.parse(text);
    unanswered.delete(message.content?.id);
    if (present) return present.receive(message);
    ready(); // its first message is all of its state
    keepWaiting(); // what waited for another board counts no more
    if (shown) return confirmPreview(message.state);
    present = new Model(message.state, post); // before the board is shown, as messages may arrive meanwhile
    show(present).then(() => askAgain(present));
  },
};
addEventListener("hashchange", () => location.reload());

/** The text behind the # of an address, without what programs for messages put around it or behind it. */
function named(address) {
  let text = address.slice(address.indexOf("#") + 1);
  try {
    text = decodeURIComponent(text);
  } catch {} // a "%" that stands for itself
  // Python reads links by itself.
  return text.includes("hw1.") ? text : (text.match(/[\w-]+\/[\w-]+(&(part|game)=\w+)?/)?.[0] ?? text.trim());
}
let wanted = (location.href.includes("#") && named(location.href)) || "depletion/first-steps";
/** The preview that the address carries: a text, or data. */
let carried = wanted.match(/preview=([\s\S]*?)&(?=(?:course=)?hw1\.)/)?.[1];
if (carried) wanted = wanted.slice(wanted.lastIndexOf("&", wanted.indexOf("hw1.")) + 1);
const file = location.hash.match(/^#at=([^&]+)/)?.[1];
if (file) {
  // A file beside the page, on its own host.
  let where = file;
  try {
    where = new URL(decodeURIComponent(file), location.href);
    const answer = where.origin === location.origin && (await fetch(where));
    ({ link: wanted, preview: carried } = await answer.json());
    if (typeof wanted !== "string") throw new TypeError("it holds no link");
  } catch {
    fail(`The file ${where.pathname ?? where} could not be loaded.`);
  }
}
/** The messages that waited when this tab was loaded anew, until they are asked again. */
const before = waitedBefore();
if (!failed) openAddress();

/** Show a preview of what the address names, and once the browser has painted it, let Python look for that. */
function openAddress() {
  const [, gameName] = wanted.match(/&game=(\w+)$/) ?? [];
  const keptName = gameName ?? games.named(wanted) ?? courses.named(wanted) ?? "";
  const start = () => startPython([wanted, gameName ? games.address(gameName) : ""]);
  setTimeout(start, MOST_AHEAD_MS);
  findPreview(keptName, carried)
    .catch(() => {
      if (place && !place.firstElementChild) leave(); // it is torn: Python shows the board
    })
    .finally(() => requestAnimationFrame(() => setTimeout(start)));
}

/** Start Python, and let it look for what the address names. */
function startPython(named) {
  if (worker) return;
  worker = new Worker("play-worker.js", { type: "module" });
  worker.onmessage = ({ data: { type, id, text } }) => answers[type](id, text);
  worker.onerror = ({ message }) => fail(message ?? "A file of this page could not be loaded.");
  worker.postMessage({ type: "find", data: named });
}
