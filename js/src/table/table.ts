// The page of a table: a board, a line about who is there, and in the title whose turn it is.

import { SocketModel } from "./model";

type Front = typeof import("../widget");

const holder = document.getElementById("board") as HTMLElement;
const present = document.getElementById("present") as HTMLElement;
const SAID = {
  cut: "No connection to the server. Trying again …",
  gone: "This link opens no table. Ask for another one.",
};
let shown = false;
/** Who is there, as the server said last. */
let who = "";

const address = new URL("socket", location.href);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
const model = new SocketModel(
  address.href,
  location.hash.slice(1),
  () => {
    if (model.standing === "open") void show();
    say();
  },
  (text) => {
    who = text;
    say();
  },
);
addEventListener("online", () => model.open());
addEventListener("hashchange", () => location.reload());

/** Say above the board who is there, or that nobody can be reached. It is read aloud, so it is written only if it is another text. */
function say(): void {
  const text = model.standing === "open" ? who : model.refusal || SAID[model.standing];
  present.classList.toggle("cut", model.standing !== "open");
  if (present.textContent !== text) present.textContent = text;
}

/** Show the board, once its state has come. */
async function show(): Promise<void> {
  if (shown) return;
  shown = true;
  const { default: board }: Front = await import(new URL("board.js", import.meta.url).href);
  board.render({ model: model.asModel, el: holder });
  // After the board: it brings the model's values up to date.
  for (const name of ["_patch", "_status", "_scene"]) model.on(`change:${name}`, entitle);
  entitle();
}

/** Say in the title whose turn it is. */
function entitle(): void {
  const status = model.get("_status");
  if (!status) return;
  const { stage, seenBy, toAct } = status;
  const yours = seenBy !== null && toAct.includes(seenBy);
  const turn = yours ? "Your turn" : stage.turn || stage.round;
  document.title = `${turn.slice(0, 1).toUpperCase()}${turn.slice(1)} · ${model.get("_scene")?.title ?? ""}`;
}
