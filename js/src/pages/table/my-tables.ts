// The page of a person of a hub: the tables at which they have a seat, may take one, or may look on.

import { button, element } from "../../chrome/elements/dom";
import { answerOf } from "./server-ended";
import { say, speakAs } from "./spoken";

interface Mine {
  name: string;
  title: string;
  /** The language in which the table is spoken of. */
  language: string;
  stage: string;
  /** The people who are there, in words. */
  who: string;
  /** The game cannot be opened. */
  closed: boolean;
  /** The person's seat; empty: they have none. */
  seat: string;
  free: { link: string; called: string }[];
  watched: boolean;
}
interface Answer {
  user: string;
  owns: boolean;
  logout: string;
  tables: Mine[];
}

const LOOK_EVERY_MS = 3_000;
const lobby = document.getElementById("lobby") as HTMLElement;
const said = document.getElementById("said") as HTMLElement;
const who = element(document, "p", { class: "buttons" });
const list = element(document, "section", { class: "mine", "aria-labelledby": "tables" });
let shown = "";

/** Say an error above the page, where it is read aloud. An empty text hides the line. */
function announce(text: string): void {
  said.hidden = text === "";
  said.className = "error";
  if (said.textContent !== text) said.textContent = text;
}

async function ask<T>(body?: object): Promise<T> {
  const reply = await fetch("mine", body && { method: "POST", body: JSON.stringify(body) });
  const answer = await answerOf(reply);
  if (!reply.ok || answer.error) throw new Error(answer.error);
  return answer;
}

async function look(): Promise<void> {
  try {
    show(await ask<Answer>());
    announce("");
  } catch (error) {
    speakAs();
    const isCut = error instanceof TypeError;
    announce(isCut ? say("No connection to the server. Trying again …") : (error as Error).message);
  }
}

/** Show the tables, if anything has changed: the keyboard stays where it is. */
function show(answer: Answer): void {
  const text = JSON.stringify(answer);
  if (text === shown) return;
  shown = text;
  const focused = document.activeElement?.id;
  speakAs();
  who.replaceChildren(
    element(document, "span", {}, say("You are {0}.", answer.user)),
    ...(answer.owns ? [element(document, "a", { href: "make" }, say("All tables"))] : []),
    element(document, "a", { href: answer.logout }, say("Log out")),
  );
  const none = element(
    document,
    "p",
    {},
    say("You have no seat yet. When the owner of the tables gives you one, it is here."),
  );
  list.replaceChildren(...(answer.tables.length > 0 ? answer.tables.map(card) : [none]));
  lobby.hidden = false;
  if (focused) document.getElementById(focused)?.focus();
}

function card({ name, title, language, stage, who: there, closed, seat, free, watched }: Mine): HTMLElement {
  const lang = speakAs(language);
  const id = `table-${name}`;
  const open = (words: string, look = "") =>
    element(
      document,
      "a",
      { href: `table?${encodeURIComponent(name)}`, class: `button ${look}`, id: `${id}-open` },
      words,
    );
  const buttons = free.map(({ link, called }) =>
    button(document, { id: `${id}-${link}` }, () => void take(name, link), say("Take the seat of {0}", called)),
  );
  const ways = [
    ...(seat ? [open(say("Play"), "main")] : []),
    ...buttons,
    ...(watched && !seat ? [open(say("Look on"))] : []),
  ];
  return element(
    document,
    "article",
    { class: "table", "aria-labelledby": id, lang },
    element(document, "h2", { id }, title),
    element(document, "p", {}, stage),
    element(document, "p", { class: "who" }, there),
    ...(seat ? [element(document, "p", {}, say("Your seat: {0}.", seat))] : []),
    closed
      ? element(document, "p", { class: "error" }, say("This table cannot be opened now."))
      : element(document, "p", { class: "buttons" }, ...ways),
  );
}

async function take(table: string, link: string): Promise<void> {
  try {
    await ask({ table, link });
    location.href = `table?${encodeURIComponent(table)}`;
  } catch (error) {
    announce((error as Error).message);
  }
}

async function watch(): Promise<void> {
  if (!document.hidden || !shown) await look();
  setTimeout(watch, LOOK_EVERY_MS);
}

lobby.hidden = true;
lobby.append(element(document, "h1", { id: "tables" }, say("My tables")), who, list);
document.addEventListener("visibilitychange", () => document.hidden || void look());
void watch();
