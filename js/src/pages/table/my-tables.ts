// The page of a person of a hub: the tables at which they have a seat, may take one, or may look on.

import { button, element } from "../../chrome/elements/dom";
import { answerOf } from "./server-ended";

interface Mine {
  name: string;
  title: string;
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
function say(text: string): void {
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
    say("");
  } catch (error) {
    say(error instanceof TypeError ? "No connection to the server. Trying again …" : (error as Error).message);
  }
}

/** Show the tables, if anything has changed: the keyboard stays where it is. */
function show(answer: Answer): void {
  const text = JSON.stringify(answer);
  if (text === shown) return;
  shown = text;
  const focused = document.activeElement?.id;
  who.replaceChildren(
    element(document, "span", {}, `You are ${answer.user}.`),
    ...(answer.owns ? [element(document, "a", { href: "make" }, "All tables")] : []),
    element(document, "a", { href: answer.logout }, "Log out"),
  );
  const none = element(
    document,
    "p",
    {},
    "You have no seat yet. When the owner of the tables gives you one, it is here.",
  );
  list.replaceChildren(...(answer.tables.length > 0 ? answer.tables.map(card) : [none]));
  lobby.hidden = false;
  if (focused) document.getElementById(focused)?.focus();
}

function card({ name, title, stage, who: there, closed, seat, free, watched }: Mine): HTMLElement {
  const id = `table-${name}`;
  const open = (words: string, look = "") =>
    element(
      document,
      "a",
      { href: `table?${encodeURIComponent(name)}`, class: `button ${look}`, id: `${id}-open` },
      words,
    );
  const buttons = free.map(({ link, called }) =>
    button(document, { id: `${id}-${link}` }, () => void take(name, link), `Take the seat of ${called}`),
  );
  const ways = [...(seat ? [open("Play", "main")] : []), ...buttons, ...(watched && !seat ? [open("Look on")] : [])];
  return element(
    document,
    "article",
    { class: "table", "aria-labelledby": id },
    element(document, "h2", { id }, title),
    element(document, "p", {}, stage),
    element(document, "p", { class: "who" }, there),
    ...(seat ? [element(document, "p", {}, `Your seat: ${seat}.`)] : []),
    closed
      ? element(document, "p", { class: "error" }, "This table cannot be opened now.")
      : element(document, "p", { class: "buttons" }, ...ways),
  );
}

async function take(table: string, link: string): Promise<void> {
  try {
    await ask({ table, link });
    location.href = `table?${encodeURIComponent(table)}`;
  } catch (error) {
    say((error as Error).message);
  }
}

async function watch(): Promise<void> {
  if (!document.hidden || !shown) await look();
  setTimeout(watch, LOOK_EVERY_MS);
}

lobby.hidden = true;
lobby.append(element(document, "h1", { id: "tables" }, "My tables"), who, list);
document.addEventListener("visibilitychange", () => document.hidden || void look());
void watch();
