// The page of a table: a board, who is there and what they ask, and in the title whose turn it is.

import { saveText } from "../../chrome/editing/pictures";
import { button, element } from "../../chrome/elements/dom";
import { RecordedModel } from "../../kernel/recording-model";
import { EyesOnMe } from "../classroom/shared-position";
import { unpacked } from "../front-end";
import { Alerts } from "./alerts";
import { Head } from "./head";
import { SocketModel } from "./model";
import { greetingOf, keepPlace } from "./seat";
import { say, speakAs } from "./spoken";
import type { ShownBoard, TableMessage, TablePresent } from "./types.gen";
import { Way } from "./way-back";

type Front = typeof import("../../board/widget");

const at = (name: string) => document.getElementById(name) as HTMLElement;
const [heading, holder, past, present] = [at("title"), at("board"), at("past"), at("present")];
const greeting = greetingOf(location.hash, location.search);
const SAID = {
  cut: () => say("No connection to the server. Trying again …"),
  gone: () =>
    "place" in greeting
      ? say("This address opens no table here. Open your link again, or ask for another one.")
      : say("This link opens no table. Ask for another one."),
};
let front: Promise<Front> | undefined;
/** The last state of the table from the server. */
let told: TablePresent | undefined;
/** True while it is the turn of the player at this page; undefined before that is known. */
let yours: boolean | undefined;
/** Ends the board that shows the past. */
let end: (() => void) | undefined;
/** The place for what the teacher of a class shows. */
let eyes: EyesOnMe | undefined;
/** The parts of the page with words, which are made once it is known which game is played, and so in which language. */
let head: Head | undefined;
let way: Way | undefined;

const address = new URL("socket", location.href);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
const alerts = new Alerts();
const model = new SocketModel<TableMessage>(
  address.href,
  greeting,
  () => {
    if (model.standing === "open") void show();
    if (model.standing === "gone") head?.tell(undefined);
    tell();
  },
  hear,
);
addEventListener("online", () => model.open());
addEventListener("hashchange", () => location.reload());
if ("token" in greeting) void keepPlace(greeting.token);

/** Make the head, in the language of the game. */
function begun(): Head {
  document.documentElement.lang = speakAs(model.get("_scene")?.words?.language ?? "en");
  const tables = document.getElementById("mine");
  if (tables) tables.textContent = say("Tables");
  return new Head(at("head"), at("news"), alerts, (table, to) =>
    model.send(to === undefined ? { table } : { table, to }),
  );
}

function hear(message: TableMessage): void {
  head ??= begun();
  if (message.method === "said") head.announce(message.text);
  else if (message.method === "note") head.note(say("Your teacher: {0}", message.text));
  else if (message.method === "eyes") look(message);
  else if (message.method === "file") saveText(document, message.text, message.kind, message.name);
  else if (message.method === "replay") void lookBack(message.recording);
  else {
    if (told && told.game !== message.game) returnFromPast();
    told = message;
    head.tell(told);
    if (told.home) {
      way ??= new Way(at("head"));
      way.tell(told.home);
    }
    entitle();
    tell();
  }
}

/** Show the teacher's board to all. */
function look(message: ShownBoard): void {
  if (!eyes) {
    const section = element(document, "section", { id: "eyes", "aria-label": say("From your teacher"), hidden: "" });
    holder.before(section);
    eyes = new EyesOnMe(section);
  }
  eyes.show(message);
}

/** Name the people who are there, or say that nobody can be reached. It is read aloud, so it is written only if it is another text. */
function tell(): void {
  const text = model.standing === "open" ? (told?.text ?? "") : model.refusal || SAID[model.standing]();
  present.classList.toggle("cut", model.standing !== "open");
  present.classList.toggle("unseen", model.standing === "open" && (!text || !!told?.places.length));
  if (present.textContent !== text) present.textContent = text;
}

function loaded(): Promise<Front> {
  front ??= import(new URL("board.js", import.meta.url).href) as Promise<Front>;
  return front;
}

/** Show the board, once its state has come. */
async function show(): Promise<void> {
  if (front) return;
  const { default: board } = await loaded();
  board.render({ model: model.asModel, el: holder });
  // After the board: it brings the model's values up to date.
  for (const name of ["_patch", "_status", "_scene"]) model.on(`change:${name}`, entitle);
  for (const name of ["_patch", "_timeline"]) {
    model.on(`change:${name}`, () => head?.at(model.get("_timeline")?.current));
  }
  entitle();
}

/** Say in the title whose turn it is, mark it in the list, and alert a player whose turn it becomes. */
function entitle(): void {
  const status = model.get("_status");
  if (!status) return;
  const { stage, seenBy, toAct } = status;
  const [before, title] = [yours, model.get("_scene")?.title ?? ""];
  yours = !told?.over && seenBy !== null && toAct.includes(seenBy);
  const turn = yours ? say("Your turn") : stage.turn || stage.round;
  heading.textContent = title;
  document.title = `${turn.slice(0, 1).toUpperCase()}${turn.slice(1)} · ${title}`;
  head?.turn(toAct);
  if (yours && before === false) alerts.turn(turn, title);
}

/** Show the game from its start, in place of the board. */
async function lookBack(packed: string): Promise<void> {
  const game = told?.game;
  const [{ default: board, mapOf }, text] = await Promise.all([loaded(), unpacked(packed)]);
  if (told?.game !== game) return; // a rematch has begun meanwhile
  returnFromPast();
  const place = element(document, "div", { class: "hexwidget-pane" });
  const whose = told?.opened ? say("The game with all that was hidden.") : say("The game as you saw it.");
  const bar = element(document, "p", { id: "returning", class: "row" }, `${whose} ${told?.over ?? ""}`);
  bar.append(button(document, {}, returnFromPast, say("Back to the table")));
  past.append(bar, place);
  [holder.hidden, past.hidden] = [true, false];
  end = board.render({ model: new RecordedModel(JSON.parse(text), mapOf).asModel, el: place });
  bar.querySelector("button")?.focus();
}

function returnFromPast(): void {
  end?.();
  end = undefined;
  const isFocused = past.contains(document.activeElement);
  past.replaceChildren();
  [holder.hidden, past.hidden] = [false, true];
  if (isFocused) at("opener").focus(); // else the keyboard begins at the top of the page
}
