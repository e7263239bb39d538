// The form by which people come in to a class or a table: by a code that stands on a wall, or by the link of a class. The browser remembers who
// has come in to a class before.

import { button, element } from "../../chrome/elements/dom";
import { language, say } from "./spoken";

const owned = document;
const LONGEST_NAME = "40";
const BEGUN = "hexwidget.class.";
const [JOIN, CODE] = ["#join=", "#code="];

/** The code or the token of the link by which somebody comes. */
export type Key = { code: string } | { token: string };

interface Told {
  title: string;
  over?: boolean;
  /** The name of a class in this browser; undefined for a table. */
  known?: string;
  /** The seats of a table that are free. */
  seats?: { place: string; called: string }[];
  /** The path of a table's page. */
  path?: string;
  token: string;
  error?: string;
}

interface Before {
  place: string;
  name: string;
}

/** The parts of a page that people come in to. */
export interface Page {
  holder: HTMLElement;
  /** Says what is wrong, and nothing once all is well. */
  announce: (text: string) => void;
  /** Shows the title of the table or class that they enter. */
  entitle: (title: string) => void;
  /** Shows the table or class that they have entered.
   * @param hash - of the address that brings them back
   * @param own - the link of somebody who is new, and their name */
  enter: (hash: string, path: string, own?: { link: string; name: string }) => void;
}

/** The key in an address: empty if somebody has to type a code; undefined if the address opens a place. */
export function keyIn(hash: string): Partial<Key> | undefined {
  if (hash.startsWith(JOIN)) return { token: hash.slice(JOIN.length) };
  if (hash.startsWith(CODE)) return { code: hash.slice(CODE.length) };
  return hash.length < 2 ? {} : undefined;
}

/** The address behind that of the pages that brings a code along. */
export const withCode = (code: string) => CODE + code;

const at = (known: string) => `${BEGUN}${known}`;

function before(known: string): Before | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(at(known)) ?? "null");
    return typeof found?.place === "string" && typeof found?.name === "string" ? found : undefined;
  } catch {
    return undefined; // the browser keeps nothing for this page
  }
}

function remember(known: string, found: Before | null): void {
  try {
    if (found) localStorage.setItem(at(known), JSON.stringify(found));
    else localStorage.removeItem(at(known));
  } catch {
    // Then the learner's own link brings them back.
  }
}

async function post<T = Told>(path: string, body: object): Promise<{ ok: boolean; answer: T & { error?: string } }> {
  const reply = await fetch(new URL(path, location.href), { method: "POST", body: JSON.stringify(body) });
  return { ok: reply.ok, answer: await reply.json().catch(() => ({})) };
}

/** Let somebody in. */
export async function join(key: Partial<Key>, page: Page): Promise<void> {
  const isCode = !("token" in key);
  if (isCode && !("code" in key)) {
    show(page, codeForm(page, ""));
    return;
  }
  const { ok, answer } = await post("join", key);
  if (ok) await meet(key, answer, page);
  else if (isCode) show(page, codeForm(page, (key as { code: string }).code, answer.error ?? wrongCode()));
  else page.announce(answer.error ?? FAILED());
}

/** Ask somebody who they are, unless this browser knows them. */
async function meet(key: Partial<Key>, told: Told, page: Page): Promise<void> {
  page.entitle(told.title);
  const { known } = told;
  const found = known ? before(known) : undefined;
  const isBack = found && (await post("seat", { place: found.place })).ok;
  if (known && found && !isBack) remember(known, null);
  show(page, isBack ? goingOn(found, key, told, page) : nameForm(key, told, page));
}

const wrongCode = () => say("This code opens nothing here. Look at it again: it has no O, I or L, and no 0 or 1.");
const FAILED = () => say("That failed. Try again in a moment.");

function show({ holder, announce }: Page, form: HTMLElement): void {
  holder.replaceChildren(form);
  holder.lang = language();
  holder.hidden = false;
  announce("");
  const first = form.querySelector<HTMLInputElement>("input:not([type=radio]), button");
  first?.focus();
  first?.setSelectionRange?.(first.value.length, first.value.length); // a wrong code is mended at its end
}

/** A form of one page, which says what is wrong with what was sent. */
function formOf(
  page: Page,
  title: string,
  done: string,
  send: () => Promise<string>,
  ...parts: HTMLElement[]
): HTMLElement {
  const wrong = element(owned, "p", { class: "error", role: "alert" });
  const main = element(owned, "button", { class: "main", type: "submit" }, done);
  const made = element(owned, "form", {}, element(owned, "h2", {}, title), ...parts.slice(0, 2), wrong, main);
  made.append(...parts.slice(2));
  made.onsubmit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    main.disabled = true;
    try {
      wrong.textContent = await send();
    } catch {
      page.announce(say("No connection to the server. Try again in a moment."));
    }
    main.disabled = false;
  };
  return made;
}

function codeForm(page: Page, code: string, error = ""): HTMLElement {
  const input = element(owned, "input", {
    class: "code",
    value: code,
    maxlength: "12",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    required: "",
  });
  const send = async () => {
    await join({ code: input.value }, page);
    return "";
  };
  const label = element(owned, "label", {}, say("The code that you see"), input);
  const made = formOf(page, say("Come in"), say("Go on"), send, label);
  (made.querySelector(".error") as HTMLElement).textContent = error;
  return made;
}

function goingOn({ place, name }: Before, key: Partial<Key>, told: Told, page: Page): HTMLElement {
  const go = () => page.enter(`#place=${place}`, "");
  const other = () => show(page, nameForm(key, told, page));
  return element(
    owned,
    "div",
    {},
    element(owned, "h2", {}, say("Welcome back")),
    button(owned, { class: "main" }, go, say("Go on as {0}", name)),
    button(owned, {}, other, say("I am somebody else")),
  );
}

function nameForm(key: Partial<Key>, told: Told, page: Page): HTMLElement {
  const { seats } = told;
  const input = element(owned, "input", { maxlength: LONGEST_NAME, autocomplete: "off", required: "" });
  const asked = seats ? say("Your name, as the others know you") : say("Your name, as your teacher knows you");
  const chosen = element(owned, "fieldset", { hidden: "" }, element(owned, "legend", {}, say("Your seat")));
  for (const [n, { place, called }] of (seats ?? []).entries()) {
    const box = element(owned, "input", { type: "radio", name: "seat", value: place });
    box.checked = n === 0;
    chosen.append(element(owned, "label", {}, box, called));
  }
  chosen.hidden = !seats;
  const seatOf = () => chosen.querySelector<HTMLInputElement>(":checked")?.value;
  const ask = () => {
    input.required = !seats || !!seatOf(); // nobody asks for the name of somebody who looks on
  };
  chosen.onchange = ask;
  ask();
  const send = async () => {
    const { ok, answer } = await post("join", { ...key, name: input.value, seat: seatOf() });
    if (ok) await comeIn(answer, input.value.trim(), page);
    else if (seats && answer.seats) show(page, nameForm(key, answer, page));
    return ok ? "" : (answer.error ?? FAILED());
  };
  const privacy = element(owned, "p", { class: "dim" }, privacyWords());
  return formOf(
    page,
    say("Who are you?"),
    say("Come in"),
    send,
    element(owned, "label", {}, asked, input),
    chosen,
    ...(seats ? [] : [privacy]),
  );
}

const privacyWords = () =>
  say(
    "Your teacher sees your name, your board, your answers and how long you take. Other learners see your name alone, once you play with them. You can download and delete all of it.",
  );

/** Show somebody who is new what they have come in to. Where the browser keeps no cookie, the address keeps the token. */
async function comeIn({ token, known, path = "" }: Told, name: string, page: Page): Promise<void> {
  const { ok, answer } = await post<{ place: string }>(`${path}seat`, { token });
  const isKept = ok && (await post(`${path}seat`, { place: answer.place })).ok;
  if (isKept && known) remember(known, { place: answer.place, name });
  const link = `${new URL(path || ".", location.href).href.split("#", 1)[0]}#${token}`;
  page.enter(isKept ? `#place=${answer.place}` : `#${token}`, path, { link, name });
}
